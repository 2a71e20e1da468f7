/** The type of what a detector finds; each has a page. */
type FindingSubject = 'domain' | 'ip' | 'subnet' | 'nameserver' | 'asn';

/** Data that a detector may need, as shown where the collection lacks it, and SQL of whether the collection has it. */
export const detectorNeeds = {
  addresses: { text: 'DNS records with addresses', sql: "SELECT 1 FROM rev WHERE rrtype = 'A' LIMIT 1" },
  ttl: { text: 'DNS records with a TTL', sql: "SELECT 1 FROM rev WHERE rrtype = 'A' AND ttl > 0 LIMIT 1" },
  'name-servers': { text: 'NS records', sql: "SELECT 1 FROM rev WHERE rrtype = 'NS' LIMIT 1" },
  targets: {
    text: 'CNAME, MX or NS records',
    sql: "SELECT 1 FROM fwd WHERE rrtype IN ('CNAME', 'MX', 'NS') LIMIT 1",
  },
  registrations: {
    text: 'whois records with a registration date',
    sql: 'SELECT 1 FROM whois WHERE toInt64(created) > 0 LIMIT 1',
  },
  certificates: { text: 'certificates', sql: 'SELECT 1 FROM certificates LIMIT 1' },
  listings: {
    text: 'lists of malicious addresses',
    sql: "SELECT 1 FROM listings WHERE kind = 'host' AND ip != toIPv6('::') LIMIT 1",
  },
  'origin-as': { text: 'announced prefixes', sql: 'SELECT 1 FROM prefixes LIMIT 1' },
  endings: {
    text: 'whois records with an expiry date, or lists of malicious names',
    sql: `SELECT 1 FROM (
      SELECT 1 FROM whois WHERE toInt64(expires) > 0 LIMIT 1
      UNION ALL SELECT 1 FROM listings WHERE kind = 'host' AND ip = toIPv6('::') LIMIT 1) LIMIT 1`,
  },
} as const;

interface Threshold {
  /** What the value limits, as shown before it: 'Longest TTL (seconds)'. */
  readonly title: string;
  readonly value: number;
  /** Why this value. */
  readonly reason: string;
}

/**
 * A detector is data: a statement over the collection, and what a reader has to know about it. The statement returns the columns `subject`,
 * `first` and `last` (times), `summary` and `evidence`, an array of (what, value, note, first, last) as text. Placeholders: `{until:UInt32}`,
 * the newest time of the DNS records in epoch seconds, and each threshold as `{name:UInt32}`.
 */
export interface Detector {
  readonly id: string;
  readonly title: string;
  /** What it means when it is found, in one sentence. */
  readonly meaning: string;
  readonly subject: FindingSubject;
  /** The paper or report that describes the pattern. */
  readonly source: { readonly title: string; readonly url: string };
  readonly needs: readonly (keyof typeof detectorNeeds)[];
  readonly thresholds: Readonly<Record<string, Threshold>>;
  readonly sql: string;
}

/** The values of the placeholders in the statement of a detector. */
export function detectorParams(
  { thresholds }: Pick<Detector, 'thresholds'>,
  until: number,
): Readonly<Record<string, number>> {
  return { until, ...Object.fromEntries(Object.entries(thresholds).map(([name, { value }]) => [name, value])) };
}

/** SQL of a day as evidence shows it. */
export const dayOf = (time: string): string => `toString(toDate(${time}, 'UTC'))`;

/** SQL of the AS that announces an address now; 0 when none does. */
export const asnOf = (ip: string): string => `dictGet('origin_as', 'asn', ${ip})`;

/** SQL of the registered domain of a name. */
export const registeredOf = (name: string): string => `cutToFirstSignificantSubdomain(${name})`;

/** SQL of the newest whois record of each domain whose registration had ended when it was looked up. Needs the threshold `graceDays`. */
export const endedRegistrations = `
  SELECT domain, toDate(newest) AS ended
  FROM (SELECT domain, argMax(expires, date) AS newest, max(date) AS looked FROM whois GROUP BY domain)
  WHERE toInt64(newest) > 0 AND looked >= toDate(newest) + {graceDays:UInt32}`;
