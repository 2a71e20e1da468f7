/** Daily snapshots of scores: derived from the rest, so they can be made again. */
export const scoreTables = [
  'reputation_asn',
  'reputation_takedown',
  'rank_asn',
  'reputation_subnet',
  'reputation_ip',
  'reputation_ns',
] as const;

/** Who announces what, and who it was given to. */
export const routingTables = [
  'prefixes',
  'countries',
  'asns',
  'asn_names',
  'allocations',
  'asn_allocations',
  'routing_snapshots',
] as const;

/** Feeds on their way into the tables they are for: empty while no feed is read. */
export const stagingTables = ['listings_in', 'facts_in', 'listings_next', 'facts_next'] as const;

/** The same of routing data, whose settling is its own (feeds/apply/routing-snapshot.ts). */
const routingStagingTables = [
  'prefixes_in',
  'prefixes_changes',
  'countries_in',
  'countries_changes',
  'asn_names_in',
  'asn_names_changes',
  'allocations_in',
  'allocations_changes',
  'asn_allocations_in',
  'asn_allocations_changes',
  'routing_staged',
] as const;

/** What a refresh of scores works with: empty while none runs (scores/work-tables.ts). */
export const scoreWorkTables = [
  'score_names',
  'score_pairs',
  'score_spans',
  'score_origins',
  'score_changes',
  'score_asns',
  'score_open_listings',
] as const;

/** What the joining of certificates works with: empty while it does not run (logs/join-certificates.ts). */
export const certificateWorkTables = ['joined_certificates', 'joined_scans', 'joined_hosts', 'joined_keys'] as const;

/** Tables that are empty but for a moment. */
export const passingTables: readonly string[] = [
  'ns_transfers_next',
  ...stagingTables,
  ...routingStagingTables,
  ...scoreWorkTables,
  ...certificateWorkTables,
];

/** Every table of the schema that holds data, the ledger last: the order in which a half-filled collection is emptied. */
export const collectionTables = [
  'fwd',
  'rev',
  'names',
  'txt',
  'rrsets',
  'rrsets_by_hash',
  ...routingTables,
  'facts',
  'listings',
  'whois',
  'certificates',
  'certificate_names',
  'scan_certificates',
  'scan_favicon',
  'scan_headers',
  'scan_html',
  'scan_jarm',
  'scan_opendir',
  'certificate_hosts',
  'icon_hosts',
  'icons',
  'jarm_hosts',
  'opendir_files',
  'certificate_digests',
  'tls_fingerprints',
  'page_hosts',
  'tls_hosts',
  'whois_values',
  ...scoreTables,
  'ns_transfers',
  'ns_transfers_next',
  ...stagingTables,
  ...routingStagingTables,
  ...scoreWorkTables,
  ...certificateWorkTables,
  'pushes',
  'rejects',
  'imports',
] as const;

/**
 * Tables of the service itself: what a provider answered and was asked, and what processes keep that share a server. They can be lost
 * without the collection losing anything.
 */
export const serviceTables = [
  'upstream_answers',
  'upstream_calls',
  'service_documents',
  'service_jobs',
  'service_job_results',
  'service_processes',
  'service_writer',
] as const;
