import type { RecordType } from '#model/record-type.ts';
import { type Random, randomFor } from '#sample/random.ts';
import type { Observation } from '#server/ingest/journal/observations.ts';

export interface SeededBatch {
  readonly seed: string;
  /** From 1. */
  readonly sequence: number;
  readonly rows: number;
  /** Number of names in all: with few, batches share records. */
  readonly names: number;
}

const firstSecond = Date.UTC(2026, 0, 1) / 1000;

/** Observations of every shape in the store, always the same for a batch, in reserved space. */
export function seededObservations({ seed, sequence, rows, names }: SeededBatch): Observation[] {
  const random = randomFor(`${seed}/${sequence}`);
  const batch: Observation[] = [];
  while (batch.length < rows) batch.push(...observe(random, names));
  return batch.slice(0, rows);
}

function observe(random: Random, names: number): Observation[] {
  const first_seen = firstSecond + random.int(0, 300) * 86_400;
  const last_seen = first_seen + random.int(0, 86_400);
  const seen = { first_seen, last_seen, count: random.int(1, 9), ttl: random.pick([60, 300, 3600]), sources: 4 };
  const name = random.int(0, names);
  const host = `h${name}.d${name % 97}.example`;
  const zone = `d${name % 97}.example`;
  switch (random.int(0, 9)) {
    case 0: {
      const rrset = ['a', 'b', 'c'].slice(0, random.int(1, 3)).map((letter) => `ns-${letter}.z${name % 7}.test`);
      return rrset.map((rdata) => ({ ...seen, rrtype: 'NS', rrname: zone, rdata, rrset }));
    }
    case 1:
      return [{ ...seen, rrtype: 'MX', rrname: zone, rdata: `mx.z${name % 5}.test` }];
    case 2:
      return [{ ...seen, rrtype: 'TXT', rrname: zone, rdata: `v=spf1 include:z${name % 11}.test -all` }];
    case 3:
      return [{ ...seen, rrtype: 'CNAME', rrname: host, rdata: `cdn-${name % 50}.test` }];
    case 4:
      return [{ ...seen, rrtype: 'PTR4', rrname: ipv4(name), rdata: host }];
    case 5:
      return [{ ...seen, rrtype: 'AAAA', rrname: host, rdata: `2001:db8::${(name % 999) + 1}` }];
    default:
      return [{ ...seen, rrtype: 'A', rrname: host, rdata: ipv4(name % 1000) }];
  }
}

function ipv4(number: number): string {
  return `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`;
}

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
