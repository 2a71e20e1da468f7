import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { zipOf } from '#test/server/loopback-publisher.ts';
import { logHeads } from '#test/server/log-heads.ts';
import { tarOf, xzOf, zstdBomb, zstdOf } from '#test/server/packers.ts';
import { cof, readWholeLog } from '#test/server/read-whole-log.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { membersOf } from '#server/ingest/unpack/members.ts';
import type { LogReading } from './read-log.ts';
import type { LogReport } from './report-counts.ts';

const folder = specFolder('archives');
let files = 0;
const read = (content: string | Buffer, more: Partial<LogReading> = {}) => {
  const file = join(folder, `${(files += 1)}`);
  writeFileSync(file, content);
  return readWholeLog({ file, ...more });
};
const problemsOf = ({ members }: LogReport) =>
  Object.fromEntries(members.filter(({ format }) => format === '').map(({ name, problem }) => [name, problem]));
const formatsOf = ({ members }: LogReport) =>
  Object.fromEntries(members.filter(({ format }) => format !== '').map(({ name, format }) => [name, format]));

const textOf = (format: string) => {
  const { preamble = [], lines = [] } = logHeads[format] ?? {};
  return `${[...preamble, ...lines].join('\n')}\n`;
};
const logs = {
  'dns.log': textOf('zeek-dns'),
  'ssl.log': textOf('zeek-ssl'),
  'x509.log': textOf('zeek-x509'),
  'http.log': textOf('zeek-http'),
};
/** What lies beside the logs in the folder of a sensor. */
const others = {
  'conn.log': '#path\tconn\n#fields\tts\tuid\tconn_state\n1792497600.000000\tC1\tSF\n',
  'README.txt': 'dear all,\nthese are the logs of the sensor\n',
};
const sensor = { ...logs, ...others };
const under = (path: string, packed: (content: string) => Buffer | string = (content) => content, suffix = '') =>
  Object.fromEntries(Object.entries(sensor).map(([name, content]) => [`${path}${name}${suffix}`, packed(content)]));
