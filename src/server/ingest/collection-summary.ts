import type { Engine } from '#server/engine/engine.ts';
import { sampleLandmarks, type Landmark } from './packaged-sources.ts';

/** One import as `GET /sightline/collection` shows it. */
interface CollectionSource {
  readonly source: string;
  readonly kind: string;
  readonly sample: boolean;
  readonly rows: number;
  /** 'yyyy-mm-dd hh:mm:ss' UTC */
  readonly loaded_at: string;
  /** 'yyyy-mm-dd', the day of the data */
  readonly as_of: string;
  readonly licence: string;
}

/** Rows of the collection by kind; passive DNS counts distinct records, not observations. */
interface CollectionTotals {
  readonly passive_dns_records: number;
  readonly names: number;
  /** Names with NS records. */
  readonly domains: number;
  readonly prefixes: number;
  readonly country_prefixes: number;
  readonly asns: number;
  readonly listings: number;
  readonly whois_records: number;
  readonly certificates: number;
  readonly scans: number;
}

export interface CollectionSummary {
  readonly sources: CollectionSource[];
  readonly totals: CollectionTotals;
  /** What to try first in the sample collection; empty without it. */
  readonly landmarks: readonly Landmark[];
}

/** The content of the collection: finished imports, newest first, and totals. @throws EngineError */
export async function collectionSummary(engine: Engine): Promise<CollectionSummary> {
  const [sources, totals] = await Promise.all([readSources(engine), readTotals(engine)]);
  const hasSample = sources.some(({ sample }) => sample);
  return { sources, totals, landmarks: hasSample ? sampleLandmarks : [] };
}

async function readSources(engine: Engine): Promise<CollectionSource[]> {
  const rows = await engine.query<Omit<CollectionSource, 'sample'> & { sample: number }>({
    name: 'collection',
    // the lines of the first load and of derived data are not sources; a growing source has several lines, and the imports of one
    // log format, of which there may be thousands, are one source
    sql: `
      SELECT source, kind, any(i.sample) AS sample, sum(i.rows) AS rows,
        toString(toDateTime(max(at)), 'UTC') AS loaded_at, toString(max(i.as_of)) AS as_of, any(i.licence) AS licence
      FROM (
        SELECT import, source, kind, sample, rows, at, as_of, licence FROM imports
        WHERE (state = 'done' OR (state = 'applied' AND kind = 'log')) AND (kind != 'log' OR rows > 0)
          AND kind NOT IN ('first-load', 'scores', 'ns-transfers')
        ORDER BY at DESC, import, rows DESC LIMIT 1 BY import
      ) AS i
      GROUP BY source, kind, if(kind = 'log', 0, import) AS id
      ORDER BY max(at) DESC, id, rows DESC`,
  });
  return rows.map((row) => ({ ...row, sample: row.sample === 1 }));
}

/**
 * Exact except for the large tables: passive DNS records may count twice until a merge (the first load merges), and more than a
 * hundred thousand names are an estimate within one percent.
 */
async function readTotals(engine: Engine): Promise<CollectionTotals> {
  const [totals] = await engine.query<CollectionTotals>({
    name: 'collection',
    sql: `
      SELECT
        (SELECT count() FROM fwd WHERE rrtype != 'WATERMARK') AS passive_dns_records,
        (SELECT uniqCombined(20)(qname) FROM names WHERE rrtype != 'WATERMARK') AS names,
        (SELECT uniqCombined(20)(qname) FROM names WHERE rrtype = 'NS') AS domains,
        (SELECT count() FROM prefixes FINAL) AS prefixes,
        (SELECT count() FROM countries FINAL) AS country_prefixes,
        (SELECT count() FROM asns FINAL) AS asns,
        (SELECT count() FROM listings FINAL) AS listings,
        (SELECT count() FROM whois FINAL) AS whois_records,
        (SELECT count() FROM certificates FINAL) AS certificates,
        (SELECT count() FROM scan_certificates FINAL) + (SELECT count() FROM scan_favicon FINAL)
          + (SELECT count() FROM scan_headers FINAL) + (SELECT count() FROM scan_html FINAL)
          + (SELECT count() FROM scan_jarm FINAL) + (SELECT uniqExact(ip, scan_date) FROM scan_opendir) AS scans`,
    settings: { max_rows_to_read: 0 },
  });
  if (!totals) throw new Error('a SELECT without FROM answers one row');
  return totals;
}
