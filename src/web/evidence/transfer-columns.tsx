import { useMemo } from 'react';
import type { HostedName, HostingNetwork, NsTransfer } from '#contract/generated/types.gen.ts';
import { indicatorOf, nameServerOf } from '#model/indicator-of.ts';
import { scoreBand } from '#model/score-band.ts';
import { nameHostingOptions, useNameHosting } from '#web/api/address-origin.ts';
import { indicatorColumn, scoreColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import type { Facet } from '#web/kit/records/RowFacets.tsx';
import { type LateFacts, lateVerdict, useLateFacts } from '#web/kit/records/use-late-facts.ts';
import { LatePending, LateScore, ScoreBadge } from '#web/kit/score/VerdictBadge.tsx';
import type { LateRows } from './complete-scores.ts';

/** A move with the score and the current hosting of its domain, which are fetched after the row. */
export interface Transfer extends NsTransfer {
  readonly late?: LateFacts;
  readonly hosting?: HostedName | undefined;
  /** The hosting may still come. */
  readonly isHostingAsked?: boolean;
}

const networksOf = ({ hosting }: Transfer): readonly HostingNetwork[] => hosting?.networks ?? [];
const announced = (row: Transfer) => networksOf(row).filter(({ asn = 0 }) => asn > 0);

/** The worst reputation among the networks. */
function worstReputation(row: Transfer): number | undefined {
  const known = announced(row).flatMap(({ asn_reputation: score }) => (typeof score === 'number' ? [score] : []));
  return known.length === 0 ? undefined : Math.max(...known);
}

const kindWords = { expiry: 'Expired domains', parking: 'Parking', sinkhole: 'Sinkhole' } as const;

/** The band of the worst AS: "Critical"; nothing where no reputation is known. */
function asBand(row: Transfer): string | undefined {
  const score = worstReputation(row);
  return score === undefined ? undefined : scoreBand(score)?.word;
}

export const transferColumns = [
  timeColumn<Transfer>('change_date', 'Day', { size: 112, meta: { isKey: true } }),
  indicatorColumn<Transfer>('domain', 'Domain', { size: 216 }),
  scoreColumn<Transfer>('sp_risk_score', 'Risk score', {
    size: 138,
    accessorFn: ({ late }) => late?.seen?.score,
    cell: ({
      row: {
        original: { late },
      },
    }) => <LateScore seen={late?.seen} isAsked={late?.isScoreAsked ?? false} />,
    meta: { isLate: true, description: 'Of the domain, today' },
  }),
  textColumn<Transfer>('verdict', 'Verdict', {
    accessorFn: ({ late }) => lateVerdict(late),
    meta: { isHidden: true, isLate: true },
  }),
  indicatorColumn<Transfer>('asn', 'Hosted in', {
    size: 150,
    accessorFn: (row) => announced(row).map(({ asn = 0 }) => asn),
    meta: {
      isLate: true,
      description: 'AS of the addresses that the domain, or its www host, had in the last 30 days',
      indicatorOf: (value) => ({ kind: 'asn', value }),
    },
  }),
  scoreColumn<Transfer>('asn_reputation', 'AS reputation', {
    size: 138,
    accessorFn: worstReputation,
    cell: ({ row }) => <AsReputation row={row.original} />,
    meta: {
      isLate: true,
      description: 'Share of active addresses of the AS that are listed, or have a listed name; of several the worst',
    },
  }),
  textColumn<Transfer>('asname', 'AS name', {
    size: 200,
    accessorFn: (row) => announced(row).map(({ asname = '' }) => asname),
    meta: { isHidden: true, isLate: true },
  }),
  textColumn<Transfer>('country', 'Country', {
    size: 84,
    accessorFn: (row) => [...new Set(networksOf(row).map(({ country = '' }) => country))].filter(Boolean),
    meta: { isHidden: true, isLate: true, description: 'Where the addresses are registered' },
  }),
  textColumn<Transfer>('as_band', 'AS band', { accessorFn: asBand, meta: { isHidden: true, isLate: true } }),
  textColumn<Transfer>('oldnskinds', 'From kind', {
    accessorFn: ({ oldnskinds = [] }) => oldnskinds.map((kind) => kindWords[kind]),
    meta: { isHidden: true, description: 'What sources say today of the name servers that it left' },
  }),
  textColumn<Transfer>('newnskinds', 'To kind', {
    accessorFn: ({ newnskinds = [] }) => newnskinds.map((kind) => kindWords[kind]),
    meta: { isHidden: true, description: 'What sources say today of the name servers that it joined' },
  }),
  indicatorColumn<Transfer>('oldnsrecs', 'From NS', { size: 190, meta: { indicatorOf: nameServerOf } }),
  indicatorColumn<Transfer>('newnsrecs', 'To NS', { size: 190, meta: { indicatorOf: nameServerOf } }),
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
  { id: 'oldnskinds', label: 'From kind' },
  { id: 'newnskinds', label: 'To kind' },
  { id: 'as_band', label: 'Band of the AS' },
  {
    id: 'asn',
    label: 'Hosted in',
    nameOf: (value, row) => {
      const found = networksOf(row).find(({ asn }) => String(asn) === value);
      return `AS${value} ${found?.asname ?? ''}`;
    },
  },
  { id: 'country', label: 'Country' },
  { id: 'newnsrecs', label: 'To NS' },
];

export const lateTransfers: LateRows<Transfer, LateFacts & Pick<Transfer, 'hosting'>> = {
  indicatorsOf: ({ domain = '' }) => [indicatorOf(domain)],
  isPending: ({ late, hosting }) => !late?.seen || !hosting,
  withFacts: (row, found) => {
    const late = found.get(row.domain ?? '');
    return late ? { ...row, late, hosting: late.hosting, isHostingAsked: false } : row;
  },
  addFacts: async (client, domain, facts) => ({
    ...facts,
    hosting: await client.fetchQuery(nameHostingOptions(domain)),
  }),
  // two calls for hosting
  roundSize: 200,
};

/** The rows with the facts of their domains that have arrived so far. Arriving facts never reorder the rows. */
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
