import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode, streamEncode, type Packet } from 'dns-packet';
import { afterAll, describe, expect, it } from 'vitest';
import { type End, type Frame, pcap, pcapng, tcpFrames, udpFrame } from '#test/server/captures.ts';
import { readWholeLog } from '#test/server/read-whole-log.ts';
import { findTshark } from '#server/ingest/logs/tshark.ts';

const tshark = findTshark();
const folder = mkdtempSync(join(tmpdir(), 'sightline-captures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const time = Date.UTC(2026, 9, 20, 12) / 1000;
const client: End = { ip: [192, 0, 2, 9], port: 40_000 };
const resolver: End = { ip: [192, 0, 2, 53], port: 53 };
const ipv6 = (last: number, port: number): End => ({ ip: [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), last], port });

function response(more: Partial<Packet> = {}, name = 'www.example.test'): Packet {
  return {
    ...{ type: 'response', id: 7, flags: 0x180, questions: [{ name, type: 'A' }] },
    answers: [
      { name, type: 'CNAME', ttl: 300, data: 'edge.example.net' },
      { name: 'edge.example.net', type: 'A', ttl: 60, data: '198.51.100.7' },
      { name: 'edge.example.net', type: 'A', ttl: 60, data: '198.51.100.8' },
    ],
    authorities: [
      { name: 'example.net', type: 'NS', ttl: 3600, data: 'ns1.example.net' },
      { name: 'example.net', type: 'NS', ttl: 3600, data: 'ns2.example.net' },
    ],
    additionals: [{ name: 'ns1.example.net', type: 'AAAA', ttl: 3600, data: '2001:db8::53' }],
    ...more,
  };
}
const query = encode({ type: 'query', id: 7, flags: 0x100, questions: [{ name: 'www.example.test', type: 'A' }] });
const answered = (seconds: number, packet: Packet, from = resolver, to = client, tags: readonly number[] = []): Frame =>
  udpFrame(time + seconds, { from, to, bytes: encode(packet), tags });

function write(name: string, bytes: Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

/** What tshark itself finds, with all its protocols: how often each field has a value, and the values. */
function foundByTshark(file: string, fields: readonly string[]): Record<string, readonly string[]> {
  const options = fields.flatMap((field) => ['-e', field]);
  const filter = 'not mdns and not llmnr';
  const args = ['-n', '-r', file, '-Y', filter, '-T', 'fields', '-E', 'separator=|', ...options];
  const lines = execFileSync(tshark ?? '', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n');
  return Object.fromEntries(
    fields.map((field, index) => [
      field,
      lines.flatMap((line) => (line.split('|')[index] ?? '').split(',')).filter(Boolean),
    ]),
  );
}

const fieldOf = { A: 'dns.a', AAAA: 'dns.aaaa', CNAME: 'dns.cname', NS: 'dns.ns', MX: 'dns.mx.mail_exchange' };
function countsByTshark(file: string): Record<string, number> {
  const found = foundByTshark(file, Object.values(fieldOf));
  const counts = Object.entries(fieldOf).map(([type, field]) => [type, found[field]?.length ?? 0] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

describe.skipIf(!tshark)('a packet capture (skipped where tshark is not installed)', () => {
  const frames = [
    udpFrame(time, { from: client, to: resolver, bytes: query }),
    answered(0.5, response()),
    answered(60, response(), ipv6(0x53, 53), ipv6(9, 40_001), [100, 200]),
    answered(61, response({ answers: [], authorities: [], additionals: [], flags: 0x183 })),
    answered(62, {
      ...{ type: 'response', questions: [{ name: '9.2.0.10.in-addr.arpa', type: 'PTR' }] },
      answers: [{ name: '9.2.0.10.in-addr.arpa', type: 'PTR', data: 'printer.example.test' }],
    }),
    answered(63, response(), { ...resolver, port: 5353 }, { ip: [224, 0, 0, 251], port: 5353 }),
    ...tcpFrames(time + 120, {
      ...{ client, server: resolver, segment: 150 },
      sent: [
        {
          from: 'client',
          bytes: streamEncode({ type: 'query', questions: [{ name: 'www.example.test', type: 'A' }] }),
        },
        {
          from: 'server',
          bytes: Buffer.concat([streamEncode(response()), streamEncode(response({}, 'b.example.test'))]),
        },
      ],
    }),
  ];

  it('of DNS over UDP and TCP holds the answers that tshark finds, whatever the format', async () => {
    const files = [
      write('a.pcap', pcap(frames)),
      write('b.pcap', pcap(frames, { isBigEndian: true, hasNanoseconds: true })),
      write('c.pcapng', pcapng(frames)),
    ];
    const [first, ...others] = await Promise.all(files.map((file) => readWholeLog({ file })));
    for (const { report, rows } of others)
      expect({ report, rows }).toEqual({ report: first?.report, rows: first?.rows });
    expect(first?.report).toMatchObject({
      ...{ format: 'pcap', lines: 7, isWhole: true, from: time, to: time + 120 },
      rejects: { count: 0 },
    });
    const record = { rrtype: 'A', rrname: 'edge.example.net', rdata: '198.51.100.7', count: 4, ttl: 60 };
    expect(first?.rows.map((row) => JSON.parse(row) as unknown)).toContainEqual(expect.objectContaining(record));
    expect(first?.report.skipped).toEqual(
      expect.arrayContaining([
        { reason: 'no answer', count: 1 },
        { reason: 'a reverse look-up of private space', count: 1 },
        { reason: 'mDNS (port 5353)', count: 1 },
      ]),
    );
    expect(first?.report.seenByType).toEqual(countsByTshark(files[0] ?? ''));
  });
});
