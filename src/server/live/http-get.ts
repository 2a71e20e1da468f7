import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { contentDecoder, httpExchange, tooLarge } from './http-exchange.ts';
import type { LivePage } from './outbound-client.ts';
import type { Guard } from './target.ts';

export interface GetOptions {
  readonly accept: string;
  /** Of the body, after decompression and before. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** GET into memory; redirects are followed. @throws LiveError, or node's error */
export async function httpGet(text: string, guard: Guard, options: GetOptions): Promise<LivePage> {
  const { accept, maxBytes, signal } = options;
  const headers = () => ({ accept });
  return httpExchange(text, guard, { headers, maxBytes, signal }, (answer, url) => readPage(answer, url, maxBytes));
}

async function readPage(answer: IncomingMessage, url: URL, maxBytes: number): Promise<LivePage> {
  const body = await readCapped(decoded(answer, maxBytes), maxBytes);
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    [value].flat().join(', '),
  ]);
  return { status: answer.statusCode ?? 0, url: url.href, headers: Object.fromEntries(headers), body };
}

/** The body as it was before compression; the bytes on the wire are counted as well. */
function decoded(answer: IncomingMessage, maxBytes: number): Readable {
  const decoder = contentDecoder(answer);
  if (!decoder) return answer;
  let arrived = 0;
  answer.on('data', (chunk: Buffer) => {
    arrived += chunk.length;
    if (arrived > maxBytes) decoder.destroy(tooLarge(maxBytes));
  });
  // also destroys the decoder when the answer ends early; whoever reads the decoder hears why
  return pipeline(answer, decoder, () => undefined);
}

/** Stops reading, and with it decompressing, as soon as there is too much. */
async function readCapped(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
