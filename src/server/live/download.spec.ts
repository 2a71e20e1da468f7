import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DownloadError } from '#model/errors.ts';
import { runs } from '#test/long.ts';
import { webAddress } from '#test/server/loopback-internet.ts';
import { type Misbehaviour, openLoopbackPublisher } from '#test/server/loopback-publisher.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { useOpened } from '#test/server/use-opened.ts';
import type { Download, DownloadRequest } from '#model/download.ts';
import { openDownload, type TransferLimits } from './download.ts';

const url = 'https://lists.example/list.txt';
const list = Array.from({ length: 1000 }, (_, index) => `192.0.2.${index % 256}\n`).join('');

const folder = specFolder('download');
const publisher = useOpened(() => openLoopbackPublisher(['lists.example', 'mirror.example', 'inside.example']));
let download: Download;
beforeAll(() => {
  download = openDownload({ offline: false, testAllowance: publisher.allowance });
});
beforeEach(() => {
  publisher.publish(url, { body: list, etag: '"one"', lastModified: 'Sun, 22 Nov 2026 03:00:00 GMT' });
  publisher.behave(url);
});

const get = (request: Partial<DownloadRequest> = {}, from = url) =>
  download(from, { folder, maxBytes: 1_000_000, signal: new AbortController().signal, ...request });
async function fetched(request: Partial<DownloadRequest> = {}, from = url) {
  const result = await get(request, from);
  if (result.status !== 'fetched') throw new Error('it was not sent');
  return { ...result, text: await readFile(result.file, 'utf8') };
}
const fault = (answer: Promise<unknown>): Promise<DownloadError> =>
  answer.then(
    () => Promise.reject(new Error('it was sent')),
    (error: DownloadError) => error,
  );
async function faultOf(how: Misbehaviour): Promise<DownloadError> {
  publisher.misbehave(url, how);
  return fault(get());
}

describe('a file that is sent', () => {
  it('is written as it was published, over https and http, with progress and validators', async () => {
    const seen: [number, number | null][] = [];
    const result = await fetched({ onProgress: (...progress) => void seen.push(progress) });
    expect(result).toMatchObject({
      text: list,
      bytes: list.length,
      contentType: 'text/plain',
      etag: '"one"',
      lastModified: 'Sun, 22 Nov 2026 03:00:00 GMT',
    });
    expect(seen.at(-1)).toEqual([list.length, list.length]);
    expect((await fetched({}, url.replace('https', 'http'))).text).toBe(list);
    expect(publisher.requests.at(-1)?.headers['user-agent']).toMatch(/^Sightline/);
  });

  it('is not sent again while it is the same', async () => {
    expect(await get({ etag: '"one"' })).toEqual({ status: 'not-modified' });
    expect(await get({ lastModified: 'Sun, 22 Nov 2026 03:00:00 GMT' })).toEqual({ status: 'not-modified' });
    publisher.publish(url, { body: 'new', etag: '"two"' });
    expect(await fetched({ etag: '"one"' })).toMatchObject({ text: 'new', etag: '"two"', lastModified: undefined });
    expect(publisher.requests.at(-1)?.headers).toMatchObject({ 'if-none-match': '"one"' });
  });

  it('is decompressed only if it was compressed for the transfer', async () => {
    publisher.publish(url, { body: list, contentEncoding: 'gzip' });
    const seen: [number, number | null][] = [];
    expect(await fetched({ onProgress: (...progress) => void seen.push(progress) })).toMatchObject({ text: list });
    expect(seen.at(-1)?.[0]).toBeLessThan(list.length / 2);
    expect(seen.at(-1)?.[0]).toBe(seen.at(-1)?.[1]);
  });

  it('may be empty, half as long or a web page: the reader checks that', async () => {
    publisher.misbehave(url, { does: 'send nothing' });
    expect(await fetched()).toMatchObject({ bytes: 0, text: '' });
    publisher.misbehave(url, { does: 'send half' });
    expect((await fetched()).text).toBe(list.slice(0, (await fetched()).bytes));
    publisher.misbehave(url, { does: 'send a web page' });
    expect(await fetched()).toMatchObject({ contentType: 'text/html; charset=utf-8' });
  });
});

