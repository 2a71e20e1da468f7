import type { EnrichedIpv4Record, EnrichedIpv6Record } from '#contract/generated/types.gen.ts';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import type { Entity } from '#web/kit/subject/entity.ts';

/** An address record of G2 or G3. IPv6 records lack most of the IPv4 fields; every field is optional. */
export type AddressRecord = EnrichedIpv4Record;

interface AddressAnswer {
  readonly ip2asn?: readonly (EnrichedIpv4Record | EnrichedIpv6Record)[];
}

/** The subject of an address page, whose header asks for the enrichment (G2 or G3). */
export type AddressEntity = Entity<AddressAnswer, AddressRecord>;

/** The record of the answer; null when nothing is known, not even the announcing AS. */
export function addressRecord({ ip2asn }: AddressAnswer): AddressRecord | null {
  const record: AddressRecord | undefined = ip2asn?.[0];
  return record && record.error === undefined ? record : null;
}

/** Shown when the answer has no record of the address. */
export const unknownAddress =
  'The collection holds nothing about this address: no AS announces it, and it was never observed or listed.';

/** The record of the answer as the state of a panel. */
export function addressPanelState(answer: AddressAnswer): PanelState<AddressRecord> {
  const record = addressRecord(answer);
  if (record) return { is: 'data', data: record };
  return { is: 'unknown', message: unknownAddress };
}
