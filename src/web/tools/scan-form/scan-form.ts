import type { ExplorerForm } from '#web/kit/ask/explorer-form.ts';
import type { FieldProblems } from '#web/kit/ask/parameter-docs.ts';
import { type ParameterQuestion, questionParams, questionQuery } from '#web/kit/ask/parameter-question.ts';
import {
  everyDay,
  type ScanKind,
  scanKinds,
  scanNames,
  scanOperations,
  type ScanSearch,
} from '#web/kit/ask/scan-kind.ts';
import { windowWords } from '#web/kit/ask/time-words.ts';
import { defaultDaysBack, kindMeanings, scanFields } from './scan-fields.ts';

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
    ...(hasWindow ? windowWords('seen', Number(days) >= everyDay ? '0' : `-${days || defaultDaysBack}d`) : []),
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
