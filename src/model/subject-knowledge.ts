import type { DomainInfo } from '#contract/generated/types.gen.ts';
import { toUnicodeName } from './domain-name.ts';
import { categoryLabel, listedBy, type ListedBy, listedWords } from './listed-by.ts';
import { latinReading, mixedScripts } from './mixed-scripts.ts';
import { subjectTags, type SubjectTag } from './subject-tags.ts';
import type { VerdictState } from './verdict.ts';
import type { AddressRecord, DomainRecord, EvidenceFields } from './verdict-records.ts';

/*
 * What the answers about a subject say, as its tags and its sentence use it.
 */

/** The listings of a domain: those of its registered domain are its own. Null without one, or where the answer has none. */
export function domainListedBy({ domaininfo = {} }: DomainRecord): ListedBy | null {
  const { domain, query, listings } = domaininfo;
  return (
    wholly(domaininfo) &&
    listedBy(
      listings ?? [],
      [query, domain].flatMap((name) => name || []),
    )
  );
}

/** The listings of an address itself, not those of its network. */
export function addressListedBy(record: EvidenceFields & { readonly ip?: string }): ListedBy | null {
  return wholly(record) && record.ip ? listedBy(record.listings ?? [], [record.ip]) : null;
}

/** An answer has the latest 100 listings; the first day of a subject with more is not among them. */
function wholly({ listings = [], listings_total: total = 0 }: EvidenceFields): true | null {
  return total > listings.length ? null : true;
}

/** The tags of a domain or host name. */
export function domainTags(
  record: DomainRecord,
  state: VerdictState | undefined,
  listed = domainListedBy(record),
): readonly SubjectTag[] {
  const { domaininfo: info = {}, ip_diversity: diversity, domain_urls: urls, ns_reputation: ns } = record;
  const { toplist_rank: rank, toplist_top10k: isPopular, ...summary } = urls?.results_summary ?? {};
  const name = toUnicodeName(info.query ?? info.domain ?? '');
  return subjectTags({
    state,
    listed,
    factKinds: [
      ...kindsOf(info),
      ...(ns?.is_expired ? ['expired'] : []),
      ...(ns?.is_parked ? ['parking'] : []),
      ...(summary.is_dynamic_domain ? ['dynamic_dns'] : []),
      ...(summary.is_url_shortener ? ['url_shortener'] : []),
    ],
    findings: info.findings,
    readsAs: latinReading(name) ?? undefined,
    scripts: mixedScripts(name) ?? undefined,
    registeredDays: info.whois_created_date ? info.age : undefined,
    isNew: info.is_new,
    addresses: countOf(diversity?.ip_diversity_all),
    systems: countOf(diversity?.asn_diversity),
    serverChanges: countOf(record.nschanges?.results_summary?.changes_last_30_days),
    dgaScore: record.domain_string_frequency_probability?.dga_probability_score,
    rank: isPopular ? countOf(rank) : undefined,
  });
}

/** The tags of an IPv4 or IPv6 address. */
export function addressTags(
  address: AddressRecord,
  state: VerdictState | undefined,
  listed = addressListedBy(address),
): readonly SubjectTag[] {
  const record: Extract<AddressRecord, { benign_info?: unknown }> = address;
  const { benign_info: benign, sinkhole_info: sinkhole } = record;
  return subjectTags({
    state,
    listed,
    factKinds: [
      ...kindsOf(record),
      ...(benign?.known_benign ? ['known_benign'] : []),
      ...(sinkhole?.known_sinkhole_ip ? ['sinkhole'] : []),
      ...(record.ip_is_tor_exit_node ? ['tor_exit'] : []),
      ...(record.ip_is_dsl_dynamic ? ['dsl_dynamic'] : []),
      ...(record.ip_is_ipfs_node ? ['ipfs_node'] : []),
    ],
    findings: address.findings,
    benignActor: benign?.actor,
    names: record.ip_reputation_explain?.ip_density,
    hasOpenDirectory: record.ip_has_open_directory,
    hasExpiredCertificate: record.ip_has_expired_certificate,
  });
}

/** The tags of an AS, a subnet or a name server: what sources state and detectors find about it. */
export function networkTags(record: EvidenceFields, state: VerdictState | undefined): readonly SubjectTag[] {
  return subjectTags({ state, factKinds: kindsOf(record), findings: record.findings });
}

function kindsOf({ facts = [] }: EvidenceFields): readonly string[] {
  return facts.flatMap(({ kind }) => kind ?? []);
}

/** Some counts of G1 are text. */
export function countOf(count: string | number | null | undefined): number | undefined {
  const number = Number(count ?? Number.NaN);
  return Number.isFinite(number) ? number : undefined;
}

/** What of the registration is not known, where the answer has it at all. */
export function missingOfDomain({ registrar, whois_created_date: created, info, error }: DomainInfo = {}): string[] {
  if (error !== undefined) return [];
  return [...(registrar === '' ? ['registrar'] : []), ...(created === '' && !info ? ['age'] : [])];
}

/** "Listings: C2, on beaconlog-c2 since 2026-02-01, still listed."; '' without one. */
export function listingsSentence(listed: ListedBy | null): string {
  if (!listed) return '';
  return `Listings: ${[...listed.categories.map(categoryLabel), listedWords(listed)].join(', ')}.`;
}
