import { useMemo } from 'react';
import type { HostedName, HostingNetwork, NsTransfer } from '#contract/generated/types.gen.ts';
import { indicatorOf, nameServerOf } from '#model/indicator-of.ts';
import { verdictWord } from '#model/verdict.ts';
import { useNameHosting } from '#web/api/name-hosting.ts';
import { indicatorColumn, scoreColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import type { Facet } from '#web/kit/records/RowFacets.tsx';
import { type LateFacts, useLateFacts } from '#web/kit/records/use-late-facts.ts';
import { ScoreBadge } from '#web/kit/score/ScoreBadge.tsx';
import { LatePending, LateScore } from '#web/kit/score/VerdictBadge.tsx';

/** A move with the score of its domain and where that is hosted now, which are asked for once the row is there. */
export interface Transfer extends NsTransfer {
  readonly late?: LateFacts;
  readonly hosting?: HostedName | undefined;
  /** The hosting may still come. */
  readonly isHostingAsked?: boolean;
}

const networksOf = ({ hosting }: Transfer): readonly HostingNetwork[] => hosting?.networks ?? [];
const announced = (row: Transfer) => networksOf(row).filter(({ asn = 0 }) => asn > 0);

/** Of the networks the worst. */
function worstReputation(row: Transfer): number | undefined {
  const known = announced(row).flatMap(({ asn_reputation: score }) => (typeof score === 'number' ? [score] : []));
  return known.length === 0 ? undefined : Math.max(...known);
}

export const transferColumns = [
  timeColumn<Transfer>('change_date', 'Day', { width: 112 }),
  indicatorColumn<Transfer>('domain', 'Domain', { width: 240 }),
  scoreColumn<Transfer>('sp_risk_score', 'Risk score', {
    width: 138,
    description: 'Of the domain, today',
    value: ({ late }) => late?.seen?.score,
    cell: ({ row: { late } }) => <LateScore seen={late?.seen} isAsked={late?.isScoreAsked ?? false} />,
  }),
  textColumn<Transfer>('verdict', 'Verdict', {
    hidden: true,
    value: ({ late }) => late?.seen && verdictWord(late.seen.state, late.seen.score),
  }),
  indicatorColumn<Transfer>('asn', 'Hosted in', {
    width: 150,
    description: 'AS of the addresses that the domain, or its www host, had in the last 30 days',
    value: (row) => announced(row).map(({ asn = 0 }) => asn),
    indicator: (value) => ({ kind: 'asn', value }),
  }),
  scoreColumn<Transfer>('asn_reputation', 'AS reputation', {
    width: 138,
    description: 'Share of active addresses of the AS that are listed; of several the worst',
    value: worstReputation,
    cell: ({ row }) => <AsReputation row={row} />,
  }),
  textColumn<Transfer>('asname', 'AS name', {
    width: 200,
    hidden: true,
    value: (row) => announced(row).map(({ asname = '' }) => asname),
  }),
  textColumn<Transfer>('country', 'Country', {
    width: 84,
    description: 'Where the addresses are registered',
    value: (row) => [...new Set(networksOf(row).map(({ country = '' }) => country))].filter(Boolean),
  }),
  indicatorColumn<Transfer>('oldnsrecs', 'Left', { width: 280, indicator: nameServerOf }),
  indicatorColumn<Transfer>('newnsrecs', 'Joined', { width: 280, indicator: nameServerOf }),
];

function AsReputation({ row }: { readonly row: Transfer }) {
  if (row.isHostingAsked && !row.hosting) return <LatePending />;
  const score = worstReputation(row);
  if (score !== undefined) return <ScoreBadge score={score} />;
  const word = networksOf(row).length === 0 ? 'no address seen' : 'not enough data';
  return row.hosting ? <span className="text-muted">{word}</span> : <span className="text-faint">–</span>;
}

export const transferFacets: readonly Facet<Transfer>[] = [
  { id: 'verdict', label: 'Band of the domain' },
  {
    id: 'asn',
    label: 'Hosted in',
    nameOf: (value, row) => {
      const found = networksOf(row).find(({ asn }) => String(asn) === value);
      return `AS${value} ${found?.asname ?? ''}`;
    },
  },
  { id: 'country', label: 'Country' },
  { id: 'newnsrecs', label: 'Joined' },
];

/** The rows with what is known of their domains, as far as it has come; rows never move for it. */
export function useScoredTransfers(rows: readonly NsTransfer[]): readonly Transfer[] {
  const domains = useMemo(() => rows.map(({ domain = '' }) => indicatorOf(domain)), [rows]);
  const names = useMemo(() => [...new Set(rows.flatMap(({ domain }) => domain ?? []))], [rows]);
  const factsOf = useLateFacts(domains);
  const { hosting, isAsking } = useNameHosting(names);
  return useMemo(
    () =>
      rows.map((row, index) => ({
        ...row,
        late: factsOf(domains[index] ?? null),
        hosting: hosting.get(row.domain ?? ''),
        isHostingAsked: isAsking,
      })),
    [rows, domains, factsOf, hosting, isAsking],
  );
}
