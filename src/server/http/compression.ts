import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

const encodings: ('gzip' | 'identity')[] = ['gzip', 'identity'];
/** Bytes of an answer that is packed alone. */
const longAnswer = 65_536;

/** Answers are packed with gzip where the caller reads it. Long ones are packed one at a time, so that they leave a core to look-ups. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', async ({ headers }, reply, payload) => {
    if (!Buffer.isBuffer(payload) || payload.length < longAnswer || reply.hasHeader('content-encoding')) return payload;
    const isRead = negotiate(headers['accept-encoding'] ?? '', encodings) === 'gzip';
    if (!isRead) return payload;
    void reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').removeHeader('content-length');
    return pack(payload);
  });
  await app.register(fastifyCompress, { globalCompression: true, threshold: 1024, encodings });
}

const gzipOf = promisify(gzip);
let last: Promise<unknown> = Promise.resolve();

/** Level 1 takes a quarter of the time of level 6 and makes a sixth more bytes. */
function pack(answer: Buffer): Promise<Buffer> {
  const packed = last.then(() => gzipOf(answer, { level: 1, chunkSize: 262_144 }));
  last = packed.catch(() => undefined);
  return packed;
}
