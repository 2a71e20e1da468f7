import { describe, expect, it } from 'vitest';
import { faviconMmh3, iconHash, murmur3 } from './favicon.ts';
import { LiveError, type OutboundClient, type LivePage } from './outbound-client.ts';
import { offlineClient } from './open-outbound-client.ts';

// Known values of the reference implementation.
describe('murmur3', () => {
  it.each([
    ['', 0],
    ['foo', -156908512],
    ['hello', 613153351],
    ['a', 1009084850],
    ['abc', -1277324294],
    ['The quick brown fox jumps over the lazy dog', 776992547],
  ])('of %j', (text, hash) => {
    expect(murmur3(Buffer.from(text))).toBe(hash);
  });
});

const icon = Buffer.from('x'.repeat(100));
const signal = new AbortController().signal;
const clientWith = (page: Partial<LivePage>): OutboundClient => ({
  ...offlineClient(),
  http: async (url) => ({ status: 200, url, headers: {}, body: icon, ...page }),
});

describe('faviconMmh3', () => {
  it('hashes base64 in lines of 76 characters, the last one ended, too', async () => {
    const text = icon.toString('base64');
    const hash = murmur3(Buffer.from(`${text.slice(0, 76)}\n${text.slice(76)}\n`));
    expect(iconHash(icon)).toBe(hash);
    // by Python: mmh3.hash(base64.encodebytes(...))
    expect(iconHash(icon)).toBe(1090365782);
    expect(iconHash(Buffer.from(Array.from({ length: 1280 }, (_, index) => index % 256)))).toBe(1907799943);
    expect(await faviconMmh3(clientWith({}), 'https://acme.example/favicon.ico', signal)).toBe(hash);
  });

  it.each<Partial<LivePage>>([
    { status: 404 },
    { body: Buffer.alloc(0) },
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
    { body: Buffer.from('\n<!DOCTYPE html><title>Not here</title>') },
  ])('finds no icon in %o', async (page) => {
    const asked = faviconMmh3(clientWith(page), 'https://acme.example/favicon.ico', signal);
    await expect(asked).rejects.toThrow(LiveError);
  });
});
