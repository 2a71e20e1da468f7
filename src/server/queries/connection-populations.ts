import type { Connection, ConnectionAttribute } from '#model/connection.ts';
import type { Engine, Query } from '#server/engine/engine.ts';
import { hasFirstDay, isOfRegistration } from './connection-attributes.ts';

/** A population: the subjects that have any value of an attribute. Addresses are counted by family. */
type PopulationKey = Exclude<ConnectionAttribute, 'address'> | 'address4' | 'address6';

interface PopulationRow {
  readonly key: PopulationKey | 'other';
  readonly population: number;
}

// the tables are sorted by their subjects, so that these are grouped as they are read, in little memory
const inOrder = { optimize_aggregation_in_order: 1, max_threads: 1 };

/**
 * Counts the subjects of a table that have each attribute in any row.
 * @param subject the column that the table is sorted by
 * @param has SQL that is true of the rows with the attribute
 */
function counted(table: string, subject: string, has: Partial<Readonly<Record<PopulationKey, string>>>): string {
  const [keys, conditions] = [Object.keys(has), Object.values(has)];
  return `
    SELECT pair.1 AS key, toUInt64(pair.2) AS population FROM (
      SELECT arrayJoin([${keys.map((key, at) => `('${key}', sum(has${at}))`).join(', ')}]) AS pair FROM (
        SELECT ${subject}, ${conditions.map((each, at) => `max(${each}) AS has${at}`).join(', ')} FROM ${table} GROUP BY ${subject}))`;
}

function populationsQuery(): Query<PopulationRow> {
  const [hasRegistrar, hasDay] = ["registrar != ''", "created > toDateTime64(0, 0, 'UTC')"];
  const isShort = (column: string) => `${column} != '' AND length(${column}) <= 500`;
  const branches = [
    `SELECT arrayJoin(multiIf(rrtype = 'A', ['address4'], rrtype = 'AAAA', ['address6'], rrtype = 'NS', ['name-server', 'ns-set'],
       rrtype = 'MX', ['mx'], rrtype = 'CNAME', ['cname'], rrtype = 'TXT', ['txt'], ['other'])) AS key, count() AS population
     FROM names FINAL GROUP BY key`,
    // one row of a name: counting those takes a fiftieth of grouping them
    `SELECT arrayJoin(['certificate-names', 'first-certificate']) AS key, if(key = 'first-certificate', days, names) AS population FROM (
       SELECT count() AS names, countIf(${hasFirstDay}) AS days FROM first_certificates FINAL)`,
    counted('whois', 'domain', {
      registrar: hasRegistrar,
      created: hasDay,
      'registrar-day': `${hasRegistrar} AND ${isOfRegistration}`,
      'registrant-org': "org != ''",
      'registrant-name': "name != ''",
      'registrant-email': 'notEmpty(emails)',
    }),
    counted('scan_certificates', 'ip', { certificate: '1' }),
    counted('scan_jarm', 'ip', { jarm: '1' }),
    counted('scan_favicon', 'ip', {
      favicon: "favicon_md5 != '' OR favicon_mmh3 != 0 OR favicon2_md5 != '' OR favicon2_mmh3 != 0",
    }),
    counted('scan_html', 'ip', { 'html-title': isShort('html_title'), 'html-hash': isShort('html_body_murmur3') }),
    counted('tls_fingerprints', 'ip', { ja3s: "kind = 'ja3s'", ja4s: "kind = 'ja4s'" }),
  ];
  return {
    name: 'connections',
    sql: branches
      .map((sql) => `SELECT toString(key) AS key, toUInt64(population) AS population FROM (${sql})`)
      .join(' UNION ALL '),
    settings: inOrder,
  };
}

/** How many subjects have any value of the attribute of a connection. */
export type PopulationOf = (connection: Connection) => number;

interface Populations {
  /** The state of the collection that was counted: how many writes it had seen, and the minute. */
  readonly writes: number;
  readonly minute: number;
  readonly isLarge: boolean;
  readonly of: PopulationOf;
}

/** A collection with more subjects than this takes longer to count than a caller should wait. */
const largeTotal = 1_000_000;
const lifeMilliseconds = 60_000;

interface PopulationOptions {
  readonly engine: Engine;
  readonly now: () => Date;
}

/**
 * Counts the populations when something was written since the last count, or a minute later. Those of a large collection change little:
 * they are counted once a minute at most, and callers get the last count until the next one is made.
 */
export function populationReader({ engine, now }: PopulationOptions): () => Promise<PopulationOf> {
  let kept: Populations | undefined;
  let counting: Promise<PopulationOf> | undefined;
  const count = async (at: Pick<Populations, 'writes' | 'minute'>): Promise<PopulationOf> => {
    try {
      kept = populationsIn(at, await engine.query(populationsQuery(), { limits: 'search' }));
      return kept.of;
    } finally {
      counting = undefined;
    }
  };
  return async () => {
    const minute = Math.floor(now().getTime() / lifeMilliseconds);
    const writes = engine.writes();
    if (kept?.minute === minute && (kept.isLarge || kept.writes === writes)) return kept.of;
    counting ??= count({ writes, minute });
    if (!kept?.isLarge) return counting;
    counting.catch(() => undefined); // the next caller counts again
    return kept.of;
  };
}

function populationsIn(at: Pick<Populations, 'writes' | 'minute'>, rows: readonly PopulationRow[]): Populations {
  const populations = new Map<string, number>(rows.map(({ key, population }) => [key, population]));
  return {
    ...at,
    isLarge: rows.reduce((sum, { population }) => sum + population, 0) > largeTotal,
    of: ({ attribute, value }) =>
      populations.get(attribute === 'address' ? (value.includes(':') ? 'address6' : 'address4') : attribute) ?? 0,
  };
}
