import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';

const zeros = Buffer.alloc(8_000_000);

export const gzip = (text: string): Buffer => gzipSync(text);
export const deflate = (text: string): Buffer => deflateSync(text);

/** Small on the wire, megabytes when unpacked. */
export const bombs = {
  gzip: gzipSync(zeros, { level: 1 }),
  deflate: deflateSync(zeros, { level: 1 }),
  br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
} as const;
export const gzipTwice = gzipSync(bombs.gzip);
/** An archive of nothing: whoever reads one after the other gets no byte and no end. */
export const emptyGzip = gzipSync('');
