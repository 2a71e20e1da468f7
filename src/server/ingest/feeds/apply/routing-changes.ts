import { openEndDay } from '#model/dates.ts';
import type { Query } from '#server/engine/engine.ts';
import { isMapped } from '#server/queries/address-key.ts';

/** A table whose rows have a first and a last day, with a staging table for a snapshot (`_in`) and one for its changes (`_changes`). */
export interface DatedTable {
  readonly name: 'prefixes' | 'countries' | 'asn_names' | 'allocations' | 'asn_allocations';
  /** The columns of a row apart from its days. */
  readonly columns: readonly string[];
  /** The parts of the table that have snapshots of their own, each with the condition for its rows. */
  readonly lanes: Readonly<Record<string, string>>;
  /** The snapshots of an import only replace one another, not those of other imports. */
  readonly isPerImport: boolean;
  /** Whether its rows count as rows of the source. */
  readonly isCounted: boolean;
}

const isIpv4 = `(${isMapped('first')} AND length >= 96)`;
const families = { lanes: { ipv4: isIpv4, ipv6: `NOT ${isIpv4}` }, isPerImport: false };
const whole = { lanes: { all: 'true' } };
const allocated = ['registry', 'country', 'allocated', 'status'];

export const prefixTable: DatedTable = {
  name: 'prefixes',
  columns: ['first', 'length', 'asn'],
  ...families,
  isCounted: true,
};

export const datedTables: readonly DatedTable[] = [
  prefixTable,
  { name: 'countries', columns: ['first', 'length', 'country'], ...families, isCounted: false },
  { name: 'asn_names', columns: ['asn', 'asname'], ...whole, isPerImport: false, isCounted: false },
  { name: 'allocations', columns: ['first', 'length', ...allocated], ...whole, isPerImport: true, isCounted: true },
  { name: 'asn_allocations', columns: ['first', 'last', ...allocated], ...whole, isPerImport: true, isCounted: true },
];

/** How many different rows are staged in each lane of a table. */
export function laneRowsQuery({
  name,
  columns,
  lanes,
}: DatedTable): Query<{ readonly lane: string; readonly rows: number }> {
  const counts = Object.entries(lanes).map(
    ([lane, condition]) => `
      SELECT '${lane}' AS lane, count() AS rows
      FROM (SELECT 1 FROM ${name}_in WHERE ${condition} GROUP BY ${columns.join(', ')})`,
  );
  return { name: 'routing', sql: counts.join(' UNION ALL ') };
}

/** How many prefixes each lane shows now of other sources that a snapshot of this rank replaces. */
export function shownRowsQuery(
  importId: number,
  rank: number,
): Query<{ readonly lane: string; readonly rows: number }> {
  return {
    name: 'routing',
    sql: `
      SELECT if(${isIpv4}, 'ipv4', 'ipv6') AS lane, toUInt32(count()) AS rows
      FROM prefixes FINAL
      WHERE valid_to = toDate32('${openEndDay}') AND prefixes.import != {import:UInt32}
        AND (prefixes.import < 20 OR prefixes.import IN (SELECT import FROM routing_snapshots FINAL WHERE rank <= {rank:UInt8}))
      GROUP BY lane`,
    params: { import: importId, rank },
  };
}

/** The days, both included, on which a lane shows a snapshot. */
export interface Change {
  readonly table: DatedTable;
  readonly lane: string;
  /** 'yyyy-mm-dd' */
  readonly from: string;
  readonly to: string;
  /** What these days show: the snapshot, or the data of the day before them. */
  readonly speaker: 'own' | 'before';
  readonly importId: number;
  /** The import shown on the day before: rows that end there belong to it. */
  readonly before: number;
  /** Imports that have snapshots: only their rows may change. */
  readonly imports: readonly number[];
  /** Higher than the version of every existing row. */
  readonly version: number;
}

/**
 * Fills the changes of a table. A row of the snapshot is extended or begins; a row that the snapshot lacks ends before its days, and
 * continues after them if it did before. Rows of other imports stay as they are.
 *
 * An existing row is (first day, last day, import), with days as whole numbers. Rows with the same columns never touch, so at most
 * one of them reaches into the days from before, and one from after.
 */
