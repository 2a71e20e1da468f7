import { crc32 } from 'node:zlib';
import { Header } from 'tar';

// Archives of specs. What they hold is stored, not compressed, but for runs of a byte in zstd.

/** A file of a tar archive, or a part of a file that says to be larger. */
interface TarFile {
  readonly path: string;
  readonly content?: string | Buffer;
  /** Of the content unless given. */
  readonly size?: number;
  readonly type?: 'File' | 'Directory' | 'SymbolicLink' | 'ExtendedHeader' | 'NextFileHasLongPath';
  readonly linkpath?: string;
}

/** A tar archive of these files, or of others with links and folders. */
export function tarOf(files: Readonly<Record<string, string | Buffer>> | readonly TarFile[]): Buffer {
  const entries: readonly TarFile[] =
    files instanceof Array ? files : Object.entries(files).map(([path, content]) => ({ path, content }));
  const parts = entries.flatMap(({ path, content = '', size, type = 'File', linkpath }) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(512);
    const about = { path, mode: 0o644, size: size ?? bytes.length, type, mtime: new Date(0), uid: 0, gid: 0 };
    new Header({ ...about, ...(linkpath !== undefined && { linkpath }) }).encode(header, 0);
    return [header, bytes, Buffer.alloc(-bytes.length & 511)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

const zstdBlock = 128 * 1024;

/** A zstd frame. */
export function zstdOf(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const blocks: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += zstdBlock) {
    const block = bytes.subarray(at, at + zstdBlock);
    blocks.push(zstdBlockHeader(at + zstdBlock >= bytes.length, 'raw', block.length), block);
  }
  return Buffer.concat([zstdHeader, ...blocks]);
}

/** A zstd frame of zero bytes, 4 bytes for each 128 KB. */
export function zstdBomb(blocks: number): Buffer {
  const one = Buffer.concat([zstdBlockHeader(false, 'run', zstdBlock), Buffer.alloc(1)]);
  const last = zstdBlockHeader(true, 'raw', 0);
  return Buffer.concat([zstdHeader, ...Array.from({ length: blocks }, () => one), last]);
}

/** With a window of 128 KB, without a checksum. */
const zstdHeader = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x38]);

function zstdBlockHeader(isLast: boolean, type: 'raw' | 'run', size: number): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE(Number(isLast) | (type === 'raw' ? 0 : 2) | (size << 3), 0, 3);
  return header;
}

const xzFlags = Buffer.from([0, 1]);

/** An xz stream with checksums (CRC32). */
export function xzOf(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 65_536) {
    const chunk = bytes.subarray(at, at + 65_536);
    const head = Buffer.from([at === 0 ? 1 : 2, 0, 0]);
    head.writeUInt16BE(chunk.length - 1, 1);
    chunks.push(head, chunk);
  }
  const packed = Buffer.concat([...chunks, Buffer.alloc(1)]);
  // LZMA2 with a dictionary of 8 MB
  const blockHeader = withChecksum(Buffer.from([2, 0, 0x21, 1, 0x16, 0, 0, 0]));
  const block = [blockHeader, packed, Buffer.alloc(-packed.length & 3), checksum(bytes)];
  const sizes = [...varint(blockHeader.length + packed.length + 4), ...varint(bytes.length)];
  const records = Buffer.from([0, 1, ...sizes]);
  const index = withChecksum(Buffer.concat([records, Buffer.alloc(-records.length & 3)]));
  const backward = Buffer.alloc(4);
  backward.writeUInt32LE(index.length / 4 - 1);
  const footer = Buffer.concat([backward, xzFlags]);
  const header = [Buffer.from('\xfd7zXZ\0', 'latin1'), withChecksum(xzFlags)];
  return Buffer.concat([...header, ...block, index, checksum(footer), footer, Buffer.from('YZ')]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(bytes));
  return sum;
}

function withChecksum(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, checksum(bytes)]);
}

function varint(number: number): number[] {
  return number < 128 ? [number] : [(number & 127) | 128, ...varint(number >>> 7)];
}
