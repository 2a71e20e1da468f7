import { createHash } from 'node:crypto';
import { SECONDS_PER_DAY } from '#model/dates.ts';
import type { Observation } from '#server/ingest/journal/observations.ts';

/** The number of rows of a table, and a hash of them. */
export interface TablePrint {
  readonly count: number;
  readonly hash: string;
}

interface Merged {
  first: number;
  last: number;
  count: number;
  ttl: number;
}

/** Every passive DNS table as a plain map: the exact contents of the store after the added observations. */
export function naiveObservations() {
  const tables: Record<string, Map<string, Merged>> = {};
  const put = (table: string, key: readonly string[], seen: Observation) => {
    const { count, ttl } = seen;
    const [first, last] = [Number(seen.first_seen), Number(seen.last_seen)];
    const rows = (tables[table] ??= new Map());
    const old = rows.get(key.join('|'));
    if (!old) return void rows.set(key.join('|'), { first, last, count, ttl });
    old.first = Math.min(old.first, first);
    old.last = Math.max(old.last, last);
    old.count += count;
    old.ttl = Math.max(old.ttl, ttl);
  };
  const add = (seen: Observation): void => {
    const { rrtype, rdata } = seen;
    const name = seen.rrname;
    const owner = rrtype === 'PTR4' ? `::ffff:${name}` : name;
    put('fwd', [rrtype, owner, rdata], seen);
    put('names', [rrtype, name], seen);
    if (rrtype === 'TXT') put('txt', [rrtype, rdata, name], seen);
    else put('rev', [rrtype, rrtype === 'A' ? `::ffff:${rdata}` : rdata, owner], seen);
    const members = (rrtype === 'NS' || rrtype === 'MX') && (seen.rrset ?? [rdata]);
    if (!members || members[0] !== rdata) return;
    const day = Math.floor(Number(seen.first_seen) / SECONDS_PER_DAY);
    put('rrsets', [rrtype, name, members.join(','), String(day)], seen);
    put('rrsets_by_hash', [rrtype, members.join(','), name], seen);
  };
  const ofSet = (key: string, { first, last, count }: Merged) => `${key}|${first}|${last}|${count}`;
  const lineOf: Record<string, (key: string, row: Merged) => string> = {
    names: (key, { first, last }) => `${key}|${first}|${last}`,
    rrsets: ofSet,
    rrsets_by_hash: ofSet,
  };
  const whole = (key: string, { first, last, count, ttl }: Merged) => `${key}|${first}|${last}|${count}|${ttl}`;
  const prints = (): Record<string, TablePrint> =>
    Object.fromEntries(
      ['fwd', 'rev', 'names', 'txt', 'rrsets', 'rrsets_by_hash'].map((table) => {
        const rows = [...(tables[table] ?? [])].map(([key, row]) => (lineOf[table] ?? whole)(key, row)).sort();
        const text = rows.map((row) => `${row}\n`).join('');
        return [table, { count: rows.length, hash: createHash('sha256').update(text).digest('hex') }];
      }),
    );
  return { add, prints };
}
