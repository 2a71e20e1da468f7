import type { DayInt } from '#model/dates.ts';
import type { DayPoint } from '#web/charts/day-series.ts';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import type { ReputationKind } from './reputation-kinds.ts';

/** A reputation on one day, of whichever kind. */
export interface ReputationPoint {
  /** null when the record names no day. */
  readonly date: DayInt | null;
  /** 0 to 100. */
  readonly score: number | null;
  /** The inputs of the score; null when they were not asked for or not given. */
  readonly explain: Readonly<Record<string, unknown>> | null;
}

/** The record of a reputation operation as a point; null when it says that nothing is known. */
function reputationPoint(record: object | undefined, kind: ReputationKind): ReputationPoint | null {
  const fields = (record ?? {}) as Readonly<Record<string, unknown>>;
  if (!record || typeof fields['error'] === 'string') return null;
  const { [kind.score]: score, [kind.explain]: explain, date } = fields;
  return {
    date: typeof date === 'number' ? date : null,
    score: typeof score === 'number' ? score : null,
    explain: typeof explain === 'object' && explain !== null ? { ...explain } : null,
  };
}

/**
 * The state of a reputation of today. A share of nothing is no score: without anything to judge by the answer is unknown, never
 * "0". D2: without an open listing there is nothing that an operator could be slow about.
 */
export function reputationState(record: object | undefined, kind: ReputationKind): PanelState<ReputationPoint> {
  const point = reputationPoint(record, kind);
  if (!point) return { is: 'unknown', message: kind.unknown };
  const { score, explain } = point;
  if (score === 0 && kind.base !== null && explain?.[kind.base] === 0)
    return { is: 'unknown', word: 'Not enough data', message: kind.unknown };
  if (score === 0 && kind.base === null && explain && Object.keys(explain).length === 0)
    return {
      is: 'empty',
      word: 'No open listings',
      message: 'There is no open listing that the operator could act on.',
    };
  return { is: 'data', data: point };
}

/**
 * The days of a history answer (D3, D6, D10, D13, D15). Nothing known stands as an error in the place of the list. Records
 * without a day or a score cannot be drawn and are left out.
 */
export function reputationHistoryState(
  records: readonly object[] | object | undefined,
  kind: ReputationKind,
): PanelState<readonly DayPoint[]> {
  if (!Array.isArray(records)) return { is: 'unknown', message: kind.unknown };
  const points = records.flatMap((record: object) => dayPoint(reputationPoint(record, kind)));
  if (points.length === 0) return { is: 'empty', message: 'There is no score of any day yet.' };
  return { is: 'data', data: points, count: points.length };
}

function dayPoint(point: ReputationPoint | null): DayPoint[] {
  if (!point || point.date === null || point.score === null) return [];
  const inputs = Object.entries(point.explain ?? {}).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  return [{ date: point.date, score: point.score, inputs: Object.fromEntries(inputs) }];
}
