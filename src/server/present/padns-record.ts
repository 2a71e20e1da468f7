import { epochSecondsToTimestamp } from '#model/dates.ts';
import type { PadnsRecord } from '#contract/generated/types.gen.ts';
import type { PadnsRow, RecordType } from '#server/queries/padns-selection.ts';

const hashField: Partial<Record<RecordType, 'nshash' | 'mxhash' | 'soahash' | 'txthash'>> = {
  NS: 'nshash',
  MX: 'mxhash',
  SOA: 'soahash',
  TXT: 'txthash',
};

/** The service's own format of a record. `plain`: qtype any carries no hash and no ttl. */
export function padnsRecord(row: PadnsRow, plain: boolean): PadnsRecord {
  const { answer, count, first, last, query, type, hash, ttl } = row;
  const field = hashField[type];
  return {
    answer,
    count,
    first_seen: epochSecondsToTimestamp(first),
    last_seen: epochSecondsToTimestamp(last),
    ...(!plain && field && hash !== '' && { [field]: hash }),
    query,
    ...(!plain && { ttl }),
    type,
  };
}
