import { parseCidr } from '#model/cidr.ts';
import type { FactKind } from '#model/fact-kind.ts';
import type { Query } from '#server/engine/engine.ts';
import { addressKey, keyOf, mapped } from './address-key.ts';
import { pointLookup, type FactRow } from './fact-rows.ts';

/** What sources say of one address, of ranges that hold it and of its AS, put together. */
export interface AddressFacts {
  /** Empty when none says. */
  readonly ptr: string;
  readonly isTorExit: boolean;
  readonly isDslDynamic: boolean;
  readonly isIpfsNode: boolean;
  readonly isVpn: boolean;
  readonly isKnownBenign: boolean;
  readonly isSinkhole: boolean;
  /** Who it is; several sources may name several, which are joined by commas. */
  readonly benignActor: string;
  readonly benignTags: readonly string[];
  readonly sinkholeTags: readonly string[];
  /** A source names the address itself, not only a network of it. */
  readonly hasOwn: boolean;
}

/**
 * Facts of several sources about one address: none hides another. The address itself comes before its ranges, the smallest
 * range first. @param rows those of the address, of every range that holds it and of its AS
 */
export function addressFacts(rows: readonly FactRow[]): AddressFacts {
  const nearest = [...rows].sort(
    (a, b) => depth(b) - depth(a) || compare(b.from, a.from) || compare(a.source, b.source),
  );
  const of = (kind: FactKind) => nearest.filter((row) => row.kind === kind);
  const has = (kind: FactKind) => rows.some((row) => row.kind === kind);
  const tags = (kind: FactKind) => [...new Set(of(kind).flatMap((row) => row.tags))].sort();
  const values = (kind: FactKind) => [...new Set(of(kind).map((row) => row.value))].filter((value) => value !== '');
  return {
    ptr: values('ptr')[0] ?? '',
    isTorExit: has('tor_exit'),
    isDslDynamic: has('dsl_dynamic'),
    isIpfsNode: has('ipfs_node'),
    isVpn: has('vpn'),
    isKnownBenign: has('known_benign'),
    isSinkhole: has('sinkhole'),
    benignActor: values('known_benign').join(', '),
    benignTags: tags('known_benign'),
    sinkholeTags: tags('sinkhole'),
    hasOwn: rows.some((row) => row.subjectType === 'ip'),
  };
}

/** How near a fact stands to the address: 129 for the address itself, the length of a range, 0 for its AS. */
function depth({ subjectType, subject }: FactRow): number {
  if (subjectType === 'ip') return 129;
  return subjectType === 'range' ? (parseCidr(subject)?.length ?? 0) : 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Of addresses with more names than this, only the listed ones are read (listedNamesQuery). */
export const MAX_NAMES_PER_ADDRESS = 200;

export interface PresenceRow {
  readonly key: string;
  /** Names that ever pointed to the address. */
  readonly density: number;
  /** Those of the last 30 days. */
  readonly active: number;
  /** The first of these, at most `MAX_NAMES_PER_ADDRESS`. */
  readonly names: readonly string[];
}

/** Which names point to each address, and which were seen since a day 'yyyy-mm-dd'; no row for an address that none ever did. */
export function presenceQuery(name: string, ips: readonly string[], since: string): Query<PresenceRow> {
  return {
    name,
    sql: `
      SELECT ${addressKey('ip')} AS key, count() AS density,
        countIf(toDate(last_seen) >= {since:Date}) AS active,
        groupArrayIf(${MAX_NAMES_PER_ADDRESS})(reverse(rname), toDate(last_seen) >= {since:Date}) AS names
      FROM rev FINAL WHERE rrtype IN ('A', 'AAAA') AND ip IN {ips:Array(String)} GROUP BY ip`,
    params: { ips: mapped(ips), since },
    settings: pointLookup,
  };
}

export interface PointerRow {
  readonly key: string;
  readonly ptr: string;
}

/** The name that reverse DNS last gave for each address. */
export function pointerQuery(name: string, ips: readonly string[]): Query<PointerRow> {
  return {
    name,
    sql: `
      SELECT rname AS key, argMax(answer, (last_seen, answer)) AS ptr
      FROM fwd WHERE rrtype IN ('PTR4', 'PTR6') AND rname IN {keys:Array(String)} GROUP BY rname`,
    params: { keys: ips.map(keyOf) },
    settings: pointLookup,
  };
}

/** Which addresses a scan or a log saw a server or a TLS client at. */
export function scannedQuery(name: string, ips: readonly string[]): Query<{ readonly key: string }> {
  const tables = ['scan_certificates', 'scan_headers', 'scan_html', 'scan_favicon', 'scan_jarm', 'tls_fingerprints'];
  const seen = tables.map((table) => `SELECT ip FROM ${table} WHERE ip IN {ips:Array(String)}`);
  return {
    name,
    sql: `SELECT DISTINCT ${addressKey('ip')} AS key FROM (${seen.join(' UNION ALL ')})`,
    params: { ips: mapped(ips) },
    settings: pointLookup,
  };
}

export interface ListedNameRow {
  readonly key: string;
  readonly host: string;
}

/**
 * Names seen since a day 'yyyy-mm-dd' with malware or c2 listings, on addresses with too many names to read them all: there are more names on one
 * content network than malware listings in the world, so these are looked for among the names and not the other way.
 */
export function listedNamesQuery(name: string, ips: readonly string[], since: string): Query<ListedNameRow> {
  return {
    name,
    sql: `
      SELECT DISTINCT ${addressKey('ip')} AS key, reverse(rname) AS host FROM rev
      WHERE rrtype IN ('A', 'AAAA') AND ip IN {ips:Array(String)} AND toDate(last_seen) >= {since:Date}
        AND rname IN (SELECT reverse(host) FROM listings WHERE kind = 'host' AND category IN ('malware', 'c2'))`,
    params: { ips: mapped(ips), since },
  };
}
