/** Daily snapshots of scores, which can be derived again. */
export const scoreTables = [
  'reputation_asn',
  'reputation_takedown',
  'rank_asn',
  'reputation_subnet',
  'reputation_ip',
  'reputation_ns',
] as const;

/** Announced prefixes, allocations, countries and AS names. */
export const routingTables = [
  'prefixes',
  'countries',
  'asns',
  'asn_names',
  'allocations',
  'asn_allocations',
  'routing_snapshots',
] as const;

/** Staged listings and facts of feeds: empty while no feed is read. */
export const stagingTables = ['listings_in', 'facts_in', 'listings_next', 'facts_next'] as const;

/** Staged routing data (feeds/apply/apply-routing.ts). */
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

/** Work tables of a refresh of scores: empty while none runs (scores/work-tables.ts). */
export const scoreWorkTables = [
  'score_names',
  'score_pairs',
  'score_spans',
  'score_origins',
  'score_changes',
  'score_asns',
  'score_open_listings',
] as const;

/** Work tables of the joining of certificates: empty while it does not run (logs/join-certificates.ts). */
export const certificateWorkTables = ['joined_certificates', 'joined_scans', 'joined_hosts', 'joined_keys'] as const;

/** Tables that are empty except during work. */
export const passingTables: readonly string[] = [
  'ns_transfers_next',
  ...stagingTables,
  ...routingStagingTables,
  ...scoreWorkTables,
  ...certificateWorkTables,
  'removal_keys',
];

/** Every table with data of the collection, in the order in which a half-filled collection is emptied: the ledger last. */
export const collectionTables: readonly string[] = [
  'fwd',
  'rev',
  'names',
  'txt',
  'rrsets',
  'rrsets_by_hash',
  'contributions',
  ...routingTables,
  'facts',
  'listings',
  'listed_below',
  'retro_hunt',
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
  'first_certificates',
  'tls_fingerprints',
  'kept_evidence',
  'page_hosts',
  'tls_hosts',
  'whois_values',
  ...scoreTables,
  'ns_transfers',
  ...passingTables,
  'pushes',
  'rejects',
  'imports',
];

/** What people wrote and set, which stands nowhere else: judgements, the audit log, watches, settings, published feeds. */
export const teamTables = ['judgements', 'audit_log', 'service_documents', 'service_outfeeds'] as const;

/**
 * Tables of the service itself: what people wrote, findings and their runs, checks of the score, events of watches, answers and calls of
 * a provider, entries of published feeds, and what processes on one server share. Not part of the collection.
 */
export const serviceTables = [
  ...teamTables,
  'findings',
  'detector_runs',
  'quality_runs',
  'upstream_answers',
  'upstream_calls',
  'watch_events',
  'service_jobs',
  'service_job_results',
  'service_processes',
  'service_writer',
  'service_outfeed_entries',
  'service_outfeed_runs',
  'service_outfeed_wanted',
] as const;
