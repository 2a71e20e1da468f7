import { formatAsdot, formatAsn, MAX_ASN, parseAsn } from './asn.ts';
import type { IndicatorKind } from './indicator-kind.ts';
import { impossible, interpretation, understood, type Interpretation, type Reading } from './interpretation.ts';

const INT32_MIN = -(2 ** 31);
const INT32_MAX = 2 ** 31 - 1;

function asnInterpretation(asn: number): Interpretation {
  const why = asn < 65_536 ? undefined : `asdot ${formatAsdot(asn)}`;
  return interpretation('asn', String(asn), { display: formatAsn(asn), ...(why ? { why } : {}) });
}

/** `AS64500`, `ASN 64500`, and asdot with or without the prefix. A bare number is read by readInteger. */
export function readAsn(text: string): Reading | null {
  if (!/^(?:asn?\s*\d+(?:\.\d+)?|\d{1,5}\.\d{1,5})$/i.test(text)) return null;
  const asn = parseAsn(text);
  if (asn !== null) return understood(asnInterpretation(asn));
  return impossible(`Reads like an AS number, but those end at ${MAX_ASN} (asdot 65535.65535).`);
}

/**
 * A bare number is an AS number or a favicon hash. Hashes spread over the whole 32 bits while numbers in use have up to six
 * digits (and private ones ten, above the signed range), so the length decides which comes first.
 */
export function readInteger(text: string): Reading | null {
  if (!/^-?\d{1,20}$/.test(text)) return null;
  const value = Number(text);
  const asHash = value >= INT32_MIN && value <= INT32_MAX ? [interpretation('favicon-mmh3', String(value))] : [];
  const asNumber = value >= 0 && value <= MAX_ASN && !text.startsWith('-') ? [asnInterpretation(value)] : [];
  if (asHash.length + asNumber.length === 0) {
    return impossible('A number that is too large for an AS number or a favicon hash (32 bits).');
  }
  return understood(...(value < 10_000_000 ? [...asNumber, ...asHash] : [...asHash, ...asNumber]));
}

const KINDS_BY_HEX_LENGTH: Readonly<Record<number, readonly IndicatorKind[]>> = {
  32: ['nshash', 'mxhash', 'favicon-md5', 'certificate-md5'],
  40: ['certificate-sha1'],
  62: ['jarm'],
  64: ['certificate-sha256'],
};

/** A hash by its length; also as pairs between colons, the way certificate viewers print fingerprints. */
export function readHex(text: string): Reading | null {
  const isPaired = /^[0-9a-f]{2}(?::[0-9a-f]{2}){15,}$/i.test(text);
  if (!isPaired && !/^[0-9a-f]{24,}$/i.test(text)) return null;
  const value = text.replaceAll(':', '').toLowerCase();
  const kinds = KINDS_BY_HEX_LENGTH[value.length]?.filter((kind) => !isPaired || kind.startsWith('certificate-')) ?? [];
  if (kinds.length > 0) return understood(...kinds.map((kind) => interpretation(kind, value)));
  return impossible(
    `${value.length} hex digits: no hash of that length is known here. MD5 and name-server hashes have 32, SHA-1 has 40, JARM 62, SHA-256 64.`,
  );
}
