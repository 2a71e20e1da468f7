import { createHash, X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { textOf } from '#model/json-value.ts';
import type { SeenCertificate } from '#server/ingest/logs/log-reader.ts';
import { monthNumber, readTime } from './values.ts';

// Certificates in logs: some tools write the fields, each in its own spelling, others the whole certificate.

/** Hexadecimal digits in lower case and without colons; '' for anything else, and for another number of digits. */
export function hexOf(value: unknown, length: number): string {
  // longer with colons between the bytes
  if (typeof value !== 'string' || value.length < length || value.length > length * 2) return '';
  if (value.length > length && !value.includes(':')) return '';
  const digits = (value.includes(':') ? value.replaceAll(':', '') : value).toLowerCase();
  return digits.length === length && hexadecimal.test(digits) ? digits : '';
}
const hexadecimal = /^[0-9a-f]+$/;

/** A SHA-256 or a SHA-1, depending on its length; '' for anything else. */
export function fingerprintOf(value: unknown): string {
  return hexOf(value, 64) || hexOf(value, 40);
}

/** Digests of a certificate as a log has them. */
export interface Digests {
  readonly sha1?: unknown;
  readonly sha256?: unknown;
}

/**
 * Which certificate digests identify. Logs leave digests out, or write nothing in their place; one sound digest is enough.
 * @returns hexadecimal digits, '' for a digest that is missing; 'damaged' when there are digests and none is sound
 */
export function identify({
  sha1,
  sha256,
}: Digests): { readonly sha1: string; readonly sha256: string } | 'missing' | 'damaged' {
  const found = { sha1: hexOf(sha1, 40), sha256: hexOf(sha256, 64) };
  if (found.sha1 !== '' || found.sha256 !== '') return found;
  return isMissing(sha1) && isMissing(sha256) ? 'missing' : 'damaged';
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** More than any certificate has. */
const maxSerialDigits = 128;

function serialOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > maxSerialDigits * 2) return '';
  const digits = value.replaceAll(':', '').toLowerCase();
  return digits.length <= maxSerialDigits && hexadecimal.test(digits) ? digits : '';
}

/** The parts of a subject or issuer that are kept. */
export interface DistinguishedName {
  readonly commonName: string;
  readonly organization: string;
}

const maxNameLength = 10_000;
const attribute = /^\s*(?:OID\.)?([A-Za-z][A-Za-z0-9-]*|\d+(?:\.\d+)+)\s*=/i;

/**
 * Reads a distinguished name in the form of RFC 4514, also with blanks after the commas, or with one attribute per line as Node.js
 * writes it. Some sensors do not escape commas: a part without an attribute name continues the value before it.
 */
export function readDistinguishedName(value: unknown): DistinguishedName {
  const text = textOf(value).slice(0, maxNameLength);
  const values: { name: string; value: string }[] = [];
  for (const { separator, part } of partsOf(text)) {
    const name = attribute.exec(part);
    const last = values.at(-1);
    if (name) values.push({ name: (name[1] ?? '').toUpperCase(), value: part.slice(name[0].length) });
    else if (last) last.value += separator + part;
  }
  const first = (...names: readonly string[]) =>
    unescapedValue(values.find((each) => names.includes(each.name))?.value.trimStart() ?? '');
  return {
    commonName: first('CN', '2.5.4.3', 'COMMONNAME'),
    organization: first('O', '2.5.4.10', 'ORGANIZATIONNAME'),
  };
}

/** Splits at separators that are neither escaped nor quoted. */
function partsOf(text: string): { readonly separator: string; readonly part: string }[] {
  const parts: { separator: string; part: string }[] = [];
  let [begin, separator] = [0, ''];
  const end = (at: number): void => {
    parts.push({ separator, part: text.slice(begin, at) });
  };
  for (const { index, 0: found } of text.matchAll(/\\[^]|=\s*"(?:[^"\\]|\\[^])*"|[,+\n]/g)) {
    if (found.length > 1) continue;
    end(index);
    [begin, separator] = [index + 1, found];
  }
  end(text.length);
  return parts;
}

function unescapedValue(value: string): string {
  const quoted = /^"((?:[^"\\]|\\[^])*)"\s*$/.exec(value)?.[1];
  const text = quoted ?? value;
  if (!text.includes('\\')) return text.trimEnd();
  // adjacent escaped bytes are decoded together, as UTF-8; Zeek may write them as \xhh
  return text.replaceAll(/((?:\\x?[0-9a-f]{2})+)|\\([^])/gi, (_, bytes: string | undefined, character?: string) =>
    bytes === undefined ? (character ?? '') : Buffer.from(bytes.replaceAll(/\\x?/gi, ''), 'hex').toString('utf8'),
  );
}

