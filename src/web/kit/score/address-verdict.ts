import type { EnrichedIpv4Record, NetworkListingExplain } from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { formatCount, formatNumber, plural } from '#model/format.ts';
import { nameSome } from '#model/listed-by.ts';
import { ownValue } from '#model/own-value.ts';
import { isInternal } from '#model/reserved-space.ts';
import { scoreBand } from '#model/score-band.ts';
import {
  addressVerdictState,
  type CheckedFactor,
  checkedWords,
  readVerdictState,
  type VerdictState,
} from '#model/verdict.ts';
import { isTracked, perSource } from './evidence-words.ts';
import { listingWords, reasonSentence } from './score-words.ts';
import type { AddressRecord } from '#model/verdict-records.ts';
import { addressListedBy, addressTags } from '#model/subject-knowledge.ts';
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

type FullRecord = Omit<EnrichedIpv4Record, 'scan_data'>;

/** A1, B1, G2, G3 with explain=1. Without a record, or with nothing observed in it, the answer is "unknown". */
export function addressVerdict(address: AddressRecord | undefined): Verdict {
  const verdict = attributed(verdictOf(address), address);
  if (!address) return verdict;
  const tags = verdict.tags ?? addressTags(address, verdict.state);
  return { ...verdict, tags, sentence: `${verdict.sentence}${sharedWords(address)}` };
}

/** What the address is where many sites share it; '' elsewhere. */
function sharedWords({ facts = [] }: FullRecord): string {
  const cdn = facts.find(({ kind }) => kind === 'cdn');
  if (!cdn) return '';
  const provider = cdn.value ? ` (${cdn.value})` : '';
  return ` It is an address of a CDN${provider}, ${perSource(cdn)}: many sites share it, so listings of names on it do not count for it.`;
}

function verdictOf(address: AddressRecord | undefined): Verdict {
  const record: FullRecord = address ?? {};
  const { error, sp_risk_score: score } = record;
  if (address && addressState(record) === 'internal') return internalVerdict;
  if (!address || error || score === undefined) return unknownVerdict('nothing is known about this address.');
  const state = addressState(record);
  const decider = record.sp_risk_score_explain?.sp_risk_score_decider ?? deciderOfState[state] ?? '';
  const inputs = addressInputs(record, decider);
  if (state === 'unknown') return unobserved(record, score, { decider, inputs });
  if (state === 'insufficient') return stateVerdict(state, seenWords(record), { decider, inputs });
  if (state === 'known_benign')
    return stateVerdict(state, `${benignWords(record)}; score suppressed.${listedWords(record)}`, { decider, inputs });
  if (state === 'sinkholed') return stateVerdict(state, sinkholeWords, { decider, inputs });
  if (score > 0) {
    const reason = reasonOf(record, decider).replace(/\.$/, '');
    const tags = addressTags(record, state);
    return detectedVerdict(score, { decider, tags, listed: addressListedBy(record), reason, missing: [] }, inputs);
  }
  return scoredVerdict(score, `${checkedWords(addressChecked(record))}.`, { decider, inputs });
}

/** What is known about an address that was seen and not judged. */
function seenWords(record: FullRecord): string {
  const { density = 0, ip_ptr } = record;
  const seen = density > 0 ? formatCount(density, 'name') : ip_ptr ? 'a reverse name' : null;
  const checked = addressChecked(record);
  const isIdle = checked.includes('listing_score') && !checked.includes('malscore');
  const idle = isIdle ? ', none in the last 30 days' : '';
  const known = seen === null ? 'observed' : `${seen} ${density === 1 ? 'points' : 'point'} to it${idle}`;
  return `${density > 0 || seen === null ? known : `it has ${seen}`}; ${checked.includes('listing_score') ? 'no list names it' : 'no current list is loaded'}.`;
}

/** The inputs of the score that were checked. A deployment that does not say has its lists and networks taken as checked. */
function addressChecked(record: FullRecord): readonly string[] {
  return record.checked ?? (isTracked(record, 'listings') === false ? [] : assumed);
}

