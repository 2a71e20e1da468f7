import type { DomainInfo, DomainNsReputation, EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import { listingWords } from './listing-words.ts';
import { deciderSentence } from './score-words.ts';
import { countOf, orderInputs, scoredVerdict, unknownVerdict, type Verdict } from './verdict.ts';

/** What the verdict needs of G1. */
export type DomainRecord = Pick<
  EnrichDomainAnswer,
  | 'domaininfo'
  | 'listing_score_explain'
  | 'ns_reputation'
  | 'nschanges'
  | 'sp_risk_score'
  | 'sp_risk_score_explain'
  | 'error'
>;

/** G1 with explain=1. A domain that was never seen is "unknown", whatever its score says. */
export function domainVerdict(record: DomainRecord | undefined): Verdict {
  const { error, sp_risk_score: score, domaininfo } = record ?? {};
  if (!record || error || score === undefined) return unknownVerdict('the collection holds nothing about this domain.');
  const decider = record.sp_risk_score_explain?.sp_risk_score_decider ?? '';
  const inputs = domainInputs(record, decider);
  const acquittal = acquittalWords(record.ns_reputation, decider);
  if (acquittal && score === 0) return scoredVerdict(score, acquittal, { state: 'acquitted', decider, inputs });
  if (score > 0) return scoredVerdict(score, reasonOf(record, decider), { state: 'data', decider, inputs });
  if (!isObserved(record, domaininfo)) return unknownVerdict('this domain was never seen, and never listed.');
  const looked =
    'nothing known speaks against it. Looked at: listings, its age, its name servers and how often they changed.';
  return scoredVerdict(score, looked, { state: 'clean', decider, inputs });
}

function isObserved(record: DomainRecord, info: DomainInfo | undefined): boolean {
  const isInfoThere =
    info !== undefined && !info.error && Boolean(info.first_seen || info.whois_created_date || info.info);
  return isInfoThere || (record.listing_score_explain?.listings_all ?? 0) > 0;
}

const acquittals: Readonly<Record<'is_expired' | 'is_parked' | 'is_sinkholed', string>> = {
  is_expired: 'expired; its name servers are those of expired domains, so its scores do not count.',
  is_parked: 'parked; its name servers are those of parked domains, so its scores do not count.',
  is_sinkholed: 'sinkholed; its name servers are those of a sinkhole, so its scores do not count.',
};

function acquittalWords(standing: DomainNsReputation | undefined, decider: string): string | null {
  const names = Object.keys(acquittals) as (keyof typeof acquittals)[];
  const name = names.find((each) => each === decider) ?? names.find((each) => standing?.[each]);
  return name ? acquittals[name] : null;
}

const reasons: Readonly<Record<string, (record: DomainRecord) => string | null>> = {
  listing_score: ({ listing_score_explain: listings }) => listingWords(listings),
  is_new_score: () => 'registered or first seen within the last 24 hours',
  age_score: ({ domaininfo }) => (domaininfo?.age === undefined ? null : `only ${countOf(domaininfo.age, 'day')} old`),
  ns_reputation_score: ({ ns_reputation: reputation }) => worstServerWords(reputation),
  ns_entropy_score: ({ nschanges }) => changesWords(nschanges?.results_summary ?? {}),
};

function reasonOf(record: DomainRecord, decider: string): string {
  const reason = reasons[decider]?.(record);
  return reason ? `${reason}.` : deciderSentence(record.sp_risk_score, decider) || 'the service does not say why.';
}

function worstServer(reputation: DomainNsReputation | undefined) {
  const servers = reputation?.ns_srv_reputation ?? [];
  return [...servers].sort((a, b) => (b.ns_server_reputation ?? 0) - (a.ns_server_reputation ?? 0))[0];
}

function worstServerWords(reputation: DomainNsReputation | undefined): string | null {
  const worst = worstServer(reputation);
  if (!worst?.ns_server || worst.ns_server_domain_density === undefined) return null;
  const { ns_server: server, ns_server_domains_listed: listed = 0, ns_server_domain_density: density } = worst;
  return `${listed.toLocaleString('en')} of ${countOf(density, 'domain')} on its name server ${server} ${
    listed === 1 ? 'is' : 'are'
  } listed`;
}

function changesWords(summary: Readonly<Record<string, unknown>>): string | null {
  const days = [7, 30, 90].find((window) => Number(summary[`changes_last_${window}_days`] ?? 0) > 0);
  if (!days) return null;
  const count = Number(summary[`changes_last_${days}_days`]);
  return `its name servers changed ${count === 1 ? 'once' : countOf(count, 'time')} in the last ${days} days`;
}

function domainInputs(record: DomainRecord, decider: string): Verdict['inputs'] {
  const server = worstServer(record.ns_reputation);
  const summary = record.nschanges?.results_summary;
  return orderInputs(decider, {
    listing_score: { title: 'Listings of the domain', explain: record.listing_score_explain },
    ns_reputation_score: {
      title: `Name server ${server?.ns_server ?? ''}`.trim(),
      explain: server && {
        ns_server_domain_density: server.ns_server_domain_density,
        ns_server_domains_listed: server.ns_server_domains_listed,
      },
    },
    ns_entropy_score: {
      title: 'Name-server changes',
      explain: summary && {
        changes_last_30_days: summary.changes_last_30_days,
        changes_last_90_days: summary.changes_last_90_days,
        num_changes_all: summary.num_changes_all,
        ns_entropy: summary.ns_entropy,
      },
    },
  });
}