/** A host name with at least one dot, or a wildcard; not an address. */
const hostName = /^(?:\*\.)?(?:[a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{0,62}\.?$/i;

/** The names that a certificate is valid for: its DNS names, and its common name if that is a host name. */
export function certificateNames(commonName: string, alternatives: readonly unknown[]): readonly string[] {
  const named = alternatives.map(textOf).filter((name) => name !== '');
  return commonName.length <= 255 && hostName.test(commonName)
    ? [...new Set([commonName, ...named])]
    : [...new Set(named)];
}

const isoTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,12})?(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * Epoch seconds of the start or end of validity, in any year; UTC unless it has a zone.
 * @returns undefined when it cannot be read
 */
export function readValidity(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > 45) return undefined;
  const near = readTime(value);
  if (near !== undefined) return near;
  if (/^-?\d{1,12}(?:\.\d{1,12})?(?:e\+?\d{1,2})?$/i.test(value)) return Number(value);
  const zone = isoTime.exec(value);
  if (!zone) return undefined;
  const milliseconds = Date.parse(`${value.replace(' ', 'T')}${zone[1] === undefined ? 'Z' : ''}`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}

/** The fields of a certificate in a log. */
export interface DescribedCertificate extends Digests {
  readonly md5?: unknown;
  readonly subject: DistinguishedName;
  readonly issuer: DistinguishedName;
  /** Its DNS names. */
  readonly alternatives: readonly unknown[];
  readonly serial: unknown;
  readonly notBefore: unknown;
  readonly notAfter: unknown;
  /** Epoch seconds. */
  readonly time: number;
}

/** @returns undefined without a SHA-1 or SHA-256, or without validity */
export function certificateEntry(described: DescribedCertificate): SeenCertificate | undefined {
  const { subject, issuer, alternatives, serial, time } = described;
  const identity = identify(described);
  const [notBefore, notAfter] = [readValidity(described.notBefore), readValidity(described.notAfter)];
  if (typeof identity === 'string' || notBefore === undefined || notAfter === undefined) return undefined;
  return {
    what: 'certificate',
    sha1: identity.sha1,
    sha256: identity.sha256,
    md5: hexOf(described.md5, 32),
    subjectCommonName: subject.commonName,
    subjectOrganization: subject.organization,
    issuerCommonName: issuer.commonName,
    issuerOrganization: issuer.organization,
    names: certificateNames(subject.commonName, alternatives),
    chain: [],
    serial: serialOf(serial),
    notBefore,
    notAfter,
    time,
    index: 0,
    sourceName: '',
    sourceUrl: '',
  };
}

/** Characters of base64. The largest certificates in use have about a tenth of that. */
const maxEncodedLength = 200_000;

/** The same few certificates appear in many lines, and decoding them takes most of the time. */
const decoded = new LRUCache<string, { readonly certificate: SeenCertificate | undefined }>({
  max: 2000,
  maxSize: 8_000_000,
  sizeCalculation: (_, key) => key.length,
});

/**
 * All fields and fingerprints of a certificate in base64 DER or PEM.
 * @returns undefined when it cannot be decoded
 */
export function decodedCertificate(encoded: unknown, time: number): SeenCertificate | undefined {
  if (typeof encoded !== 'string' || encoded === '' || encoded.length > maxEncodedLength) return undefined;
  let found = decoded.get(encoded);
  if (!found) {
    found = { certificate: decode(encoded) };
    decoded.set(encoded, found);
  }
  return found.certificate && { ...found.certificate, time };
}

/** No working server sends more. */
export const maxChain = 20;

/**
 * Decodes the certificate of a server and the chain above it.
 * @param encoded base64 DER or PEM; the server's own comes first and may be repeated
 * @returns the server's own, then those of the chain that can be decoded; none when the first cannot be decoded
 */
export function decodedChain(encoded: readonly unknown[], time: number): readonly SeenCertificate[] {
  const [own, ...above] = encoded.slice(0, maxChain).map((each) => decodedCertificate(each, time));
  return own ? [own, ...above.filter((each) => each !== undefined)] : [];
}

/** A certificate with the names of its chain, followed by the certificates of the chain; its own copies are left out. */
export function withChain(own: SeenCertificate, chain: readonly SeenCertificate[]): readonly SeenCertificate[] {
  if (chain.length === 0) return [own];
  const above = chain.slice(0, maxChain).filter(({ sha1, sha256 }) => sha1 !== own.sha1 || sha256 !== own.sha256);
  const names = above.map((each) => each.subjectCommonName || each.subjectOrganization);
  return [{ ...own, chain: names }, ...above];
}

function decode(encoded: string): SeenCertificate | undefined {
  try {
    const certificate = new X509Certificate(Buffer.from(encoded.replaceAll(/-----[^-]*-----/g, ''), 'base64'));
    const { fingerprint, fingerprint256, subject, issuer, subjectAltName, serialNumber } = certificate;
    return certificateEntry({
      sha1: fingerprint,
      sha256: fingerprint256,
      md5: createHash('md5').update(certificate.raw).digest('hex'),
      // undefined when the subject is empty, contrary to its type
      subject: readDistinguishedName(subject),
      issuer: readDistinguishedName(issuer),
      alternatives: dnsNames(subjectAltName ?? ''),
      serial: serialNumber,
      notBefore: openSslTime(certificate.validFrom),
      notAfter: openSslTime(certificate.validTo),
      time: 0,
    });
  } catch {
    return undefined;
  }
}

/** `DNS:a.test, IP Address:192.0.2.1, URI:"http://a.test/?b, c"`: values with special characters are JSON strings. */
function dnsNames(list: string): readonly string[] {
  const names: string[] = [];
  for (const [, kind, value = ''] of list.matchAll(/([^:,"]+):("(?:[^"\\]|\\.)*"|[^,]*)(?:, |$)/gy))
    if (kind === 'DNS') names.push(value.startsWith('"') ? String(JSON.parse(value)) : value);
  return names;
}

/** 'Oct 20 12:00:00 2026 GMT' */
function openSslTime(text: string): number | undefined {
  const match = /^(\w{3}) +(\d{1,2}) (\d\d):(\d\d):(\d\d)(?:\.\d+)? (\d{1,4})(?: GMT)?$/.exec(text);
  if (!match) return undefined;
  const [, month = '', day, hours, minutes, seconds, year] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), monthNumber(month) - 1, Number(day));
  date.setUTCHours(Number(hours), Number(minutes), Number(seconds));
  return monthNumber(month) > 0 ? date.getTime() / 1000 : undefined;
}
