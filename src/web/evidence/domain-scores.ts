import type { EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import { formatCount } from '#model/format.ts';
import { factorLabel } from '#model/score-factors.ts';
import type { ScoreLine } from '#web/kit/score/ExplainList.tsx';
import { listingWords, noListing } from '#web/kit/score/score-words.ts';

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
    from: ({ nschanges, ns_reputation }) => entropyText(nschanges?.results_summary, hasServers(ns_reputation)),
  },
  {
    field: 'ns_reputation_score',
    score: ({ ns_reputation }) => ns_reputation?.ns_reputation_score,
    from: ({ ns_reputation }) => {
      const { ns_reputation_max: worst, ns_srv_reputation: servers = [] } = ns_reputation ?? {};
      if (worst === undefined) return '';
      return servers.length === 0 ? 'no name server seen' : `worst of ${servers.length} current name servers: ${worst}`;
    },
  },
  {
    field: 'is_new_score',
    score: ({ domaininfo }) => domaininfo?.is_new_score,
    from: ({ domaininfo }) => newText(domaininfo),
  },
  {
    field: 'age_score',
    score: ({ domaininfo }) => domaininfo?.age_score,
    from: ({ domaininfo }) => ageText(domaininfo?.age),
  },
  {
    field: 'listing_score',
    score: ({ listing_score }) => listing_score,
    from: ({ listing_score_explain, domaininfo }) => listingText(listing_score_explain, domaininfo?.listings),
  },
];

/** The factors of a domain's overall risk score, in the order in which they decide. */
export function domainScores(record: EnrichDomainAnswer): readonly ScoreLine[] {
  const decider = record.sp_risk_score_explain?.sp_risk_score_decider;
  return SCORE_FIELDS.flatMap(({ field, score, from }) => {
    const value = score(record);
    if (typeof value !== 'number') return [];
    return [{ field, label: factorLabel(field), score: value, isDecider: field === decider, from: from(record) }];
  });
}

/** Without an age, registration in the last 24 hours is unknown too. */
function newText(info: EnrichDomainAnswer['domaininfo']): string {
  if (info?.is_new) return 'registered within 24 hours';
  return info?.age === undefined && info?.info === undefined ? 'age not known' : 'not registered within 24 hours';
}

/** False when passive DNS never saw a name server: "no changes" then means nothing. */
export function hasServers(reputation: EnrichDomainAnswer['ns_reputation']): boolean {
  return (reputation?.ns_srv_reputation ?? []).length > 0;
}

type Summary = NonNullable<EnrichDomainAnswer['nschanges']>['results_summary'];

function entropyText(summary: Summary, hasServers: boolean): string {
  if (!summary) return '';
  const { num_changes_all: all = 0, changes_last_30_days: recent = 0, ns_entropy: entropy = 0 } = summary;
  if (all === 0 && !hasServers) return 'no name server seen';
  return all === 0 ? 'no change seen' : `${formatCount(all, 'change')}, ${recent} in 30 days, entropy ${entropy}`;
}

function ageText(age: number | undefined): string {
  if (age === undefined) return 'age not known to the day';
  return `${formatCount(age, 'day')} old; counts below 90`;
}

function listingText(explain: EnrichDomainAnswer['listing_score_explain'], listings?: readonly object[]): string {
  return listingWords(explain) ?? (explain && Object.keys(explain).length === 0 ? noListing(listings) : '');
}
