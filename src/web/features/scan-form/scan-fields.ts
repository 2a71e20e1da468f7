import type { ScanKind } from '#web/components/scan-kind.ts';

/** Parameters of A3 to A7, in the order of the interface. */
export const fieldNames = [
  'ipv4',
  'netmask',
  'net',
  'fingerprint_sha1',
  'domain',
  'expired_certs_only',
  'md5',
  'mmh3',
  'favicon_mmh3_from_url',
  'header_search',
  'jarm_hash',
  'filename',
  'filename_regex',
  'window',
  'result_mode',
  'limit',
  'skip',
] as const;
export type FieldName = (typeof fieldNames)[number];

interface Field {
  readonly label: string;
  /** What the form shows while nothing is typed. */
  readonly example?: string;
  /** The choices; the first one is "not given". A field without takes text. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  readonly isNumber?: true;
}

export const fields: Readonly<Record<FieldName, Field>> = {
  ipv4: { label: 'IPv4 address', example: '203.0.113.66' },
  netmask: { label: 'Netmask', example: '32', isNumber: true },
  net: {
    label: 'Where',
    choices: [
      { value: '', label: 'In this network' },
      { value: 'notin', label: 'Everywhere else' },
    ],
  },
  fingerprint_sha1: { label: 'Fingerprint (SHA-1)', example: '40 hexadecimal digits' },
  domain: { label: 'Name in the certificate', example: '*.harborline-login.example' },
  expired_certs_only: {
    label: 'Validity',
    choices: [
      { value: '', label: 'Valid and expired' },
      { value: '1', label: 'Expired only' },
    ],
  },
  md5: { label: 'MD5 of the icon', example: '32 hexadecimal digits' },
  mmh3: { label: 'mmh3 of the icon', example: '-1231872293', isNumber: true },
  favicon_mmh3_from_url: { label: 'or the icon at a URL', example: 'https://www.example.com/favicon.ico' },
  header_search: { label: 'Part of a header', example: 'server: nginx' },
  jarm_hash: { label: 'JARM', example: '62 hexadecimal digits' },
  filename: { label: 'File name or pattern', example: '*.zip' },
  filename_regex: { label: 'or a regular expression (RE2)', example: '^invoice.*\\.js$' },
  window: { label: 'Days back', example: '180', isNumber: true },
  result_mode: {
    label: 'Show',
    choices: [
      { value: '', label: 'The matching files (file)' },
      { value: 'full', label: 'The whole listings (full)' },
    ],
  },
  limit: { label: 'Addresses a page', example: '100', isNumber: true },
  skip: { label: 'Skip addresses', example: '0', isNumber: true },
};

interface KindForm {
  readonly label: string;
  /** What is found, and what for. */
  readonly meaning: string;
  /** Always in sight. */
  readonly main: readonly FieldName[];
  /** Set aside until wanted. */
  readonly more: readonly FieldName[];
}

const place = ['ipv4', 'netmask'] as const;
const page = ['limit', 'skip'] as const;

export const kindForms: Readonly<Record<ScanKind, KindForm>> = {
  certificates: {
    label: 'Certificates',
    meaning: 'Which addresses showed a certificate: by its fingerprint, a name in it, or where.',
    main: ['fingerprint_sha1', 'domain', ...place, 'expired_certs_only'],
    more: ['window', ...page],
  },
  favicon: {
    label: 'Favicon',
    meaning: 'Which addresses have the same icon: hosts of one crew, or copies of one login page.',
    main: ['mmh3', 'md5', 'favicon_mmh3_from_url', ...place],
    more: ['net', ...page],
  },
  headers: {
    label: 'Headers',
    meaning: 'Which web servers send a header: a server version, a build number, a cookie of a kit.',
    main: ['header_search', ...place],
    more: page,
  },
  jarm: {
    label: 'JARM',
    meaning: 'Which addresses answer TLS greetings alike: the same software, set up the same way.',
    main: ['jarm_hash', ...place],
    more: ['window', ...page],
  },
  opendir: {
    label: 'Open directories',
    meaning: 'Which addresses list their files to anybody, and which files.',
    main: ['filename', 'filename_regex', ...place, 'result_mode'],
    more: ['window'],
  },
};
