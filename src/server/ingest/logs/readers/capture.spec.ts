import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { encode, streamEncode, type Packet } from 'dns-packet';
import { generate } from 'selfsigned';
import { describe, expect, it } from 'vitest';
import { randomFor } from '#sample/random.ts';
import { type End, type Frame, pcap, pcapng, tcpFrames, tlsExchange, udpFrame } from '#test/server/captures.ts';
import { isLongRun } from '#test/long.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { tarOf } from '#test/server/packers.ts';
import { readWholeLog } from '#test/server/read-whole-log.ts';
import { childProgram } from '#test/server/service-process.ts';
import { rootCertificate } from '#test/server/test-certificates.ts';
import { readLogsInThread } from '#server/ingest/reading-thread.ts';
import { findTshark, installTshark, packetLines, type TsharkLimits } from '#server/ingest/logs/tshark.ts';

const tshark = findTshark();
const folder = specFolder('captures');

const time = Date.UTC(2026, 9, 20, 12) / 1000;
const client: End = { ip: [192, 0, 2, 9], port: 40_000 };
const resolver: End = { ip: [192, 0, 2, 53], port: 53 };
const ipv6 = (last: number, port: number): End => ({ ip: [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), last], port });

const server: End = { ip: [203, 0, 113, 5], port: 443 };

