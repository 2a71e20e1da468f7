export type ScoreBandName = 'none' | 'low' | 'medium' | 'high' | 'critical';

/** One of five bands of scores from 0 to 100. */
interface ScoreBand {
  readonly name: ScoreBandName;
  readonly word: string;
  readonly min: number;
  readonly max: number;
  /** A shape that fills with the score, so that colour is never the only sign. */
  readonly symbol: string;
}

/**
 * Lowest first, without gaps. 0 has its own band, because it means "clean", not "slightly bad". The interface does not
 * define bands; comparable products use quarters.
 */
export const SCORE_BANDS = [
  { name: 'none', word: 'None', min: 0, max: 0, symbol: '○' },
  { name: 'low', word: 'Low', min: 1, max: 24, symbol: '◔' },
  { name: 'medium', word: 'Medium', min: 25, max: 49, symbol: '◑' },
  { name: 'high', word: 'High', min: 50, max: 74, symbol: '◕' },
  { name: 'critical', word: 'Critical', min: 75, max: 100, symbol: '●' },
] as const satisfies readonly ScoreBand[];

/** The band of a score, or null for an invalid score (not a number, or outside 0 to 100), which is shown as it is. */
export function scoreBand(score: number): ScoreBand | null {
  if (!(score >= 0 && score <= 100)) return null;
  // A fraction between two bands, which only averages have, belongs to the lower one; anything above 0 is not clean.
  return SCORE_BANDS.find(({ max }) => (score > 0 && score < 1 ? max > 0 : Math.floor(score) <= max)) ?? null;
}