const assumed: readonly CheckedFactor[] = [
  'listing_score',
  'malscore',
  'subnet_reputation_score',
  'asn_reputation_score',
];

/** The state from the service or, without one, from the facts of the record. */
export function addressState(record: FullRecord): VerdictState {
  const { sp_risk_score_decider: decider } = record.sp_risk_score_explain ?? {};
  return (
    readVerdictState(record.verdict) ??
    addressVerdictState({
      known_benign: decider === 'known_benign' || (record.benign_info?.known_benign ?? false),
      known_sinkhole_ip: decider === 'known_sinkhole_ip' || (record.sinkhole_info?.known_sinkhole_ip ?? false),
      sp_risk_score: record.sp_risk_score,
      isObserved: isObserved(record),
      isInternal: record.ip !== undefined && isInternal(record.ip.includes(':') ? 'ipv6' : 'ipv4', record.ip),
      // such a record does not say when the address was seen
      isJudged: addressChecked(record).includes('listing_score'),
    })
  );
}

const deciderOfState: Readonly<Partial<Record<VerdictState, string>>> = {
  sinkholed: 'known_sinkhole_ip',
  known_benign: 'known_benign',
};

/** Whether a DNS record, a listing or a scan named the address itself. Its origin AS and location are not observations of it. */
function isObserved(record: FullRecord): boolean {
  const { density, ip_ptr, listing_score_explain: listings, listing_score, malscore } = record;
  const { range_listing_score, asn_listing_score } = record;
  const { sp_risk_score_decider: decider } = record.sp_risk_score_explain ?? {};
  return (
    (density ?? 0) > 0 ||
    Boolean(ip_ptr) ||
    (listings?.listings_all ?? 0) > 0 ||
    [listing_score, malscore, range_listing_score, asn_listing_score].some((score) => (score ?? 0) > 0) ||
    listingDeciders.includes(decider ?? '') ||
    [record.ip_is_tor_exit_node, record.ip_is_dsl_dynamic, record.ip_is_ipfs_node].includes(true) ||
    [record.ip_has_open_directory, record.ip_has_expired_certificate].includes(true) ||
    // without a count of names the record cannot show that no name points here
    (density === undefined && (record.sp_risk_score ?? 0) > 0)
  );
}

const listingDeciders = ['listing_score', 'malscore', 'range_listing_score', 'asn_listing_score'];

/** The verdict of an unobserved address: no score of its own, but the score of its network as a hint. */
function unobserved(record: FullRecord, score: number, rest: Pick<Verdict, 'decider' | 'inputs'>): Verdict {
  const never =
    isTracked(record, 'listings') === false
      ? 'this address was never observed, and no current list is loaded.'
      : 'this address was never observed and never listed.';
  if (score === 0) return stateVerdict('unknown', never, rest);
  const word = scoreBand(score)?.word ?? '';
  const network = `Its network has a score of ${score} (${word}): ${reasonOf(record, rest.decider)}`;
  return stateVerdict('unknown', `${never} ${network}`, rest);
}

/** The known service that owns the address, with the source if the record has one. */
function benignWords({ benign_info: benign, facts = [] }: FullRecord): string {
  const fact = facts.find(({ kind }) => kind === 'known_benign');
  const tags = fact?.tags ?? benign?.tags ?? [];
  const words = tags.length > 0 ? ` (${tags.join(', ')})` : '';
  const actor = `belongs to ${fact?.value || benign?.actor || 'a known benign actor'}${words}`;
  return fact ? `${actor}, ${perSource(fact)}` : actor;
}

function listedWords({ listing_score_explain: explain }: FullRecord): string {
  const words = listingWords(explain);
  return words ? ` Listings: ${words}.` : '';
}

const sinkholeWords = 'a research sinkhole; score suppressed. A host that contacts it is probably infected.';

