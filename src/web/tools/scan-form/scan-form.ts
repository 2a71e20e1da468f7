import type { ExplorerForm } from '#web/kit/ask/explorer-form.ts';
import type { FieldProblems } from '#web/kit/ask/parameter-docs.ts';
import {
  type ParameterField,
  type ParameterQuestion,
  questionParams,
  questionQuery,
} from '#web/kit/ask/parameter-question.ts';
import {
  everyDay,
  type ScanKind,
  scanKinds,
  scanNames,
  scanOperations,
  type ScanSearch,
} from '#web/kit/ask/scan-kind.ts';
import { periodStart, windowWords } from '#web/kit/ask/time-words.ts';
import { addressCount, formatCidr, subnetOf } from '#model/cidr.ts';
import { formatNumber } from '#model/format.ts';
import { parseIp } from '#model/ip-address.ts';
import { wildcardReading } from '#web/kit/ask/value-list.ts';

/** The results of each search and their use. */
const kindMeanings: Readonly<Record<ScanKind, string>> = {
  certificates: 'Addresses that served a certificate, by fingerprint, name or network.',
  favicon: 'Addresses with the same icon: hosts of one actor, or copies of one login page.',
  headers: 'Web servers that send a header: a server version, a build number, the cookie of a kit.',
  jarm: 'Addresses with the same JARM: the same TLS software and configuration.',
  opendir: 'Addresses with an open directory, and the files in it.',
};

const place: readonly ParameterField[] = [
  { name: 'ipv4', label: 'IPv4 address', kind: 'indicator', example: '203.0.113.66', check: addressProblem },
  {
    name: 'netmask',
    label: 'Netmask',
    kind: 'number',
    example: '32',
    hint: 'Prefix length, for example 24.',
    reading: networkReading,
  },
];
const group = 'Range and limits';
const pages: readonly ParameterField[] = [
  { name: 'limit', label: 'Addresses per page', kind: 'number', example: '100', group },
  { name: 'skip', label: 'Skip addresses', kind: 'number', example: '0', group },
];
/** A3, A6, A7: the default period of the search in days. */
const defaultDaysBack = '180';
const daysBack: ParameterField = {
  name: 'window',
  label: 'Days back',
  kind: 'period',
  example: defaultDaysBack,
  group,
  unset: () => defaultDaysBack,
  cleared: String(everyDay),
};

const digitsOf = { MD5: 32, 'SHA-1': 40, 'SHA-256': 64, JARM: 62 } as const;
type HashName = keyof typeof digitsOf;

/** A field that takes a hash of one of these kinds. */
function hashField(name: string, label: string, hashes: readonly HashName[]): ParameterField {
  return { name, label, kind: 'indicator', example: digitWords(hashes), check: (text) => hashProblem(text, hashes) };
}

function digitWords(hashes: readonly HashName[]): string {
  return `${hashes.map((hash) => digitsOf[hash]).join(' or ')} hexadecimal digits`;
}

/** The panel fetches the icon on a press only, so that no link and no reload sends anything out. */
function liveReading({ favicon_mmh3_from_url: url }: Readonly<Record<string, string>>): string | undefined {
  return url
    ? 'Nothing is fetched before you press the button below the form: the icon’s server will see the request.'
    : undefined;
}

