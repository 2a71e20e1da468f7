import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { DownloadError } from '#model/errors.ts';
import { zipOf } from '#test/server/loopback-publisher.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import type { FeedDocument } from './entry.ts';
import { openDocument, type DocumentOptions } from './open-document.ts';

const deaf = { onAsOf: () => undefined, onMore: () => undefined };
const folder = specFolder('documents');

async function documents(content: string | Buffer, options: Partial<DocumentOptions> = {}): Promise<FeedDocument[]> {
  const file = join(folder, crypto.randomUUID());
  await writeFile(file, content);
  return [...(await openDocument(file, { name: 'list.txt', ...deaf, ...options }))];
}
async function all(document: FeedDocument | undefined): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of document?.lines() ?? []) lines.push(line);
  return lines;
}
const lines = async (content: string | Buffer): Promise<string[]> => all((await documents(content))[0]);
const fault = (answer: Promise<unknown>): Promise<DownloadError> =>
  answer.then(
    () => Promise.reject(new Error('it was opened')),
    (error: DownloadError) => error,
  );

describe('lines', () => {
  it.each<[string, string | Buffer, string[]]>([
    ['ends of all kinds', 'a\nb\r\n\r\nc', ['a', 'b', '', 'c']],
    ['a last line end, which begins no line', 'a\n', ['a']],
    ['nothing', '', []],
    ['a byte order mark', '\uFEFFa\nb\n', ['a', 'b']],
    ['half a character', Buffer.from([0x61, 0xc3, 0x0a, 0xff, 0x62, 0x0a]), ['a\uFFFD', '\uFFFDb']],
    ['UTF-16 of Windows', Buffer.from('\uFEFFä.example\r\nb.example\r\n', 'utf16le'), ['ä.example', 'b.example']],
    ['UTF-16 the other way', Buffer.from('\uFEFFa\nb', 'utf16le').swap16(), ['a', 'b']],
    ['gzip', gzipSync('a\nb\n'), ['a', 'b']],
    ['gzip of several members', Buffer.concat([gzipSync('a\n'), gzipSync('b\n')]), ['a', 'b']],
    ['an unusual character that begins a tag', '<3\n', ['<3']],
  ])('are read from %s', async (_, content, expected) => {
    expect(await lines(content)).toEqual(expected);
  });

  it('keep characters whole that lie across two blocks of the file', async () => {
    const text = `${'x'.repeat(65_535)}äöü\n`.repeat(3);
    expect(await lines(text)).toEqual(text.split('\n').slice(0, 3));
    expect(await lines(gzipSync(text))).toEqual(text.split('\n').slice(0, 3));
  });

  it('are cut where they are longer than any entry, and the next line is whole', async () => {
    const long = 'y'.repeat(3_000_000);
    const read = await lines(`a\n${long}\nb\n${long}${long}`);
    expect(read.map((line) => line.length)).toEqual([1, 1_000_000, 1, 1_000_000]);
    expect([read[0], read[2]]).toEqual(['a', 'b']);
  });

  it('are read as often as asked for, and let go of the file when the reader stops early', async () => {
    const [document] = await documents('a\n'.repeat(200_000));
    for await (const line of document?.lines() ?? []) {
      expect(line).toBe('a');
      break;
    }
    expect(await all(document)).toHaveLength(200_000);
  });
});

describe('archives', () => {
  it('give their files in order, without folders and what operating systems add', async () => {
    const archive = await zipOf({
      'top.csv': '1,a.example\n',
      'more/other.csv': Buffer.from('2,b.example\n'),
      '__MACOSX/._top.csv': 'x',
      '.DS_Store': 'x',
    });
    const read = await documents(archive);
    expect(read.map(({ name }) => name)).toEqual(['top.csv', 'more/other.csv']);
    expect(await Promise.all(read.map(all))).toEqual([['1,a.example'], ['2,b.example']]);
  });

  it('may hold nothing', async () => {
    expect(await documents(await zipOf({}))).toEqual([]);
  });

  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['is cut off', async () => (await zipOf({ a: 'a\n'.repeat(1000) })).subarray(0, -30), 'zip archive is damaged'],
    ['has a wrong checksum', async () => damagedZip(), 'zip archive is damaged'],
    ['holds a thousand files too many', async () => manyFiles(), 'more than 1000 files'],
    [
      'unpacks to ever more',
      async () => zipOf({ bomb: Buffer.alloc(40_000_000) }),
      'more than is allowed: more than 32000000 bytes from',
    ],
    ['holds another archive', async () => zipOf({ 'inner.zip': await zipOf({ a: 'b' }) }), 'The content is zip'],
    ['holds a web page', async () => zipOf({ a: '<html><body>Sorry' }), 'a web page'],
  ])('one that %s is refused', async (_, content, words) => {
    const error = await fault(documents(await content()).then((read) => Promise.all(read.map(all))));
    expect(error).toMatchObject({ name: 'DownloadError', whose: 'publisher' });
    expect(error.message).toContain(words);
  });
});

