import type { DayInt } from '#model/dates.ts';
import { capital } from '#model/format.ts';
import { reputationVerdictState } from '#model/verdict.ts';
import type { DayPoint } from '#web/charts/day-series.ts';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { takedownWords } from '#web/kit/score/score-words.ts';
import type { ReputationKind } from './reputation-kinds.ts';

/** A reputation of any kind on one day. */
export interface ReputationPoint {
  /** null when the record names no day. */
  readonly date: DayInt | null;
  /** 0 to 100. */
  readonly score: number | null;
  /** The inputs of the score; null when not requested or not given. */
  readonly explain: Readonly<Record<string, unknown>> | null;
  /** True when the record says that its score means nothing. */
  readonly isTooLittle?: true;
}

/** The record of a reputation operation as a point; null when nothing is known. */
function reputationPoint(record: unknown, kind: ReputationKind): ReputationPoint | null {
  if (typeof record !== 'object' || record === null) return null;
  const fields: Readonly<Record<string, unknown>> = { ...record };
  if (typeof fields['error'] === 'string') return null;
  const { [kind.score]: score, [`${kind.score}_explain`]: explain, date } = fields;
  return {
    date: typeof date === 'number' ? date : null,
    score: typeof score === 'number' ? score : null,
    explain: typeof explain === 'object' && explain !== null ? { ...explain } : null,
    ...((fields['not_enough_data'] === true || fields['verdict'] === 'insufficient') && { isTooLittle: true }),
  };
}

/**
 * The state of a reputation of today, from a list of one record or, with some deployments, the record itself. Without data the
 * answer is unknown, never "0". D2: without an open listing there is nothing to measure.
 */
export function reputationState(answer: unknown, kind: ReputationKind): PanelState<ReputationPoint> {
  const point = reputationPoint(Array.isArray(answer) ? answer[0] : answer, kind);
  if (!point) return { is: 'unknown', message: kind.unknown };
  const { score, explain } = point;
  if (kind.base !== null && isTooLittle(point, kind.base))
    return { is: 'unknown', word: 'Not enough data', message: tooLittleWords(point, kind) };
  if (kind.base === null && point.isTooLittle)
    return {
      is: 'unknown',
      word: 'Not enough data',
      message: 'No current list is loaded, so nothing is known of its listings.',
    };
  if (score === 0 && kind.base === null && explain && Object.keys(explain).length === 0)
    return {
      is: 'empty',
      word: 'No open listings',
      message: 'No open listings for the operator to act on.',
    };
  return { is: 'data', data: point };
}

/** The records of a history answer (D3, D6, D10, D13, D15). "Nothing known" is an error instead of the list. */
function historyOf(response: object | undefined, { record }: ReputationKind): unknown {
  const fields: Readonly<Record<string, unknown>> = { ...response };
  return fields[`${record}_history`];
}

/** The state of a reputation on the latest day of its history, which is the same as that of today. */
export function latestReputationState(response: object | undefined, kind: ReputationKind): PanelState<ReputationPoint> {
  const records = historyOf(response, kind);
  if (!Array.isArray(records)) return reputationState(records, kind);
  const [latest] = records.toSorted((a: unknown, b: unknown) => dayOf(b, kind) - dayOf(a, kind));
  return reputationState(latest, kind);
}

function dayOf(record: unknown, kind: ReputationKind): number {
  return reputationPoint(record, kind)?.date ?? 0;
}

/** D2: how slowly an operator acts, in words. It is not a risk score and has no band. */
export function takedownHeading({ score, explain }: ReputationPoint): string {
  return capital(takedownWords(score ?? undefined, explain ?? undefined) ?? 'not known');
}

/** Why a reputation says nothing: nothing was active, or no list could name what was. */
function tooLittleWords({ explain }: ReputationPoint, { base, unknown }: ReputationKind): string {
  const { [base ?? '']: active, ips_num_listed: listed = 0 } = explain ?? {};
  const isActive = typeof active === 'number' && active > 0 && active >= Number(listed);
  return isActive ? 'No current list is loaded, so there is not enough data.' : unknown;
}

/** The service says it, or the same rule as that of the page's verdict. */
function isTooLittle({ score, explain, isTooLittle: isSaid }: ReputationPoint, base: string): boolean {
  if (isSaid) return true;
  const { [base]: share, ips_num_listed: listed } = explain ?? {};
  if (typeof share !== 'number') return false;
  const evidence = { reputation: score ?? 0, base: share, ...(typeof listed === 'number' && { listed }) };
  return reputationVerdictState(evidence) !== 'scored';
}

/** The days of a history answer. Records without a day or a score are left out; the score of a day with too little data is dropped. */
export function reputationHistoryState(
  response: object | undefined,
  kind: ReputationKind,
): PanelState<readonly DayPoint[]> {
  const records = historyOf(response, kind);
  if (!Array.isArray(records)) return { is: 'unknown', message: kind.unknown };
  const points = records.flatMap((record: unknown) => dayPoint(reputationPoint(record, kind), kind));
  if (points.length === 0) return { is: 'empty', message: 'No daily scores yet.' };
  return { is: 'data', data: points, count: points.length };
}

function dayPoint(point: ReputationPoint | null, { base }: ReputationKind): DayPoint[] {
  if (!point || point.date === null || point.score === null) return [];
  const inputs = Object.entries(point.explain ?? {}).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  const score = point.isTooLittle || (base !== null && isTooLittle(point, base)) ? null : point.score;
  return [{ date: point.date, score, inputs: Object.fromEntries(inputs) }];
}
