import type { NsChange } from '#contract/generated/types.gen.ts';

interface Mark {
  readonly field: keyof NsChange;
  readonly word: string;
}

// The order of interest: what kind of place it came to, then what it came from.
const MARKS: readonly Mark[] = [
  { field: 'circular_change_to', word: 'back to an earlier set' },
  { field: 'to_sinkhole', word: 'to sinkhole' },
  { field: 'to_expire', word: 'to expiry' },
  { field: 'to_parked', word: 'to parking' },
  { field: 'to_ns_in_domain', word: 'to own servers' },
  { field: 'to_ns_srv_domain_density_low', word: 'to few domains' },
  { field: 'from_sinkhole', word: 'from sinkhole' },
  { field: 'from_expire', word: 'from expiry' },
  { field: 'from_parked', word: 'from parking' },
  { field: 'from_ns_in_domain', word: 'from own servers' },
  { field: 'from_ns_srv_domain_density_low', word: 'from few domains' },
];

/** What is remarkable about a change of name servers (C7), in words. */
export function changeMarks(change: NsChange): readonly string[] {
  return MARKS.filter(({ field }) => change[field] === true).map(({ word }) => word);
}
