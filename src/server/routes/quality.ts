import {
  calibrationError,
  qualityOfBands,
  qualityOfThresholds,
  rankQuality,
  type ScoreCount,
  sum,
} from '#model/score-quality.ts';
import { qualityRunQuery, type QualityRunRow } from '#server/queries/quality.ts';
import type { Handler } from './handler.ts';

/** With fewer subjects listed later, a single one would change every share. */
const fewestListed = 20;

/** How well the scores predicted later listings. After a failed run, the numbers are those of the last good run. */
const quality: Handler<'quality'> = async ({ signal }, { engine, coverage }) => {
  const [[last], [done], { titleOf }] = await Promise.all([
    engine.query(qualityRunQuery(), { signal }),
    engine.query(qualityRunQuery(true), { signal }),
    coverage(),
  ]);
  return {
    state: last?.state ?? ('not_run' as const),
    error: last?.error || null,
    ran_at: last?.at ?? null,
    day: done?.day ?? null,
    until: done?.until ?? null,
    kinds: done ? [kindOf(done, 'domain'), kindOf(done, 'ip')] : [],
    feeds: (done?.feeds ?? []).map(([source, entries, only_here, first, behind, known_benign]) => ({
      source,
      title: titleOf(source),
      entries,
      only_here,
      first,
      behind,
      known_benign,
      adds_nothing: behind === entries,
    })),
  };
};

function kindOf({ scores, lists, day }: QualityRunRow, kind: 'domain' | 'ip') {
  const own = scores.filter((each) => each[0] === kind);
  const countsOf = (name: string): ScoreCount[] =>
    own.filter(([, factor]) => factor === name).map(([, , score, subjects, listed]) => ({ score, subjects, listed }));
  const all = countsOf('risk');
  const [subjects, listed] = [sum(all, 'subjects'), sum(all, 'listed')];
  const before = countsOf('listing_score');
  const missing = missingData(kind, { lists, day, subjects, listed });
  const isEnough = missing.length === 0;
  const bands = qualityOfBands(all);
  return {
    kind,
    missing,
    subjects,
    listed,
    named_before: sum(before, 'subjects'),
    named_again: sum(before, 'listed'),
    calibration_error: isEnough ? calibrationError(bands) : null,
    rank_quality: isEnough ? rankQuality(all) : null,
    bands: isEnough ? bands : [],
    thresholds: isEnough ? qualityOfThresholds(all) : [],
    factors: isEnough
      ? [...new Set(own.map(([, factor]) => factor))].filter(isFactor).map((name) => factorOf(name, countsOf(name)))
      : [],
  };
}

const isFactor = (name: string) => name !== 'risk';

function factorOf(factor: string, counts: readonly ScoreCount[]) {
  const scored = counts.filter(({ score }) => score > 0);
  return {
    factor,
    subjects: sum(scored, 'subjects'),
    listed: sum(scored, 'listed'),
    // without scored subjects, the rank quality would be that of chance
    rank_quality: scored.length > 0 ? rankQuality(counts) : null,
  };
}

interface Found {
  readonly lists: number;
  readonly day: string;
  readonly subjects: number;
  readonly listed: number;
}

/** The data that a result needs and the collection lacks, in words. */
function missingData(kind: 'domain' | 'ip', { lists, day, subjects, listed }: Found): string[] {
  const what = kind === 'ip' ? 'addresses' : 'domains';
  if (lists === 0) return [`a list that named something by ${day}`];
  if (subjects === 0) return [`DNS records of ${what} from before ${day}`];
  if (listed >= fewestListed) return [];
  return [
    `${fewestListed} ${what} that were known on ${day} and that a list has named since for the first time; there are ${listed}`,
  ];
}

export const qualityHandlers = { quality };