const reasons: Readonly<Record<string, (record: FullRecord) => string | null>> = {
  listing_score: ({ listing_score_explain: listings }) => listingWords(listings),
  malscore: ({ listings, malware_names: names }) =>
    malwareNameWords(names) ??
    `${listings ? 'a' : 'the address, or a'} name that resolves to it${listings ? '' : ','} is listed for malware or command and control`,
  ip_reputation_score: ({ ip_reputation_explain: explain }) => {
    const { names_num_listed: listed, ip_density: density } = explain ?? {};
    if (!listed || !density) return null;
    return `${formatNumber(listed)} of ${formatCount(density, 'name')} on it ${plural(listed, 'is', 'are')} listed`;
  },
  range_listing_score: ({ range_listing_score_explain: listed }) =>
    networkListed(`its range ${listed?.subject ?? ''}`.trim(), listed),
  subnet_reputation_score: ({ subnet, subnet_reputation_explain: explain }) =>
    listedShare(explain?.ips_num_listed, explain?.ips_num_active, `its subnet ${subnet ?? ''}`.trim()),
  asn_listing_score: (record) => networkListed(systemName(record), record.asn_listing_score_explain),
  asn_reputation_score: (record) => {
    const { ips_num_listed: listed, ips_num_active: active } = record.asn_reputation_explain ?? {};
    return listedShare(listed, active, systemName(record));
  },
  asn_rank_score: (record) =>
    `${systemName(record)} ranks ${record.asn_rank ?? 0} of 100 by the weight of its listings, malware counting most`,
  asn_takedown_reputation_score: (record) => {
    const { items_num_listed: items, listings_max_age: age } = record.asn_takedown_reputation_explain ?? {};
    if (!items || age === undefined) return null;
    return `${systemName(record)} is slow to act on abuse: ${formatCount(items, 'open listing')}, the oldest open ${formatCount(age, 'day')}`;
  },
};

/** "the name bad.example, which resolves to it, is on Example list for malware or command and control"; null without such names. */
function malwareNameWords(names: FullRecord['malware_names'] = []): string | null {
  const [first] = names;
  if (!first) return null;
  const others = names.length > 1 ? `, like ${formatCount(names.length - 1, 'other name')} on it,` : '';
  const verb = first.is_open ? 'is' : 'was';
  return `the name ${first.domain}, which resolves to it,${others} ${verb} on ${nameSome(first.lists ?? [])} for malware or command and control`;
}

function reasonOf(record: FullRecord, decider: string): string {
  return reasonSentence(ownValue(reasons, decider)?.(record), record.sp_risk_score, decider);
}

function listedShare(listed: number | undefined, active: number | undefined, of: string): string | null {
  if (listed === undefined || active === undefined) return null;
  return `${formatNumber(listed)} of ${formatCount(active, 'active address', 'active addresses')} of ${of}, or names on them, ${plural(
    listed,
    'was',
    'were',
  )} listed in the last 30 days`;
}

function networkListed(network: string, listed: NetworkListingExplain | undefined): string | null {
  const words = listingWords(listed);
  return words && `${network} ${words.startsWith('on ') ? 'is ' : ''}${words}`;
}

function systemName({ asn, asname }: FullRecord): string {
  return asn ? `${formatAsn(asn)}${asname ? ` ${asname}` : ''}` : 'its autonomous system';
}

function addressInputs(record: FullRecord, decider: string): Verdict['inputs'] {
  return orderInputs(decider, {
    listing_score: { title: 'Listings of the address', explain: record.listing_score_explain },
    ip_reputation_score: { title: 'Names on the address', explain: record.ip_reputation_explain },
    range_listing_score: { title: 'Listings of its range', explain: record.range_listing_score_explain },
    subnet_reputation_score: { title: 'Addresses of its subnet', explain: record.subnet_reputation_explain },
    asn_listing_score: { title: 'Listings of its AS', explain: record.asn_listing_score_explain },
    asn_reputation_score: { title: 'Addresses of its AS', explain: record.asn_reputation_explain },
    asn_takedown_reputation_score: {
      title: 'Abuse response of its operator',
      explain: record.asn_takedown_reputation_explain,
    },
  });
}
