import { continents, countries, type ICountry } from 'countries-list';
import type {
  IpLocation,
  IpReputationExplain,
  IpRiskScore,
  Ipv4Record,
  Ipv6Record,
  NetworkListingExplain,
} from '#contract/generated/types.gen.ts';
import { addressCount, parseCidr } from '#model/cidr.ts';
import { type DayInt, dayIntToDate, daysBetween } from '#model/dates.ts';
import {
  addressRisk,
  type AddressScores,
  asnListingScore,
  asnRankScore,
  asnReputationScore,
  asnTakedownReputationScore,
  flagScore,
  ipReputationScore,
  listingScore,
  rangeListingScore,
  type RiskScore,
  subnetReputationScore,
} from '#model/score-formulas.ts';
import { isInternal } from '#model/reserved-space.ts';
import {
  addressChecks,
  addressVerdictState,
  type CheckedFactor,
  isAddressJudged,
  type VerdictState,
} from '#model/verdict.ts';
import type { Coverage } from '#server/queries/coverage.ts';
import type { Dossier, NetworkListings } from '#server/queries/address-dossier.ts';

/** Options of a record. */
interface RecordOptions {
  readonly now: Date;
  readonly coverage: Coverage;
  readonly explain?: boolean;
}

/** The one element that `sparse` selects. */
type SparseElement = 'asn' | 'asname' | 'sp_risk_score';

interface UnknownAddress {
  readonly ip: string;
  readonly error: string;
  readonly verdict?: VerdictState;
}

function kindOf(ip: string): 'ipv4' | 'ipv6' {
  return ip.includes(':') ? 'ipv6' : 'ipv4';
}

/** Replaces the data when the address is not announced and was never observed. */
function unknownAddress({ ip }: Dossier): UnknownAddress {
  return { ip, error: 'Not found', ...(isInternal(kindOf(ip), ip) && { verdict: 'internal' }) };
}

/** A1, A9, G2, B1, B4, G3: registries allocate blocks to countries, announced or not, so the country can be known when nothing else is. */
function unknownAddressIn(dossier: Dossier): UnknownAddress & { readonly ip_location?: IpLocation } {
  const { country } = dossier.origin;
  return { ...unknownAddress(dossier), ...(country !== '' && { ip_location: ipLocation(country) }) };
}

/** A1, A9, G2: the IPv4 information record. */
export function ipv4Record(dossier: Dossier, { now, coverage, explain = false }: RecordOptions): Ipv4Record {
  if (!dossier.isKnown) return unknownAddressIn(dossier);
  const { facts, origin } = dossier;
  const { subnet_reputation, ips_num_active, ips_num_listed } = origin.subnetReputation;
  const scores = addressScores(dossier, coverage);
  const subnetAllocation = allocation(origin.subnetAllocated, now);
  return {
    ...commonFields(dossier, scores, now),
    benign_info: { actor: facts.benignActor, known_benign: facts.isKnownBenign, tags: [...facts.benignTags] },
    ip_is_dsl_dynamic: facts.isDslDynamic,
    ip_is_dsl_dynamic_score: flagScore(facts.isDslDynamic),
    ip_is_tor_exit_node: facts.isTorExit,
    ip_location: ipLocation(origin.country),
    ip_ptr: dossier.ptr,
    listing_score: scores.listing_score,
    malscore: scores.malscore,
    sinkhole_info: { known_sinkhole_ip: facts.isSinkhole, tags: [...facts.sinkholeTags] },
    subnet_allocation_age: subnetAllocation.age,
    subnet_allocation_date: subnetAllocation.date,
    subnet_reputation,
    subnet_reputation_score: scores.subnet_reputation_score,
    ...(explain && {
      ...commonExplanations(dossier, scores),
      listing_score_explain: dossier.listings ?? {},
      malware_names: dossier.malwareNames.map(({ name, sources, isOpen }) => ({
        domain: name,
        lists: sources.map(coverage.titleOf).toSorted(),
        is_open: isOpen,
      })),
      subnet_reputation_explain: {
        ips_in_subnet: addressesIn(origin.subnet),
        ips_num_active,
        ips_num_listed,
      },
    }),
  };
}

