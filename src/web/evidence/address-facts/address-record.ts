import type { EnrichedIpv4Record, EnrichedIpv6Record } from '#contract/generated/types.gen.ts';
import type { Answer } from '#web/api/use-answer.ts';
import type { PanelState } from '#web/kit/panel/panel-state.ts';

/** What G2 and G3 say about an address. IPv6 records lack most of the IPv4 fields; every field is optional. */
export type AddressRecord = EnrichedIpv4Record;

interface AddressAnswer {
  readonly ip2asn?: readonly (EnrichedIpv4Record | EnrichedIpv6Record)[];
}

/** What every panel over the one enrichment of an address (G2 or G3) is given. */
export interface AddressPanelProps {
  readonly answer: Answer<AddressAnswer>;
}

/** The record of the answer, or that the collection knows nothing: not even who announces the address. */
export function addressState(answer: AddressAnswer): PanelState<AddressRecord> {
  const record: AddressRecord | undefined = answer.ip2asn?.[0];
  if (record && record.error === undefined) return { is: 'data', data: record };
  return {
    is: 'unknown',
    message:
      'The collection holds nothing about this address: no AS announces it, and it was never observed or listed.',
  };
}

/** The same state with only a part of the record as its data. */
export function partOf<Part>(
  answer: AddressAnswer,
  read: (record: AddressRecord) => PanelState<Part>,
): PanelState<Part> {
  const state = addressState(answer);
  return state.is === 'data' ? read(state.data) : state;
}
