/** What decided an overall risk score (`sp_risk_score_decider`), in a sentence. */
const DECIDERS: Readonly<Record<string, string>> = {
  listing_score: 'Decided by its own listings: how recently and how often it was listed.',
  malscore: 'Decided by malware and command-and-control listings of the address or of names on it.',
  subnet_reputation_score: 'Decided by its subnet, where active addresses are listed.',
  asn_reputation_score: 'Decided by its autonomous system, where active addresses are listed.',
  asn_rank_score: 'Decided by the kind of listings in its autonomous system, malware counting most.',
  asn_takedown_reputation_score: 'Decided by the slowness of its operator to act on listings.',
  ns_entropy_score: 'Decided by its name servers, which changed often or recently.',
  ns_reputation_score: 'Decided by its name servers, which serve listed domains.',
  is_new_score: 'Decided by its age: registered within the last 24 hours.',
  age_score: 'Decided by its age: registered recently.',
  known_benign: '0 by rule: the address of a known benign actor.',
  known_sinkhole_ip: '0 by rule: the address is a known sinkhole.',
  is_expired: '0 by rule: the domain has expired.',
  is_parked: '0 by rule: the domain is parked.',
  is_sinkholed: '0 by rule: the domain is sinkholed.',
};

/**
 * What decided a score. The word is never "clean": without a decider it says that nothing known speaks against the subject.
 * Deciders of other deployments are named as they come.
 */
export function deciderSentence(score: number | null | undefined, decider: string | undefined): string {
  const known = decider === undefined ? undefined : DECIDERS[decider];
  if (known) return known;
  if (decider) return `Decided by ${decider}.`;
  return score === 0 ? 'Nothing known speaks against it.' : '';
}

/** A member of an `*_explain` object: how it is called, and its unit where it is no plain count. */
export interface ExplainWord {
  readonly label: string;
  readonly unit?: 'days' | 'day';
}

const EXPLAIN_WORDS: Readonly<Record<string, ExplainWord>> = {
  ips_in_asn: { label: 'Addresses announced' },
  ips_in_subnet: { label: 'Addresses in the subnet' },
  ips_num_active: { label: 'Active, last 30 days' },
  ips_num_listed: { label: 'Listed, last 30 days' },
  items_num_listed: { label: 'Open listings' },
  listings_max_age: { label: 'Oldest open listing', unit: 'days' },
  ip_density: { label: 'Names pointing here' },
  names_num_listed: { label: 'Listed among them' },
  ns_server_domain_density: { label: 'Domains on the server' },
  ns_server_domains_listed: { label: 'Listed among them' },
  listed_first: { label: 'First listed', unit: 'day' },
  listed_first_ago: { label: 'First listed ago', unit: 'days' },
  listed_recent: { label: 'Last listed', unit: 'day' },
  listed_recent_ago: { label: 'Last listed ago', unit: 'days' },
  listed_span: { label: 'From first to last', unit: 'days' },
  listings_all: { label: 'Listings ever' },
  listings_last_7: { label: 'Last 7 days' },
  listings_last_30: { label: 'Last 30 days' },
  listings_last_90: { label: 'Last 90 days' },
  listings_last_180: { label: 'Last 180 days' },
  listings_last_365: { label: 'Last 365 days' },
  changes_last_30_days: { label: 'Last 30 days' },
  changes_last_90_days: { label: 'Last 90 days' },
  num_changes_all: { label: 'Changes known' },
  ns_entropy: { label: 'Entropy' },
};

/** The words for a member of an `*_explain` object; one that the interface does not know keeps its name. */
export function explainWord(field: string): ExplainWord {
  return EXPLAIN_WORDS[field] ?? { label: field };
}
