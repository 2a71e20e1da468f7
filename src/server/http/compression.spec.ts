import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { registerCompression } from './compression.ts';

const answers = {
  short: Buffer.from(JSON.stringify('a'.repeat(2000))),
  long: Buffer.from(JSON.stringify('b'.repeat(300_000))),
};

async function service() {
  const app = fastify();
  await registerCompression(app);
  for (const [name, bytes] of Object.entries(answers))
    app.get(`/${name}`, (_, reply) => reply.type('application/json').send(bytes));
  return app;
}

describe('compression', () => {
  it.each(['short', 'long'] as const)('packs a %s answer for a caller that reads gzip', async (name) => {
    const app = await service();
    const { headers, rawPayload } = await app.inject({ url: `/${name}`, headers: { 'accept-encoding': 'br, gzip' } });
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
      'content-type': 'application/json',
    });
    expect(rawPayload.length).toBeLessThan(answers[name].length / 10);
    expect(gunzipSync(rawPayload).equals(answers[name])).toBe(true);
  });

  it.each(['short', 'long'] as const)('sends a %s answer as it is to a caller that does not', async (name) => {
    const app = await service();
    for (const accepted of ['', 'identity', 'gzip;q=0, identity']) {
      const { headers, rawPayload } = await app.inject({ url: `/${name}`, headers: { 'accept-encoding': accepted } });
      expect(headers['content-encoding']).toBeUndefined();
      expect(rawPayload.equals(answers[name])).toBe(true);
    }
  });

  it('packs many long answers at once, each with its own content', async () => {
    const app = await service();
    app.get('/of/:letter', ({ params }, reply) =>
      reply.send(Buffer.from((params as { letter: string }).letter.repeat(200_000))),
    );
    const letters = [...'abcdefgh'];
    const sent = await Promise.all(
      letters.map((letter) => app.inject({ url: `/of/${letter}`, headers: { 'accept-encoding': 'gzip' } })),
    );
    expect(sent.map(({ rawPayload }) => gunzipSync(rawPayload).toString())).toEqual(
      letters.map((letter) => letter.repeat(200_000)),
    );
  });
});
