import type { FindingDetector, FindingEvidence, FindingRecord, Findings } from '#contract/generated/types.gen.ts';
import { parseAsn } from '#model/asn.ts';
import { kindOfMember } from '#model/connection.ts';
import { formatCount, formatNumber } from '#model/format.ts';
import { type Indicator, indicatorOf, nameServerOf } from '#model/indicator-of.ts';
import type { FindingState } from './findings-question.ts';

/** What a finding is not: said wherever findings are shown. */
export const notJudged = 'Seen, not judged: findings count in no score.';

/** A finding with the name of its detector. */
export type NamedFinding = FindingRecord & {
  readonly title: string;
  /** Why the last run of the detector did not look for it again. */
  readonly notChecked?: string | undefined;
};

/** The findings of an answer, each with what it says about the detector. */
export function namedFindings({ records, detectors = [] }: Findings): readonly NamedFinding[] | undefined {
  const byId = new Map(detectors.map((detector) => [detector.id, detector]));
  return records?.map((record) => {
    const { title = record.detector ?? '', state } = byId.get(record.detector) ?? {};
    return { ...record, title, notChecked: state && notChecked[state] };
  });
}

const notChecked: Readonly<Partial<Record<NonNullable<FindingDetector['state']>, string>>> = {
  failed: 'not checked since: the last run failed',
  missing: 'not checked since: the data is missing',
};

const subjectTypes: Readonly<Record<NonNullable<FindingRecord['subject_type']>, string>> = {
  domain: 'Domain',
  ip: 'Address',
  subnet: 'Subnet',
  nameserver: 'Name server',
  asn: 'AS',
};

export function subjectTypeLabel({ subject_type: type }: FindingRecord): string {
  return type === undefined ? '' : (subjectTypes[type] ?? type);
}

/** The subject of a finding, for its link. */
export function findingSubject({ subject = '', subject_type: type }: FindingRecord): Indicator | null {
  switch (type) {
    case 'ip':
      return { kind: kindOfMember(type, subject), value: subject };
    case 'nameserver':
      return nameServerOf(subject);
    case 'asn':
      return asnOf(subject);
    default:
      return indicatorOf(subject);
  }
}

/** What a row of evidence names, for its link; null for plain text. */
export function evidenceIndicator({ what = '', value = '' }: FindingEvidence): Indicator | null {
  if (/^AS\d+$/.test(value)) return asnOf(value);
  return /name server/i.test(what) ? nameServerOf(value) : indicatorOf(value);
}

function asnOf(text: string): Indicator | null {
  const asn = parseAsn(text);
  return asn === null ? null : { kind: 'asn', value: String(asn) };
}

/** "Name server: ns1.example.net (2026-10-02 to 2026-10-05), of another AS". */
export function evidenceText(row: FindingEvidence): string {
  const { what = '', value = '', note = '' } = row;
  const days = evidenceDays(row);
  return `${what}: ${value}${days && ` (${days})`}${note && `, ${note}`}`;
}

/** "2026-10-02 to 2026-10-05", one day, or ''. */
export function evidenceDays({ first = '', last = '' }: FindingEvidence): string {
  const [from, to] = [first.slice(0, 10), last.slice(0, 10)];
  return from && to && from !== to ? `${from} to ${to}` : from || to;
}

/** "Found since 2026-11-12", or "Found 2026-11-12, gone 2026-11-20". */
export function findingSpan({ appeared = '', gone, notChecked: why }: NamedFinding): string {
  if (gone) return `Found ${appeared}, gone ${gone}`;
  return why ? `Found ${appeared}, ${why}` : `Found since ${appeared}`;
}

interface DetectorState {
  readonly tone: 'text' | 'muted' | 'warning' | 'danger';
  readonly words: string;
}

