import { seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { paged } from '#web/kit/panel/panel-source.tsx';
import { countColumn, indicatorColumn, scoreColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { lateVerdict } from '#web/kit/records/use-late-facts.ts';
import { LateScore } from '#web/kit/score/VerdictBadge.tsx';
import type { LateRows } from './complete-scores.ts';
import { hostedQuestion, type NsDomain, useNsDomains } from './ns-domains.ts';
import { useLateExport } from './use-scored-rows.ts';

const lateDomains: LateRows<NsDomain> = {
  indicatorsOf: ({ query: value }) => [{ kind: 'domain', value }],
  isPending: ({ seen }) => !seen,
  withFacts: (row, found) => {
    const { seen } = found.get(row.query) ?? {};
    return seen ? { ...row, seen, sp_risk_score: seen.score } : row;
  },
};

/** E2 ns: the domains on a name server with their risk scores (C3). */
export const HostedDomains = defineEvidence(paged(hostedQuestion), {
  title: 'Hosted domains',
  caption: ({ value }) => `Domains on ${value}`,
  rows: ({ records }) => records,
  useRows: useNsDomains,
  empty: (_props, { asOf }) => `No domain was seen on this name server${asOf === null ? '' : ` on ${asOf}`}.`,
  columns: [
    indicatorColumn<NsDomain>('query', 'Domain', {
      size: 250,
      meta: { indicatorOf: (value) => ({ kind: 'domain', value }) },
    }),
    scoreColumn<NsDomain>('sp_risk_score', 'Risk score', {
      size: 130,
      cell: ({ row }) => <LateScore seen={row.original.seen} isAsked={row.original.isScoreAsked} />,
      meta: { isLate: true, description: 'Of the domain, today' },
    }),
    textColumn<NsDomain>('verdict', 'Verdict', {
      accessorFn: lateVerdict,
      meta: { isHidden: true, isLate: true },
    }),
    timeColumn<NsDomain>('first_seen', 'First seen here'),
    timeColumn<NsDomain>('last_seen', 'Last seen here'),
    countColumn<NsDomain>('count', 'Count', { size: 88, meta: { description: 'How often the record was observed' } }),
    indicatorColumn<NsDomain>('nshash', 'Set of servers', {
      size: 280,
      meta: {
        isHidden: true,
        description: 'Domains with exactly the same name servers have the same hash',
        indicatorOf: (value) => ({ kind: 'nshash', value }),
      },
    }),
  ],
  rowKey: ({ query, nshash }) => `${query} ${nshash}`,
  expectedRows: 24,
  footer: (_props, { asOf }) =>
    asOf === null ? 'Every domain ever seen here; scores are current.' : `As of ${asOf}; scores are current.`,
  urlPrefix: 'q.',
  exports: {
    view: 'ns-domains',
    subject: ({ value }) => value,
    facts: ({ query, first_seen: first, last_seen: last, count, sp_risk_score: score }) =>
      seenFacts(query, { first, last, count, score }),
    useMore: () => useLateExport(lateDomains),
  },
});
