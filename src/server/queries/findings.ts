import type { Query } from '#server/engine/engine.ts';
import type { Page } from './page.ts';

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
  /** Canonical text; empty for all. A name includes the names below it and those in `same`, an address or network those around it. */
  readonly subject: string;
  readonly same: readonly string[];
  /** The first address of the subject and its prefix length; '::' and 0 for others. */
  readonly address: string;
  readonly length: number;
  /** Id of a detector; empty for all. */
  readonly detector: string;
  readonly state: 'current' | 'gone' | 'all';
}

/** The subjects of the findings that match. */
export function findingSubjectsQuery(search: FindingSearch): Query<{ readonly subject: string }> {
  return { name: 'findings', sql: `SELECT DISTINCT subject ${matching}`, params: { ...search } };
}

const isHidden = '(subject IN {hidden:Array(String)})';
const matching = `
  FROM findings FINAL
  WHERE ({subject:String} = '' OR subject = {subject:String} OR endsWith(subject, concat('.', {subject:String}))
      OR subject IN {same:Array(String)}
      OR (subject_type = 'subnet' AND toUInt8OrZero(splitByChar('/', subject)[2]) <= {length:UInt8}
        AND isIPAddressInRange({address:String}, if(subject_type = 'subnet', subject, '::/128'))))
    AND ({detector:String} = '' OR detector = {detector:String})
    AND ({state:String} = 'all' OR (gone = toDate(0)) = ({state:String} = 'current'))`;

/** @param hidden subjects whose findings are not counted in `total` */
export function findingsCountQuery(
  search: FindingSearch,
  hidden: readonly string[],
): Query<{ readonly total: number; readonly hidden: number }> {
  return {
    name: 'findings',
    sql: `
      SELECT toUInt32(countIf(NOT ${isHidden})) AS total, toUInt32(countIf(${isHidden})) AS hidden ${matching}`,
    params: { ...search, hidden },
  };
}

/** The newest first. @param hidden subjects whose findings are left out */
export function findingsQuery(
  search: FindingSearch,
  hidden: readonly string[],
  { limit, skip }: Page,
): Query<FindingRow> {
  return {
    name: 'findings',
    sql: `
      SELECT detector, subject, subject_type AS subjectType, toString(appeared) AS appeared, toString(gone) AS gone,
        toString(first_seen) AS first, toString(last_seen) AS last, summary, evidence
      FROM (SELECT * ${matching} AND NOT ${isHidden} ORDER BY appeared DESC, detector, subject LIMIT {limit:UInt32} OFFSET {skip:UInt32})
      ORDER BY appeared DESC, detector, subject`,
    params: { ...search, hidden, limit, skip },
  };
}