/** How the last run of a detector ended: "12 found, as of 2026-11-27", "Not enough data: needs whois records". */
export function detectorState(detector: FindingDetector): DetectorState {
  const { state, missing = [], error, found = 0 } = detector;
  const kept = found > 0 ? ` ${formatCount(found, 'finding')} of an earlier run.` : '';
  if (state === 'not_run') return { tone: 'muted', words: 'Has not run yet' };
  if (state === 'missing') return { tone: 'warning', words: `Not enough data: needs ${missing.join(', ')}.${kept}` };
  if (state === 'failed') return { tone: 'danger', words: `Failed: ${error ?? 'no reason given'}.${kept}` };
  return { tone: found > 0 ? 'text' : 'muted', words: `${foundWords(detector)}${asOfWords(detector)}` };
}

function foundWords({ found = 0, is_cut: isCut = false }: FindingDetector): string {
  if (found === 0) return 'None found';
  return isCut ? `${formatNumber(found)} found, more not kept` : `${formatNumber(found)} found`;
}

/** ", as of" the newest day of the data, or the day of the run. */
function asOfWords({ data_until: until, ran_at: ran }: FindingDetector): string {
  const day = until ?? ran?.slice(0, 10);
  return day ? `, as of ${day}` : '';
}

/** "3 hidden: never flag"; '' without any. */
export function hiddenFindings({ hidden = 0 }: Pick<Findings, 'hidden'>): string {
  return hidden > 0 ? `${formatNumber(hidden)} hidden: never flag` : '';
}

interface EmptyFindings {
  readonly is: 'unknown' | 'empty' | 'failed';
  readonly word: string;
  readonly sentence: string;
}

/** Says why an answer has no records. Undefined when it has some. @param id the detector that was asked for; '' for all */
export function emptyFindings(answer: Findings, id: string, state: FindingState): EmptyFindings | undefined {
  const { records, detectors = [] } = answer;
  if (records === undefined || records.length > 0) return undefined;
  const hidden = hiddenFindings(answer);
  if (hidden) return { is: 'empty', word: 'All hidden', sentence: `${hidden}.` };
  const asked = id === '' ? detectors : detectors.filter((each) => each.id === id);
  return emptyWords(asked, state);
}

function emptyWords(asked: readonly FindingDetector[], state: FindingState): EmptyFindings {
  const [first] = asked;
  if (!first) return { is: 'unknown', word: 'No detectors', sentence: 'This service has no detectors.' };
  if (asked.every((each) => each.state === 'not_run'))
    return { is: 'unknown', word: 'Not run yet', sentence: 'Detectors run after imports and once a day.' };
  if (state === 'gone') return { is: 'empty', word: 'None gone', sentence: 'No finding has disappeared.' };
  const ran = asked.filter((each) => each.state === 'found');
  return ran.length > 0 ? nothingFound(asked, ran) : noneRan(asked, first);
}

/** Some detectors ran, and found nothing. */
function nothingFound(asked: readonly FindingDetector[], ran: readonly FindingDetector[]): EmptyFindings {
  const day = asOfWords(ran[0] ?? {});
  const others = asked.length - ran.length;
  const sentence = `${formatCount(ran.length, 'detector')} searched the collection${day}.`;
  const rest = ` ${formatCount(others, 'other detector')} could not run: the list of detectors says why.`;
  return { is: 'empty', word: 'Nothing found', sentence: others > 0 ? sentence + rest : sentence };
}

/** No detector could run, which says nothing about what there is to find. */
function noneRan(asked: readonly FindingDetector[], first: FindingDetector): EmptyFindings {
  const { missing = [], error } = first;
  const why = first.state === 'missing' ? `Needs ${missing.join(', ')}.` : (error ?? 'No reason given.');
  const sentence = asked.length === 1 ? why : 'No detector could run: the list of detectors says why.';
  return asked.some((each) => each.state === 'failed')
    ? { is: 'failed', word: 'Failed', sentence }
    : { is: 'unknown', word: 'Not enough data', sentence };
}
