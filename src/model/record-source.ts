/**
 * Which kinds of source passive DNS records come from, by the bit that represents each in the store (bit 0 first): merged
 * records know all of theirs.
 */
const RECORD_SOURCES = ['sample', 'live', 'logs'] as const;
type RecordSource = (typeof RECORD_SOURCES)[number];

/** What an observation of one source carries: the value of its bit. */
export function sourceBit(source: RecordSource): number {
  return 2 ** RECORD_SOURCES.indexOf(source);
}

/** The sources of a record; a bit that has no name is left out. @param bits positions, counted from 0 */
export function recordSources(bits: readonly number[]): RecordSource[] {
  return bits.flatMap((bit) => RECORD_SOURCES[bit] ?? []);
}