describe('redirects', () => {
  it('are followed, with the validators but without the key when they lead to another host', async () => {
    const mirror = 'https://mirror.example/copy.txt';
    publisher.publish(mirror, 'a copy');
    publisher.misbehave(url, { does: 'redirect', to: mirror });
    expect(await fetched({ headers: { 'Auth-Key': 'secret' }, etag: '"zero"' })).toMatchObject({ text: 'a copy' });
    const [first, second] = publisher.requests.slice(-2);
    expect(first).toMatchObject({ url, headers: { 'auth-key': 'secret' } });
    expect(second).toMatchObject({ url: mirror, headers: { 'if-none-match': '"zero"' } });
    expect(second?.headers).not.toHaveProperty('auth-key');
    publisher.misbehave(url, { does: 'redirect', to: '/moved.txt', status: 308 });
    publisher.publish('https://lists.example/moved.txt', 'moved');
    expect(await fetched({ headers: { 'Auth-Key': 'secret' } })).toMatchObject({ text: 'moved' });
    expect(publisher.requests.at(-1)?.headers).toMatchObject({ 'auth-key': 'secret' });
  });

  it.each([
    ['an address inside', 'https://10.0.0.1/list.txt'],
    ['loopback', 'http://127.0.0.1/list.txt'],
    ['the metadata of a cloud', 'https://169.254.169.254/latest/meta-data'],
    ['a name inside', 'https://wiki.internal/'],
    ['another port', 'https://mirror.example:8443/'],
    ['a file', 'file:///etc/passwd'],
    ['an unencrypted connection', 'http://mirror.example/copy.txt'],
    ['itself', url],
  ])('to %s are the fault of the publisher', async (_, to) => {
    const asked = publisher.requests.length;
    const error = await faultOf({ does: 'redirect', to });
    expect(error).toMatchObject({ name: 'DownloadError', whose: 'publisher' });
    expect(publisher.requests.length - asked).toBe(to === url ? 6 : 1);
  });

  it('to a name with an internal address are not followed, and the address is not named', async () => {
    publisher.lead('led.example', ['10.0.0.1']);
    const error = await faultOf({ does: 'redirect', to: 'https://led.example/' });
    expect(error).toMatchObject({ whose: 'publisher' });
    expect(error.message).toContain('led.example: it has an address that is not a public third-party address');
    expect(error.message).not.toContain('10.0.0.1');
  });
});

describe('a publisher inside the network', () => {
  const inside = 'https://inside.example/list.txt';
  const outside = 'https://mirror.example/copy.txt';
  const hosts = ['inside.example'];
  const open = (insideHosts: readonly string[]) => {
    // the addresses lead to the publisher only if the guard lets them pass
    const port = publisher.allowance.routes[`${webAddress}:443`] ?? 0;
    const routes = { ...publisher.allowance.routes, '10.20.30.40:443': port, '10.20.30.40:80': port };
    const own = openDownload({ offline: false, insideHosts, testAllowance: { ...publisher.allowance, routes } });
    return (from: string) => own(from, { folder, maxBytes: 1_000_000, signal: new AbortController().signal });
  };
  beforeAll(() => {
    publisher.lead('inside.example', ['10.20.30.40']);
    publisher.publish(inside, 'inside');
  });
  beforeEach(() => publisher.behave(inside));

  it('is reached if it is named, also by a redirect, and may redirect to the internet', async () => {
    expect(await open(hosts)(inside)).toMatchObject({ status: 'fetched', bytes: 6 });
    publisher.misbehave(url, { does: 'redirect', to: inside });
    expect(await open(hosts)(url)).toMatchObject({ status: 'fetched', bytes: 6 });
    publisher.publish(outside, 'outside');
    publisher.misbehave(inside, { does: 'redirect', to: outside });
    expect(await open(hosts)(inside)).toMatchObject({ status: 'fetched', bytes: 7 });
  });

  it.each([
    ['is not named', ['other.example', 'example'], inside],
    ['is asked without encryption', hosts, inside.replace('https', 'http')],
    ['is asked by its address', [...hosts, '10.20.30.40'], 'https://10.20.30.40/list.txt'],
    ['is asked below its name', hosts, 'https://a.inside.example/list.txt'],
  ])('is refused when it %s', async (_, named, from) => {
    publisher.lead('a.inside.example', ['10.20.30.40']);
    const asked = publisher.requests.length;
    const error = await fault(open(named)(from));
    expect(error).toMatchObject({ whose: 'this-machine' });
    expect(error.message).toMatch(/^Nothing is sent to /);
    const isByAddress = from.includes('10.20.30.40');
    expect(error.message.includes('10.20.30.40')).toBe(isByAddress);
    expect(error.message.endsWith('in SIGHTLINE_FEED_HOSTS.')).toBe(!isByAddress);
    publisher.misbehave(url, { does: 'redirect', to: from });
    expect(await fault(open(named)(url))).toMatchObject({ whose: 'publisher' });
    expect(publisher.requests.length - asked).toBe(1);
  });

  it.each([
    ['this machine', '127.0.0.1'],
    ['a link', '169.254.169.254'],
    ['a multicast group', '224.0.0.1'],
    ['nothing', '0.0.0.0'],
  ])('is refused with an address of %s', async (_, address) => {
    publisher.lead('inside.example', ['10.20.30.40', address]);
    expect((await fault(open(hosts)(inside))).message).toMatch(/^Nothing is sent to inside\.example: /);
    publisher.lead('inside.example', ['10.20.30.40']);
  });
});

