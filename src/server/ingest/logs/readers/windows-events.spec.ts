import { type Answer, encode } from 'dns-packet';
import { describe, expect, it } from 'vitest';
import { reading, told } from '#test/server/log-heads.ts';
import { readEcs } from './sensor-events.ts';
import { readSysmon, readWindowsDns } from './windows-events.ts';

const time = '2026-11-20T10:11:12.000Z';
const seconds = Date.UTC(2026, 10, 20, 10, 11, 12) / 1000;

describe('Sysmon event 22', () => {
  const read = reading(readSysmon);
  const data = {
    UtcTime: '2026-11-20 10:11:12.250',
    QueryName: 'www.example.test',
    QueryStatus: '0',
    QueryResults: 'type:  5 lb.example.test;type:  5 edge.example.test;::ffff:198.51.100.9;2001:db8::9;',
  };
  const chain = [
    'www.example.test CNAME lb.example.test',
    'lb.example.test CNAME edge.example.test',
    'edge.example.test A 198.51.100.9',
    'edge.example.test AAAA 2001:db8::9',
  ];
  const system = {
    Provider: { '#attributes': { Name: 'Microsoft-Windows-Sysmon' } },
    EventID: 22,
    TimeCreated: { '#attributes': { SystemTime: time } },
  };
  const { QueryName: queryName, QueryResults: queryResults, UtcTime: utcTime } = data;
  const shapes: readonly (readonly [string, object])[] = [
    [
      'Winlogbeat',
      { '@timestamp': time, winlog: { provider_name: 'Microsoft-Windows-Sysmon', event_id: '22', event_data: data } },
    ],
    ['an index', { _index: 'x', _source: { '@timestamp': time, winlog: { event_id: 22, event_data: data } } }],
    ['NXLog', { EventTime: '2026-11-20 12:11:12', SourceName: 'Microsoft-Windows-Sysmon', EventID: 22, ...data }],
    ['evtx_dump', { Event: { System: system, EventData: data } }],
    ['Wazuh', { data: { win: { system: { eventID: '22' }, eventdata: { queryName, queryResults, utcTime } } } }],
  ];

  it.each(shapes)('is read as %s writes it', (_, event) => {
    expect(told(read(event))).toEqual(chain);
    expect(read(event)[0]).toMatchObject({ first: seconds + 0.25, count: 1, ttl: 0 });
    expect(readSysmon.sniff([JSON.stringify(event)])).toBe(0.95);
  });

  it('has the time of the event when that of Sysmon is missing', () => {
    const { UtcTime: _, ...others } = data;
    expect(read({ '@timestamp': time, winlog: { event_data: others } })[0]).toMatchObject({ first: seconds });
    expect(read({ Event: { System: system, EventData: others } })[0]).toMatchObject({ first: seconds });
    expect(told(read(others))[0]).toMatch(/^rejected: the time is missing/);
  });

  it.each([
    ['type:  12 host.example.test;', '7.100.51.198.in-addr.arpa PTR host.example.test'],
    ['type:  33 sip.example.test;', '7.100.51.198.in-addr.arpa SRV sip.example.test'],
    ['-', 'skipped: no answer'],
    ['', 'skipped: no answer'],
    ['type:  46 x;', 'skipped: record type RRSIG is not kept'],
    ['type:  16 ;', 'skipped: an answer without data'],
  ])('with the results %j', (QueryResults, expected) => {
    expect(told(read({ ...data, QueryName: '7.100.51.198.in-addr.arpa', QueryResults }))).toEqual([expected]);
  });

  it('other events of Sysmon are skipped, and this one is read among events in ECS', () => {
    const image = {
      '@timestamp': time,
      ecs: { version: '8.0.0' },
      winlog: { provider_name: 'Microsoft-Windows-Sysmon' },
    };
    expect(told(read(image))).toEqual(['skipped: not a DNS event']);
    const mixed = [image, { ...image, winlog: { event_data: data } }];
    expect(told(reading(readEcs)(...mixed))).toEqual(['skipped: not an event of DNS, TLS or HTTP', ...chain]);
  });
});

describe('the analytical log of the Windows DNS server', () => {
  const read = reading(readWindowsDns);
  const answers: Answer[] = [
    { type: 'CNAME', name: 'www.example.test', ttl: 300, data: 'edge.example.test' },
    { type: 'A', name: 'edge.example.test', ttl: 60, data: '198.51.100.7' },
  ];
  const packet = encode({ type: 'response', id: 1, answers }).toString('hex');
  const event = (id: number, data: object = {}) => ({
    '@timestamp': time,
    winlog: {
      provider_name: 'Microsoft-Windows-DNSServer',
      event_id: id,
      event_data: {
        QNAME: 'www.example.test.',
        QTYPE: '1',
        RCODE: '0',
        PacketData: `0x${packet.toUpperCase()}`,
        ...data,
      },
    },
  });
  const found = ['www.example.test CNAME edge.example.test', 'edge.example.test A 198.51.100.7'];

  it.each([
    ['a response to a client', event(257)],
    ['the response of another server', event(261)],
    ['digits alone', event(257, { PacketData: packet })],
    [
      'fields without parts',
      {
        ProviderName: 'Microsoft-Windows-DNSServer',
        EventID: 257,
        TimeCreated: '2026-11-20T10:11:12.0000000Z',
        InterfaceIP: '192.0.2.53',
        QNAME: 'www.example.test.',
        QTYPE: '1',
        PacketData: `0x${packet}`,
      },
    ],
    [
      'evtx_dump',
      {
        Event: {
          System: { EventID: 257, TimeCreated: { '#attributes': { SystemTime: time } } },
          EventData: { QNAME: 'www.example.test.', PacketData: packet },
        },
      },
    ],
  ])('holds the records of %s', (_, line) => {
    expect(told(read(line))).toEqual(found);
    expect(read(line)[1]).toMatchObject({ first: seconds, count: 1, ttl: 60 });
    expect(readWindowsDns.sniff([JSON.stringify(line)])).toBe(0.95);
  });

  it.each([
    ['skipped: a query without an answer', event(256)],
    ['skipped: a query without an answer', event(260)],
    ['skipped: not a DNS event', event(541, { QNAME: undefined })],
    ['skipped: a reverse look-up of private space', event(257, { QNAME: '1.0.0.10.in-addr.arpa.' })],
    ['skipped: a response without its packet data', event(257, { PacketData: '' })],
    ['rejected: an answer cannot be read', event(257, { PacketData: '0x12G4' })],
    ['rejected: the answer is not a DNS message', event(257, { PacketData: packet.slice(0, -10) })],
  ])('%s', (expected, line) => expect(told(read(line))).toEqual([expected]));
});
