import type { Query } from '#server/engine/engine.ts';

/** The last run of a detector. `dataUntil` is 'yyyy-mm-dd', '1970-01-01' without records; `at` is 'yyyy-mm-dd hh:mm:ss'. */
export interface DetectorRunRow {
  readonly detector: string;
  readonly state: 'found' | 'missing' | 'failed';
  readonly missing: readonly string[];
  readonly error: string;
  readonly found: number;
  readonly isCut: number;
  readonly dataUntil: string;
  readonly mark: string;
  readonly at: string;
}

export function detectorRunsQuery(): Query<DetectorRunRow> {
  return {
    name: 'findings',
    sql: `
      SELECT detector, state, missing, error, found, is_cut AS isCut, toString(data_until) AS dataUntil, mark,
        toString(toDateTime(at, 'UTC')) AS at
      FROM detector_runs FINAL`,
  };
}

/** A finding; `gone` is '1970-01-01' while it is found. */
export interface FindingRow {
  readonly detector: string;
  readonly subject: string;
  readonly subjectType: 'domain' | 'ip' | 'subnet' | 'nameserver' | 'asn';
  readonly appeared: string;
  readonly gone: string;
  readonly first: string;
  readonly last: string;
  readonly summary: string;
  readonly evidence: readonly (readonly [what: string, value: string, note: string, first: string, last: string])[];
}

export interface FindingSearch {
  /** Canonical text; empty for all. A name includes the names below it. */
  readonly subject: string;
  /** Id of a detector; empty for all. */
  readonly detector: string;
  readonly state: 'current' | 'gone' | 'all';
}

const matching = `
  FROM findings FINAL
  WHERE ({subject:String} = '' OR subject = {subject:String} OR endsWith(subject, concat('.', {subject:String})))
    AND ({detector:String} = '' OR detector = {detector:String})
    AND ({state:String} = 'all' OR (gone = toDate(0)) = ({state:String} = 'current'))`;

export function findingsCountQuery(search: FindingSearch): Query<{ readonly total: number }> {
  return { name: 'findings', sql: `SELECT toUInt32(count()) AS total ${matching}`, params: { ...search } };
}

/** The newest first. */
export function findingsQuery(
  search: FindingSearch,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Query<FindingRow> {
  return {
    name: 'findings',
    sql: `
      SELECT detector, subject, subject_type AS subjectType, toString(appeared) AS appeared, toString(gone) AS gone,
        toString(first_seen) AS first, toString(last_seen) AS last, summary, evidence
      FROM (SELECT * ${matching} ORDER BY appeared DESC, detector, subject LIMIT {limit:UInt32} OFFSET {skip:UInt32})
      ORDER BY appeared DESC, detector, subject`,
    params: { ...search, limit, skip },
  };
}