describe('whose fault it is', () => {
  it('says when to come back', async () => {
    const busy = await faultOf({ does: 'refuse', status: 429, retryAfter: '120' });
    expect(busy).toMatchObject({ whose: 'publisher', retryAfterSeconds: 120 });
    expect(busy.message).toContain('lists.example received too many requests (status 429)');
    const at = new Date(Date.now() + 600_000).toUTCString();
    const away = await faultOf({ does: 'refuse', status: 503, retryAfter: at });
    expect(away.retryAfterSeconds).toBeGreaterThan(590);
    expect(away.retryAfterSeconds).toBeLessThanOrEqual(601);
    const past = await faultOf({ does: 'refuse', status: 503, retryAfter: 'Sun, 22 Nov 2020 03:00:00 GMT' });
    expect(past.retryAfterSeconds).toBe(0);
    const long = await faultOf({ does: 'refuse', status: 429, retryAfter: '99999999999' });
    expect(long.retryAfterSeconds).toBe(604_800);
    const silly = await faultOf({ does: 'refuse', status: 429, retryAfter: 'soon' });
    expect(silly.retryAfterSeconds).toBeUndefined();
  });

  it.each([
    [401, 'this-machine', 'key'],
    [403, 'publisher', 'refuses access'],
    [404, 'publisher', 'does not have this file'],
    [500, 'publisher', 'internal problem'],
    [206, 'publisher', 'status 206'],
    [304, 'publisher', 'status 304'],
  ] as const)('of status %i: %s', async (status, whose, words) => {
    const error = await faultOf({ does: 'refuse', status });
    expect(error).toMatchObject({ whose });
    expect(error.message).toContain(words);
  });

  it('of a key that is missing: this machine; the key is in no message', async () => {
    publisher.publish(url, { body: list, key: { where: 'query', name: 'auth', value: 'right' } });
    expect((await fetched({}, `${url}?auth=right`)).text).toBe(list);
    const wrong = await fault(get({}, `${url}?auth=wrong-secret`));
    expect(wrong).toMatchObject({ whose: 'this-machine' });
    expect(wrong.message).not.toContain('secret');
    expect(await fault(get({ headers: { 'Auth Key': 'x' } }))).toMatchObject({ whose: 'this-machine' });
    expect(await fault(get({ headers: { 'Auth-Key': 'x\r\nHost: y' } }))).toMatchObject({ whose: 'this-machine' });
  });

  it('of names and addresses', async () => {
    expect(await fault(get({}, 'https://gone.example/'))).toMatchObject({ whose: 'publisher' });
    for (const wrong of [
      'https://10.0.0.1/',
      'https://wiki.internal/',
      'https://lists.example:8443/',
      'ftp://a.example/',
      'x',
    ])
      expect(await fault(get({}, wrong))).toMatchObject({ whose: 'this-machine' });
    publisher.lead('inside.example', [webAddress, '127.0.0.1']);
    expect(await fault(get({}, 'https://inside.example/'))).toMatchObject({ whose: 'this-machine' });
  });

  it('of a resolver without answers: the network', async () => {
    const { allowance } = publisher;
    const lost = openDownload({ offline: false, testAllowance: { ...allowance, resolvers: ['127.0.0.1:1'] } });
    const request = { folder, maxBytes: 1000, signal: new AbortController().signal };
    expect(await fault(lost(url, request))).toMatchObject({ whose: 'network' });
  });

  it('of an untrusted certificate: the publisher', async () => {
    const { authorities: _, ...unknown } = publisher.allowance;
    const strict = openDownload({ offline: false, testAllowance: unknown });
    const error = await fault(strict(url, { folder, maxBytes: 1000, signal: new AbortController().signal }));
    expect(error).toMatchObject({ whose: 'publisher' });
    expect(error.message).toContain('certificate');
  });

  it('of a folder that cannot be written: this machine', async () => {
    const { file } = await fetched();
    expect(await fault(get({ folder: file }))).toMatchObject({ whose: 'this-machine' });
    expect(await fault(get({ folder: join(file, 'inside') }))).toMatchObject({ whose: 'this-machine' });
  });

  it('offline: this machine, and nothing is sent', async () => {
    const asked = publisher.requests.length;
    const closed = openDownload({ offline: true, testAllowance: publisher.allowance });
    const error = await fault(closed(url, { folder, maxBytes: 1000, signal: new AbortController().signal }));
    expect(error).toMatchObject({ whose: 'this-machine' });
    expect(error.message).toContain('SIGHTLINE_OFFLINE');
    expect(publisher.requests).toHaveLength(asked);
  });
});