export function changesQuery(change: Change): Query<never> {
  const { table, lane, from, to, speaker, importId, before, imports, version } = change;
  const { name, lanes } = table;
  const columns = table.columns.join(', ');
  const condition = lanes[lane] ?? 'false';
  const said =
    speaker === 'own'
      ? `FROM ${name}_in WHERE ${condition}`
      : `FROM ${name} FINAL WHERE ${condition} AND ${name}.import IN {imports:Array(UInt32)}
           AND toInt64(toInt32(valid_from)) < from_day AND toInt64(toInt32(valid_to)) >= from_day - 1`;
  return {
    name: 'routing',
    sql: `
      INSERT INTO ${name}_changes (${columns}, valid_from, valid_to, import, version, deleted)
      WITH toInt64(toInt32({from:Date32})) AS from_day, toInt64(toInt32({to:Date32})) AS to_day
      SELECT ${columns}, toDate32('1970-01-01') + change.1, toDate32('1970-01-01') + change.2, change.3,
        {version:UInt32}, change.4
      FROM (
        SELECT ${columns},
          arrayFilter(row -> row.1 < from_day AND row.2 >= from_day - 1, rows) AS earlier,
          arrayFilter(row -> row.2 > to_day AND row.1 <= to_day + 1, rows) AS later,
          if(is_said,
            [(if(empty(earlier), from_day, earlier[1].1), if(empty(later), to_day, later[1].2),
              if(empty(later), {import:UInt32}, later[1].3))],
            arrayConcat(arrayMap(row -> (row.1, from_day - 1, {before:UInt32}), earlier),
              arrayMap(row -> (to_day + 1, row.2, row.3), later))) AS new_rows,
          arrayMap(row -> row.1, new_rows) AS new_days,
          arrayConcat(
            arrayMap(row -> (row.1, row.2, row.3, 0), arrayFilter(row -> NOT has(rows, row), new_rows)),
            arrayMap(row -> (row.1, row.2, row.3, 1), arrayFilter(row -> NOT has(new_days, row.1), rows))) AS changes
        FROM (
          SELECT ${columns}, max(said) AS is_said, groupArrayIf((start, stop, import), said = 0) AS rows
          FROM (
            SELECT ${columns}, 1 AS said, toInt64(0) AS start, toInt64(0) AS stop, toUInt32(0) AS import
            ${said}
            UNION ALL
            SELECT ${columns}, 0 AS said, toInt64(toInt32(valid_from)) AS start, toInt64(toInt32(valid_to)) AS stop, import
            FROM ${name} FINAL
            WHERE ${condition} AND import IN {imports:Array(UInt32)}
              AND stop >= from_day - 1 AND start <= to_day + 1
          )
          GROUP BY ${columns}
        )
        WHERE notEmpty(changes)
      )
      ARRAY JOIN changes AS change`,
    params: { from, to, import: speaker === 'own' ? importId : before, before, imports, version },
  };
}

/** Applies the changes of a table. A repetition changes nothing, because a row replaces its earlier copy. */
export function applyQuery({ name, columns }: DatedTable): Query<never> {
  const all = [...columns, 'valid_from', 'valid_to', 'import', 'version', 'deleted'].join(', ');
  return { name: 'routing', sql: `INSERT INTO ${name} (${all}) SELECT ${all} FROM ${name}_changes` };
}

/** Updates the names of autonomous systems to the newest of all snapshots. A repetition changes nothing. */
export const newestNamesQuery: Query<never> = {
  name: 'routing',
  sql: `
    INSERT INTO asns (asn, asname, allocated, import)
    SELECT newest.asn, newest.name.1, if(known.is_known, known.allocated, toDate32('1900-01-01')), newest.name.2
    FROM (
      SELECT asn, argMax((asname, import), (valid_to, valid_from, asname)) AS name FROM asn_names FINAL GROUP BY asn
    ) AS newest
    LEFT JOIN (SELECT asn, asname, allocated, import, 1 AS is_known FROM asns FINAL) AS known ON newest.asn = known.asn
    WHERE NOT known.is_known OR known.asname != newest.name.1 AND known.import <= newest.name.2`,
};
