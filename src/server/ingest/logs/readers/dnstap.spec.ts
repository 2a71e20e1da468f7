import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode, type Packet } from 'dns-packet';
import { PbfWriter } from 'pbf';
import { describe, expect, it } from 'vitest';
import { randomFor } from '#sample/random.ts';
import { readWholeLog } from '#test/server/read-whole-log.ts';
import { specFolder } from '#test/server/spec-folder.ts';

const folder = specFolder('dnstap');

const time = Date.UTC(2026, 9, 20, 12) / 1000;
const types = {
  AUTH_RESPONSE: 2,
  RESOLVER_QUERY: 3,
  RESOLVER_RESPONSE: 4,
  CLIENT_QUERY: 5,
  CLIENT_RESPONSE: 6,
  FORWARDER_RESPONSE: 8,
  UPDATE_RESPONSE: 14,
} as const;
type Type = keyof typeof types;

interface Tapped {
  readonly ports?: readonly [number, number];
  /** Of a response policy: 3 lets pass. */
  readonly action?: number;
}

/** A frame with a message, as dnstap.proto describes it. */
function tapped(type: Type, seconds: number, message: Packet, { ports = [40_000, 53], action }: Tapped = {}): Buffer {
  const isQuery = types[type] % 2 === 1;
  const frame = new PbfWriter();
  frame.writeBytesField(1, Buffer.from('resolver-1'));
  frame.writeMessage(
    14,
    (_, writer) => {
      writer.writeVarintField(1, types[type]);
      writer.writeVarintField(2, 1);
      writer.writeVarintField(3, 1);
      writer.writeBytesField(4, Buffer.from([192, 0, 2, 9]));
      writer.writeBytesField(5, Buffer.from([192, 0, 2, 53]));
      writer.writeVarintField(6, ports[0]);
      writer.writeVarintField(7, ports[1]);
      writer.writeVarintField(8, time + seconds - 1);
      writer.writeFixed32Field(9, 999_000_000);
      if (isQuery) writer.writeBytesField(10, encode(message));
      if (isQuery) return;
      writer.writeVarintField(12, time + seconds);
      writer.writeFixed32Field(13, 500_000_000);
      writer.writeBytesField(14, encode(message));
      if (action !== undefined) writer.writeMessage(15, (__, policy) => policy.writeVarintField(3, action), undefined);
    },
    undefined,
  );
  frame.writeVarintField(15, 1);
  return Buffer.from(frame.finish());
}

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const framed = (content: Buffer): Buffer => Buffer.concat([word(content.length), content]);
const control = (kind: number, field = ''): Buffer => {
  const content = Buffer.concat([
    word(kind),
    ...(field === '' ? [] : [word(1), word(field.length), Buffer.from(field)]),
  ]);
  return Buffer.concat([word(0), framed(content)]);
};
const fileOf = (frames: readonly Buffer[]): Buffer =>
  Buffer.concat([control(2, 'protobuf:dnstap.Dnstap'), ...frames.map(framed), control(3)]);

function write(name: string, bytes: Buffer): string {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
}

const asked: Packet = { type: 'query', questions: [{ name: 'www.example.test', type: 'A' }] };
const answered = (name: string, more: Partial<Packet> = {}): Packet => ({
  type: 'response',
  flags: 0x180,
  questions: [{ name, type: 'A' }],
  answers: [
    { name, type: 'CNAME', ttl: 300, data: 'edge.example.net' },
    { name: 'edge.example.net', type: 'A', ttl: 60, data: '198.51.100.7' },
  ],
  authorities: [{ name: 'example.net', type: 'NS', ttl: 3600, data: 'ns1.example.net' }],
  ...more,
});

const dnstapRead = '/usr/bin/dnstap-read';

