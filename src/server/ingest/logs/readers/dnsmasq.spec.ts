import { describe, expect, it } from 'vitest';
import type { LogEntry } from '#server/ingest/logs/log-reader.ts';
import { reading, told } from '#test/server/log-heads.ts';
import { readDnsmasq } from './dnsmasq.ts';

const day = Date.UTC(2026, 10, 28) / 1000;
const read = reading(readDnsmasq, { day });
/** Lines of one process; text before a bar is its own process or query. */
const ofProcess = (...messages: readonly string[]) =>
  read(...messages.map((message) => `Nov 27 10:11:12 dnsmasq[123]: ${message}`));
const kept = (entries: readonly LogEntry[]) => told(entries.filter(({ what }) => what === 'record'));

describe('answers', () => {
  it('are addresses, with the aliases before them', () => {
    const found = ofProcess(
      'query[A] www.example.test from 192.0.2.9',
      'forwarded www.example.test to 192.0.2.53',
      'reply www.example.test is <CNAME>',
      'reply lb.example.test is <CNAME>',
      'reply edge.example.test is 198.51.100.7',
      'reply edge.example.test is 198.51.100.8',
      'cached www.example.test is <CNAME>',
      'cached lb.example.test is 2001:db8::7',
    );
    expect(told(found)).toEqual([
      'skipped: a query without an answer',
      'skipped: a query without an answer',
      'www.example.test CNAME lb.example.test',
      'lb.example.test CNAME edge.example.test',
      'edge.example.test A 198.51.100.7',
      'edge.example.test A 198.51.100.8',
      'www.example.test CNAME lb.example.test',
      'lb.example.test AAAA 2001:db8::7',
    ]);
    const time = Date.UTC(2026, 10, 27, 10, 11, 12) / 1000;
    expect(found[2]).toMatchObject({ first: time, last: time, count: 1, ttl: 0, dayFrom: 'given' });
  });

  it('also of an alias to a name without such an address', () => {
    expect(told(ofProcess('cached a.example.test is <CNAME>', 'cached b.example.test is NODATA-IPv6'))).toEqual([
      'a.example.test CNAME b.example.test',
      'skipped: no answer',
    ]);
  });

  it('belong to their query where queries have numbers (log-queries=extra)', () => {
    const found = ofProcess(
      '18 192.0.2.9/59098 reply a.example.test is <CNAME>',
      '19 192.0.2.9/38348 reply c.example.test is <CNAME>',
      'TCP 20 192.0.2.9/38348 query[A] e.example.test from 192.0.2.9',
      '18 192.0.2.9/59098 reply b.example.test is 198.51.100.7 (DNSSEC signed)',
      '19 192.0.2.9/38348 reply d.example.test is 198.51.100.8',
      'TCP 20 192.0.2.9/38348 reply e.example.test is 198.51.100.9',
    );
    expect(kept(found)).toEqual([
      'a.example.test CNAME b.example.test',
      'b.example.test A 198.51.100.7',
      'c.example.test CNAME d.example.test',
      'd.example.test A 198.51.100.8',
      'e.example.test A 198.51.100.9',
    ]);
  });

  it('belong to their process, such as those for TCP', () => {
    const found = read(
      'Nov 27 10:11:12 dnsmasq[1]: reply a.example.test is <CNAME>',
      'Nov 27 10:11:12 dnsmasq[2]: reply c.example.test is 198.51.100.8',
      'Nov 27 10:11:12 kernel: eth0 up',
      'Nov 27 10:11:12 dnsmasq[1]: reply b.example.test is 198.51.100.7',
    );
    expect(kept(found)).toEqual([
      'c.example.test A 198.51.100.8',
      'a.example.test CNAME b.example.test',
      'b.example.test A 198.51.100.7',
    ]);
  });

  it('say nothing of an alias whose target is lost', () => {
    const lost = 'skipped: an alias whose target is not logged';
    const other = 'reply b.example.test is 198.51.100.7';
    for (const between of [
      'query[A] b.example.test from 192.0.2.9',
      'overflow: 3 log entries lost',
      'cached x.test is <CNAME>',
    ])
      expect(told(ofProcess('reply a.example.test is <CNAME>', between, other))).toEqual([
        lost,
        ...(between.startsWith('cached') ? [] : [expect.stringMatching(/^skipped: /)]),
        'b.example.test A 198.51.100.7',
        ...(between.startsWith('cached') ? [lost] : []),
      ]);
  });

  it('of an address are its names', () => {
    expect(told(ofProcess('reply 198.51.100.7 is host.example.test', 'reply 192.168.1.1 is nas.lan'))).toEqual([
      '7.100.51.198.in-addr.arpa PTR host.example.test',
      'skipped: a reverse look-up of private space',
    ]);
  });

  it.each([
    ['reply a.example.test is NXDOMAIN', 'no answer'],
    ['reply 198.51.100.7 is NXDOMAIN', 'no answer'],
    ['reply a.example.test is v=spf1 -all', 'an answer whose type or data the log does not hold'],
    ['reply _sip._tcp.example.test is <SRV>', 'an answer whose type or data the log does not hold'],
    ['reply example.test is DS keytag 1, algo 8, digest 2', 'an answer whose type or data the log does not hold'],
    ['cached-stale a.example.test is 198.51.100.7', 'an answer after its time to live'],
    ['gravity blocked ads.example.test is 0.0.0.0', 'answered or blocked by dnsmasq itself'],
    ['exactly denied ads.example.test is 0.0.0.0', 'answered or blocked by dnsmasq itself'],
    ['config pi.hole is 192.0.2.2', 'answered or blocked by dnsmasq itself'],
    ['/etc/hosts nas.lan is 192.0.2.3', 'answered or blocked by dnsmasq itself'],
    ['dnssec-query[DS] test to 192.0.2.53', 'a query without an answer'],
    ['validation result is SECURE', 'not a DNS event'],
    ['using nameserver 192.0.2.53#53', 'not a DNS event'],
  ])('%s: %s', (message, reason) => {
    expect(told(ofProcess(message))).toEqual([`skipped: ${reason}`]);
  });
});

