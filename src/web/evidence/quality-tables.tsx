import type {
  Quality,
  QualityBand,
  QualityFactor,
  QualityFeed,
  QualityKind,
  QualityThreshold,
} from '#contract/generated/types.gen.ts';
import { SCORE_BANDS } from '#model/score-band.ts';
import { scoreFactor } from '#model/score-factors.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { countColumn, decimalColumn, flagColumn, hiddenColumn, textColumn } from '#web/kit/records/record-columns.tsx';
import { subjectKindLabel, percentOf, qualityQuestion } from './quality-words.ts';
import { ReliabilityDiagram } from './ReliabilityDiagram.tsx';

/** A row of one kind of subject. */
export type OfKind<Row> = Row & { readonly kind: QualityKind['kind'] };

/** The rows of both kinds in one list; a kind without enough data has none. */
function rowsOfKinds<Row extends object>({ kinds }: Quality, of: (kind: QualityKind) => readonly Row[] | undefined) {
  return kinds?.flatMap((each) => (of(each) ?? []).map((row): OfKind<Row> => ({ ...row, kind: each.kind })));
}

interface Counted {
  readonly kind?: QualityKind['kind'];
  readonly listed?: number;
  readonly subjects?: number;
  readonly flagged?: number;
}

const kindColumn = <Row extends Counted>() =>
  textColumn<Row>('kind', 'Kind', { size: 92, accessorFn: ({ kind }) => subjectKindLabel(kind) });
const listedColumn = <Row extends Counted>() =>
  countColumn<Row>('listed', 'Listed since', { size: 108, meta: { description: 'A list has named them since' } });
const shareColumn = <Row extends Counted>(header: string, description: string) =>
  decimalColumn<Row>('share', header, {
    decimals: 1,
    size: 128,
    accessorFn: ({ listed, subjects, flagged }) => percentOf(listed, subjects ?? flagged),
    meta: { description },
  });
const rankColumn = <Row extends { readonly rank_quality?: number | null }>() =>
  decimalColumn<Row>('rank_quality', 'Ranked right (%)', {
    decimals: 1,
    size: 136,
    accessorFn: ({ rank_quality: rank }) => (typeof rank === 'number' ? percentOf(rank, 1) : null),
    meta: {
      description:
        'Pairs of one listed since and one that was not, in which the first has the higher value. 50 is chance.',
    },
  });

const source = asked((_props: object) => qualityQuestion);
const missing = 'Not enough data.';
const everything = { subject: () => 'score' };

/** For each band of the score, the share that was listed since. */
export const QualityBands = defineEvidence(source, {
  title: 'Calibration',
  rows: (answer) => rowsOfKinds<QualityBand>(answer, ({ bands }) => bands),
  columns: [
    kindColumn<OfKind<QualityBand>>(),
    textColumn<OfKind<QualityBand>>('band', 'Band', {
      size: 90,
      accessorFn: ({ band }) => SCORE_BANDS.find(({ name }) => name === band)?.word ?? band,
    }),
    countColumn<OfKind<QualityBand>>('subjects', 'Known', { size: 80 }),
    listedColumn<OfKind<QualityBand>>(),
    shareColumn<OfKind<QualityBand>>('Listed since (%)', 'Share of the band that a list has named since'),
    decimalColumn<OfKind<QualityBand>>('mean_score', 'Mean score', {
      decimals: 1,
      size: 104,
      accessorFn: ({ mean_score: mean }) => (typeof mean === 'number' ? Math.round(10 * mean) / 10 : null),
    }),
  ],
  rowKey: ({ kind, band }) => `${kind} ${band}`,
  empty: missing,
  Chart: ReliabilityDiagram,
  expectedRows: 10,
  urlPrefix: 'qb.',
  exports: { view: 'calibration', ...everything },
});

