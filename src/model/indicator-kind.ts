/** Every kind of thing that pasted text can be. The kinds nshash and mxhash carry the words of the interface (E5). */
export type IndicatorKind =
  | 'ipv4'
  | 'ipv6'
  | 'subnet'
  | 'asn'
  | 'domain'
  | 'name-server'
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

interface KindWords {
  readonly one: string;
  readonly many: string;
  /** What in the text led to this reading. */
  readonly why: string;
}

export const INDICATOR_KINDS: Readonly<Record<IndicatorKind, KindWords>> = {
  ipv4: { one: 'IPv4 address', many: 'IPv4 addresses', why: 'four numbers from 0 to 255' },
  ipv6: { one: 'IPv6 address', many: 'IPv6 addresses', why: 'groups of hex digits between colons' },
  subnet: { one: 'subnet', many: 'subnets', why: 'an address and a prefix length' },
  asn: { one: 'AS number', many: 'AS numbers', why: 'a number that an autonomous system can have' },
  domain: { one: 'domain', many: 'domains', why: 'labels between dots' },
  'name-server': { one: 'name server', many: 'name servers', why: 'a host name that may serve zones' },
  nshash: { one: 'name-server set hash', many: 'name-server set hashes', why: '32 hex digits' },
  mxhash: { one: 'mail-exchanger set hash', many: 'mail-exchanger set hashes', why: '32 hex digits' },
  'favicon-md5': { one: 'favicon MD5', many: 'favicon MD5s', why: '32 hex digits' },
  'favicon-mmh3': { one: 'favicon hash (mmh3)', many: 'favicon hashes (mmh3)', why: 'a signed 32-bit number' },
  'certificate-md5': { one: 'certificate MD5', many: 'certificate MD5s', why: '32 hex digits' },
  'certificate-sha1': { one: 'certificate SHA-1', many: 'certificate SHA-1s', why: '40 hex digits' },
  'certificate-sha256': { one: 'certificate SHA-256', many: 'certificate SHA-256s', why: '64 hex digits' },
  jarm: { one: 'JARM fingerprint', many: 'JARM fingerprints', why: '62 hex digits' },
  wildcard: { one: 'name pattern', many: 'name patterns', why: 'a name with *' },
  regex: { one: 'regular expression', many: 'regular expressions', why: 'it begins with ^' },
  'as-name': { one: 'AS name', many: 'AS names', why: 'plain text' },
};