describe('the time of a line', () => {
  const message = 'dnsmasq[1]: reply a.example.test is 198.51.100.7';
  const at = Date.UTC(2026, 10, 27, 10, 11, 12) / 1000;
  it.each([
    ['without a year', `Nov 27 10:11:12 ${message}`, at, 'given'],
    [
      'of the year before',
      `Dec  1 10:11:12 router daemon.info ${message}`,
      Date.UTC(2025, 11, 1, 10, 11, 12) / 1000,
      'given',
    ],
    ['of OpenWrt', `Fri Nov 27 10:11:12 2026 daemon.info ${message}`, at, undefined],
    ['in ISO 8601', `2026-11-27T11:11:12.500000+01:00 host ${message}`, at + 0.5, undefined],
    ['of RFC 5424', `<30>1 2026-11-27T10:11:12Z host dnsmasq 1 - - ${message}`, at, undefined],
  ])('%s', (_, line, first, dayFrom) => {
    const [found] = read(line);
    expect(found).toMatchObject({ first });
    expect(found && 'dayFrom' in found ? found.dayFrom : undefined).toBe(dayFrom);
  });

  it('is asked for when nothing says the year, and never invented', () => {
    const told = (about: object, line: string) => reading(readDnsmasq, about)(line);
    expect(told({}, `Nov 27 10:11:12 ${message}`)).toMatchObject([{ what: 'lacking', facts: ['day'] }]);
    expect(told({ pushed: day }, `Nov 27 10:11:12 ${message}`)).toMatchObject([{ first: at, dayFrom: 'push' }]);
    expect(told({ day }, message)).toMatchObject([{ what: 'rejected' }]);
  });
});