/** Every parameter of A3 to A7 as fields; fields with a group are under "More parameters". */
export const scanFields: Readonly<Record<ScanKind, readonly ParameterField[]>> = {
  certificates: [
    hashField('fingerprint_sha1', 'Fingerprint (SHA-1 or SHA-256)', ['SHA-1', 'SHA-256']),
    { name: 'domain', label: 'Name in the certificate', kind: 'name', example: '*.harborline-login.example' },
    ...place,
    {
      name: 'expired_certs_only',
      label: 'Validity',
      kind: 'choice',
      hint: 'Expired: the not-after date is in the past.',
      choices: [
        { value: '', label: 'Valid and expired' },
        { value: '1', label: 'Expired only' },
      ],
    },
    daysBack,
    ...pages,
  ],
  favicon: [
    { name: 'mmh3', label: 'mmh3 of the icon', kind: 'number', example: '-1231872293' },
    hashField('md5', 'MD5 of the icon', ['MD5']),
    {
      name: 'favicon_mmh3_from_url',
      label: 'or the icon at a URL',
      shortLabel: 'Icon at a URL',
      kind: 'indicator',
      example: 'https://www.example.com/favicon.ico',
      check: urlProblem,
      reading: liveReading,
    },
    ...place,
    {
      name: 'net',
      label: 'Where',
      kind: 'choice',
      choices: [
        { value: '', label: 'In this network' },
        { value: 'notin', label: 'Everywhere else' },
      ],
      group,
    },
    ...pages,
  ],
  headers: [
    { name: 'header_search', label: 'Part of a header', kind: 'indicator', example: 'server: nginx' },
    ...place,
    ...pages,
  ],
  jarm: [hashField('jarm_hash', 'JARM', ['JARM']), ...place, daysBack, ...pages],
  opendir: [
    {
      name: 'filename',
      label: 'File name or pattern',
      kind: 'indicator',
      example: '*.zip',
      reading: ({ filename = '' }) => wildcardReading(filename),
    },
    {
      name: 'filename_regex',
      label: 'or a regular expression (RE2)',
      shortLabel: 'Regular expression',
      kind: 'regex',
      example: '^invoice.*\\.js$',
    },
    ...place,
    {
      name: 'result_mode',
      label: 'Show',
      kind: 'choice',
      hint: 'The matching files, or all files of every address with a match.',
      choices: [
        { value: '', label: 'The matching files (file)' },
        { value: 'full', label: 'The whole listings (full)' },
      ],
    },
    daysBack,
  ],
};

/** The checks below return the problem of a text, which is never empty, or undefined. */

function addressProblem(text: string): string | undefined {
  if (parseIp(text)?.version === 4) return undefined;
  return text.includes('/')
    ? 'Enter the address alone; the number after / goes into Netmask.'
    : 'Enter an IPv4 address: scans cover IPv4 only.';
}

const nameOf = new Map([
  [32, 'an MD5'],
  [40, 'a SHA-1'],
  [64, 'a SHA-256'],
]);

/** Colons between the bytes are allowed, as some tools write them. */
function hashProblem(text: string, hashes: readonly HashName[]): string | undefined {
  const bare = text.replaceAll(':', '');
  const isHex = /^[0-9a-f]+$/i.test(bare);
  if (isHex && hashes.some((hash) => digitsOf[hash] === bare.length)) return undefined;
  const other = isHex ? nameOf.get(bare.length) : undefined;
  const wanted = `${hashes.join(' or ')}, ${digitWords(hashes)}`;
  return other ? `This is ${other}: scans are searched by ${wanted}.` : `A ${wanted}.`;
}

/** Checks the shape only: the service decides whether the target is allowed. */
function urlProblem(text: string): string | undefined {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
    ? undefined
    : 'A URL that begins with http:// or https://.';
}

/** The network of address and netmask in words; undefined while they are incomplete. */
export function networkReading({ ipv4 = '', netmask = '' }: Readonly<Record<string, string>>): string | undefined {
  const address = parseIp(ipv4.trim());
  if (address?.version !== 4 || !/^\d{1,2}$/.test(netmask.trim())) return undefined;
  const cidr = subnetOf(address, Number(netmask));
  return cidr ? `${formatCidr(cidr)}: ${formatNumber(addressCount(cidr))} addresses.` : undefined;
}

/** A search as it stands in the form and in the URL; `what` is one of {@link scanKinds}. */
export type ScanQuestion = ParameterQuestion;

/** What is searched: A3 to A7. */
export function kindOf({ what }: ScanQuestion): ScanKind {
  return scanKinds.find((kind) => kind === what) ?? 'certificates';
}

/** Parameters that narrow or shape an answer, but look for nothing. */
const noSubjects: ReadonlySet<string> = new Set(['limit', 'skip', 'result_mode', 'net']);

/** True when there is something to look for. */
function isAsked(question: ScanQuestion): boolean {
  return Object.keys(questionParams(scanFields[kindOf(question)], question)).some((name) => !noSubjects.has(name));
}

