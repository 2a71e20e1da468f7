/**
 * A DNS record that was answered. Names are as in the log: in upper or lower case, with or without the final dot, not validated. The
 * reader only decides which name owns which answer.
 */
export interface SeenRecord {
  readonly what: 'record';
  readonly name: string;
  /** PTR: of a name below in-addr.arpa or ip6.arpa. */
  readonly type: LogRecordType;
  /**
   * An address or a name; the exchanger of an MX without its preference, the primary server of an SOA, the text of a TXT. SRV, SVCB, HTTPS,
   * CAA and DS in presentation format.
   */
  readonly answer: string;
  /** All answers of the same name and type that came together, for NS and MX. */
  readonly set?: readonly string[];
  /** Epoch seconds; may have a fraction. */
  readonly first: number;
  readonly last: number;
  /** How often it was seen; 1 unless the log has counted already. */
  readonly count: number;
  /** Seconds; 0 where the log has none. */
  readonly ttl: number;
  /** Where the day comes from when the log does not hold all of it. */
  readonly dayFrom?: DaySource;
  /** Records with the same object differ only in times, counts and TTLs, so that their texts need not be compared. */
  readonly same?: object;
}

/** 'given': the day of `AboutFile`; 'push': the year in which the line was pushed. */
export type DaySource = 'given' | 'push';

const logRecordTypes = [
  'A',
  'AAAA',
  'CNAME',
  'NS',
  'MX',
  'TXT',
  'SOA',
  'PTR',
  'SRV',
  'SVCB',
  'HTTPS',
  'CAA',
  'DS',
] as const;
/** A type of DNS record that logs may hold, as they write it. */
export type LogRecordType = (typeof logRecordTypes)[number];

export function isLogRecordType(text: string): text is LogRecordType {
  return (logRecordTypes as readonly string[]).includes(text);
}

/**
 * A certificate as a log describes it. Fingerprints and the serial number are hexadecimal, lower case, without colons; '' where the log
 * has none. At least one of `sha1` and `sha256` is present.
 */
export interface SeenCertificate {
  readonly what: 'certificate';
  /** 40 digits, or ''. */
  readonly sha1: string;
  /** 64 digits, or ''. */
  readonly sha256: string;
  /** 32 digits, or ''. */
  readonly md5: string;
  readonly subjectCommonName: string;
  readonly subjectOrganization: string;
  readonly issuerCommonName: string;
  readonly issuerOrganization: string;
  /** The common name and the DNS names as in the certificate, including wildcards; not validated. */
  readonly names: readonly string[];
  /** Subjects of the certificates above it, nearest first. */
  readonly chain: readonly string[];
  readonly serial: string;
  /** Epoch seconds. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** When the log saw it, epoch seconds. */
  readonly time: number;
  /** Its place in a transparency log; 0 and '' otherwise. */
  readonly index: number;
  readonly sourceName: string;
  readonly sourceUrl: string;
}

/** Where and when a server was seen. */
export interface SeenAtHost {
  readonly ip: string;
  /** The name that it was asked for; '' when it was asked without a name. */
  readonly hostname: string;
  /** Epoch seconds. */
  readonly time: number;
}

/** `fingerprint` has 40 (SHA-1) or 64 (SHA-256) hexadecimal digits, lower case. */
interface ShownCertificate extends SeenAtHost {
  readonly what: 'shown-certificate';
  readonly fingerprint: string;
}

