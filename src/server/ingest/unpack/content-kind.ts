import { Header } from 'tar';

/** Ways of packing one content. */
const packings = ['gzip', 'zstd', 'xz'] as const;
export type Packing = (typeof packings)[number];

/** Bytes from which `kindOf` recognises a content: a tar archive by the checksum of its first header. */
export const headBytes = 1024;

const magics: readonly (readonly [RegExp, string])[] = [
  [/^\x1f\x8b/, 'gzip'],
  // a skippable frame may come first
  [/^(?:\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18)/, 'zstd'],
  [/^\xfd7zXZ\0/, 'xz'],
  // an empty archive consists of the record at the end of every archive
  [/^PK(?:\x03\x04|\x05\x06)/, 'zip'],
  [/^BZh[1-9]/, 'bzip2'],
  [/^7z\xbc\xaf/, '7z'],
  [/^Rar!\x1a\x07/, 'rar'],
  [/^\x04\x22\x4d\x18/, 'lz4'],
  [/^%PDF/, 'PDF'],
];

/** What a content that begins with these bytes is: a packing, 'zip', 'tar', a kind that is not read, or 'plain'. */
export function kindOf(head: Buffer): string {
  const text = head.toString('latin1', 0, 8);
  const [, kind] = magics.find(([magic]) => magic.test(text)) ?? [];
  return kind ?? (isTar(head) ? 'tar' : 'plain');
}

export function isPacking(kind: string): kind is Packing {
  return (packings as readonly string[]).includes(kind);
}

function isTar(head: Buffer): boolean {
  if (head.length < 512) return false;
  try {
    return new Header(head, 0).cksumValid;
  } catch {
    return false;
  }
}
