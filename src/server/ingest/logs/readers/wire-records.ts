import type { Answer, TxtData } from 'dns-packet';
import { formatIp, parseIp } from '#model/ip-address.ts';
import type { ZoneRecord } from './dns-answers.ts';

// Records of DNS messages in wire format (RFC 1035, 9460).

/** A decoded record. @throws RangeError for data that is cut off */
export function wireRecord(record: Answer): ZoneRecord {
  if (record.type === 'OPT') return { name: '.', type: 'OPT', rdata: '', ttl: 0 };
  const { name, class: group, ttl } = record;
  return { name, type: wireType(record.type), group, rdata: wireAnswer(record), ttl };
}

/** dns-packet has no names for types such as HTTPS. */
function wireType(type: string): string | number {
  return type.startsWith('UNKNOWN_') ? Number(type.slice('UNKNOWN_'.length)) : type;
}

/** '' for types that are not kept, undefined for data that is cut off. */
function wireAnswer(record: Exclude<Answer, { type: 'OPT' }>): string | undefined {
  switch (record.type) {
    case 'MX':
      return record.data.exchange;
    case 'SOA':
      return record.data.mname;
    case 'TXT':
      return wireText(record.data);
    case 'SRV': {
      const { priority = 0, weight = 0, port, target } = record.data;
      return `${priority} ${weight} ${port} ${target}`;
    }
    case 'CAA': {
      const { flags = 0, tag, value } = record.data;
      return `${flags} ${tag} "${escaped(Buffer.from(value), ' ')}"`;
    }
    case 'DS': {
      const { keyTag, algorithm, digestType, digest } = record.data;
      return `${keyTag} ${algorithm} ${digestType} ${digest.toString('hex')}`;
    }
    default: {
      const { data } = record as { readonly data: unknown };
      if (Buffer.isBuffer(data)) return /^UNKNOWN_6[45]$/.test(record.type) ? bindingOf(data) : '';
      return typeof data === 'string' ? data : '';
    }
  }
}

function wireText(data: TxtData): string {
  const parts = [data].flat();
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))).toString('utf8');
}

function bindingOf(data: Buffer): string | undefined {
  try {
    return bindingText(data);
  } catch {
    return undefined;
  }
}

/** The data of SVCB and HTTPS: priority, target (never compressed), and parameters. @throws RangeError when it is cut off */
function bindingText(data: Buffer): string {
  const labels: string[] = [];
  let at = 2;
  for (let length = data.readUInt8(at++); length > 0; length = data.readUInt8(at++)) {
    labels.push(escaped(piece(data, at, length), ''));
    at += length;
  }
  const parts = [String(data.readUInt16BE(0)), `${labels.join('.')}.`];
  while (at < data.length) {
    const [key, length] = [data.readUInt16BE(at), data.readUInt16BE(at + 2)];
    parts.push(parameterText(key, piece(data, at + 4, length)));
    at += 4 + length;
  }
  return parts.join(' ');
}

const keyNames = ['mandatory', 'alpn', 'no-default-alpn', 'port', 'ipv4hint', 'ech', 'ipv6hint', 'dohpath'];

function parameterText(key: number, value: Buffer): string {
  const name = keyNames[key] ?? `key${key}`;
  const text = parameterValue(name, value);
  return text === '' ? name : `${name}=${text}`;
}

function parameterValue(name: string, value: Buffer): string {
  switch (name) {
    case 'mandatory':
      return chunks(value, 2)
        .map((chunk) => keyNames[chunk.readUInt16BE()] ?? `key${chunk.readUInt16BE()}`)
        .join(',');
    case 'alpn':
      return strings(value)
        .map((each) => escaped(each, '').replaceAll(',', String.raw`\044`))
        .join(',');
    case 'port':
      return String(value.readUInt16BE());
    case 'ipv4hint':
      return chunks(value, 4)
        .map((chunk) => chunk.join('.'))
        .join(',');
    case 'ipv6hint':
      return chunks(value, 16)
        .map((chunk) => formatIp(parseIp(chunk.toString('hex').replaceAll(/.{4}(?=.)/g, '$&:')) ?? zeroAddress))
        .join(',');
    case 'ech':
      return value.toString('base64');
    default:
      return escaped(value, '');
  }
}

const zeroAddress = { version: 6, value: 0n } as const;

/** @throws RangeError when the last one is cut off */
function chunks(value: Buffer, length: number): readonly Buffer[] {
  return Array.from({ length: Math.ceil(value.length / length) }, (_, index) => piece(value, index * length, length));
}

/** Each with its length before it. */
function strings(value: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < value.length;) {
    const length = value.readUInt8(at);
    found.push(piece(value, at + 1, length));
    at += 1 + length;
  }
  return found;
}

/** @throws RangeError when it runs past the end */
function piece(data: Buffer, begin: number, length: number): Buffer {
  if (begin + length > data.length) throw new RangeError('the data of a record is cut off');
  return data.subarray(begin, begin + length);
}

/** Bytes as in a zone file: `\DDD` for all that is not plain text. @param plain further characters that stay */
function escaped(bytes: Buffer, plain: string): string {
  let text = '';
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    const isPlain =
      (byte > 0x20 && byte < 0x7f && character !== '"' && character !== '\\') || plain.includes(character);
    text += isPlain ? character : `\\${String(byte).padStart(3, '0')}`;
  }
  return text;
}
