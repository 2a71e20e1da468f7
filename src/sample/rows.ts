import type { FactKind } from '#model/fact-kind.ts';
import type { RecordType } from '#model/record-type.ts';

// The rows of the collection's writer tables (server/schema), without the columns that the loader adds. They are
// type aliases, not interfaces, because only those are assignable to the engine's Record<string, unknown>.

export type Category = 'malware' | 'phishing' | 'spam' | 'c2' | 'scan';

export type ObsRow = {
  rrtype: RecordType;
  rrname: string;
  rdata: string;
  rrset: readonly string[];
  first_seen: string;
  last_seen: string;
  count: number;
  ttl: number;
  sources: number;
};

export type PrefixRow = {
  first: string;
  length: number;
  asn: number;
  valid_from: string;
  valid_to: string;
  allocated: string;
};

type CountryRow = {
  first: string;
  length: number;
  country: string;
  valid_from: string;
  valid_to: string;
};

type AsnRow = {
  asn: number;
  asname: string;
  allocated: string;
};

export type FactRow = {
  subject_type: 'ip' | 'domain' | 'name_server';
  /** The address; :: for names. */
  first: string;
  last: string;
  /** The name; empty for addresses. */
  key: string;
  kind: FactKind;
  source: string;
  value: string;
  tags: readonly string[];
  valid_from: string;
};

type ListingRow = {
  indicator: string;
  host: string;
  ip: string;
  category: Category;
  source: string;
  first_listed: string;
  last_listed: string;
};

export type WhoisRow = {
  domain: string;
  date: string;
  created: string;
  updated: string;
  expires: string;
  registrar: string;
  name: string;
  org: string;
  emails: readonly string[];
  address: readonly string[];
  city: string;
  state: string;
  zipcode: string;
  country: string;
  nameservers: readonly string[];
  whois_server: string;
};

export type CertificateRow = {
  fingerprint_sha1: string;
  fingerprint_sha256: string;
  fingerprint_md5: string;
  subject_common_name: string;
  subject_org: string;
  domains: readonly string[];
  issuer_common_name: string;
  issuer_organization: string;
  chain: readonly string[];
  serial_hex: string;
  not_before: string;
  not_after: string;
  logged: string;
  cert_index: number;
  source_name: string;
  source_url: string;
};

type Scan = {
  ip: string;
  hostname: string;
  scan_date: string;
};

type ScanCertificateRow = Scan & {
  fingerprint_sha1: string;
};

type ScanFaviconRow = Scan & {
  favicon_md5: string;
  favicon_mmh3: number;
  favicon2_md5: string;
  favicon2_mmh3: number;
  favicon2_path: string;
};

type ScanHeadersRow = Scan & {
  response: string;
  headers: Readonly<Record<string, string>>;
};

type ScanHtmlRow = Scan & {
  html_title: string;
  html_body_murmur3: string;
  html_body_ssdeep: string;
};

type ScanJarmRow = {
  ip: string;
  hostname: string;
  jarm_hash: string;
  server_banner: string | null;
  first_seen: string;
  last_seen: string;
};

type ScanOpendirRow = {
  ip: string;
  scan_date: string;
  filename: string;
  filesize: number | null;
  modified: string;
};

/** Table name -> shape of its rows. */
export type SampleTables = {
  obs: ObsRow;
  prefixes: PrefixRow;
  countries: CountryRow;
  asns: AsnRow;
  facts: FactRow;
  listings: ListingRow;
  whois: WhoisRow;
  certificates: CertificateRow;
  scan_certificates: ScanCertificateRow;
  scan_favicon: ScanFaviconRow;
  scan_headers: ScanHeadersRow;
  scan_html: ScanHtmlRow;
  scan_jarm: ScanJarmRow;
  scan_opendir: ScanOpendirRow;
};

export type SampleTable = keyof SampleTables;

/** One row and the table it goes to. */
export type SampleRow = { [T in SampleTable]: { table: T; row: SampleTables[T] } }[SampleTable];

export type SampleRows = Generator<SampleRow, void, undefined>;
