import { useMemo } from 'react';
import type { DensityRecord } from '#contract/generated/types.gen.ts';
import { type IndicatorScore, useIndicatorScores } from '#web/api/indicator-score.ts';
import { seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { scoreColumn, textColumn } from '#web/kit/records/record-columns.tsx';
import { lateVerdict } from '#web/kit/records/use-late-facts.ts';
import { LateScore } from '#web/kit/score/VerdictBadge.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import {
  addressOf,
  densityColumn,
  densityQuestion,
  type DensityRow,
  subjectColumn,
  useDensityRows,
} from './density.tsx';

interface AddressRow extends DensityRow {
  readonly sp_risk_score: number | null | undefined;
  readonly seen: IndicatorScore | undefined;
  readonly isScoreAsked: boolean;
}

/** E6, scope subnet_ips: every address in use of the announced prefix that contains an address, with risk scores (A8). */
export const AddressesInUse = defineEvidence(
  asked(({ value }: Pick<Entity, 'value'>) => densityQuestion('ipv4', addressOf(value), 'subnet_ips')),
  {
    title: 'Addresses in use',
    caption: ({ value }) => `Addresses in use around ${addressOf(value)}`,
    rows: ({ records }) => records,
    useRows: useScoredRows,
    empty: 'No name points to any address of the announced prefix.',
    columns: [
      subjectColumn<AddressRow>('ipv4', 'Address', (value) => ({ kind: 'ipv4', value })),
      densityColumn<AddressRow>('Names ever', 'Names that point or pointed to it'),
      scoreColumn<AddressRow>('sp_risk_score', 'Risk score', {
        size: 150,
        cell: ({ row }) => <LateScore seen={row.original.seen} isAsked={row.original.isScoreAsked} />,
      }),
      textColumn<AddressRow>('verdict', 'Verdict', {
        accessorFn: lateVerdict,
        meta: { isHidden: true },
      }),
    ],
    rowKey: ({ ipv4 }, index) => ipv4 ?? String(index),
    expectedRows: 24,
    footer: 'Addresses of the announced prefix that any name ever pointed to.',
    urlPrefix: 'd.',
    exports: {
      view: 'subnet-addresses',
      subject: ({ value }) => addressOf(value),
      facts: ({ ipv4, sp_risk_score: score }) => seenFacts(ipv4, { score }),
    },
  },
);

function useScoredRows(records: readonly DensityRecord[]): readonly AddressRow[] {
  const rows = useDensityRows(records);
  const scored = useMemo(() => rows.flatMap(({ ipv4 }) => ipv4 ?? []), [rows]);
  const { scores, isAsking } = useIndicatorScores(scored);
  return useMemo(
    () =>
      rows.map((row) => {
        const seen = scores.get(row.ipv4 ?? '');
        const isScoreAsked = isAsking && seen === undefined;
        return { ...row, sp_risk_score: seen?.score, seen, isScoreAsked };
      }),
    [rows, scores, isAsking],
  );
}
