import { LiveError, type LiveDoor } from './door.ts';

/** Icons are small; what is larger is none. */
const mostBytes = 2_000_000;

/**
 * The hash by which icons are searched for: murmur3 (32 bits, signed) of the icon in base64 with a line break after every 76
 * characters and at the end. @throws LiveError
 */
export async function faviconMmh3(live: LiveDoor, url: string, signal: AbortSignal): Promise<number> {
  const icon = await live.http(url, signal, { accept: 'image/*,*/*;q=0.8', maxBytes: mostBytes });
  if (icon.status !== 200 || icon.body.length === 0)
    throw new LiveError('live_failed', `There is no icon at ${icon.url}: it answered ${icon.status}.`);
  return iconHash(icon.body);
}

/** As `mmh3.hash(base64.encodebytes(icon))` of Python, the form that scanners agreed on. */
export function iconHash(icon: Buffer): number {
  const lines = icon.toString('base64').replace(/.{1,76}/g, '$&\n');
  return murmur3(Buffer.from(lines, 'latin1'));
}

/** MurmurHash3_x86_32 with seed 0, as a signed number. */
export function murmur3(data: Buffer): number {
  const whole = data.length - (data.length % 4);
  let hash = 0;
  for (let at = 0; at < whole; at += 4) {
    hash ^= scrambled(data.readInt32LE(at));
    hash = (Math.imul(rotated(hash, 13), 5) + 0xe654_6b64) | 0;
  }
  if (whole < data.length) hash ^= scrambled(data.readUIntLE(whole, data.length - whole));
  return mixed(hash ^ data.length);
}

function scrambled(block: number): number {
  return Math.imul(rotated(Math.imul(block, 0xcc9e_2d51), 15), 0x1b87_3593);
}

function rotated(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2_ae35);
  return twice ^ (twice >>> 16);
}
