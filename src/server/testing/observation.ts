import type { RecordType } from '#server/queries/padns-selection.ts';

/** A row of `obs`; times are 'yyyy-mm-dd' (midnight) or with hh:mm:ss, UTC. */
export function observation(
  rrtype: RecordType,
  rrname: string,
  rdata: string,
  [first, last]: readonly [string, string],
  more: { readonly count?: number; readonly ttl?: number; readonly rrset?: readonly string[] } = {},
): object {
  const { count = 1, ttl = 300, rrset = [] } = more;
  const row = { rrtype, rrname, rdata, rrset, first_seen: withTime(first), last_seen: withTime(last), count, ttl };
  return { ...row, sources: 1, wmseq: 1 };
}

/** One answer with several members: each row carries the whole sorted set. */
export function observedSet(
  rrtype: 'NS' | 'MX',
  rrname: string,
  members: readonly string[],
  span: readonly [string, string],
): object[] {
  const rrset = [...members].sort();
  return rrset.map((member) => observation(rrtype, rrname, member, span, { rrset, ttl: 86_400 }));
}

function withTime(text: string): string {
  return text.length === 10 ? `${text} 00:00:00` : text;
}
