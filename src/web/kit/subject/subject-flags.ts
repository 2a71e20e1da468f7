import type { EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import type { Tone } from '#web/kit/ui/Badge.tsx';
import type { AddressRecord } from '#web/kit/score/address-verdict.ts';

/** A fact shown prominently in the header. */
export interface SubjectFlag {
  readonly id: string;
  readonly label: string;
  /** The meaning, shown on hover. */
  readonly meaning: string;
  readonly tone: Tone;
}

type Candidate = SubjectFlag & { readonly holds: boolean | undefined };

/** Flags of an address from G2 and G3 (or A1 and B1). */
export function addressFlags(address: AddressRecord): readonly SubjectFlag[] {
  const record: Extract<AddressRecord, { benign_info?: unknown }> = address;
  const { benign_info: benign, sinkhole_info: sinkhole } = record;
  return holding([
    {
      id: 'tor',
      label: 'Tor exit',
      meaning: 'An exit node of the Tor network: its traffic comes from Tor users',
      tone: 'warning',
      holds: record.ip_is_tor_exit_node,
    },
    {
      id: 'dynamic',
      label: 'dynamic',
      meaning: 'Dynamically assigned: the address changes users',
      tone: 'neutral',
      holds: record.ip_is_dsl_dynamic,
    },
    {
      id: 'sinkhole',
      label: 'sinkhole',
      meaning: ['A known sinkhole', ...(sinkhole?.tags ?? [])].join(', '),
      tone: 'accent',
      holds: sinkhole?.known_sinkhole_ip,
    },
    {
      id: 'benign',
      label: 'known benign',
      meaning: [benign?.actor || 'A known benign actor', ...(benign?.tags ?? [])].join(', '),
      tone: 'ok',
      holds: benign?.known_benign,
    },
    {
      id: 'open-directory',
      label: 'open directory',
      meaning: 'A scan found an open directory on the address',
      tone: 'warning',
      holds: record.ip_has_open_directory,
    },
    {
      id: 'expired-certificate',
      label: 'expired certificate',
      meaning: 'A scan found an expired certificate on the address',
      tone: 'neutral',
      holds: record.ip_has_expired_certificate,
    },
    {
      id: 'ipfs',
      label: 'IPFS node',
      meaning: 'A node of the InterPlanetary File System',
      tone: 'neutral',
      holds: record.ip_is_ipfs_node,
    },
  ]);
}

/** Flags of a domain from G1. */
export function domainFlags({
  domaininfo,
  ns_reputation: ns,
  domain_urls: urls,
}: EnrichDomainAnswer): readonly SubjectFlag[] {
  const summary = urls?.results_summary;
  return holding([
    {
      id: 'new',
      label: 'new',
      meaning: 'Created or first seen within 24 hours',
      tone: 'warning',
      holds: domaininfo?.is_new,
    },
    {
      id: 'expired',
      label: 'expired',
      meaning: 'On the name servers of expired domains',
      tone: 'neutral',
      holds: ns?.is_expired ?? undefined,
    },
    {
      id: 'parked',
      label: 'parked',
      meaning: 'On the name servers of parked domains',
      tone: 'neutral',
      holds: ns?.is_parked ?? undefined,
    },
    {
      id: 'sinkholed',
      label: 'sinkholed',
      meaning: 'On the name servers of a sinkhole',
      tone: 'accent',
      holds: ns?.is_sinkholed ?? undefined,
    },
    {
      id: 'dynamic-dns',
      label: 'dynamic DNS',
      meaning: 'A domain of a dynamic DNS service: anyone can register a name below it',
      tone: 'warning',
      holds: summary?.is_dynamic_domain,
    },
    {
      id: 'shortener',
      label: 'URL shortener',
      meaning: 'A known URL shortener: the name does not show where a link leads',
      tone: 'neutral',
      holds: summary?.is_url_shortener,
    },
    {
      id: 'popular',
      label: 'top 10,000',
      meaning: `Rank ${summary?.toplist_rank ?? ''} of the popular domains`,
      tone: 'neutral',
      holds: summary?.toplist_top10k,
    },
  ]);
}

function holding(candidates: readonly Candidate[]): readonly SubjectFlag[] {
  return candidates.filter(({ holds }) => holds === true).map(({ holds: _, ...flag }) => flag);
}
