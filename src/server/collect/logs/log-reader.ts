/**
 * One DNS record that a log says was answered. Names stand as the log has them: letters of either case, with or without the final
 * dot, not checked; a reader only tells which name owns which answer.
 */
export interface SeenRecord {
  readonly what: 'record';
  readonly name: string;
  /** 'A', 'AAAA', 'CNAME', 'NS', 'MX', 'TXT', 'SOA' or 'PTR' (of a name below in-addr.arpa or ip6.arpa). */
  readonly type: RecordType;
  /** An address or a name; the exchanger of an MX without its preference, the primary server of an SOA, the text of a TXT. */
  readonly answer: string;
  /** All answers of the same name and type that came together, for NS and MX. */
  readonly set?: readonly string[];
  /** Epoch seconds; may have a fraction. */
  readonly first: number;
  readonly last: number;
  /** How often, where the log has already counted; 1 otherwise. */
  readonly count: number;
  /** Seconds; 0 where the log does not say. */
  readonly ttl: number;
}

const recordTypes = ['A', 'AAAA', 'CNAME', 'NS', 'MX', 'TXT', 'SOA', 'PTR'] as const;
export type RecordType = (typeof recordTypes)[number];

export function isRecordType(text: string): text is RecordType {
  return (recordTypes as readonly string[]).includes(text);
}

/** Nothing to keep, and nothing wrong: counted by its reason, in words for the report. */
interface Skipped {
  readonly what: 'skipped';
  readonly reason: string;
}

/** What could not be read, and why, in words for the report. The line is counted and shown by whoever reads. */
interface Rejected {
  readonly what: 'rejected';
  readonly reason: string;
}

/** What one line holds. A line may hold nothing (a directive, an empty line). */
export type LogEntry = SeenRecord | Skipped | Rejected;

/**
 * A format of logs. Readers never throw for what a line holds: lines come from files that may be damaged, wrong or hostile.
 * A line has at most a million characters and no line end.
 */
export interface LogReader {
  /** In URLs and options: 'zeek-dns'. */
  readonly format: string;
  /** For people: 'Zeek dns.log (TSV or JSON)'. */
  readonly title: string;
  /** How sure it is, 0 to 1, that a file which begins with these lines (at most 50) is of this format. */
  sniff(head: readonly string[]): number;
  /** Of one file, for what the lines before say about those after (column names); called with each line in turn. */
  open(): (line: string) => readonly LogEntry[];
}

/** A format that holds no answers: recognised, so that its owner hears what to use instead. */
export interface RefusedFormat {
  readonly title: string;
  sniff(head: readonly string[]): number;
  /** A sentence or two: why nothing can be read from it, and what to send instead. */
  readonly advice: string;
}