/** What listing everything from a score on would have found, at fixed rates of false alarms. */
export const QualityThresholds = defineEvidence(source, {
  title: 'Precision and recall',
  rows: (answer) =>
    rowsOfKinds(answer, ({ thresholds = [], listed: all }) => thresholds.map((each) => ({ ...each, all }))),
  columns: [
    kindColumn<ThresholdRow>(),
    decimalColumn<ThresholdRow>('false_positive_limit', 'False alarms (%)', {
      decimals: 1,
      size: 132,
      accessorFn: ({ false_positive_limit: limit }) => percentOf(limit, 1),
      meta: { description: 'At most: share of those not listed since that have the score or a higher one' },
    }),
    textColumn<ThresholdRow>('from_score', 'From score', {
      size: 100,
      accessorFn: ({ from_score: score }) => (typeof score === 'number' ? String(score) : 'none'),
      meta: { description: 'The lowest that keeps the limit; none: even 100 does not' },
    }),
    countColumn<ThresholdRow>('flagged', 'Flagged', { size: 80 }),
    hiddenColumn(listedColumn<ThresholdRow>()),
    shareColumn<ThresholdRow>('Precision (%)', 'Share of the flagged that a list has named since'),
    decimalColumn<ThresholdRow>('recall', 'Recall (%)', {
      decimals: 1,
      size: 100,
      accessorFn: ({ listed, all }) => percentOf(listed, all),
      meta: { description: 'Share of all listed since that were flagged' },
    }),
  ],
  rowKey: ({ kind, false_positive_limit: limit }) => `${kind} ${limit}`,
  empty: missing,
  expectedRows: 6,
  urlPrefix: 'qt.',
  exports: { view: 'precision-and-recall', ...everything },
});

type ThresholdRow = OfKind<QualityThreshold> & { readonly all: number | undefined };

/** Each factor of the score on its own. */
export const QualityFactors = defineEvidence(source, {
  title: 'Factors',
  rows: (answer) => rowsOfKinds<QualityFactor>(answer, ({ factors }) => factors),
  columns: [
    kindColumn<OfKind<QualityFactor>>(),
    textColumn<OfKind<QualityFactor>>('factor', 'Factor', {
      size: 172,
      accessorFn: ({ factor = '' }) => scoreFactor(factor).label,
    }),
    countColumn<OfKind<QualityFactor>>('subjects', 'Above 0', { size: 80 }),
    hiddenColumn(listedColumn<OfKind<QualityFactor>>()),
    shareColumn<OfKind<QualityFactor>>('Listed since (%)', 'Of those for which the factor was above 0'),
    rankColumn<OfKind<QualityFactor>>(),
  ],
  rowKey: ({ kind, factor }) => `${kind} ${factor}`,
  empty: missing,
  expectedRows: 14,
  urlPrefix: 'qf.',
  exports: { view: 'factors', ...everything },
});

/** What each list contributes. */
export const QualityFeeds = defineEvidence(source, {
  title: 'Lists',
  rows: ({ feeds }) => feeds,
  columns: [
    textColumn<QualityFeed>('title', 'List', { size: 162 }),
    countColumn<QualityFeed>('entries', 'Entries', { size: 70 }),
    countColumn<QualityFeed>('only_here', 'Only here', {
      size: 82,
      meta: { description: 'No other list named them' },
    }),
    countColumn<QualityFeed>('first', 'First', {
      size: 58,
      meta: { description: 'Other lists named them later. Only where all these lists had begun before.' },
    }),
    countColumn<QualityFeed>('behind', 'Not first', {
      size: 76,
      meta: { description: 'Another list had named them before or on the same day' },
    }),
    countColumn<QualityFeed>('known_benign', 'Benign', {
      size: 72,
      meta: { description: 'Known benign addresses and names, very popular names, sinkholes' },
    }),
    flagColumn<QualityFeed>('adds_nothing', 'Redundant', {
      size: 104,
      meta: { description: 'Other lists had named every entry before or on the same day' },
    }),
    textColumn<QualityFeed>('source', 'Source id', { meta: { isHidden: true } }),
  ],
  rowKey: ({ source: id = '' }) => id,
  empty: 'No list named anything in this time.',
  expectedRows: 10,
  urlPrefix: 'ql.',
  exports: { view: 'lists', ...everything },
});
