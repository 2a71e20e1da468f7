import { useMemo } from 'react';
import { Link } from 'react-router';
import type { DomainInfo } from '#contract/generated/types.gen.ts';
import { type IndicatorScore, useIndicatorScores } from '#web/api/indicator-score.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import type { PanelSource } from '#web/kit/panel/panel-source.tsx';
import { indicatorColumn, scoreColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { endedWords, listNames } from '#web/kit/score/evidence-words.ts';
import { LateScore } from '#web/kit/score/VerdictBadge.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { paths } from '#web/url/paths.ts';

interface WorstDomain {
  readonly domain: string;
  readonly sp_risk_score: number | null | undefined;
  readonly seen: IndicatorScore | undefined;
  readonly first_seen: string;
  readonly last_seen: string;
  /** undefined until C4 has answered. */
  readonly info: DomainInfo | undefined;
}

const scoredAtMost = 300;
const shownAtMost = 15;

interface WorstAnswer {
  readonly worst?: readonly WorstDomain[];
  /** Domains that were scored. */
  readonly scored: number;
}

/** E2 ns, then C3 for its names and C4 for the worst of them. The rows appear, sorted, once all are scored. */
const scoredDomains: PanelSource<Entity, WorstAnswer> = {
  useSource: ({ props: { value }, title }) => {
    const { response, ...answer } = useAnswer(
      { operationId: 'padnsReverse', path: { qtype: 'ns', qname: value }, query: { limit: scoredAtMost } },
      { title },
    );
    const records = response?.records;
    const names = useMemo(() => [...new Set((records ?? []).flatMap(({ query }) => query ?? []))], [records]);
    const { scores, isAsking } = useIndicatorScores('domain', names);
    const worst = useMemo(
      () => names.toSorted((a, b) => (scores.get(b)?.score ?? -1) - (scores.get(a)?.score ?? -1)).slice(0, shownAtMost),
      [names, scores],
    );
    const isScored = answer.status === 'done' && !isAsking;
    const infos = useAnswer(
      { operationId: 'domainInfoBulk', body: { domains: [...worst] } },
      { title: `Registration of domains on ${value}`, enabled: isScored && worst.length > 0 },
    );
    const rows = useMemo(() => {
      const times = new Map((records ?? []).map((record) => [record.query, record]));
      const byName = new Map((infos.response?.domaininfo ?? []).map((info) => [info.query ?? info.domain, info]));
      return worst.map((domain): WorstDomain => {
        const { first_seen = '', last_seen = '' } = times.get(domain) ?? {};
        const seen = scores.get(domain);
        const days = { first_seen: first_seen.slice(0, 10), last_seen: last_seen.slice(0, 10) };
        return { domain, sp_risk_score: seen?.score, seen, ...days, info: byName.get(domain) };
      });
    }, [worst, records, scores, infos.response]);
    if (answer.status !== 'done' || !response) return { answer };
    if (!isScored) return { answer: { ...answer, status: 'pending' } };
    return { answer: { ...answer, response: { ...(records && { worst: rows }), scored: names.length } } };
  },
};

/** The domains on a name server with the highest risk scores. */
export const WorstDomains = defineEvidence(scoredDomains, {
  title: 'Worst hosted domains',
  caption: ({ value }) => `Worst domains on ${value}`,
  rows: ({ worst }) => worst,
  total: ({ scored }) => scored,
  isTotalAtLeast: ({ scored }) => scored >= scoredAtMost,
  empty: 'No domain was seen on this name server.',
  columns: [
    indicatorColumn<WorstDomain>('domain', 'Domain', {
      size: 190,
      meta: { indicatorOf: (value) => ({ kind: 'domain', value }) },
    }),
    scoreColumn<WorstDomain>('sp_risk_score', 'Risk score', {
      size: 130,
      cell: ({ row }) => <LateScore seen={row.original.seen} isAsked={false} />,
    }),
    textColumn<WorstDomain>('listed', 'Listed by', {
      size: 170,
      accessorFn: ({ info }) => info && (endedWords(info) ?? listNames(info, 2)),
    }),
    textColumn<WorstDomain>('registrar', 'Registrar', { size: 140, accessorFn: ({ info }) => info?.registrar ?? '' }),
    timeColumn<WorstDomain>('first_seen', 'Here since', { size: 112 }),
    timeColumn<WorstDomain>('last_seen', 'Last seen', { size: 112 }),
  ],
  rowKey: ({ domain }) => domain,
  // and the bar above the table
  expectedRows: shownAtMost + 4,
  footer: ({ value }, _setting, { scored = 0 }) => (
    <>
      {scored >= scoredAtMost && `The worst of the ${scoredAtMost} seen last. `}
      <Link to={`${paths.nameServer(value)}?tab=domains`} className={linkClass}>
        All hosted domains
      </Link>
    </>
  ),
  urlPrefix: 'w.',
  exports: {
    view: 'ns-worst-domains',
    subject: ({ value }) => value,
    facts: ({ domain, first_seen: first, last_seen: last, sp_risk_score: score }) =>
      seenFacts(domain, { first, last, score }),
  },
});
