import type { EnrichedIpv4Record, EnrichedIpv6Record } from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { listingWords } from './listing-words.ts';
import { deciderSentence } from './score-words.ts';
import { countOf, orderInputs, scoredVerdict, unknownVerdict, type Verdict } from './verdict.ts';

/** The record of either version; IPv6 lacks listings, location and flags. */
export type AddressRecord = Omit<EnrichedIpv4Record, 'scan_data'> | Omit<EnrichedIpv6Record, 'scan_data'>;
type FullRecord = Omit<EnrichedIpv4Record, 'scan_data'>;

/** A1, B1, G2, G3 with explain=1. Without a record, or with nothing observed in it, the answer is "unknown". */
export function addressVerdict(address: AddressRecord | undefined): Verdict {
  const record: FullRecord = address ?? {};
  const { error, sp_risk_score: score } = record;
  if (!address || error || score === undefined)
    return unknownVerdict('the collection holds nothing about this address.');
  const decider = record.sp_risk_score_explain?.sp_risk_score_decider ?? '';
  const inputs = addressInputs(record, decider);
  const acquittal = acquittalWords(record, decider);
  if (acquittal) return scoredVerdict(score, acquittal, { state: 'acquitted', decider, inputs });
  if (score > 0) return scoredVerdict(score, reasonOf(record, decider), { state: 'data', decider, inputs });
  if (!isObserved(record))
    return unknownVerdict('nobody announces this address, and no name or listing of it was ever seen.');
  return scoredVerdict(score, nothingAgainst(record), { state: 'clean', decider, inputs });
}

function isObserved(record: FullRecord): boolean {
  return (record.asn ?? 0) > 0 || wasSeen(record);
}

/** True when a name, a PTR record or a list ever named the address itself; being announced is not enough. */
function wasSeen({ density = 0, ip_ptr, listing_score_explain: listings }: FullRecord): boolean {
  return density > 0 || Boolean(ip_ptr) || (listings?.listings_all ?? 0) > 0;
}

function nothingAgainst(record: FullRecord): string {
  const seen = wasSeen(record) ? '' : '; never observed here';
  return `nothing known speaks against it${seen}. Looked at: listings, its subnet and its autonomous system.`;
}

function acquittalWords(record: FullRecord, decider: string): string | null {
  const { benign_info: benign, sinkhole_info: sinkhole } = record;
  if (decider === 'known_benign' || benign?.known_benign)
    return `known to be benign${benign?.actor ? ` (${benign.actor})` : ''}, so its scores do not count.`;
  if (decider === 'known_sinkhole_ip' || sinkhole?.known_sinkhole_ip)
    return 'a known sinkhole; names that point to it are defused, so its scores do not count.';
  return null;
}

const reasons: Readonly<Record<string, (record: FullRecord) => string | null>> = {
  listing_score: ({ listing_score_explain: listings }) => listingWords(listings),
  malscore: () => 'it, or a name on it, is listed for malware or command and control',
  subnet_reputation_score: ({ subnet, subnet_reputation_explain: explain }) =>
    listedShare(explain?.ips_num_listed, explain?.ips_num_active, `its subnet ${subnet ?? ''}`.trim()),
  asn_reputation_score: (record) => {
    const { ips_num_listed: listed, ips_num_active: active } = record.asn_reputation_explain ?? {};
    return listedShare(listed, active, systemName(record));
  },
  asn_rank_score: (record) =>
    `${systemName(record)} ranks ${record.asn_rank ?? 0} of 100 by the weight of its listings, malware counting most`,
  asn_takedown_reputation_score: (record) => {
    const { items_num_listed: items, listings_max_age: age } = record.asn_takedown_reputation_explain ?? {};
    if (!items || age === undefined) return null;
    return `${systemName(record)} leaves ${countOf(items, 'listing')} standing, the oldest for ${countOf(age, 'day')}`;
  },
};

function reasonOf(record: FullRecord, decider: string): string {
  const reason = reasons[decider]?.(record);
  return reason ? `${reason}.` : deciderSentence(record.sp_risk_score, decider) || 'the service does not say why.';
}

function listedShare(listed: number | undefined, active: number | undefined, of: string): string | null {
  if (listed === undefined || active === undefined) return null;
  return `${listed.toLocaleString('en')} of ${countOf(active, 'active address', 'active addresses')} of ${of} ${
    listed === 1 ? 'was' : 'were'
  } listed in the last 30 days`;
}

function systemName({ asn, asname }: FullRecord): string {
  return asn ? `${formatAsn(asn)}${asname ? ` ${asname}` : ''}` : 'its autonomous system';
}

function addressInputs(record: FullRecord, decider: string): Verdict['inputs'] {
  return orderInputs(decider, {
    listing_score: { title: 'Listings of the address', explain: record.listing_score_explain },
    subnet_reputation_score: { title: 'Subnet reputation', explain: record.subnet_reputation_explain },
    asn_reputation_score: { title: 'AS reputation', explain: record.asn_reputation_explain },
    asn_takedown_reputation_score: {
      title: 'AS takedown reputation',
      explain: record.asn_takedown_reputation_explain,
    },
  });
}
