import { formatAsdot, formatAsn, MAX_ASN, parseAsn } from './asn.ts';
import { formatCidr, maskLength, maxPrefixLength, subnetOf } from './cidr.ts';
import type { IndicatorKind } from './indicator-kind.ts';
import { impossible, interpretation, type Interpretation, type Reading, understood } from './interpretation.ts';
import { formatIp, formatIpv4, type IpAddress, parseIp, parseIpv4, parseIpv6, unmapIpv4 } from './ip-address.ts';
import { CONTEXT_LENGTH, FILE_ENDINGS, type NumberMeaning } from './text-rules.ts';
import { numberMeaning } from './tokenizer.ts';
import { splitUrl, type StrippedParts } from './url-parts.ts';
import { parseDomainName, type DomainName } from './domain-name.ts';

/** A reading, and the parts of a URL around its host. */
export interface TokenReading extends Reading {
  readonly stripped: StrippedParts;
}

const NOTHING: Reading = { interpretations: [], problem: null };

/** Where a token comes from. */
interface Origin {
  /** A bare number, a version or a word may be a value when it is typed alone, but not in running text. */
  readonly isText: boolean;
  /** A scheme, user, port, path or square brackets were around it: it is a host, and no number. */
  readonly isHost: boolean;
  readonly hasScheme: boolean;
}

/** The order decides. Each reader claims its text, with a reading or a problem, or passes. */
const READERS: readonly ((text: string, origin: Origin) => Reading | null)[] = [
  readIpv4,
  readShortIpv4,
  readIpv6,
  readAsn,
  readHex,
  readInteger,
  readBrokenIpv6,
  readWildcard,
  readDomain,
  readAsName,
];

function firstReading(text: string, origin: Origin): Reading {
  for (const read of READERS) {
    const reading = read(text, origin);
    if (reading) return reading;
  }
  return NOTHING;
}

/**
 * Reads one cleaned and refanged text as one indicator.
 * @param from `value` for a text that was typed or pasted alone, `text` for a token of running text
 */
export function readToken(text: string, from: 'value' | 'text'): TokenReading {
  // A subnet's length and a pattern's slashes are not paths, so both are checked before the text is split.
  const whole =
    readSubnet(text) ?? (from === 'value' ? (readRegex(text) ?? readLabelledNumber(text)) : null) ?? readEmail(text);
  if (whole) return { ...whole, stripped: {} };
  const { host, stripped } = splitUrl(text);
  const origin = { isText: from === 'text', isHost: host !== text, hasScheme: stripped.scheme !== undefined };
  return { ...firstReading(host, origin), stripped };
}

/** Reads a number by the meaning that its context gives it. */
export function readNumber(text: string, meaning: NumberMeaning): TokenReading {
  return { ...NUMBER_READERS[meaning](text), stripped: {} };
}

const NUMBER_READERS: Readonly<Record<NumberMeaning, (text: string) => Reading>> = {
  asn: (text) => readPrefixedAsn(`AS${text}`),
  'favicon-mmh3': (text) => {
    const hash = faviconInterpretation(text);
    return hash ? understood(hash) : impossible('A favicon hash has 32 bits: -2147483648 to 4294967295.');
  },
  version: () => impossible('Reads like a version number, because of the words before it.'),
};

