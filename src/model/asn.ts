/** AS numbers are unsigned 32-bit integers (RFC 6793). */
export const MAX_ASN = 4_294_967_295;

function inRange(value: number, max: number): number | null {
  return value <= max ? value : null;
}

/**
 * An AS number as people write it: `64500`, `AS64500`, `as 64500`, `ASN 64500`, and asdot `1.10` (RFC 5396: high and low
 * 16 bits). Null when the text is anything else or out of range.
 */
export function parseAsn(text: string): number | null {
  const match = /^(?:asn?\s*)?(\d{1,10})(?:\.(\d{1,5}))?$/i.exec(text.trim());
  if (!match) return null;
  const first = Number(match[1]);
  if (match[2] === undefined) return inRange(first, MAX_ASN);
  const [high, low] = [inRange(first, 65_535), inRange(Number(match[2]), 65_535)];
  return high === null || low === null ? null : high * 65_536 + low;
}

/** 64500 -> 'AS64500', the form that is shown. */
export function formatAsn(asn: number): string {
  return `AS${asn}`;
}

/** 65546 -> '1.10'; numbers of 16 bits stay plain (RFC 5396, asdot). */
export function formatAsdot(asn: number): string {
  return asn < 65_536 ? String(asn) : `${Math.floor(asn / 65_536)}.${asn % 65_536}`;
}
