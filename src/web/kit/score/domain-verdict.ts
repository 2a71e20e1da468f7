import type { DomainInfo, DomainNsReputation } from '#contract/generated/types.gen.ts';
import { dayIntToIsoDate } from '#model/dates.ts';
import { benignToplistRank } from '#model/fact-kind.ts';
import { capital, formatCount, formatNumber, plural, uncapital } from '#model/format.ts';
import { ownValue } from '#model/own-value.ts';
import { showAge } from '#model/shown-time.ts';
import { isInternal } from '#model/reserved-space.ts';
import {
  checkedWords,
  domainVerdictState,
  isDomainJudged,
  missingDomainWords,
  readVerdictState,
  VERDICT_LOOKS,
  type VerdictState,
} from '#model/verdict.ts';
import { isTracked, perSource } from './evidence-words.ts';
import { listingWords, noListing, reasonSentence } from './score-words.ts';
import type { DomainRecord } from '#model/verdict-records.ts';
import { domainListedBy, domainTags, listingsSentence, missingOfDomain } from '#model/subject-knowledge.ts';
import {
  attributed,
  detectedVerdict,
  orderInputs,
  internalVerdict,
  scoredVerdict,
  stateVerdict,
  unknownVerdict,
  type Verdict,
} from './verdict.ts';

/** G1 with explain=1. A domain that was never seen is "unknown", regardless of its score. */
export function domainVerdict(record: DomainRecord | undefined): Verdict {
  const verdict = attributed(verdictOf(record), record);
  return record ? { ...verdict, tags: verdict.tags ?? domainTags(record, verdict.state) } : verdict;
}

function verdictOf(record: DomainRecord | undefined): Verdict {
  const { error, sp_risk_score: score } = record ?? {};
  if (!record || error || score === undefined)
    return isOwnName(record) ? internalVerdict : unknownVerdict('nothing is known about this domain.');
  const state = domainState(record);
  const decider = record.sp_risk_score_explain?.sp_risk_score_decider ?? deciderOfState[state] ?? '';
  const inputs = domainInputs(record, decider);
  const checked = domainChecked(record);
  if (state === 'internal') return internalVerdict;
  if (state === 'insufficient') return stateVerdict(state, seenWords(record, checked), { decider, inputs });
  if (state === 'unknown')
    return unknownVerdict(
      checked.includes('listing_score')
        ? 'never observed, never registered here and never listed.'
        : 'never observed and never registered here, and no current list is loaded.',
    );
  if (state === 'known_benign') return stateVerdict(state, benignWords(record), { decider, inputs });
  if (state !== 'scored') return stateVerdict(state, suppressed(state, record), { decider, inputs });
  const listed = domainListedBy(record);
  if (score > 0) {
    const reason = reasonOf(record, decider).replace(/\.$/, '');
    const missing = missingOfDomain(record.domaininfo);
    return detectedVerdict(score, { decider, tags: domainTags(record, state), listed, reason, missing }, inputs);
  }
  const missing = missingDomainWords(checked);
  const rest = [listingWords(record.listing_score_explain) ?? '', missing, popularWords(record)];
  return scoredVerdict(score, `${checkedWords(checked)}.${sentences(rest)}`, { decider, inputs });
}

function sentences(words: readonly string[]): string {
  return words.flatMap((each) => (each === '' ? [] : [` ${capital(each)}.`])).join('');
}

/** What is known about a domain that was seen and not judged. */
function seenWords(record: DomainRecord, checked: readonly string[]): string {
  const { domaininfo, listing_score_explain: explain } = record;
  const [first, last] = [domaininfo?.first_seen, domaininfo?.last_seen].map((day) => day && dayIntToIsoDate(day));
  // the days are those of the registered domain, with all names below it
  const { domain = '', query = domain } = domaininfo ?? {};
  const of = query === domain ? '' : `its domain ${domain} `;
  const seen = !last ? 'observed' : `${of}${first === last ? 'seen on' : 'last seen'} ${last}`;
  const { listings = [] } = domaininfo ?? {};
  const lists = !checked.includes('listing_score')
    ? 'no current list is loaded'
    : (listingWords(explain) ?? (listings.length > 0 ? noListing(listings) : 'no list names it'));
  const missing = missingDomainWords(checked);
  return `${seen}; ${lists}${missing && `, and ${missing}`}.${sentences([popularWords(record)])}`;
}

/** The inputs of the score that were checked: as sent or, without it, by the other fields of the record. */
export function domainChecked({ checked, domaininfo, ns_reputation: ns }: DomainRecord): readonly string[] {
  if (checked) return checked;
  const { age, info, whois_created_date } = domaininfo ?? {};
  return [
    ...(isTracked(domaininfo ?? {}, 'listings') === false ? [] : ['listing_score']),
    ...(age !== undefined || info || whois_created_date ? ['age_score', 'is_new_score'] : []),
    ...(ns?.ns_srv_reputation?.length ? ['ns_reputation_score', 'ns_entropy_score'] : []),
  ];
}

/** The age of a domain in words. Without a creation date, the first sighting shows that it is at least that old. */
export function ageWords({ whois_created_date: created }: DomainInfo = {}, days: number): string {
  return created === '' ? `at least ${showAge(days)}` : showAge(days);
}

