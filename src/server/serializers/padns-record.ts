import { epochSecondsToTimestamp } from '#model/dates.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { recordSources } from '#model/record-source.ts';
import type { PadnsRecord } from '#contract/generated/types.gen.ts';
import type { RecordType } from '#model/record-type.ts';
import type { PadnsRow } from '#server/queries/padns-selection.ts';

const hashField: Partial<Record<RecordType, 'nshash' | 'mxhash' | 'soahash' | 'txthash'>> = {
  NS: 'nshash',
  MX: 'mxhash',
  SOA: 'soahash',
  TXT: 'txthash',
};

/** A record in the default format. `plain`: records of qtype any have no hash and no ttl. Logs without TTLs are stored with 0. */
export function padnsRecord(row: PadnsRow, plain: boolean): PadnsRecord {
  const { count, first, last, type, hash, ttl } = row;
  const field = hashField[type];
  return {
    answer: answerOf(row),
    count,
    first_seen: epochSecondsToTimestamp(first),
    last_seen: epochSecondsToTimestamp(last),
    ...(!plain && field && hash !== '' && { [field]: hash }),
    query: queryOf(row),
    sources: recordSources(row.sources),
    ...(!plain && ttl > 0 && { ttl }),
    type,
  };
}

/** The engine formats some IPv6 addresses differently from RFC 5952. */
export function answerOf({ type, answer }: PadnsRow): string {
  return type === 'AAAA' ? (canonicalIp(answer) ?? answer) : answer;
}

export function queryOf({ type, query }: PadnsRow): string {
  return type === 'PTR6' ? (canonicalIp(query) ?? query) : query;
}
