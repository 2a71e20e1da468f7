import type { Quality, QualityKind } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import type { Query } from '#web/api/query.ts';

/** Asks for the newest comparison of scores with later listings. */
export const qualityQuestion: Query<'quality'> = { operationId: 'quality' };

/** "Domains". */
export function subjectKindLabel(kind: QualityKind['kind']): string {
  return kind === 'ip' ? 'Addresses' : 'Domains';
}

/** In percent with one decimal place; null of nothing. */
export function percentOf(part = 0, whole = 0): number | null {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 10;
}

interface QualityState {
  readonly is: 'unknown' | 'failed';
  readonly word: string;
  readonly sentence: string;
}

/** Why there is nothing to show, or only numbers of an earlier run; undefined after a run that ended well. */
export function qualityState({ state, error, kinds = [], day }: Quality): QualityState | undefined {
  if (state === 'not_run')
    return { is: 'unknown', word: 'Not run yet', sentence: 'It runs after the first start and then once a week.' };
  if (state !== 'failed') return undefined;
  const kept = kinds.length > 0 ? ` The numbers below are of an earlier run, for ${day}.` : '';
  return { is: 'failed', word: 'Failed', sentence: `${error ?? 'No reason given'}. It runs again tomorrow.${kept}` };
}

/** "Not enough data: needs ..."; '' where there is enough. */
export function missingWords({ missing = [] }: QualityKind): string {
  return missing.length > 0 ? `Not enough data: needs ${missing.join(', ')}.` : '';
}

/** The result in sentences, for a kind with enough data. */
export function resultWords(kind: QualityKind, day: string): readonly string[] {
  const { subjects = 0, listed = 0, named_before: before = 0, named_again: again = 0 } = kind;
  const { calibration_error: error, rank_quality: rank } = kind;
  const ofThem = (part: number, whole: number) => `${formatNumber(part)} of them (${percentOf(part, whole) ?? 0} %)`;
  return [
    `${formatNumber(subjects)} known on ${day} and never listed until then; ${ofThem(listed, subjects)} listed since.`,
    ...(before > 0
      ? [
          `${formatNumber(before)} more had been listed before, and are not compared; ${ofThem(again, before)} listed again.`,
        ]
      : []),
    ...(typeof rank === 'number'
      ? [
          `In ${percentOf(rank, 1)} % of pairs, the one listed since had a higher score than the one not listed; random scores give 50 %.`,
        ]
      : []),
    ...(typeof error === 'number'
      ? [
          `Expected calibration error ${error.toFixed(3)}: mean distance between score / 100 and the share listed since.`,
        ]
      : []),
  ];
}
