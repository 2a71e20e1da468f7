import type { EnrichedIpv4Record, EnrichedIpv6Record } from '#contract/generated/types.gen.ts';
import type { PanelState } from '#web/components/panel-state.ts';
import { deciderSentence } from '#web/components/score-words.ts';

/** What G2 and G3 say about an address. IPv6 records lack most of the IPv4 fields; every field is optional. */
export type AddressRecord = EnrichedIpv4Record;

interface AddressAnswer {
  readonly ip2asn?: readonly (EnrichedIpv4Record | EnrichedIpv6Record)[];
}

/** The record of the answer, or that the collection knows nothing: not even who announces the address. */
export function addressState(answer: AddressAnswer): PanelState<AddressRecord> {
  const record: AddressRecord | undefined = answer.ip2asn?.[0];
  if (record && record.error === undefined) return { is: 'data', data: record };
  return {
    is: 'unknown',
    message:
      'The collection holds nothing about this address: nobody announces it, and it was never observed or listed.',
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

/** True when a name, a scan or a list ever mentioned the address itself; being inside an announced prefix is not enough. */
export function isObserved({ density, ip_ptr, listing_score_explain, scan_data }: AddressRecord): boolean {
  const scans = Object.values(scan_data ?? {}).some((list) => Array.isArray(list) && list.length > 0);
  return (density ?? 0) > 0 || Boolean(ip_ptr) || Object.keys(listing_score_explain ?? {}).length > 0 || scans;
}

/** The sentence beside the score. A score of 0 says what was looked at, and that nobody saw the address if so. */
export function addressVerdict(record: AddressRecord): string {
  const { sp_risk_score, sp_risk_score_explain, subnet_reputation } = record;
  const decider = sp_risk_score_explain?.sp_risk_score_decider;
  if (sp_risk_score !== 0 || decider) return deciderSentence(sp_risk_score, decider);
  const lookedAt = subnet_reputation === undefined ? 'its AS' : 'its listings, its subnet and its AS';
  const seen = isObserved(record) ? '' : '; never observed here';
  return `Nothing known speaks against it${seen}. Looked at: ${lookedAt}.`;
}