function response(more: Partial<Packet> = {}, name = 'www.example.test'): Packet {
  return {
    type: 'response',
    id: 7,
    flags: 0x180,
    questions: [{ name, type: 'A' }],
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
  const lines = spawnSync(tshark ?? '', args, { encoding: 'utf8' }).stdout.split('\n');
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
      type: 'response',
      questions: [{ name: '9.2.0.10.in-addr.arpa', type: 'PTR' }],
      answers: [{ name: '9.2.0.10.in-addr.arpa', type: 'PTR', data: 'printer.example.test' }],
    }),
    answered(63, response(), { ...resolver, port: 5353 }, { ip: [224, 0, 0, 251], port: 5353 }),
    ...tcpFrames(time + 120, {
      client,
      server: resolver,
      segment: 150,
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
      format: 'pcap',
      lines: 7,
      isWhole: true,
      from: time,
      to: time + 120,
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

  it('is read in an archive, packed again, beside other files', async () => {
    const files = { 'notes.txt': 'dear all', 'a.pcap.gz': gzipSync(pcap(frames)), 'b.pcapng': pcapng(frames) };
    const { report: alone } = await readWholeLog({ file: write('a.pcap', pcap(frames)) });
    const { report } = await readWholeLog({ file: write('all.tar', tarOf(files)) });
    expect(report.members).toMatchObject([
      { name: 'notes.txt', format: '' },
      { name: 'a.pcap.gz', format: 'pcap', lines: 7 },
      { name: 'b.pcapng', format: 'pcap', lines: 7 },
    ]);
    const doubled = Object.entries(alone.seenByType).map(([type, count]) => [type, 2 * count]);
    expect(report.seenByType).toEqual(Object.fromEntries(doubled));
  });

  it('is read whatever its packets are wrapped in', async () => {
    const { bytes: frame } = answered(0, response());
    const [macs, packet] = [frame.subarray(0, 12), frame.subarray(14)];
    const wrap = (linkType: number, head: string, inner = packet) => {
      return { linkType, bytes: Buffer.concat([Buffer.from(head.replaceAll(' ', ''), 'hex'), inner]) };
    };
    const onEthernet = (head: string, inner = packet) => wrap(1, macs.toString('hex') + head, inner);
    const tunnel = (protocol: string, head = '', inner = packet) => {
      const length = (20 + head.replaceAll(' ', '').length / 2 + inner.length).toString(16).padStart(4, '0');
      return wrap(101, `4500 ${length} 0000 0000 40 ${protocol} 0000 0a000001 0a000002 ${head}`, inner);
    };
    const overUdp = (port: number, head: string) =>
      udpFrame(0, { from: client, to: { ...server, port }, bytes: Buffer.concat([Buffer.from(head, 'hex'), frame]) });
    const wrapped = {
      vlans: onEthernet('88a8 0064 8100 00c8', frame.subarray(12)),
      mpls: onEthernet('8847 00064140'),
      pppoe: onEthernet(`8864 1100 0001 ${(packet.length + 2).toString(16).padStart(4, '0')} 0021`),
      ppp: wrap(9, 'ff03 0021'),
      raw: wrap(101, ''),
      null: wrap(0, '02000000'),
      loop: wrap(108, '00000002'),
      cooked: wrap(113, '0000 0001 0006 0200000000010000 0800'),
      'cooked, version 2': wrap(276, '0800 0000 00000001 0001 00 06 0200000000010000'),
      wifi: wrap(127, '0000 0800 00000000 0802 0000 020000000002 020000000003 020000000001 1000 aaaa03000000 0800'),
      gre: tunnel('2f', '0000 0800'),
      erspan: tunnel('2f', '1000 88be 00000001 1001000100000000', frame),
      'IP in IP': tunnel('04'),
      vxlan: overUdp(4789, '0800000000000100'),
      geneve: overUdp(6081, '0000655800000100'),
    };
    const all = Object.values(wrapped).map((each, index) => ({ ...each, time: time + index }));
    const { report, rows } = await readWholeLog({ file: write('wrapped.pcapng', pcapng(all)) });
    expect(report).toMatchObject({ lines: all.length, seenByType: { CNAME: all.length }, rejects: { count: 0 } });
    expect(rows).toHaveLength(6);
  });

  it('of TLS handshakes holds the certificates, names and fingerprints that tshark finds', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'www.example.test' }]);
    const root = rootCertificate.der.replaceAll(/.{1,64}/g, '$&\n');
    const chain = `${cert}\n-----BEGIN CERTIFICATE-----\n${root}-----END CERTIFICATE-----\n`;
    const [old, new_] = await Promise.all(
      (['TLSv1.2', 'TLSv1.3'] as const).map((version) =>
        tlsExchange(version, 'www.example.test', { cert: chain, key }),
      ),
    );
    const file = write(
      'tls.pcap',
      pcap([
        ...tcpFrames(time, { client, server, segment: 200, sent: old ?? [] }),
        ...tcpFrames(time + 60, { client: ipv6(9, 40_000), server: ipv6(0x80, 8443), sent: new_ ?? [] }),
      ]),
    );
    const prefix = 'tls.handshake';
    const fields = ['certificate', 'ja3', 'ja3s', 'extensions_server_name'].map((name) => `${prefix}.${name}`);
    const found = foundByTshark(file, fields);
    const [certificates, ja3, ja3s, names] = fields.map((field) => found[field] ?? []);
    expect([certificates?.length, names]).toEqual([2, ['www.example.test', 'www.example.test']]);
    // not of versions before 4.2
    const ja4 = foundByTshark(file, [`${prefix}.ja4`])[`${prefix}.ja4`] ?? [];
    const { report, rows } = await readWholeLog({ file });
    expect(report).toMatchObject({ lines: 5, rejects: { count: 0 }, skipped: [] });
    expect(report.evidence).toEqual({
      certificate: certificates?.length,
      'shown-certificate': 1,
      fingerprint: Number(ja3?.length) + Number(ja3s?.length) + ja4.length,
    });
    const rowsOf = (table: string) =>
      rows.filter((row) => row.startsWith(`${table} `)).map((row) => JSON.parse(row.slice(table.length)) as object);
    expect(rowsOf('scan_certificates')).toMatchObject([{ ip: '::ffff:203.0.113.5', hostname: 'www.example.test' }]);
    expect(rowsOf('certificates')).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ subject_common_name: 'www.example.test', chain: ['Larchgate Root X1'] }),
        expect.objectContaining({ fingerprint_sha1: rootCertificate.seen.sha1 }),
      ]),
    );
    const prints = [
      { kind: 'ja3', value: ja3?.[0], ip: '::ffff:192.0.2.9', hostname: '' },
      { kind: 'ja3', value: ja3?.[1], ip: '2001:db8::9', hostname: '' },
      { kind: 'ja3s', value: ja3s?.[0], ip: '::ffff:203.0.113.5', hostname: 'www.example.test' },
      { kind: 'ja3s', value: ja3s?.[1], ip: '2001:db8::80', hostname: 'www.example.test' },
    ];
    expect(rowsOf('tls_fingerprints')).toEqual(
      expect.arrayContaining(prints.map((each) => expect.objectContaining(each))),
    );
  });

  it('with packets that are cut off gives the answers before the cut, and counts the rest as rejected', async () => {
    const file = write('snap.pcap', pcap(frames, { snapLength: 150 }));
    const { report } = await readWholeLog({ file });
    expect(report.seenByType).toEqual(countsByTshark(file));
    expect(report.rejects.byReason).toEqual([{ reason: 'a DNS message is cut off or damaged', count: 3 }]);
  });

  it.each([
    [
      'that ends in the middle of a packet',
      (bytes: Buffer) => bytes.subarray(0, -10),
      'it ends in the middle of a packet',
    ],
    [
      'with a damaged header of a packet',
      (bytes: Buffer) => bytes.fill(0xff, 24 + 16 + 76, 24 + 16 + 92),
      'tshark failed',
    ],
  ])('%s gives the packets before', async (_, damage, reason) => {
    const bytes = damage(pcap(frames));
    const { report } = await readWholeLog({ file: write('damaged.pcap', bytes), hasDigests: true });
    // that of all bytes, however far tshark came
    expect(report.members).toMatchObject([{ digest: createHash('sha256').update(bytes).digest('hex') }]);
    expect(report).toMatchObject({ isWhole: false, cutOff: expect.stringContaining(reason) });
    if (reason.startsWith('it')) expect(report.seenByType).toEqual(countsByTshark(join(folder, 'damaged.pcap')));
  });

  it('of hostile packets is read to its end, and gives only sound records', async () => {
    const random = randomFor('hostile packets');
    const mutated = Array.from({ length: 3000 }, (_, index) => {
      const frame = frames[index % frames.length];
      const bytes = Buffer.from(frame?.bytes ?? []);
      for (let times = random.next() * 6; times > 0; times -= 1)
        bytes[14 + Math.floor(random.next() * (bytes.length - 14))] = Math.floor(random.next() * 256);
      return { time: time + index, bytes };
    });
    const { report } = await readWholeLog({ file: write('hostile.pcap', pcap(mutated)) });
    expect(report).toMatchObject({ isWhole: true, lines: expect.toSatisfy((lines: number) => lines > 300) });
    expect(report.rejects.count).toBeGreaterThan(10);
  });

  it.runIf(isLongRun)('is left, and tshark with it, when the import is cancelled', { tags: 'long' }, async () => {
    const file = write('endless.pcap', pcap(Array.from({ length: 20_000 }, (_, index) => answered(index, response()))));
    const aborting = new AbortController();
    const inThread = readLogsInThread(await childProgram('thread-program'));
    const reading = inThread({ file, about: {}, now: 2e9, maxDistinct: 5 }, aborting.signal);
    await reading.next();
    const running = descendants().filter(({ name }) => name === 'tshark' || name === 'cat');
    expect(running.map(({ name }) => name).sort()).toEqual(['cat', 'cat', 'tshark']);
    aborting.abort(new Error('cancelled'));
    const rest = async (): Promise<void> => {
      while (!(await reading.next()).done);
    };
    await expect(rest()).rejects.toThrow('cancelled');
    await expect.poll(() => running.filter(({ pid, name }) => nameOf(pid) === name)).toEqual([]);

    // a dry run ends before the end
    expect((await readWholeLog({ file, maxLines: 10 })).report).toMatchObject({ lines: 10, isWhole: false });
    await expect.poll(() => descendants().filter(({ name }) => name === 'tshark' || name === 'cat')).toEqual([]);
  });
});

