import type {
  DomainInfo,
  EnrichDomainAnswer,
  EnrichedIpv4Record,
  EnrichedIpv6Record,
} from '#contract/generated/types.gen.ts';

/** The extension fields of a record about a subject. A deployment sends all of them or none. */
export type EvidenceFields = Pick<
  DomainInfo,
  'listings' | 'listings_total' | 'facts' | 'findings' | 'not_tracked' | 'current_lists'
>;

/** The parts of G1 that the verdict uses. Other answers have some of them. */
export type DomainRecord = Pick<
  EnrichDomainAnswer,
  | 'domaininfo'
  | 'domain_urls'
  | 'domain_string_frequency_probability'
  | 'ip_diversity'
  | 'listing_score_explain'
  | 'ns_reputation'
  | 'nschanges'
  | 'sp_risk_score'
  | 'sp_risk_score_explain'
  | 'verdict'
  | 'checked'
  | 'error'
>;

/** An IPv4 or IPv6 record; IPv6 lacks listings, location and flags. */
export type AddressRecord = Omit<EnrichedIpv4Record, 'scan_data'> | Omit<EnrichedIpv6Record, 'scan_data'>;