const tar = tarOf(under('2026-10-20/'));
/** A zip64 archive with data descriptors, not compressed. */
async function zip64Of(contents: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(contents)) {
    const stream = Readable.from([Buffer.from(content)]);
    archive.addReadStream(stream, name, { compress: false, forceZip64Format: true });
  }
  archive.end({ forceZip64Format: true, comment: '' });
  const chunks: Buffer[] = [];
  for await (const chunk of archive.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
/** Packed with real tools: `a.test` seen by zstd -19 --long and xz -9e. */
const realZstd =
  'KLUv/WSEUsUXAJa8dRtga6o5E/+vSxkF2hIEQcdNruzu3vXIqIIQqAiNAG0AXgBGRUVERENDQkLTFBTU6dzccDg2NjU1NDQzMzIyzxMTU6mcnFAoJiYlJSQkIyMiIssSEtL7fXNu23VN0/Msy/9x3N6RZlVEMyIP4IECgghjScoTDg0MGA4UGLCQ4EDDIcAhECJGuBCuHxIOCg0KBAQcEg4LCxo0MDAcAhwaGCw0IISBQ8JhIYGCAgaGg4OxVVwU08QjsRwfccRte72yrNVarVKp06lUem802uvd3fF4dnZ1dXR0c3Nyct8XF1eWxyNJGo3FIpE4HAqFcwaDtdrZGY1mZlZWRkY2NiYmtm1hYa3W1RWLZWVVVUVFNTUlJXVdUVGl0tERiWQUW1111VRTPfXUUkt9fR111KVLH300adJb0UU0DT1Cy/RBB925Nx9n2mw1F80088gsz8ccc+WefJRpspVcJNPII7IsH3LI/f79PZ9vb19fT08/Py8v///x8Y178TGmBe3t16+zs1u3Xr06derTp0uXfr9Hj96799138+Ztt9111z3dc88tt9zf33HHXV5+/Dg5uXHjxYsTJz58uHDh83nw4LV79tGm2VZ2kU1jj9iyfdhht2599dWsWVsFgZKoEaB4vf8zBtGrDNsBEkAQSBAYQQBB8P/TCxIC/hu7Zs23a65Z8+bt2rWsXbNmGSWtUP68XXONtWvWrPnm7do11q65Zi2t9v200qz7KaXW9ebttWusXbPmmjdv166xZh8lTU7eUmpfvlZ6XdY+pal1faX1up+i6XWteUqrfX9aKet+Sql1e/N27Rprr1mz5s3btZ+i9LqeUmrfvlZ6IfdV2XXl2Zn5+d29Y3dnZ+fX7+6O3Z1dOz+/uzvu7uzs/Pze3bG7s7Pr53d3x+6unZ2f3907dnd2dn7+7u7Y3dm18/O7u2P3zs7Oz+/dHbs7Ozt/fnd37O7a2fn53d1ld8W1qlkbwvkN/xb3Ndi3cV7DDuuqmuqfB7n/tBoAvxo8uOxc';
const realXz =
  '/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM4FODAgpdAD2IilhuMpvXb+WGhIwSq94RAUf4HoRP63hos5z2DlFQbTI+BGOtiV6H/zBiAt8ApHOxvNblSTQeMqJsxRXX2alSnt2EbE4FOleGNmEQOx2zpsM3Hr72oWjSlcUdBC8B5sSZVv94pdQwKVsuNIidfS/Nk7C/guExa9+62qSICiek9+Fv/TrsxHw9h6CvRnkE9hYg1wzAZeePvcS3AVT6p3EKOBevDs92baxYXUc1/FKTuJj9d+HF3emfXT56h8H29aygahvf3yZjlQV4K2ShHgPXdsTX4ZlFBY1n2hq6oOA//vzjnQ7jOlElEGx4yjLHA/JpCcMjRtXBHbHeJgi19rST0aQzrUQapBGnGMHqiI49jquSKP08BY7yM7vugRUp3K0mQCoSI+wBcjjRX0T7Pb2SVx9JNMLIHX/ohtXCCzxeSgctZYpDn9gwus2dZQKanMUa4ImGQkGUeP42B/vsPRAbVoYpw3nzOq0OcT+dIJujyL8EWr9v2AnXdUa6l5eFgXzHMv4bm5V3N9HeWqntC+GWxMANw6exLSOJ0SWnjsn3VWlgBGFUvU91eHuPSyXd22579y5eKC+Jpj1q06T1CDh9x6TTH7diRZlxlnMtJJ7V/kHwbKXdX1E0SbBQHfslodhoYxkwyHnHgKxedLjsWaxOaIXZb2jpzISO5ui1+CUXBy7A1hcy5RyyAAAAAHF7ZPyACZbdAAGmBISnAQAm24descRn+wIAAAAABFla';

const byFileId = expect.stringContaining('no files.log earlier in the archive has their digests') as string;

describe('a folder of a sensor', () => {
  const alone = Promise.all(Object.values(logs).map((content) => read(content)));
  const forms: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
    'a zip archive': () => zipOf(sensor),
    'a zip archive with folders and a byte behind its end': async () =>
      Buffer.concat([await zipOf({ ...under('logs/2026-10-20/') }), Buffer.from('\n')]),
    'a zip64 archive with data descriptors': () => zip64Of(sensor),
    'a zip archive made on macOS': () =>
      zipOf({ ...sensor, '__MACOSX/._dns.log': 'x', '.DS_Store': 'x', '__MACOSX/sub/._ssl.log': 'x' }),
    'a zip archive of gzip files': () => zipOf(under('', (content) => gzipSync(content), '.gz')),
    'a zip archive of zstd files': () => zipOf(under('', zstdOf, '.zst')),
    'a zip archive of xz files': () => zipOf(under('', xzOf, '.xz')),
    'a zip archive with hostile names': () => zipOf(sensor).then((zip) => renamed(zip, 'dns.log', '../d.lg')),
    tar: () => tar,
    'tar.gz': () => gzipSync(tar),
    'tar.gz of several members': () => Buffer.concat([gzipSync(tar.subarray(0, 700)), gzipSync(tar.subarray(700))]),
    'tar.zst': () => zstdOf(tar),
    'tar.zst of several frames': () => Buffer.concat([zstdOf(tar.subarray(0, 700)), zstdOf(tar.subarray(700))]),
    'tar.xz': () => xzOf(tar),
    'tar.xz of xz files': () => xzOf(tarOf(under('', xzOf, '.xz'))),
    'tar of gzip files with links and long names': () =>
      tarOf([
        { path: 'current', type: 'SymbolicLink', linkpath: '2026-10-20' },
        { path: '2026-10-20/', type: 'Directory' },
        ...Object.entries(under('long/'.repeat(40), (content) => gzipSync(content), '.gz')).flatMap(
          ([path, content]) => [
            { path: '././@LongLink', type: 'NextFileHasLongPath' as const, content: `${path}\0` },
            { path: path.slice(0, 90), content },
          ],
        ),
      ]),
  };

  it.each(Object.entries(forms))('gives the same rows as each of its logs alone: %s', async (_, packed) => {
    const wanted = (await alone).flatMap(({ rows }) => rows).sort();
    const { rows, report, batches } = await read(await packed());
    expect(rows).toEqual(wanted);
    expect(report).toMatchObject({ isWhole: true, format: '', asks: [], rejects: { count: 0 } });
    expect(Object.values(formatsOf(report)).sort()).toEqual(['zeek-dns', 'zeek-http', 'zeek-ssl', 'zeek-x509']);
    // each row is attributed to the format of its own file
    for (const { format, observations } of batches) expect(observations.count > 0).toBe(format === 'zeek-dns');
    const problems = Object.entries(problemsOf(report));
    const problemOf = (name: string) => problems.find(([path]) => path.includes(name))?.[1];
    expect(problemOf('conn.log')).toMatch(/^This is a Zeek conn\.log\. .*Send dns\.log/);
    expect(problemOf('README.txt')).toMatch(/^The format was not recognised\./);
    const system = problems.filter(([path]) => /__MACOSX|DS_Store/.test(path)).map(([, problem]) => problem);
    expect(new Set(system)).toEqual(new Set(system.length > 0 ? ['An operating system has added it.'] : []));
    if (problemOf('current') !== undefined) expect(problemOf('current')).toContain('a link');
  });

  it('finds the certificates of Zeek before 4.1 by a files.log earlier in the archive, and says so where there is none', async () => {
    const digest = 'ab'.repeat(20);
    const old = {
      'files.log.gz': gzipSync(
        [
          '#separator \\x09\n#unset_field\t-\n#path\tfiles\n#fields\tts\tfuid\tsource\tanalyzers\tsha1',
          `1792497600.0\tFleaf\tSSL\tX509,SHA1\t${digest}`,
          `1792497600.0\tFweb\tHTTP\tSHA1\t${'cd'.repeat(20)}`,
        ].join('\n'),
      ),
      'ssl.log': [
        '#separator \\x09\n#set_separator\t,\n#unset_field\t-\n#path\tssl',
        '#fields\tts\tid.resp_h\tserver_name\tcipher\tresumed\tcert_chain_fuids',
        '1792497600.0\t198.51.100.7\told.test\tx\tF\tFleaf,Fissuer',
        '1792497600.0\t198.51.100.8\tweb.test\tx\tF\tFweb',
      ].join('\n'),
    };
    const { report, batches } = await read(await zipOf(old));
    const shown = batches.flatMap(({ evidence }) => evidence.scan_certificates ?? []);
    expect(shown).toMatchObject([{ fingerprint_sha1: digest }]);
    expect(report.skipped).toContainEqual(expect.objectContaining({ count: 1, reason: byFileId }));
    expect(problemsOf(report)['files.log.gz']).toContain('Zeek before 4.1');

    // a log behind the one that needs it is not looked for
    const { report: reversed } = await read(
      await zipOf({ 'ssl.log': old['ssl.log'], 'z-files.log.gz': old['files.log.gz'] }),
    );
    expect(reversed.skipped).toContainEqual(expect.objectContaining({ count: 2, reason: byFileId }));
  });

  it('gives each log the same digest in every form', async () => {
    const digests = new Set<string>();
    for (const packed of Object.values(forms)) {
      const { report, rows } = await read(await packed(), { maxLines: 0, hasDigests: true });
      expect(rows).toEqual([]);
      const found = report.members.flatMap(({ digest, format }) =>
        digest === undefined ? [] : [`${format} ${digest}`],
      );
      digests.add(found.sort().join('\n'));
    }
    expect([...digests].map((each) => each.split('\n').length)).toEqual([4]);
    const { report } = await read(gzipSync(logs['dns.log']), { hasDigests: true });
    expect([...digests][0]).toContain(report.members[0]?.digest);
  });

  it('is read without the logs that are known', async () => {
    const { report, batches } = await read(await zipOf(sensor), { known: [0, 1] });
    expect(batches.map(({ format }) => format)).toEqual(['zeek-x509', 'zeek-http']);
    expect(report.members.filter(({ isKnown }) => isKnown).map(({ name }) => name)).toEqual(['dns.log', 'ssl.log']);
  });

  it('is checked by a part of each of its logs, all of which are named', async () => {
    const long = Array.from({ length: 300 }, (_, index) => cof({ rrname: `h${index}.test` })).join('\n');
    const zip = await zipOf({ 'one.json': long, 'two.json': `${long}\n${cof({})}`, 'dns.log': logs['dns.log'] });
    const { report } = await read(zip, { maxLines: 150, maxMemberLines: 100, hasDigests: true });
    expect(report.members.map(({ name, lines, isWhole }) => [name, lines, isWhole])).toEqual([
      ['one.json', 100, false],
      ['two.json', 50, false],
      ['dns.log', 0, false],
    ]);
    expect(new Set(report.members.map(({ digest }) => digest)).size).toBe(3);
  });
});