/** A favicon hash behind the name of a search engine's field: `http.favicon.hash:-1700323260`, `icon_hash="2594644036"`. */
function readLabelledNumber(text: string): Reading | null {
  const number = /(?<![\d.])-?\d{1,10}["']?$/.exec(text);
  if (!number || number.index === 0 || text.length > CONTEXT_LENGTH) return null;
  const value = number[0].replace(/["']$/, '');
  if (numberMeaning(value, text, number.index) !== 'favicon-mmh3') return null;
  const { interpretations, problem } = readNumber(value, 'favicon-mmh3');
  const change = `without ${text.slice(0, number.index)}`;
  return { interpretations: interpretations.map((each) => ({ ...each, changes: [change, ...each.changes] })), problem };
}

const EMAIL = /^(?:mailto:)?(\w(?:[\w.+%-]{0,62}[\w+%-])?)@([^\s@:/?#]+)(?:\?\S*)?$/i;

/** Whois is searched by the address, and the domain is on its own. A scheme, port or path makes it a login of a URL. */
function readEmail(text: string): Reading | null {
  const [, local, host] = EMAIL.exec(text) ?? [];
  if (!local || !host) return null;
  const domain = readDomain(host, { isText: false })?.interpretations.find(({ kind }) => kind === 'domain');
  if (!domain) return null;
  const changes = [...domain.changes, 'domain of the e-mail address'];
  const address = interpretation('e-mail', `${local.toLowerCase()}@${domain.value}`, {
    display: `${local}@${domain.display}`,
    changes: domain.changes,
  });
  return understood(address, { ...domain, changes });
}

const INT32_MIN = -(2 ** 31);
const INT32_MAX = 2 ** 31 - 1;

function asnInterpretation(asn: number): Interpretation {
  const why = asn < 65_536 ? undefined : `asdot ${formatAsdot(asn)}`;
  return interpretation('asn', String(asn), { display: formatAsn(asn), ...(why ? { why } : {}) });
}

/** `AS64500`, `ASN 64500`, and asdot, typed alone also without the prefix. A bare number is read by readInteger. */
function readAsn(text: string, { isText, isHost }: Origin): Reading | null {
  if (isHost) return null;
  if (/^as\d+[/-]as\d+/i.test(text)) return impossible('Reads like several AS numbers: separate them by spaces.');
  const isAsn = isText ? /^asn?\d+(?:\.\d+)?$/i : /^(?:asn?\s*\d+(?:\.\d+)?|\d{1,5}\.\d{1,5})$/i;
  return isAsn.test(text) ? readPrefixedAsn(text) : null;
}

function readPrefixedAsn(text: string): Reading {
  const asn = parseAsn(text);
  if (asn !== null) return understood(asnInterpretation(asn));
  return impossible(`Reads like an AS number, but those end at ${MAX_ASN} (asdot 65535.65535).`);
}

/** The hash as the signed number that scans store; search engines print it unsigned as well. */
function faviconInterpretation(text: string): Interpretation | null {
  const number = Number(text);
  const signed = number > INT32_MAX && number <= MAX_ASN ? number - 2 ** 32 : number;
  if (signed < INT32_MIN || signed > INT32_MAX) return null;
  return interpretation('favicon-mmh3', String(signed), { changes: normalised(String(number), String(signed)) });
}

/** Numbers for private use, RFC 6996. */
const FIRST_PRIVATE_ASN = 4_200_000_000;

/**
 * A bare number is an AS number or a favicon hash. Hashes spread over the whole 32 bits while numbers in use have up to six
 * digits and private ones begin at 4200000000, so the length decides which comes first.
 */
function readInteger(text: string, { isText, isHost }: Origin): Reading | null {
  if (!/^-?\d{1,20}$/.test(text)) return null;
  if (isText || isHost) return NOTHING;
  const value = Number(text);
  const hash = faviconInterpretation(text);
  const asHash = hash ? [hash] : [];
  const asNumber = value >= 0 && value <= MAX_ASN && !text.startsWith('-') ? [asnInterpretation(value)] : [];
  if (asHash.length + asNumber.length === 0) {
    return impossible('A number that is too large for an AS number or a favicon hash (32 bits).');
  }
  const isAsnFirst = value < 10_000_000 || value >= FIRST_PRIVATE_ASN;
  return understood(...(isAsnFirst ? [...asNumber, ...asHash] : [...asHash, ...asNumber]));
}

const KINDS_BY_HEX_LENGTH: Readonly<Record<number, readonly IndicatorKind[]>> = {
  32: ['nshash', 'mxhash', 'favicon-md5', 'certificate-md5'],
  40: ['certificate-sha1'],
  62: ['jarm'],
  64: ['certificate-sha256'],
};

/** A hash by its length; also as pairs between colons, the way certificate viewers print fingerprints. */
function readHex(text: string, { hasScheme }: Origin): Reading | null {
  if (hasScheme) return null;
  const isPaired = /^[0-9a-f]{2}(?::[0-9a-f]{2}){15,}$/i.test(text);
  if (!isPaired && !/^[0-9a-f]{24,}$/i.test(text)) return null;
  const value = text.replaceAll(':', '').toLowerCase();
  const kinds = KINDS_BY_HEX_LENGTH[value.length]?.filter((kind) => !isPaired || kind.startsWith('certificate-')) ?? [];
  if (kinds.length > 0) return understood(...kinds.map((kind) => interpretation(kind, value)));
  return impossible(
    `${value.length} hex digits: no hash of that length is known here. MD5 and name-server hashes have 32, SHA-1 has 40, JARM 62, SHA-256 64.`,
  );
}

function normalised(from: string, to: string): string[] {
  return from === to ? [] : [`written as ${to}`];
}

function addressInterpretation(address: IpAddress, text: string): Interpretation {
  const value = formatIp(address);
  return interpretation(address.version === 4 ? 'ipv4' : 'ipv6', value, { changes: normalised(text, value) });
}

/** `address/length` or `address/netmask`, the address also in brackets; host bits are masked off, and the address itself is offered second. */
function readSubnet(text: string): Reading | null {
  const [, ip = '', digits, mask = ''] = /^\[?([0-9a-f:.]+)\]?\/(?:(\d{1,3})|(\d[\d.]+))$/i.exec(text) ?? [];
  const address = parseIp(ip);
  const length = digits === undefined ? maskLength(mask) : Number(digits);
  if (!address || length === null || (mask !== '' && address.version === 6)) return null;
  const cidr = subnetOf(address, length);
  const max = maxPrefixLength(address.version);
  if (!cidr) {
    const host = formatIp(address);
    return impossible(`Reads like a subnet, but the prefix length ${length} is not between 0 and ${max}.`, [
      `${host}/${max}`,
      host,
    ]);
  }
  const value = formatCidr(cidr);
  const isMasked = cidr.network.value !== address.value;
  const changes = isMasked ? [`host bits of ${text} masked off`] : normalised(text, value);
  const subnet = interpretation('subnet', value, { changes });
  const offersAddress = isMasked || length === max;
  return offersAddress ? understood(subnet, addressInterpretation(address, formatIp(address))) : understood(subnet);
}

const ORDINALS = ['first', 'second', 'third', 'fourth'];

function octetProblem(octets: string[]): string | null {
  for (const [index, octet] of octets.entries()) {
    if (Number(octet) > 255) return `its ${ORDINALS[index]} number, ${octet}, is not between 0 and 255`;
    if (octet.length > 1 && octet.startsWith('0'))
      return `${octet} has a leading zero, which some programs read as octal`;
  }
  return null;
}

function withoutLeadingZeros(octets: string[]): string[] {
  const candidate = octets.map((octet) => octet.replace(/^0+(?=\d)/, '')).join('.');
  return parseIpv4(candidate) === null ? [] : [candidate];
}

function readIpv4(text: string, { isText }: Origin): Reading | null {
  const value = parseIpv4(text);
  if (value !== null) return understood(interpretation('ipv4', formatIpv4(value)));
  if (!/^\d{1,10}(?:\.\d{1,10}){2,}$/.test(text)) return null;
  const octets = text.split('.');
  if (octets.length !== 4) {
    // a version or an object identifier
    if (isText) return NOTHING;
    const padded = [...octets, '0'].slice(0, 4).join('.');
    const network = octets.length === 3 && parseIpv4(padded) !== null ? [`${padded}/24`] : [];
    return impossible(`Reads like an IPv4 address, but has ${octets.length} numbers instead of four.`, network);
  }
  return impossible(`Reads like an IPv4 address, but ${octetProblem(octets)}.`, withoutLeadingZeros(octets));
}

/** The host of a URL in one of the forms that browsers complete to four numbers: http://134744072/, http://0x8.8/. */
function readShortIpv4(text: string, { hasScheme }: Origin): Reading | null {
  if (!hasScheme || !/^(?:0x[0-9a-f]{1,8}|\d{1,11})(?:\.(?:0x[0-9a-f]{1,8}|\d{1,11})){0,3}$/i.test(text)) return null;
  if (!URL.canParse(`http://${text}`)) return null;
  const address = new URL(`http://${text}`).hostname;
  return impossible(`Not the usual form of an address; browsers read it as ${address}.`, [address]);
}

const EIGHT_PAIRS = /^(?:[0-9a-f]{2}:){7}[0-9a-f]{2}$/i;
/** Letters before `::` alone are a name of C++ or Perl, and no address in use is without a digit. */
const SCOPED_NAME = /^[a-f]{1,3}::|^[^0-9]*$/i;

const ZONE = /^([0-9a-f:.]+)%[\w.~-]+$/i;

/** IPv6 without brackets (splitUrl took them). A zone is dropped: it only means something on the host that named it. */
function readIpv6(text: string, { isText }: Origin): Reading | null {
  if (!text.includes(':')) return null;
  const bare = ZONE.exec(text)?.[1] ?? text;
  if (isText && SCOPED_NAME.test(bare)) return null;
  if (isText && EIGHT_PAIRS.test(bare))
    return impossible('Pairs of hex digits: a hardware address or a serial number.');
  const value = parseIpv6(bare);
  if (value === null) return null;
  const address: IpAddress = { version: 6, value };
  const zone = bare === text ? [] : [`zone ${text.slice(bare.length + 1)} dropped`];
  const plain = addressInterpretation(address, bare);
  const ipv6 = { ...plain, changes: [...zone, ...plain.changes] };
  const inner = unmapIpv4(address);
  if (inner.version === 6) return understood(ipv6);
  const changes = [...zone, `taken out of the IPv4-mapped form ${ipv6.value}`];
  return understood(interpretation('ipv4', formatIp(inner), { changes }), ipv6);
}

/** Hex groups and colons that are neither an address nor a fingerprint (ask after both). */
function readBrokenIpv6(text: string): Reading | null {
  if (!/^[0-9a-f.]*(?::[0-9a-f.]*){2,}$/i.test(text)) return null;
  if (/^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(text)) {
    return impossible('Reads like a hardware (MAC) address; nothing is collected about those.');
  }
  if (/^(?:[0-9a-f]{2}:){6,}[0-9a-f]{2}$/i.test(text))
    return impossible('Pairs of hex digits: a serial number, but no hash.');
  return impossible(
    'Reads like an IPv6 address, but is none: eight groups of up to four hex digits, one run of zeros as ::.',
  );
}

/**
 * A pattern in RE2 syntax, recognised by its `^`: a `$` at the end may belong to a URL. The engine checks whether it is
 * valid, because JavaScript's dialect differs.
 */
export function readRegex(text: string): Reading | null {
  return text.length > 1 && text.startsWith('^') ? understood(interpretation('regex', text)) : null;
}

/** A name with `*` for any run of characters (E1). */
function readWildcard(text: string): Reading | null {
  if (!text.includes('*') || !/^[\w.*-]+$/.test(text)) return null;
  return understood(interpretation('wildcard', text.toLowerCase().replace(/\.+$/, '')));
}

const SERVER_LABEL = /^(?:p?d?ns|dns|nameserver|name-?server)[a-z]?-?\d*[a-z]?$/;

function nameReading({ ascii, unicode }: DomainName): Reading {
  const changes = ascii === unicode ? [] : [`internationalised name ${unicode} = ${ascii}`];
  const domain = interpretation('domain', ascii, { display: unicode, changes });
  const labels = ascii.split('.');
  const looksLikeServer = SERVER_LABEL.test(labels[0] ?? '');
  const server = interpretation('name-server', ascii, {
    display: unicode,
    changes,
    ...(looksLikeServer ? { why: `${labels[0]} is a usual first label of name servers` } : {}),
  });
  if (labels.length > 2) return looksLikeServer ? understood(server, domain) : understood(domain, server);
  return looksLikeServer ? understood(domain, server) : understood(domain);
}

/** A domain or host name of at least two labels. Without a list of top-level domains (75 kB), their form has to do. */
function readDomain(text: string, { isText }: Pick<Origin, 'isText'>): Reading | null {
  if (!/[^\s][.。][^\s]/.test(text) || /\s/.test(text)) return null;
  // paths, versions and object identifiers are in every log
  if (isText && (/(?:^|\.)(?!xn--)[^.]*\d$/i.test(text) || !/^[\p{L}\p{M}\p{N}._·・׳״-]+$/u.test(text))) return NOTHING;
  const result = parseDomainName(text);
  if (!result.ok) return impossible(`Reads like a domain, but ${result.problem}.`);
  const ending = result.name.ascii.slice(result.name.ascii.lastIndexOf('.') + 1);
  if (FILE_ENDINGS.has(ending)) return impossible(`Reads like a file name: .${ending} is not a top-level domain.`);
  if (/^(?:[a-z]{2,}|xn--[a-z0-9-]+)$/.test(ending)) return nameReading(result.name);
  return impossible(`Reads like a domain, but '${ending}' cannot be a top-level domain.`);
}

const MAX_AS_NAME_LENGTH = 100;

/** Any other short text with a letter or digit: part of the name of an autonomous system (F2). */
function readAsName(text: string, { isText }: Origin): Reading | null {
  if (isText) return null;
  const isName = text.length > 1 && text.length <= MAX_AS_NAME_LENGTH && /[\p{L}\p{N}]/u.test(text);
  return isName ? understood(interpretation('as-name', text.replace(/\s+/g, ' '))) : null;
}