/** Only the checksum that the archive names is another one. */
async function damagedZip(): Promise<Buffer> {
  const archive = await zipOf({ a: 'ab' });
  const checksum = archive.indexOf('PK\x01\x02') + 16;
  archive.writeUInt8(archive.readUInt8(checksum) ^ 1, checksum);
  return archive;
}

function manyFiles(): Promise<Buffer> {
  return zipOf(Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`${index}.txt`, 'a'])));
}

describe('gzip files', () => {
  const packed = gzipSync('192.0.2.1\n'.repeat(10_000));
  it.each<[string, Buffer, string]>([
    ['is cut off', packed.subarray(0, -20), 'gzip file is damaged'],
    [
      'was changed',
      Buffer.concat([packed.subarray(0, 20), Buffer.from('zz'), packed.subarray(22)]),
      'gzip file is damaged',
    ],
    ['unpacks to ever more', gzipSync(Buffer.alloc(40_000_000, 'x')), 'more than 32000000 bytes'],
    ['is packed twice', gzipSync(gzipSync('a')), 'The content is gzip'],
    ['holds a web page', gzipSync('<!DOCTYPE html><title>404'), 'a web page'],
  ])('one that %s is refused', async (_, content, words) => {
    const error = await fault(lines(content));
    expect(error).toMatchObject({ name: 'DownloadError', whose: 'publisher' });
    expect(error.message).toContain(words);
  });

  it('may be as large as the limits say, and pack well', async () => {
    const text = `${'x'.repeat(99)}\n`.repeat(350_000);
    const [document] = await documents(gzipSync(text), { limits: { maxRatio: 2000 } });
    let count = 0;
    for await (const line of document?.lines() ?? []) count += line.length === 99 ? 1 : 0;
    expect(count).toBe(350_000);
    const [small] = await documents(gzipSync(text), { limits: { maxRatio: 2000, maxBytes: 1_000_000 } });
    expect((await fault(all(small))).message).toContain('more than 1000000 bytes');
  });
});

describe('what is not data', () => {
  it.each<[string, string | Buffer, string | undefined]>([
    ['a web page', '<!DOCTYPE html><html><head>', undefined],
    ['one in capitals behind blanks and a mark', '\uFEFF\r\n  <HTML lang="en">', undefined],
    ['one with a comment first', '<!-- error 503 -->\n<html>', undefined],
    ['XHTML', '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN">', undefined],
    ['any tag that is sent as a web page', '<h1>Not Found</h1>', 'text/html; charset=utf-8'],
  ])('%s is refused', async (_, content, contentType) => {
    const error = await fault(documents(content, { contentType }));
    expect(error).toMatchObject({ whose: 'publisher', message: 'This is a web page, not data.' });
  });

  it.each([
    ['a PDF', Buffer.from('%PDF-1.7 ...'), 'PDF'],
    ['another way of packing', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0]), 'zstd'],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0', 'latin1'), 'binary data'],
  ])('%s is refused', async (_, content, words) => {
    expect((await fault(documents(content))).message).toContain(words);
  });

  it('text that is sent as a web page is taken', async () => {
    expect(await documents('192.0.2.1\n', { contentType: 'text/html' })).toHaveLength(1);
  });

  it('a file that is not there is the fault of this machine', async () => {
    const options = { name: 'x', ...deaf };
    expect(await fault(openDocument(join(folder, 'none'), options))).toMatchObject({ whose: 'this-machine' });
  });
});

describe('JSON', () => {
  it('is read as a whole, up to a size', async () => {
    const [document] = await documents(gzipSync('\uFEFF{"a": ["ä"]}'));
    expect(await document?.json()).toEqual({ a: ['ä'] });
    const [large] = await documents('"' + 'x'.repeat(1000) + '"', { limits: { maxJsonBytes: 1000 } });
    expect(await fault(large?.json() ?? Promise.resolve())).toMatchObject({ whose: 'publisher' });
    const [broken] = await documents('{"a": [');
    await expect(broken?.json()).rejects.toThrow(SyntaxError);
  });

  it('days and further documents that a reader finds are passed on', async () => {
    const heard: string[][] = [];
    const [document] = await documents('a', {
      onAsOf: (...said) => void heard.push(said),
      onMore: (...said) => void heard.push(said),
    });
    document?.asOf('2026-11-22');
    document?.more('next.json');
    expect(heard).toEqual([['2026-11-22'], ['next.json', 'list.txt']]);
  });
});
