import { SCORE_BANDS, type ScoreBandName } from './score-band.ts';

/** Subjects with one score, and how many of them were listed later. */
export interface ScoreCount {
  readonly score: number;
  readonly subjects: number;
  readonly listed: number;
}

export interface BandQuality {
  readonly band: ScoreBandName;
  readonly subjects: number;
  readonly listed: number;
  /** Mean of their scores; null without subjects. */
  readonly mean_score: number | null;
}

/** What listing everything from a score on would have found. */
export interface ThresholdQuality {
  /** At most this share of the subjects that were not listed later has the score, 0 to 1. */
  readonly false_positive_limit: number;
  /** The lowest such score; null when even 100 is too low. */
  readonly from_score: number | null;
  readonly flagged: number;
  readonly listed: number;
}

/** Adds up the subjects, or those listed later. */
export function sum<Key extends 'subjects' | 'listed'>(
  counts: readonly Readonly<Record<Key, number>>[],
  key: Key,
): number {
  return counts.reduce((total, each) => total + each[key], 0);
}

/** All five bands, lowest first. */
export function qualityOfBands(counts: readonly ScoreCount[]): BandQuality[] {
  return SCORE_BANDS.map(({ name, min, max }) => {
    const inside = counts.filter(({ score }) => score >= min && score <= max);
    const subjects = sum(inside, 'subjects');
    const total = inside.reduce((scores, each) => scores + each.score * each.subjects, 0);
    return {
      band: name,
      subjects,
      listed: sum(inside, 'listed'),
      mean_score: subjects > 0 ? total / subjects : null,
    };
  });
}

/** Expected calibration error: how far mean score / 100 is from the share listed later, over the bands, weighted by their subjects. */
export function calibrationError(bands: readonly BandQuality[]): number | null {
  const total = sum(bands, 'subjects');
  if (total === 0) return null;
  const gap = ({ subjects, listed, mean_score: mean }: BandQuality) =>
    mean === null ? 0 : (subjects / total) * Math.abs(mean / 100 - listed / subjects);
  return bands.reduce((error, band) => error + gap(band), 0);
}

const falsePositiveLimits = [0.001, 0.01, 0.05];

/** For each limit the lowest score from 1 on that keeps it. */
export function qualityOfThresholds(counts: readonly ScoreCount[]): ThresholdQuality[] {
  const negatives = sum(counts, 'subjects') - sum(counts, 'listed');
  const from = (least: number) => {
    const flagged = counts.filter(({ score }) => score >= least);
    return { flagged: sum(flagged, 'subjects'), listed: sum(flagged, 'listed') };
  };
  const scores = [...new Set(counts.map(({ score }) => score))].filter((score) => score > 0).toSorted((a, b) => a - b);
  return falsePositiveLimits.map((limit) => {
    const isKept = (score: number) => from(score).flagged - from(score).listed <= limit * negatives;
    const least = scores.find(isKept) ?? null;
    return {
      false_positive_limit: limit,
      from_score: least,
      ...(least === null ? { flagged: 0, listed: 0 } : from(least)),
    };
  });
}

/**
 * How often a subject that was listed later scores higher than a subject that was not, over all such pairs; a tie counts half (area under
 * the ROC curve). Random scores give 0.5. Null without such a pair.
 */
export function rankQuality(counts: readonly ScoreCount[]): number | null {
  const listed = sum(counts, 'listed');
  const others = sum(counts, 'subjects') - listed;
  if (listed === 0 || others === 0) return null;
  let below = 0;
  let won = 0;
  for (const each of counts.toSorted((a, b) => a.score - b.score)) {
    const unlisted = each.subjects - each.listed;
    won += each.listed * (below + unlisted / 2);
    below += unlisted;
  }
  return won / (listed * others);
}
