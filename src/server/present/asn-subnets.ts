import type { AsnSubnetRecord } from '#contract/generated/types.gen.ts';
import { dateToDayInt, type DayInt } from '#model/dates.ts';
import { reputationVerdictState } from '#model/verdict.ts';
import type { AsnScoresRow, AsnSubnetRow } from '#server/queries/asn-subnets.ts';
import type { AsnNameRow } from '#server/queries/reputation.ts';
import { allocation } from './allocation.ts';

/** A11: an ASN that is named announces something or nothing; one that is neither named nor announces is unknown. */
export function asnSubnets(
  named: AsnNameRow,
  { ips_num_active, ...scores }: AsnScoresRow['scores'],
  rows: readonly AsnSubnetRow[],
  now: Date,
): AsnSubnetRecord {
  const { asn, asname } = named;
  if (named.isNamed === 0 && rows.length === 0) return { asn, error: 'Not found' };
  const { age, date } = allocation(named.allocated, now);
  return {
    asn,
    asn_allocation_age: age,
    asn_allocation_date: date,
    ...scores,
    asname,
    date: dateToDayInt(now),
    subnets: distinct(rows),
    verdict: reputationVerdictState({ reputation: scores.asn_reputation, base: ips_num_active }),
  };
}

/** A12: the ASN on one day, both forms of which are given. */
export function asnSubnetsOnDay(
  { asn, asname }: AsnNameRow,
  rows: readonly AsnSubnetRow[],
  { iso, date }: { readonly iso: string; readonly date: DayInt },
): AsnSubnetRecord {
  const subnets = distinct(rows.filter(({ from, to }) => from <= iso && to >= iso));
  return subnets.length === 0 ? { asn, date, error: 'Not found' } : { asn, asname, date, subnets };
}

/** Two sources may announce the same prefix from different days on. */
function distinct(rows: readonly AsnSubnetRow[]): string[] {
  return [...new Set(rows.map(({ subnet }) => subnet))];
}