/** Who knows the name as benign, and of what name: a host of its users' files has the benign facts of its domain. */
function benignWords(record: DomainRecord): string {
  const { facts = [], domain = '', query = domain } = record.domaininfo ?? {};
  const of = (subject: string) => facts.filter((fact) => fact.subject === subject);
  const known = [...of(query), ...of(domain)].find(({ kind }) => kind === 'known_benign');
  if (!known) return suppressed('known_benign', record);
  const listed = listingWords(record.listing_score_explain);
  const history = listed ? ` Listings: ${listed}.` : '';
  const [shared, name] =
    known.subject === query ? ['', ''] : ['a shared host, whose URLs are judged one by one; ', `${known.subject} `];
  return `${shared}${name}belongs to ${known.value || 'a known benign actor'}, ${perSource(known)}.${history}`;
}

/** The rank of a very popular domain, whose own listings do not count; '' for others. Being popular is not being judged benign. */
function popularWords({ domaininfo }: DomainRecord): string {
  const { facts = [], domain, query = domain } = domaininfo ?? {};
  const top = facts.find(({ kind, value }) => kind === 'toplist' && Number(value) <= benignToplistRank);
  if (!top) return '';
  const name = top.subject === query ? '' : ` (${top.subject})`;
  return `rank ${top.value} of the popular domains${name}, ${perSource(top)}`;
}

function isOwnName({ domaininfo }: DomainRecord = {}): boolean {
  return isInternal('domain', domaininfo?.query ?? domaininfo?.domain ?? '');
}

/** The state from the service or, without one, from the facts of the record. */
function domainState(record: DomainRecord): VerdictState {
  const { ns_reputation: ns } = record;
  const evidence = {
    is_expired: ns?.is_expired ?? false,
    is_parked: ns?.is_parked ?? false,
    is_sinkholed: ns?.is_sinkholed ?? false,
    sp_risk_score: record.sp_risk_score,
    isObserved: isObserved(record, record.domaininfo),
    isInternal: isOwnName(record),
    isJudged: isDomainJudged(domainChecked(record)),
  };
  const decider = record.sp_risk_score_explain?.sp_risk_score_decider ?? '';
  const decided = decider in evidence ? { [decider]: true } : {};
  return readVerdictState(record.verdict) ?? domainVerdictState({ ...evidence, ...decided });
}

const deciderOfState: Readonly<Partial<Record<VerdictState, string>>> = {
  sinkholed: 'is_sinkholed',
  expired: 'is_expired',
  parked: 'is_parked',
};

function isObserved(record: DomainRecord, info: DomainInfo | undefined): boolean {
  const isInfoThere =
    info !== undefined && !info.error && Boolean(info.first_seen || info.whois_created_date || info.info);
  return isInfoThere || (record.sp_risk_score ?? 0) > 0 || (record.listing_score_explain?.listings_all ?? 0) > 0;
}

/** Why there is no score, with the listings on record: a sinkholed domain was malicious. */
function suppressed(state: Exclude<VerdictState, 'scored'>, record: DomainRecord): string {
  const words = listingWords(record.listing_score_explain);
  const listed = listingsSentence(domainListedBy(record)) || (words && `Listings: ${words}.`);
  const history = listed ? ` ${listed}` : '';
  const { meaning } = VERDICT_LOOKS[state];
  return `${uncapital(meaning)}${history}`;
}

const reasons: Readonly<Record<string, (record: DomainRecord) => string | null>> = {
  listing_score: ({ listing_score_explain: listings }) => listingWords(listings),
  is_new_score: () => 'registered or first seen within the last 24 hours',
  // of a registered domain, the day of registration is said instead
  age_score: ({ domaininfo }) =>
    domaininfo?.age === undefined ? null : `first seen only ${formatCount(domaininfo.age, 'day')} ago`,
  ns_reputation_score: ({ ns_reputation: reputation }) => worstServerWords(reputation),
  ns_entropy_score: ({ nschanges }) => changesWords(nschanges?.results_summary ?? {}),
};

function reasonOf(record: DomainRecord, decider: string): string {
  return reasonSentence(ownValue(reasons, decider)?.(record), record.sp_risk_score, decider);
}

function worstServer(reputation: DomainNsReputation | undefined) {
  const servers = reputation?.ns_srv_reputation ?? [];
  return [...servers].sort((a, b) => (b.ns_server_reputation ?? 0) - (a.ns_server_reputation ?? 0))[0];
}

function worstServerWords(reputation: DomainNsReputation | undefined): string | null {
  const worst = worstServer(reputation);
  if (!worst?.ns_server || worst.ns_server_domain_density === undefined) return null;
  const { ns_server: server, ns_server_domains_listed: listed = 0, ns_server_domain_density: density } = worst;
  return `${formatNumber(listed)} of ${formatCount(density, 'domain')} on its name server ${server} ${plural(
    listed,
    'is',
    'are',
  )} listed`;
}

function changesWords(summary: Readonly<Record<string, unknown>>): string | null {
  const days = [7, 30, 90].find((window) => Number(summary[`changes_last_${window}_days`] ?? 0) > 0);
  if (!days) return null;
  const count = Number(summary[`changes_last_${days}_days`]);
  return `its name servers changed ${count === 1 ? 'once' : formatCount(count, 'time')} in the last ${days} days`;
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