/** `response` is the first line without the version: '200 OK', or '200' where the log has no more. Names of headers in lower case. */
export interface ShownHeaders extends SeenAtHost {
  readonly what: 'headers';
  readonly response: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Of a page: its title and, where the log has it, the murmur3 hash of its body as a number in text. */
export interface ShownPage extends SeenAtHost {
  readonly what: 'page';
  readonly title: string;
  readonly bodyMurmur3: string;
}

/** The icon at /favicon.ico or, with a `path`, the one that the page names. */
export interface ShownIcon extends SeenAtHost {
  readonly what: 'icon';
  readonly md5: string;
  readonly mmh3: number;
  readonly path: string;
}

/** `jarm` has 62 hexadecimal digits. */
interface ShownJarm extends SeenAtHost {
  readonly what: 'jarm';
  readonly jarm: string;
}

/** A fingerprint of a TLS server (ja3s, ja4s) at its address, or of a TLS client (ja3, ja4) at the client's. */
export interface SeenFingerprint extends SeenAtHost {
  readonly what: 'fingerprint';
  readonly kind: 'ja3' | 'ja3s' | 'ja4' | 'ja4s';
  readonly value: string;
}

/** What a log holds besides DNS records. */
export type SeenEvidence =
  | SeenCertificate
  | ShownCertificate
  | ShownHeaders
  | ShownPage
  | ShownIcon
  | ShownJarm
  | SeenFingerprint;

/** Nothing to keep, and nothing wrong. Counted by its reason, in words for the report. */
interface Skipped {
  readonly what: 'skipped';
  readonly reason: string;
}

/** A line, or a part of it, that could not be read. The reason is in words for the report, which shows the line. */
interface Rejected {
  readonly what: 'rejected';
  readonly reason: string;
}

/** A fact that a log may lack and that is asked for: the day of its records, or the origin of a zone. */
export type AskedFact = 'day' | 'origin';

/** A line that could be read if these facts were given. Counts as rejected. */
interface Lacking {
  readonly what: 'lacking';
  readonly facts: readonly AskedFact[];
  readonly reason: string;
}

/** Records that an earlier line of the file held, seen once more. Saves readers of large logs building them again. */
export interface SeenAgain {
  readonly what: 'again';
  /** Each with `same`; their times, counts and TTLs are ignored. */
  readonly records: readonly SeenRecord[];
  /** Epoch seconds. */
  readonly time: number;
  /** Seconds, one for each record, by its place. */
  readonly ttls: readonly number[];
}

/** An entry of a line. Directives and empty lines have none. */
export type LogEntry = SeenRecord | SeenAgain | SeenEvidence | Skipped | Rejected | Lacking;

/** An entry that was read and cannot be kept, as the report names it. */
export interface RejectedEntry {
  /** Where it was first seen. */
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

/** Reads each line of one file in turn. */
export interface LineReader {
  (line: string): readonly LogEntry[];
  /** Called after the last line of a whole file: why what it began cannot be read. */
  unfinished?(): string | undefined;
}

/**
 * A log format. Readers never throw for the content of a line, which may be damaged, wrong or hostile.
 * A line has at most a million characters and no line end.
 */
interface LogFormat {
  /** In URLs and options: 'zeek-dns'. */
  readonly format: string;
  /** For people: 'Zeek dns.log (TSV or JSON)'. */
  readonly title: string;
  /** Opens one file; the function it returns is called with each line in turn. Earlier lines may describe later ones (column names). */
  open(about: AboutFile): LineReader;
}

export interface LogReader extends LogFormat {
  /** How certain it is, 0 to 1, that a file which begins with these lines (at most 50) is of this format. */
  sniff(head: readonly string[]): number;
}

/** A format that is not text: its content is made into lines first. */
export interface BinaryReader extends LogFormat {
  /** Whether a file that begins with these bytes (at most 1,024) is of this format. */
  isOwn(head: Buffer): boolean;
  /** What this machine lacks to read the format, in sentences for the report. */
  missing?(): string | undefined;
  /** @throws DownloadError of the publisher where the content is damaged, after everything before it */
  linePacks(bytes: AsyncIterable<Buffer>): AsyncIterable<readonly string[]>;
}

/** Facts about a file besides its content. */
export interface AboutFile {
  /** The day of records without a time, and the last day of those without a year. Epoch seconds, at midnight UTC. */
  readonly day?: number;
  /** When the lines were pushed, epoch seconds. */
  readonly pushed?: number;
  /** The name that completes relative names of a zone file before its first $ORIGIN. */
  readonly origin?: string;
  /** Which column holds what, for tables: `{ name: 'Query Name', answer: 'IP' }`. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Fingerprints of certificates by the ids of their files, from the files.log of Zeek earlier in the archive. */
  readonly fileDigests?: Map<string, string>;
}

/** A format without answers: recognised, so that the report can say what to send instead. */
export interface RefusedFormat {
  readonly title: string;
  sniff(head: readonly string[]): number;
  /** A sentence or two: why nothing can be read from it, and what to send instead. */
  readonly advice: string;
  /** Set where logs later in the archive need what it holds: opens one file, as `LogFormat.open` does. */
  collect?(about: AboutFile): (line: string) => void;
}