/** The lines of a reading, and the error that ended it. */
async function linesOf(packs: AsyncIterable<readonly string[]>): Promise<{ lines: string[]; message: string }> {
  const lines: string[] = [];
  try {
    for await (const pack of packs) lines.push(...pack);
    return { lines, message: '' };
  } catch (error) {
    return { lines, message: String(error) };
  }
}

/** The command name of a process; undefined when it has ended. */
function nameOf(pid: number): string | undefined {
  try {
    const [, name, state] = /\((.*)\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return state === 'Z' ? undefined : name;
  } catch {
    return undefined;
  }
}

/** The processes that this one has started, and theirs. */
function descendants(of = process.pid): { readonly pid: number; readonly name: string }[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const children = pids.filter((pid) => parentOf(pid) === of);
  return children.flatMap((pid) => [{ pid, name: nameOf(pid) ?? '' }, ...descendants(pid)]);
}

function parentOf(pid: number): number {
  try {
    return Number(/\) \w (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}

describe.skipIf(process.platform !== 'linux')('the process of tshark', () => {
  /** A program in place of tshark, which does the same with any capture. */
  const program = (body: string): string => {
    const file = write('program', Buffer.from(`#!/bin/sh\ncase "$1" in -G|-h) exit;; esac\n${body}\n`));
    chmodSync(file, 0o755);
    return file;
  };
  const run = (body: string, limits: Partial<TsharkLimits> = {}) => {
    const bytes = (async function* () {
      yield await Promise.resolve(pcap([]));
    })();
    return linesOf(packetLines(bytes, { tshark: program(body), limits }));
  };

  it.each([
    ['hangs', 'echo one; sleep 100', { idleSeconds: 4 }, 'made no progress for 4 seconds and was stopped'],
    [
      'spins',
      'echo one; while :; do :; done',
      { cpuSeconds: 1 },
      'more than 1 seconds of processor time and was stopped',
    ],
    ['crashes', 'echo one; kill -SEGV $$', {}, 'tshark crashed (SIGSEGV)'],
    [
      'floods',
      'echo one; yes',
      { outputRatio: 1 },
      'wrote more than 1 bytes for each byte of the capture and was stopped',
    ],
    [
      'takes too much memory',
      'echo one; echo "GLib-ERROR **: gmem.c:106: failed to allocate 16777216 bytes" >&2; kill -TRAP $$',
      { memoryMegabytes: 300 },
      'tshark needed more than 300 MB of memory',
    ],
    ['fails', 'echo one; echo "tshark: Out of luck." >&2; exit 2', {}, 'tshark failed: Out of luck'],
  ])('that %s is reported after what it gave', async (_, body, limits, words) => {
    const { lines, message } = await run(body, limits);
    expect(lines[0]).toBe('one');
    expect(message).toContain(`The capture was not read to its end: `);
    expect(message).toContain(words);
    await expect.poll(() => descendants().filter(({ name }) => /^(program|cat|yes|sleep)$/.test(name))).toEqual([]);
  });

  it('has no environment, no files to write and few rights', async () => {
    const { lines } = await run(
      'id -un; env | cut -d= -f1 | sort | tr "\\n" " "; echo; (echo x > "$0.out") 2>/dev/null || echo none; nice',
    );
    const [user, names, written, nice] = lines;
    if (process.getuid?.() === 0) expect(user).toBe('nobody');
    expect(
      names
        ?.trim()
        .split(' ')
        .filter((name) => !['_', 'PWD', 'OLDPWD', 'SHLVL'].includes(name)),
    ).toEqual(['HOME', 'LC_ALL', 'PATH', 'WIRESHARK_CONFIG_DIR']);
    expect([written, nice]).toEqual(['none', '10']);
  });
});

it('a packet capture is refused without tshark, with what to install', () => {
  expect(findTshark([folder])).toBeUndefined();
  expect(installTshark).toMatch(/apt install tshark.*brew install wireshark/);
});
