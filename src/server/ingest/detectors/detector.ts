/** What a detector finds: the type of its subjects, which have a page. */
export const findingSubjects = ['domain', 'ip', 'subnet', 'nameserver', 'asn'] as const;
export type FindingSubject = (typeof findingSubjects)[number];

/** Data that a detector may need: what the collection lacks without it, and how to find out. */
export const detectorNeeds = {
  addresses: 'DNS records with addresses',
  history: 'DNS records of more than 30 days',
  ttl: 'DNS records with a TTL',
  'name-servers': 'NS records',
  'origin-as': 'announced prefixes',
  whois: 'whois records',
  certificates: 'certificates',
  listings: 'lists of malicious names or addresses',
} as const;
export type DetectorNeed = keyof typeof detectorNeeds;

interface Threshold {
  readonly value: number;
  /** Why this value. */
  readonly reason: string;
}

/**
 * A detector is data: a statement over the collection, and what a reader has to know about it. The statement returns the columns `subject`,
 * `first` and `last` (times), `summary` and `evidence`, an array of (what, value, note, first, last) as text. Placeholders: `{until:UInt32}`
 * and `{since:UInt32}`, the newest and the oldest time of the records in epoch seconds, and each threshold as `{name:UInt32}`.
 */
export interface Detector {
  readonly id: string;
  readonly title: string;
  /** What it means when it is found, in one sentence. */
  readonly meaning: string;
  readonly subject: FindingSubject;
  /** The paper or report that describes the pattern. */
  readonly source: { readonly title: string; readonly url: string };
  readonly needs: readonly DetectorNeed[];
  readonly thresholds: Readonly<Record<string, Threshold>>;
  readonly sql: string;
}

/** SQL of a day as evidence shows it. */
export const dayOf = (time: string): string => `toString(toDate(${time}, 'UTC'))`;

/** SQL of the AS that announces an address now; 0 when none does. */
export const asnOf = (ip: string): string => `dictGet('origin_as', 'asn', ${ip})`;

/** SQL of the registered domain of a name. */
export const registeredOf = (name: string): string => `cutToFirstSignificantSubdomain(${name})`;

/** SQL of the newest whois record of each domain whose registration had ended when it was looked up. */
export const endedRegistrations = (graceDays: string): string => `
  SELECT domain, toDate(max_expires) AS ended, looked
  FROM (SELECT domain, argMax(expires, date) AS max_expires, max(date) AS looked FROM whois GROUP BY domain)
  WHERE max_expires > toDateTime64(0, 0, 'UTC') AND looked >= toDate(max_expires) + ${graceDays}`;
