import { scoreBand } from '#model/score-band.ts';
import { NO_DETECTIONS, VERDICT_LOOKS, type VerdictState } from '#model/verdict.ts';
import type { BulkRow } from './bulk-row.ts';

interface GroupLook {
  readonly word: string;
  readonly symbol: string;
  readonly tone: string;
}

const look = (state: Exclude<VerdictState, 'scored'>, tone: string): GroupLook => ({ ...VERDICT_LOOKS[state], tone });

/** The groups that rows are counted, filtered and sorted by, worst first. Labels are those of a subject's page. */
export const VERDICT_GROUPS = {
  critical: { word: 'Critical', symbol: '●', tone: 'text-band-critical-text' },
  high: { word: 'High', symbol: '◕', tone: 'text-band-high-text' },
  sinkholed: look('sinkholed', 'text-state-sinkholed'),
  medium: { word: 'Medium', symbol: '◑', tone: 'text-band-medium-text' },
  low: { word: 'Low', symbol: '◔', tone: 'text-band-low-text' },
  unknown: look('unknown', 'text-state-unknown'),
  unexplained: { word: 'Not explained', symbol: '○', tone: 'text-muted' },
  parked: look('parked', 'text-state-idle'),
  expired: look('expired', 'text-state-idle'),
  none: { word: NO_DETECTIONS, symbol: '○', tone: 'text-band-none-text' },
  known_benign: look('known_benign', 'text-state-benign'),
} as const satisfies Readonly<Record<string, GroupLook>>;

export type VerdictGroup = keyof typeof VERDICT_GROUPS;

export const verdictGroups = Object.keys(VERDICT_GROUPS) as readonly VerdictGroup[];

export function groupOf({ state, sp_risk_score: score }: Pick<BulkRow, 'state' | 'sp_risk_score'>): VerdictGroup {
  if (state !== undefined && state !== 'scored') return state;
  const band = score === undefined ? null : (scoreBand(score)?.name ?? null);
  if (band === null) return 'unexplained';
  return band === 'none' && state === undefined ? 'unexplained' : band;
}

/** How many rows each group has. */
export function countGroups(rows: readonly BulkRow[]): ReadonlyMap<VerdictGroup, number> {
  const counts = new Map<VerdictGroup, number>();
  for (const row of rows) counts.set(groupOf(row), (counts.get(groupOf(row)) ?? 0) + 1);
  return counts;
}

const rank = Object.fromEntries(verdictGroups.map((group, place) => [group, place])) as Readonly<
  Record<VerdictGroup, number>
>;

/** Worst first; equal verdicts in the order of the input. */
export function worstFirst(rows: readonly BulkRow[]): readonly BulkRow[] {
  return rows.toSorted(
    (a, b) =>
      rank[groupOf(a)] - rank[groupOf(b)] ||
      (b.sp_risk_score ?? 0) - (a.sp_risk_score ?? 0) ||
      a.entry.line - b.entry.line,
  );
}
