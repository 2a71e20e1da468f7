import type { PadnsRecord } from '#contract/generated/types.gen.ts';
import { reverseZoneName } from '#model/reverse-zone-name.ts';
import type { PadnsRow } from '#server/queries/padns-selection.ts';
import { answerOf, queryOf } from './padns-record.ts';

/**
 * A record in the passive DNS common output format (draft-dulaunoy-dnsop-passive-dns-cof): what a DNS tool reads, so PTR
 * records are of the type PTR and stand under their in-addr.arpa or ip6.arpa name. A record has one value, which the draft
 * writes as a string; a list would be several.
 */
export function cofRecord(row: PadnsRow): PadnsRecord {
  const { type, first, last, count } = row;
  const query = queryOf(row);
  const isPointer = type === 'PTR4' || type === 'PTR6';
  return {
    rrname: isPointer ? (reverseZoneName(query) ?? query) : query,
    rrtype: isPointer ? 'PTR' : type,
    rdata: answerOf(row),
    time_first: first,
    time_last: last,
    count,
  };
}