/** Writes another name of the same length into a zip archive. */
function renamed(zip: Buffer, name: string, other: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(name, other), 'latin1');
}

describe('a packed log', () => {
  const packed: Readonly<Record<string, Buffer>> = {
    'zstd by the zstd command': Buffer.from(realZstd, 'base64'),
    'xz by the xz command': Buffer.from(realXz, 'base64'),
  };
  it.each(Object.entries(packed))('is read: %s', async (_, content) => {
    const { report } = await read(content);
    expect(report).toMatchObject({ format: 'cof', isWhole: true, lines: 200, rows: 200, title: expect.any(String) });
    expect(report.members).toMatchObject([{ name: '', lines: 200 }]);
  });

  const text = Array.from({ length: 6000 }, (_, index) => cof({ rrname: `h${index}.test` })).join('\n');
  it.each<[string, Buffer, string]>([
    ['zstd that is cut off', zstdOf(text).subarray(0, -10_000), 'The zstd file is damaged'],
    ['zstd with an error', broken(zstdOf(text)), 'The zstd file is damaged'],
    ['xz that is cut off', xzOf(text).subarray(0, -10_000), 'The xz file is damaged: its end is missing'],
    ['xz with an error', broken(xzOf(text)), 'The xz file is damaged: its content or a checksum is wrong'],
    ['tar that is cut off', tarOf({ 'a.json': text }).subarray(0, -10_000), 'The tar archive is damaged'],
  ])('keeps what comes before the damage: %s', async (_, content, words) => {
    const { report } = await read(content);
    expect(report).toMatchObject({ isWhole: false, cutOff: expect.stringContaining(words) });
    expect(report.lines).toBeGreaterThan(300);
    expect(report.rows).toBeGreaterThan(300);
  });

  it('damages no other log of its archive', async () => {
    const [good, bad] = [cof({ rrname: 'good.test' }), text];
    const members = { 'a.zst': broken(zstdOf(bad)), 'b.xz': broken(xzOf(bad)), 'c.gz': gzipSync(bad).subarray(0, 900) };
    for (const archive of [tarOf({ ...members, 'good.json': good }), await zipOf({ ...members, 'good.json': good })]) {
      const { report, rows } = await read(archive);
      expect(rows.filter((row) => row.includes('good.test'))).toHaveLength(1);
      const problems = Object.fromEntries(report.members.map(({ name, problem }) => [name, problem]));
      expect(problems).toEqual({
        'a.zst': expect.stringContaining('damaged'),
        'b.xz': expect.stringContaining('damaged'),
        'c.gz': expect.stringContaining('damaged'),
        'good.json': undefined,
      });
      expect(report).toMatchObject({ isWhole: false, cutOff: expect.stringContaining('a.zst: ') });
    }
  });
});

