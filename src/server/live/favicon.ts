import murmur from 'murmurhash3js-revisited';
import { LiveError, type OutboundClient, type LivePage } from './outbound-client.ts';

/** Larger files are not icons. */
const mostBytes = 2_000_000;

/**
 * The hash by which icons are searched for: murmur3 (32 bits, signed) of the icon in base64 with a line break after every 76
 * characters and at the end. @throws LiveError
 */
export async function faviconMmh3(live: OutboundClient, url: string, signal: AbortSignal): Promise<number> {
  const icon = await live.http(url, signal, { accept: 'image/*,*/*;q=0.8', maxBytes: mostBytes });
  if (icon.status !== 200 || icon.body.length === 0)
    throw new LiveError('unknown_target', `There is no icon at ${icon.url}: it answered ${icon.status}.`);
  if (isPage(icon))
    throw new LiveError(
      'unknown_target',
      `At ${icon.url} there is a web page, not an icon. Send the URL of the icon itself.`,
    );
  return iconHash(icon.body);
}

/** Many servers answer 200 with a page for a missing icon; the hash of a page would give wrong matches. */
function isPage({ headers, body }: LivePage): boolean {
  const type = headers['content-type'] ?? '';
  return (
    /^(text\/html|application\/xhtml)/i.test(type) ||
    /^\s*<(!doctype html|html|head)\b/i.test(body.toString('latin1', 0, 200))
  );
}

/** As `mmh3.hash(base64.encodebytes(icon))` in Python, the convention of scanners. */
export function iconHash(icon: Buffer): number {
  const lines = icon.toString('base64').replace(/.{1,76}/g, '$&\n');
  return murmur3(Buffer.from(lines, 'latin1'));
}

/** MurmurHash3 for x86 in 32 bits with seed 0, as a signed number. */
export function murmur3(data: Buffer): number {
  return murmur.x86.hash32(data) | 0;
}