describe('a dnstap file', () => {
  it.skipIf(!existsSync(dnstapRead))(
    'holds the answers that dnstap-read prints (skipped where it is not installed)',
    async () => {
      const frames = [
        tapped('CLIENT_QUERY', 0, asked),
        tapped('RESOLVER_QUERY', 0, asked),
        tapped('RESOLVER_RESPONSE', 1, answered('www.example.test')),
        tapped('FORWARDER_RESPONSE', 2, answered('b.example.test')),
        tapped('AUTH_RESPONSE', 3, answered('c.example.test', { authorities: [] })),
        tapped('CLIENT_RESPONSE', 60, answered('d.example.test')),
      ];
      const file = write('a.dnstap', fileOf(frames));
      const { report, rows } = await readWholeLog({ file });
      const printed = spawnSync(dnstapRead, ['-p', file], { encoding: 'utf8' }).stdout;
      const counts: Record<string, number> = {};
      for (const [, type = ''] of printed.matchAll(/^\S+\s+\d+\s+IN\s+([A-Z]+)\s/gm))
        counts[type] = (counts[type] ?? 0) + 1;
      expect(report.seenByType).toEqual(counts);
      expect(report).toMatchObject({
        format: 'dnstap',
        lines: 6,
        seen: 11,
        isWhole: true,
        from: time + 1,
        to: time + 60,
        rejects: { count: 0 },
        skipped: [{ reason: 'a query without an answer', count: 2 }],
      });
      const record = {
        rrname: 'edge.example.net',
        rdata: '198.51.100.7',
        count: 4,
        first_seen: time + 1,
        last_seen: time + 60,
      };
      expect(rows.map((row) => JSON.parse(row) as unknown)).toContainEqual(expect.objectContaining(record));
    },
  );

  it('counts an answer once that the resolver gets and gives to its clients', async () => {
    const file = write(
      'both.dnstap',
      fileOf([
        tapped('CLIENT_RESPONSE', 0, answered('cached.example.test')),
        // written by another thread than the response to the resolver
        tapped('CLIENT_RESPONSE', 1, answered('www.example.test')),
        tapped('RESOLVER_RESPONSE', 1, answered('wWw.example.test')),
        tapped('CLIENT_RESPONSE', 1, answered('www.example.test')),
        tapped('CLIENT_RESPONSE', 9, answered('www.example.test')),
        tapped(
          'CLIENT_RESPONSE',
          9,
          answered('www.example.test', { questions: [{ name: 'www.example.test', type: 'AAAA' }] }),
        ),
      ]),
    );
    const { report } = await readWholeLog({ file });
    expect(report.seenByType).toEqual({ CNAME: 3, A: 3, NS: 3 });
    expect(report.skipped).toEqual([
      { reason: "a response to a client, after the resolver's own to the same question", count: 3 },
    ]);
  });

  it('skips what a policy decided, what is not DNS and what answers no query', async () => {
    const update = { flags: 0x2800 };
    const { report } = await readWholeLog({
      file: write(
        'odd.dnstap',
        fileOf([
          tapped('CLIENT_RESPONSE', 0, answered('a.example.test'), { action: 6 }),
          tapped('CLIENT_RESPONSE', 0, answered('b.example.test'), { action: 3 }),
          tapped('CLIENT_RESPONSE', 0, answered('c.local'), { ports: [5353, 5353] }),
          tapped('UPDATE_RESPONSE', 0, answered('d.example.test', update)),
          tapped('CLIENT_RESPONSE', 0, answered('9.2.0.10.in-addr.arpa')),
        ]),
      ),
    });
    expect(report.seenByType).toEqual({ CNAME: 1, A: 1, NS: 1 });
    expect(report.skipped.map(({ reason }) => reason).sort()).toEqual([
      'a reverse look-up of private space',
      'an answer to an update or a notification',
      'blocked or rewritten by policy',
      'mDNS (port 5353)',
    ]);
  });

  const whole = fileOf(
    Array.from({ length: 20 }, (_, index) => tapped('AUTH_RESPONSE', index, answered(`h${index}.example.test`))),
  );
  it.each([
    ['that ends in the middle of a frame', whole.subarray(0, -40), 'it ends in the middle of a frame'],
    [
      'with a frame that is too long',
      Buffer.concat([whole, word(5_000_000), whole]),
      'a frame of 5,000,000 bytes is longer',
    ],
  ])('%s gives the messages before', async (_, bytes, words) => {
    const { report } = await readWholeLog({ file: write('damaged.dnstap', bytes) });
    expect(report).toMatchObject({ isWhole: false, cutOff: expect.stringContaining(words) });
    expect(report.seenByType['A']).toBeGreaterThanOrEqual(19);
  });

  it('with damaged frames gives the others, and counts the damaged ones', async () => {
    const random = randomFor('damaged frames');
    const good = tapped('AUTH_RESPONSE', 0, answered('good.example.test'));
    const bad = Array.from({ length: 2000 }, () => {
      const bytes = Buffer.from(good);
      for (let times = 1 + random.next() * 5; times > 0; times -= 1)
        bytes[Math.floor(random.next() * bytes.length)] = Math.floor(random.next() * 256);
      return random.next() < 0.2 ? bytes.subarray(0, Math.floor(random.next() * bytes.length)) : bytes;
    });
    const { report } = await readWholeLog({
      file: write('bad.dnstap', fileOf([...bad, good, Buffer.from([0xff]), Buffer.alloc(0)])),
    });
    expect(report.isWhole).toBe(true);
    expect(report.rejects.count).toBeGreaterThan(200);
    expect(report.rejects.byReason.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['a frame without a dnstap message', 'a DNS message is cut off or damaged']),
    );
  });

  it.each([
    ['another content', control(2, 'protobuf:other.Kind')],
    ['no content type', control(2)],
    ['zeros', Buffer.alloc(1000)],
  ])('is not one with %s', async (_, head) => {
    await expect(readWholeLog({ file: write('other', head) })).rejects.toThrow('This is binary data');
  });
});
