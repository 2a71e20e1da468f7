import type { EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import { formatCount } from '#model/format.ts';
import { factorLabel } from '#model/score-factors.ts';
import { domainChecked } from '#web/kit/score/domain-verdict.ts';
import type { ScoreLine } from '#web/kit/score/ExplainList.tsx';
import { listingsOrNone } from '#web/kit/score/score-words.ts';

interface ScoreField {
  readonly field: string;
  readonly score: (record: EnrichDomainAnswer) => number | undefined;
  readonly from: (record: EnrichDomainAnswer) => string;
}

// In the order in which they decide the score in the service.
const SCORE_FIELDS: readonly ScoreField[] = [
  {
    field: 'ns_entropy_score',
    score: ({ nschanges }) => nschanges?.results_summary?.ns_entropy_score,
    from: ({ nschanges }) => entropyText(nschanges?.results_summary),
  },
  {
    field: 'ns_reputation_score',
    score: ({ ns_reputation }) => ns_reputation?.ns_reputation_score,
    from: ({ ns_reputation }) => {
      const { ns_reputation_max: worst, ns_srv_reputation: servers = [] } = ns_reputation ?? {};
      return `worst of ${servers.length} current name servers: ${worst}`;
    },
  },
  {
    field: 'is_new_score',
    score: ({ domaininfo }) => domaininfo?.is_new_score,
    from: ({ domaininfo }) => `${domaininfo?.is_new ? '' : 'not '}registered within 24 hours`,
  },
  {
    field: 'age_score',
    score: ({ domaininfo }) => domaininfo?.age_score,
    from: ({ domaininfo }) => ageText(domaininfo?.age),
  },
  {
    field: 'listing_score',
    score: ({ listing_score }) => listing_score,
    from: ({ listing_score_explain, domaininfo }) => listingsOrNone(listing_score_explain, domaininfo?.listings),
  },
];

/** The factors of a domain's overall risk score, in the order in which they decide. */
export function domainScores(record: EnrichDomainAnswer): readonly ScoreLine[] {
  const decider = record.sp_risk_score_explain?.sp_risk_score_decider;
  const checked = domainChecked(record);
  return SCORE_FIELDS.flatMap(({ field, score, from }) => {
    const value = score(record);
    if (typeof value !== 'number') return [];
    const isKnown = value > 0 || checked.includes(field);
    return [
      {
        field,
        label: factorLabel(field),
        score: value,
        isKnown,
        isDecider: field === decider,
        from: isKnown ? from(record) : '',
      },
    ];
  });
}

/** False when passive DNS never saw a name server: "no changes" then means nothing. */
export function hasServers(reputation: EnrichDomainAnswer['ns_reputation']): boolean {
  return (reputation?.ns_srv_reputation ?? []).length > 0;
}

type Summary = NonNullable<EnrichDomainAnswer['nschanges']>['results_summary'];

function entropyText(summary: Summary): string {
  if (!summary) return '';
  const { num_changes_all: all = 0, changes_last_30_days: recent = 0, ns_entropy: entropy = 0 } = summary;
  return all === 0 ? 'no change seen' : `${formatCount(all, 'change')}, ${recent} in 30 days, entropy ${entropy}`;
}

function ageText(age: number | undefined): string {
  if (age === undefined) return 'age not known to the day';
  return `${formatCount(age, 'day')} old; counts below 90`;
}
