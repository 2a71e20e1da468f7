import { useMemo } from 'react';
import { formatNumber } from '#model/format.ts';
import { verdictWord } from '#model/verdict.ts';
import { type IndicatorScore, type IndicatorScores, useIndicatorScores } from '#web/api/indicator-score.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { scoreColumn, textColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { LateScore } from '#web/kit/score/VerdictBadge.tsx';
import { seenFacts } from '#web/exports/row-facts.ts';
import { densityColumn, type DensityRow, densityRowsOf, subjectColumn } from './density-columns.tsx';
import { densityRows, useDensity } from './ServerDensity.tsx';

interface SubnetAddressesProps {
  /** An IPv4 address; the announced prefix around it is looked at. */
  readonly ip: string;
}

interface AddressRow extends DensityRow {
  readonly sp_risk_score: number | null | undefined;
  readonly seen: IndicatorScore | undefined;
  readonly isScoreAsked: boolean;
}

/** A batch holds 100 (A8); more than ten of them would hold up the rest of the page. */
const scoredAtMost = 1000;

const columns = [
  subjectColumn<AddressRow>('ipv4', 'Address', (value) => ({ kind: 'ipv4', value })),
  densityColumn<AddressRow>('Names', 'Names that point or pointed to it'),
  scoreColumn<AddressRow>('sp_risk_score', 'Risk score', {
    size: 150,
    cell: ({ row }) => <LateScore seen={row.original.seen} isAsked={row.original.isScoreAsked} />,
  }),
  textColumn<AddressRow>('verdict', 'Verdict', {
    accessorFn: ({ seen }) => seen && verdictWord(seen.state, seen.score),
    meta: { isHidden: true },
  }),
];

const rowKey = ({ record }: AddressRow, index: number) => record.ipv4 ?? String(index);

const factsOf = ({ record, sp_risk_score: score }: AddressRow) => seenFacts(record.ipv4, { score });

/** E6, scope subnet_ips: every address in use of the announced prefix around an address, with risk scores (A8). */
export function SubnetAddresses({ ip }: SubnetAddressesProps) {
  const answer = useDensity('ipv4', ip, 'subnet_ips');
  const rows = useMemo(() => densityRowsOf(answer.response?.records ?? []), [answer.response]);
  const scored = useMemo(() => rows.slice(0, scoredAtMost).flatMap(({ record }) => record.ipv4 ?? []), [rows]);
  const { scores, isAsking } = useIndicatorScores('ipv4', scored);
  const withScores = useMemo(() => scoredRows(rows, scores, isAsking), [rows, scores, isAsking]);
  return (
    <Panel
      title="Addresses in use"
      answer={answer}
      read={(response) => densityRows(response, 'No name points to any address of the announced prefix.')}
      skeleton={{ shape: 'rows', count: 24 }}
      footer={`Addresses of the announced prefix that any name ever pointed to.${
        rows.length > scoredAtMost ? ` Scores of the ${formatNumber(scoredAtMost)} densest.` : ''
      }`}
    >
      {() => (
        <RecordTable
          caption={`Addresses in use around ${ip}`}
          rows={withScores}
          columns={columns}
          rowKey={rowKey}
          urlPrefix="d."
          exportTarget={{ view: 'subnet-addresses', subject: ip, factsOf }}
        />
      )}
    </Panel>
  );
}

function scoredRows(rows: readonly DensityRow[], scores: IndicatorScores, isAsking: boolean): readonly AddressRow[] {
  return rows.map((row, index) => {
    const seen = scores.get(row.record.ipv4 ?? '');
    const isScoreAsked = isAsking && seen === undefined && index < scoredAtMost;
    return { ...row, sp_risk_score: seen?.score, seen, isScoreAsked };
  });
}