/** With other bytes in the middle. */
function broken(content: Buffer): Buffer {
  const middle = Math.floor(content.length / 2);
  return Buffer.concat([content.subarray(0, middle), Buffer.alloc(300_000, 7), content.subarray(middle)]);
}

describe('a hostile archive', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    [
      'an archive in an archive',
      async () => zipOf({ 'a.zip': await zipOf(logs) }),
      /a\.zip: The content is zip, which is packed again/,
    ],
    ['a log packed twice', () => gzipSync(gzipSync(logs['dns.log'])), /^The content is gzip, which is packed again/],
    [
      'a log packed three times',
      () => tarOf({ a: gzipSync(zstdOf(logs['dns.log'])) }),
      /a: The content is zstd, which is packed/,
    ],
    ['another packer', () => Buffer.from(`BZh91AY&SY${'x'.repeat(99)}`), /^The content is bzip2, which is not read/],
    [
      'an encrypted file',
      async () => encrypted(await zipOf({ 'dns.log': logs['dns.log'] })),
      /dns\.log: It is encrypted/,
    ],
    ['nothing', () => zipOf({}), /The archive contains no files\./],
    [
      'no logs',
      () => tarOf(others),
      /no log that can be read\. conn\.log: This is a Zeek conn\.log.* README\.txt: The format/,
    ],
    ['more files than it may', async () => countedAs(await zipOf(logs), 20_000), /more than 10000 files/],
    ['a zip that is cut off', async () => (await zipOf(sensor)).subarray(0, -40), /The zip archive is damaged/],
  ])('is refused in words: %s', async (_, content, words) => {
    await expect(read(await content())).rejects.toThrow(words);
  });

  it('of more files than it may hold is read up to there', async () => {
    const file = join(folder, 'many.tar');
    writeFileSync(file, tarOf(sensor));
    const names: string[] = [];
    const reading = async () => {
      const limits = { maxBytes: 1e9, maxRatio: 1000, maxMembers: 4 };
      for await (const { name } of membersOf(file, { limits })) names.push(name);
    };
    await expect(reading()).rejects.toThrow('The archive holds more than 4 files.');
    expect(names).toEqual(Object.keys(sensor).slice(0, 4));
  });

  it('that unpacks to very much ends soon, and keeps what came before it', async () => {
    const bombs: Readonly<Record<string, Buffer>> = {
      zstd: Buffer.concat([zstdOf(logs['dns.log']), zstdBomb(2000)]),
      gzip: Buffer.concat([gzipSync(logs['dns.log']), bombOfGzip]),
      'zstd in tar.gz': gzipSync(
        tarOf({ 'dns.log': logs['dns.log'], 'bomb.log': Buffer.concat([zstdOf(logs['dns.log']), zstdBomb(2000)]) }),
      ),
      'gzip in zip': await zipOf({
        'dns.log': logs['dns.log'],
        'bomb.log': Buffer.concat([gzipSync(logs['dns.log']), bombOfGzip]),
      }),
    };
    for (const [name, bomb] of Object.entries(bombs)) {
      const { report, rows } = await read(bomb);
      expect([name, rows.filter((row) => row.includes('a.test')).length > 0]).toEqual([name, true]);
      expect([name, report.cutOff ?? '']).toEqual([name, expect.stringContaining('unpacks to more than is allowed')]);
    }
  });

  it('that names sizes of terabytes ends where its bytes end', async () => {
    const huge = (type: 'File' | 'ExtendedHeader') =>
      tarOf([
        { path: 'dns.log', content: logs['dns.log'] },
        { path: 'huge.json', content: `${cof({ rrname: 'huge.test' })}\n`, size: 1e12, type },
      ]);
    const { report, rows } = await read(huge('File'));
    expect(rows.filter((row) => row.includes('huge.test'))).toHaveLength(1);
    expect(report.members).toMatchObject([
      { isWhole: true },
      { isWhole: false, problem: expect.stringContaining('tar archive is damaged') },
    ]);
    expect((await read(huge('ExtendedHeader'))).report).toMatchObject({
      rows: 1,
      cutOff: expect.stringContaining('damaged'),
    });
  });
});

const bombOfGzip = gzipSync(Buffer.alloc(60_000_000));

/** Says in its end that it has so many files. */
function countedAs(zip: Buffer, count: number): Buffer {
  const copy = Buffer.from(zip);
  copy.writeUInt16LE(count, copy.lastIndexOf('PK\x05\x06') + 10);
  return copy;
}

/** Sets the flag of encryption of every file. */
function encrypted(zip: Buffer): Buffer {
  const copy = Buffer.from(zip);
  for (let at = copy.indexOf('PK\x01\x02'); at >= 0; at = copy.indexOf('PK\x01\x02', at + 1))
    copy.writeUInt16LE(copy.readUInt16LE(at + 8) | 1, at + 8);
  return copy;
}
