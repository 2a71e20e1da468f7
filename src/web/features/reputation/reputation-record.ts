import { dayIntToIsoDate } from '#model/dates.ts';
import type { PanelState } from '#web/components/panel-state.ts';
import type { ReputationKind } from './reputation-kinds.ts';

/** A reputation on one day, of whichever kind. */
export interface ReputationPoint {
  /** yyyy-mm-dd; null when the record names no day. */
  readonly day: string | null;
  /** 0 to 100. */
  readonly score: number | null;
  /** The inputs of the score; null when they were not asked for or not given. */
  readonly explain: Readonly<Record<string, unknown>> | null;
}

/** The record of a reputation operation as a point; null when it says that nothing is known. */
export function reputationPoint(record: object | undefined, kind: ReputationKind): ReputationPoint | null {
  const fields = (record ?? {}) as Readonly<Record<string, unknown>>;
  if (!record || typeof fields['error'] === 'string') return null;
  const { [kind.score]: score, [kind.explain]: explain, date } = fields;
  return {
    day: typeof date === 'number' ? dayIntToIsoDate(date) : null,
    score: typeof score === 'number' ? score : null,
    explain: typeof explain === 'object' && explain !== null ? { ...explain } : null,
  };
}

export function reputationState(record: object | undefined, kind: ReputationKind): PanelState<ReputationPoint> {
  const point = reputationPoint(record, kind);
  return point ? { is: 'data', data: point } : { is: 'unknown', message: kind.unknown };
}

/** History answers list newest first (D3, D6, D10, D13, D15), or hold an error in the place of the list. */
export function reputationHistoryState(
  records: readonly object[] | object | undefined,
  kind: ReputationKind,
): PanelState<readonly ReputationPoint[]> {
  if (!Array.isArray(records)) return { is: 'unknown', message: kind.unknown };
  const points = records.flatMap((record: object) => reputationPoint(record, kind) ?? []);
  if (points.length === 0) return { is: 'empty', message: 'There is no score of any day yet.' };
  return { is: 'data', data: points, count: points.length };
}