/** What is still to be given before it can be asked, by field. */
function missingOf(question: ScanQuestion): FieldProblems {
  const [first] = scanFields[kindOf(question)];
  if (!isAsked(question)) return { [first?.name ?? 'ipv4']: 'Enter at least one search term.' };
  const { ipv4 = '', netmask = '' } = question;
  const { net = '' } = questionParams(scanFields[kindOf(question)], question);
  if (ipv4.trim() !== '') return {};
  if (netmask.trim() !== '') return { ipv4: 'Enter the address that the netmask applies to.' };
  return net === '' ? {} : { ipv4: '“Everywhere else” needs a network to exclude.' };
}

/** The search that a question is. Its texts are taken as the form has judged them. */
export function searchOf(question: ScanQuestion): ScanSearch {
  const kind = kindOf(question);
  return { operationId: scanOperations[kind], query: questionQuery(scanFields[kind], question) };
}

/** What is looked for, in the words that were typed; '' where the choices say it all. */
export function subjectOf(question: ScanQuestion): string {
  const fields = scanFields[kindOf(question)];
  const inSight = fields.filter(({ group, kind: input }) => group === undefined && input !== 'choice');
  const { netmask, ...given } = questionParams(inSight, question);
  const outside = questionParams(fields, question)['net'] === 'notin' ? 'outside ' : '';
  return Object.entries(given)
    .map(([name, text]) => (name === 'ipv4' ? `${outside}${text}${netmask === undefined ? '' : `/${netmask}`}` : text))
    .join(' · ');
}

/** The question in words: the title of its panel. */
export function questionTitle(question: ScanQuestion): string {
  const kind = kindOf(question);
  const subject = subjectOf(question);
  const {
    window: days = '',
    expired_certs_only: expired,
    result_mode: mode,
  } = questionParams(scanFields[kind], question);
  const hasWindow = scanFields[kind].some(({ name }) => name === 'window');
  return [
    subject === '' ? scanNames[kind] : `${scanNames[kind]}: ${subject}`,
    ...(expired === '1' ? ['expired only'] : []),
    ...(mode === 'full' ? ['whole listings'] : []),
    ...(hasWindow ? windowWords('seen', Number(days) >= everyDay ? '0' : periodStart(days || defaultDaysBack)) : []),
  ].join(', ');
}

/** Every parameter of A3 to A7. Another kind keeps the place: from the JARMs of a network to its icons. */
export const scanForm: ExplorerForm = {
  label: 'Scan search',
  variants: {
    param: 'what',
    label: 'What scans saw',
    variants: Object.fromEntries(
      scanKinds.map((kind) => [
        kind,
        {
          label: scanNames[kind],
          meaning: kindMeanings[kind],
          operationId: scanOperations[kind],
          fields: scanFields[kind],
        },
      ]),
    ),
    keep: ({ ipv4 = '', netmask = '' }) => ({ ipv4, netmask }),
    isOpenedAtOnce: true,
  },
  questionOf: searchOf,
  missingOf,
  isAsked,
};

interface Example {
  readonly says: string;
  readonly kind: ScanKind;
  readonly params: Readonly<Record<string, string>>;
}

/** Examples, for the page before its first question. */
export const scanExamples: readonly Example[] = [
  { says: 'Every certificate in a network', kind: 'certificates', params: { ipv4: '203.0.113.0', netmask: '24' } },
  {
    says: 'Certificates for names below a domain',
    kind: 'certificates',
    params: { domain: '*.harborline-bank.example' },
  },
  { says: 'Expired certificates', kind: 'certificates', params: { expired_certs_only: '1' } },
  { says: 'Web servers with the header of a kit', kind: 'headers', params: { header_search: 'x-amber-build' } },
  { says: 'TLS set-ups of an address', kind: 'jarm', params: { ipv4: '203.0.113.66' } },
  { says: 'Icons in a network', kind: 'favicon', params: { ipv4: '198.51.100.0', netmask: '24' } },
  { says: 'Open directories with a loader', kind: 'opendir', params: { filename: 'loader.exe', result_mode: 'full' } },
  { says: 'Stolen lists by file name', kind: 'opendir', params: { filename_regex: '^(mailboxes|hosts)\\..*$' } },
];
