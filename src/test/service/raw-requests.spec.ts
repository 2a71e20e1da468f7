import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { EngineError } from '#server/engine/engine.ts';
import { loadState, type LoadState } from '#server/http/load-state.ts';
import { key } from '#test/server/collection.ts';
import { sendRaw } from '#test/server/existing-client.ts';
import { rawAttacks, sendBytes } from '#test/server/raw-attacks.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { loadFailure } from '#server/load-collection.ts';

const folder = specFolder('raw');
const wrong = 'a-key-that-nobody-knows';
const path = '/api/v1/explore/asn/lookup?asnum=1';
const load: LoadState = loadState({ state: 'ready' });
const service = useTestService({ dashboardFolder: folder, load });
let base: string;

beforeAll(async () => {
  mkdirSync(join(folder, '.vite'));
  for (const [name, text] of Object.entries({ 'index.html': '<!doctype html>', '.vite/manifest.json': '{"secret":1}' }))
    writeFileSync(join(folder, name), text);
  base = await service.listen();
});
const ask = (to: string, as: string) => sendRaw(to, { path, headers: { 'x-api-key': as } });

describe('what is not quite HTTP gets the envelope, too', () => {
  it.each(rawAttacks(key).map((attack) => [attack.name, attack] as const))('%s', async (_, { bytes, answers }) => {
    const received = await sendBytes(base, bytes, answers.length);
    expect(received.map(({ status }) => status)).toEqual(answers.map(([status]) => status));
    for (const [index, [status, code]] of answers.entries()) {
      if (code === undefined) continue;
      const answer = received[index];
      expect(answer?.headers['content-type']).toMatch(/^application\/json/);
      expect(JSON.parse(answer?.body ?? '')).toEqual({
        status_code: status,
        response: {},
        error: expect.objectContaining({ code, message: expect.stringMatching(/^[A-Z].{10,}\.$/) }),
        errors: [expect.objectContaining({ code })],
      });
    }
  });

  it('answers a valid request still', async () => {
    expect((await ask(base, key)).status).toBe(200);
  });
});

describe('time and keys', () => {
  it('closes a request whose body comes drop by drop with 408, and waits for a slow answer', async () => {
    const slow = await service.listen({ requestMilliseconds: 400, headMilliseconds: 300 });
    const socket = connect(Number(new URL(slow).port), '127.0.0.1');
    let received = '';
    socket.on('data', (data: Buffer) => (received += data.toString()));
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(
      `POST /api/v1/explore/bulk/ipv4/riskscore HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-KEY: ${key}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
    );
    const drip = setInterval(() => socket.writable && socket.write(' '), 50);
    await closed;
    clearInterval(drip);
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
    expect(received).toContain('"code":"too_slow"');
    expect(await sendBytes(slow, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ')).toMatchObject([{ status: 408 }]);
  });

  it('closes the connection of a refused request whose long body was not read, and no other', async () => {
    const bulk = '/api/v1/explore/bulk/ip2asn/ipv4';
    const head = `POST ${bulk} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-KEY: ${wrong}\r\nContent-Length: 1000001\r\n\r\n{`;
    expect(await sendBytes(base, head)).toMatchObject([{ status: 401, headers: { connection: 'close' } }]);
    const read = await fetch(`${base}${bulk}`, { method: 'POST', headers: { 'x-api-key': wrong }, body: '{"ips":[]}' });
    expect([read.status, read.headers.get('connection')]).toEqual([401, 'keep-alive']);
  });

  it('answers 429 to too many unknown keys from one address, and a known key still', async () => {
    const strict = await service.listen({ wrongKeysPerMinute: 2 });
    expect((await ask(strict, wrong)).status).toBe(401);
    expect((await ask(strict, wrong)).status).toBe(401);
    const refused = await ask(strict, wrong);
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.text)).toMatchObject({ error: { code: 'too_many_wrong_keys' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (let time = 0; time < 5; time += 1) expect((await ask(strict, key)).status).toBe(200);
  });
});

it('data has a policy that lets it load nothing and be in no frame', async () => {
  const { headers } = await ask(base, key);
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
});

describe('pages', () => {
  it.each(['/', '/api', '/api/reference', '/openapi.json', '/nothing', '/assets/x.js'])(
    '%s has a policy that works over plain HTTP under any name',
    async (page) => {
      const { headers } = await sendRaw(base, { path: page, headers: { accept: 'text/html' } });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      // no frame, and no promise of TLS for all hosts of a domain
      expect([headers['x-frame-options'], headers['strict-transport-security']]).toEqual(['DENY', undefined]);
      expect(policy).not.toMatch(/upgrade-insecure-requests|block-all-mixed-content|script-src[^;]*unsafe/);
    },
  );

  it.each(['/api/v1/nothing', '/API/V1/EXPLORE/DOMAIN/DOMAININFO/ACME.EXAMPLE'])(
    '%s is not a page of the dashboard, for a browser either',
    async (path) => {
      const { status, text } = await sendRaw(base, { path, headers: { accept: 'text/html' } });
      expect(status).toBe(404);
      expect(JSON.parse(text)).toMatchObject({ status_code: 404, error: { code: 'no_such_path' } });
    },
  );

  it.each(['/domain/a%5Cb.example', '/domain/a%00b.example', '/ip/./x', `/domain/${'a'.repeat(9000)}`])(
    '%s is a view in a browser, and nothing for a program',
    async (path) => {
      const view = await sendRaw(base, { path, headers: { accept: 'text/html' } });
      expect([view.status, view.text.slice(0, 15)]).toEqual([200, '<!doctype html>']);
      const { status, text } = await sendRaw(base, { path });
      expect(status).toBe(404);
      expect(JSON.parse(text)).toMatchObject({ status_code: 404, error: { code: 'no_such_path' } });
    },
  );

  it('a long path is repeated in part', async () => {
    const { text } = await sendRaw(base, { path: `/api/v1/${'a'.repeat(9000)}` });
    expect(JSON.parse(text)).toMatchObject({ status_code: 404, error: { code: 'no_such_path' } });
    expect(text.length).toBeLessThan(1000);
  });

  it.each(['/.vite/manifest.json', '/.vite/manifest.json.br', '/%2evite/manifest.json'])(
    '%s is not served',
    async (file) => {
      const { status, text } = await sendRaw(base, { path: file });
      expect(status).toBeGreaterThanOrEqual(403);
      expect(text).not.toContain('secret');
    },
  );
});

it('a failed load is told in plain words, without what the engine said', async () => {
  load.set(loadFailure(new EngineError('too-large', 'Code: 241. DB::Exception: (total) memory limit in MergeTree')));
  try {
    for (const each of [await ask(base, key), await sendRaw(base, { path: '/readyz' })]) {
      expect(each.status).toBe(503);
      expect(each.text).toContain('there was not enough memory');
      expect(each.text).not.toMatch(/DB::|Code:|MergeTree/);
    }
  } finally {
    load.set({ state: 'ready' });
    await pause(0);
  }
});
