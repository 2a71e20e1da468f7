import type { NsChangesSummary } from '#contract/generated/types.gen.ts';

export interface SummaryFlag {
  /** The X of has_change_X and last_change_X. */
  readonly name: string;
  readonly label: string;
  readonly hasChange: boolean | undefined;
  readonly isLastChange: boolean | undefined;
}

const FLAGS = [
  { name: 'circular', last: 'last_change_circular_to', label: 'Back to an earlier set' },
  { name: 'expire_to', last: 'last_change_expire_to', label: 'To expiry servers' },
  { name: 'expire_from', last: 'last_change_expire_from', label: 'From expiry servers' },
  { name: 'parked_to', last: 'last_change_parked_to', label: 'To parking servers' },
  { name: 'parked_from', last: 'last_change_parked_from', label: 'From parking servers' },
  { name: 'sinkhole_to', last: 'last_change_sinkhole_to', label: 'To a sinkhole' },
  { name: 'sinkhole_from', last: 'last_change_sinkhole_from', label: 'From a sinkhole' },
  { name: 'ns_in_domain_to', last: 'last_change_ns_in_domain_to', label: 'To servers in the domain' },
  { name: 'ns_in_domain_from', last: 'last_change_ns_in_domain_from', label: 'From servers in the domain' },
  {
    name: 'ns_srv_domain_density_low_to',
    last: 'last_change_ns_srv_domain_density_low_to',
    label: 'To servers with few domains',
  },
  {
    name: 'ns_srv_domain_density_low_from',
    last: 'last_change_ns_srv_domain_density_low_from',
    label: 'From servers with few domains',
  },
] as const satisfies readonly { name: string; last: keyof NsChangesSummary; label: string }[];

/** C8: the pairs of has_change_X and last_change_X, which for circular changes is called last_change_circular_to. */
export function summaryFlags(summary: NsChangesSummary): readonly SummaryFlag[] {
  return FLAGS.map(({ name, last, label }) => ({
    name,
    label,
    hasChange: summary[`has_change_${name}`],
    isLastChange: summary[last],
  }));
}