/** A9: the interface leaves these two out of the bulk record. */
export function bulkIpv4Record(dossier: Dossier, options: RecordOptions): Ipv4Record {
  const { listing_score: _listing, sp_risk_score: _risk, ...record } = ipv4Record(dossier, options);
  return record;
}

/** B1, B4, G3: the IPv6 information record; the country is an extension. */
export function ipv6Record(dossier: Dossier, { now, coverage, explain = false }: RecordOptions): Ipv6Record {
  if (!dossier.isKnown) return unknownAddressIn(dossier);
  const scores = addressScores(dossier, coverage);
  const { country } = dossier.origin;
  return {
    ...commonFields(dossier, scores, now),
    ...(country !== '' && { ip_location: ipLocation(country) }),
    ...(explain && commonExplanations(dossier, scores)),
  };
}

/** A1, B1 with sparse: only ip and the one element. */
export function sparseRecord(dossier: Dossier, element: SparseElement, coverage: Coverage): Ipv6Record {
  if (!dossier.isKnown) return unknownAddress(dossier);
  const { ip, origin } = dossier;
  if (element === 'asn') return { ip, asn: origin.asn };
  if (element === 'asname') return { ip, asname: origin.asname };
  return { ip, sp_risk_score: addressScores(dossier, coverage).sp_risk_score };
}

/** A2, A8, B2, B3: with the deciding factor, the verdict and the origin, which existing clients read or ignore. */
export function riskScore(dossier: Dossier, coverage: Coverage): IpRiskScore {
  if (!dossier.isKnown) return unknownAddress(dossier);
  const { asn, asname, country: country_code } = dossier.origin;
  const { sp_risk_score, sp_risk_score_decider, verdict, checked } = addressScores(dossier, coverage);
  const risk = { ip: dossier.ip, sp_risk_score, sp_risk_score_explain: { sp_risk_score_decider }, verdict, checked };
  return { ...risk, asn, asname, country_code };
}

function commonFields(dossier: Dossier, scores: AddressJudgement, now: Date) {
  const { ip, origin, density } = dossier;
  const asn = origin.asnReputation;
  const asnAllocation = allocation(origin.asnAllocated, now);
  return {
    asn: origin.asn,
    asn_allocation_age: asnAllocation.age,
    asn_allocation_date: asnAllocation.date,
    asn_listing_score: scores.asn_listing_score,
    asn_rank: asn.asn_rank,
    asn_rank_score: scores.asn_rank_score,
    asn_reputation: asn.asn_reputation,
    asn_reputation_score: scores.asn_reputation_score,
    asn_takedown_reputation: asn.asn_takedown_reputation,
    asn_takedown_reputation_score: scores.asn_takedown_reputation_score,
    asname: origin.asname,
    date: dossier.assignedAsOf,
    density,
    ip,
    ip_reputation: dossier.hosted.ip_reputation,
    ip_reputation_score: scores.ip_reputation_score,
    range_listing_score: scores.range_listing_score,
    sp_risk_score: scores.sp_risk_score,
    subnet: origin.subnet,
    verdict: scores.verdict,
    checked: scores.checked,
  };
}

function commonExplanations(dossier: Dossier, { sp_risk_score_decider }: AddressJudgement) {
  const { ips_in_asn, ips_num_active, ips_num_listed, items_num_listed, listings_max_age } =
    dossier.origin.asnReputation;
  return {
    asn_listing_score_explain: networkListings(dossier.asnListings),
    asn_reputation_explain: { ips_in_asn, ips_num_active, ips_num_listed },
    asn_takedown_reputation_explain:
      items_num_listed > 0 ? { ips_in_asn, ips_num_listed, items_num_listed, listings_max_age } : {},
    ip_reputation_explain: hostedNames(dossier),
    range_listing_score_explain: networkListings(dossier.rangeListings),
    sp_risk_score_explain: { sp_risk_score_decider },
  };
}

