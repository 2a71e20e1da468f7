import { formatCount } from './format.ts';

/** Every kind of thing that pasted text can be. The kinds nshash and mxhash carry the words of the interface (E5). */
export type IndicatorKind =
  | 'ipv4'
  | 'ipv6'
  | 'subnet'
  | 'asn'
  | 'domain'
  | 'name-server'
  | 'e-mail'
  | 'nshash'
  | 'mxhash'
  | 'favicon-md5'
  | 'favicon-mmh3'
  | 'certificate-md5'
  | 'certificate-sha1'
  | 'certificate-sha256'
  | 'jarm'
  | 'wildcard'
  | 'regex'
  | 'as-name';

/** The kinds that have their own page. */
export const SUBJECT_KINDS = [
  'ipv4',
  'ipv6',
  'domain',
  'asn',
  'subnet',
  'name-server',
] as const satisfies IndicatorKind[];

/** Whether indicators of a kind have their own page; the team can judge them. */
export function hasOwnPage(kind: IndicatorKind): boolean {
  return (SUBJECT_KINDS as readonly IndicatorKind[]).includes(kind);
}

interface KindTraits {
  readonly one: string;
  readonly many: string;
  /** The noun for a text that may be another kind as well: a hash does not show its kind. */
  readonly pasted?: { readonly one: string; readonly many: string };
  /** The reason for this reading. */
  readonly why: string;
  /** Of a subject, where there is room for two characters; a domain has a picture. */
  readonly letters?: string;
  /** Whether it is found in free text; plain words, numbers and patterns count only when typed alone. */
  readonly isExtracted?: true;
  /** Bulk triage takes it. */
  readonly isTriaged?: true;
  /** Can be sent to external sites; patterns and plain text cannot. */
  readonly isLinkable?: true;
}

export const INDICATOR_KINDS: Readonly<Record<IndicatorKind, KindTraits>> = {
  ipv4: {
    one: 'IPv4 address',
    many: 'IPv4 addresses',
    why: 'four numbers from 0 to 255',
    letters: 'IP',
    isExtracted: true,
    isTriaged: true,
    isLinkable: true,
  },
  ipv6: {
    one: 'IPv6 address',
    many: 'IPv6 addresses',
    why: 'groups of hex digits between colons',
    letters: 'v6',
    isExtracted: true,
    isTriaged: true,
    isLinkable: true,
  },
  subnet: {
    one: 'subnet',
    many: 'subnets',
    why: 'an address and a prefix length',
    letters: '/n',
    isExtracted: true,
    isTriaged: true,
    isLinkable: true,
  },
  asn: {
    one: 'AS number',
    many: 'AS numbers',
    why: 'a number that an autonomous system can have',
    letters: 'AS',
    isExtracted: true,
    isTriaged: true,
    isLinkable: true,
  },
  domain: {
    one: 'domain',
    many: 'domains',
    why: 'labels between dots',
    isExtracted: true,
    isTriaged: true,
    isLinkable: true,
  },
  'name-server': {
    one: 'name server',
    many: 'name servers',
    why: 'a host name that may serve zones',
    letters: 'NS',
    isExtracted: true,
    isTriaged: true,
    isLinkable: true,
  },
  'e-mail': { one: 'e-mail address', many: 'e-mail addresses', why: 'a name, @ and a domain', isExtracted: true },
  nshash: { one: 'name-server set hash', many: 'name-server set hashes', why: '32 hex digits', isExtracted: true },
  mxhash: { one: 'mail-exchanger set hash', many: 'mail-exchanger set hashes', why: '32 hex digits' },
  'favicon-md5': { one: 'favicon MD5', many: 'favicon MD5s', why: '32 hex digits', isLinkable: true },
  'favicon-mmh3': {
    one: 'favicon hash (mmh3)',
    many: 'favicon hashes (mmh3)',
    why: 'a signed 32-bit number',
    isExtracted: true,
    isLinkable: true,
  },
  'certificate-md5': { one: 'certificate MD5', many: 'certificate MD5s', why: '32 hex digits', isExtracted: true },
  'certificate-sha1': {
    one: 'certificate SHA-1',
    many: 'certificate SHA-1s',
    pasted: { one: 'SHA-1 hash', many: 'SHA-1 hashes' },
    why: '40 hex digits',
    isExtracted: true,
    isLinkable: true,
  },
  'certificate-sha256': {
    one: 'certificate SHA-256',
    many: 'certificate SHA-256s',
    pasted: { one: 'SHA-256 hash', many: 'SHA-256 hashes' },
    why: '64 hex digits',
    isExtracted: true,
    isLinkable: true,
  },
  jarm: {
    one: 'JARM fingerprint',
    many: 'JARM fingerprints',
    why: '62 hex digits',
    isExtracted: true,
    isLinkable: true,
  },
  wildcard: { one: 'name pattern', many: 'name patterns', why: 'a name with *' },
  regex: { one: 'regular expression', many: 'regular expressions', why: 'it begins with ^' },
  'as-name': { one: 'AS name', many: 'AS names', why: 'plain text' },
};

/** "3 domains", "1 SHA-256 hash": summary of a pasted text. */
export function countOfKind(kind: IndicatorKind, count: number): string {
  const traits = INDICATOR_KINDS[kind];
  const { one, many } = traits.pasted ?? traits;
  return formatCount(count, one, many);
}

/** What other sites can be queried about, in the order of the table. */
export const linkableKinds: readonly IndicatorKind[] = Object.keys(INDICATOR_KINDS)
  .filter(isIndicatorKind)
  .filter((kind) => INDICATOR_KINDS[kind].isLinkable);

function isIndicatorKind(text: string): text is IndicatorKind {
  return Object.hasOwn(INDICATOR_KINDS, text);
}

/** A kind that names a host: a domain, or a name in the position of a name server. */
export function isHostName(kind: IndicatorKind): boolean {
  return kind === 'domain' || isNameServer(kind);
}

export function isNameServer(kind: IndicatorKind): kind is 'name-server' {
  return kind === 'name-server';
}

/** A host name as a name server. */
export function nameServer<Value extends string>(value: Value) {
  return { kind: 'name-server', value } as const;
}