describe('transfers that fail', () => {
  const large = 5_000_000_000;
  const drip: Misbehaviour = { does: 'drip', bytes: 10, everyMilliseconds: 50 };
  it.each<[string, Misbehaviour, string, string]>([
    [
      'announces too much',
      { does: 'send bytes', bytes: large, isAnnounced: true },
      'publisher',
      'more than the accepted 1000000',
    ],
    ['sends too much', { does: 'send bytes', bytes: large }, 'publisher', 'more than the accepted 1000000 bytes'],
    ['sends less than announced', { does: 'miscount', by: 1000 }, 'network', 'broke off'],
    ['drops the connection', { does: 'drop', after: 5000 }, 'network', 'broke off'],
  ])('a publisher that %s', async (_, how, whose, words) => {
    const before = await readdir(folder);
    const error = await faultOf(how);
    expect(error).toMatchObject({ whose });
    expect(error.message).toContain(words);
    expect(await readdir(folder)).toEqual(before);
    await expect.poll(() => publisher.openConnections(), { timeout: 5000 }).toBe(0);
  });

  it('takes no more memory for a file of many gigabytes than for a small one', { tags: 'long' }, async () => {
    publisher.misbehave(url, { does: 'send bytes', bytes: large });
    const { arrayBuffers } = process.memoryUsage();
    let most = 0;
    const onProgress = (): void => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - arrayBuffers);
    };
    const maxBytes = runs(120, 300) * 1_000_000;
    await fault(get({ maxBytes, onProgress }));

    expect(most).toBeLessThan(maxBytes / 2);
  });

  it.each<[string, Misbehaviour, Partial<TransferLimits>, string]>([
    ['sends too little at a time', drip, { minimumBytes: 10_000, stretchMilliseconds: 500 }, 'sends too slowly'],
    ['never answers', { does: 'keep silent' }, { answerMilliseconds: 700 }, 'did not answer within 0.7 seconds'],
    ['sends without end', drip, { totalMilliseconds: 1500 }, 'whole file within 1.5 seconds'],
  ])('a publisher that %s', async (_, how, limits, words) => {
    publisher.misbehave(url, how);
    const hasty = openDownload({ offline: false, limits, testAllowance: publisher.allowance });
    const error = await fault(hasty(url, { folder, maxBytes: large, signal: new AbortController().signal }));
    expect(error).toMatchObject({ whose: 'network' });
    expect(error.message).toContain(words);
    await expect.poll(() => publisher.openConnections(), { timeout: 5000 }).toBe(0);
  });

  it('stops when the caller does, with the reason of the caller', async () => {
    publisher.misbehave(url, { does: 'drip', bytes: 1000, everyMilliseconds: 20 });
    const controller = new AbortController();
    const reason = new Error('switched off');
    const onProgress = (): void => controller.abort(reason);
    await expect(get({ signal: controller.signal, onProgress })).rejects.toBe(reason);
    await expect(get({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect.poll(() => publisher.openConnections(), { timeout: 5000 }).toBe(0);
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });
});