function hostedNames({ hosted: { ip_density, names_num_listed } }: Dossier): IpReputationExplain {
  return { ip_density, names_num_listed };
}

/** The listed range or AS, its listing score and the factors of it; empty without one. */
function networkListings(listed: NetworkListings | null): NetworkListingExplain {
  return listed ? { subject: listed.subject, listing_score: listingScore(listed.history), ...listed.history } : {};
}

function addressesIn(subnet: string): number {
  const cidr = parseCidr(subnet);
  return cidr ? Number(addressCount(cidr)) : 0;
}

interface AddressJudgement extends AddressScores, RiskScore {
  readonly verdict: VerdictState;
  readonly checked: CheckedFactor[];
}

/** Every derived score of an address, the overall risk that follows from them, the verdict, and what was checked for it. */
function addressScores(dossier: Dossier, coverage: Coverage): AddressJudgement {
  const { facts, ip, isObserved, isInUse } = dossier;
  const { asnReputation: asn, subnetReputation: subnet } = dossier.origin;
  const scores: AddressScores = {
    listing_score: listingScore(dossier.listings),
    malscore: listingScore(dossier.malware),
    ip_reputation_score: facts.isCdn
      ? 0
      : ipReputationScore(dossier.hosted.ip_reputation, dossier.hosted.names_num_listed),
    range_listing_score: rangeListingScore(dossier.rangeListings?.history ?? null),
    subnet_reputation_score: subnetReputationScore(subnet.subnet_reputation, subnet.ips_num_active),
    asn_listing_score: asnListingScore(dossier.asnListings?.history ?? null),
    asn_reputation_score: asnReputationScore(asn.asn_reputation, asn.ips_num_active),
    asn_rank_score: asnRankScore(asn.asn_rank, asn.ips_num_active),
    asn_takedown_reputation_score: asnTakedownReputationScore(asn.asn_takedown_reputation),
  };
  const exemptions = { known_benign: facts.isKnownBenign, known_sinkhole_ip: facts.isSinkhole };
  const risk = addressRisk(scores, exemptions);
  const kind = kindOf(ip);
  const checked = addressChecks({
    isListable: coverage.isListable(kind, ip),
    areNamesListable: coverage.isListable(kind, ip, 'domain'),
    hasNames: dossier.activeDensity > 0 && !facts.isCdn,
    isAnnounced: dossier.origin.asn > 0,
    subnetActive: subnet.ips_num_active,
    asnActive: asn.ips_num_active,
  });
  const known = { isObserved, isInternal: isInternal(kind, ip), isJudged: isAddressJudged(checked, isInUse) };
  return { ...scores, ...risk, verdict: addressVerdictState({ ...exemptions, ...risk, ...known }), checked };
}

/** The 27 member states, ISO 3166 codes (european-union.europa.eu, "EU countries", since 2020-02-01; Greece is GR). */
const europeanUnion: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** The location of a country code; every text is empty when the collection knows no country. */
export function ipLocation(countryCode: string): Required<IpLocation> {
  // registries also write codes of no country, such as EU
  const country = (countries as Readonly<Record<string, ICountry | undefined>>)[countryCode];
  return {
    continent_code: country?.continent ?? '',
    continent_name: country ? continents[country.continent] : '',
    country_code: countryCode,
    country_name: country?.name ?? '',
    country_is_in_european_union: europeanUnion.has(countryCode),
  };
}

/** The stored value of an unknown day of allocation. */
const unknownDay: DayInt = 19000101;

interface Allocation {
  readonly age: number | 'UNKNOWN';
  readonly date: number | 'UNKNOWN';
}

/** Age in days and day of an allocation; both 'UNKNOWN' when the collection does not know it. */
export function allocation(day: DayInt, now: Date): Allocation {
  const date = day === unknownDay ? null : dayIntToDate(day);
  return date ? { age: daysBetween(date, now), date: day } : { age: 'UNKNOWN', date: 'UNKNOWN' };
}
