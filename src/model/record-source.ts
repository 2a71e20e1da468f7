/**
 * The kinds of source of passive DNS records, by their bit in the store (bit 0 first). Merged records keep the bits of all
 * their sources.
 */
const RECORD_SOURCES = ['sample', 'live', 'logs'] as const;
type RecordSource = (typeof RECORD_SOURCES)[number];

/** The value of the bit of a source. */
export function sourceBit(source: RecordSource): number {
  return 2 ** RECORD_SOURCES.indexOf(source);
}

/** The sources of a record; unknown bits are skipped. @param bits positions, counted from 0 */
export function recordSources(bits: readonly number[]): RecordSource[] {
  return bits.flatMap((bit) => RECORD_SOURCES[bit] ?? []);
}
