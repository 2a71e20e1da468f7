/** What a source can say about a subject besides listing it. */
export type FactKind =
  | 'ptr'
  | 'tor_exit'
  | 'dsl_dynamic'
  | 'ipfs_node'
  | 'known_benign'
  | 'sinkhole'
  | 'vpn'
  | 'scanner'
  | 'cloud'
  | 'toplist'
  | 'url_shortener'
  | 'dynamic_dns'
  | 'expired'
  | 'parking'
  | 'expiry';

/** What a source can cover: without a source for it, a "no" means "not tracked". */
export type CoverageKind = FactKind | 'listings' | 'origin_as' | 'country' | 'as_allocation' | 'subnet_allocation';
