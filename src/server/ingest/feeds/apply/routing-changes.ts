import type { Query } from '#server/engine/engine.ts';
import { isMapped } from '#server/queries/address-key.ts';

/** A table of rows that hold from one day to another. Beside it stand what a snapshot says (`_in`) and what that changes (`_changes`). */
export interface DatedTable {
  readonly name: 'prefixes' | 'countries' | 'asn_names' | 'allocations' | 'asn_allocations';
  /** What a row says, apart from its days. */
  readonly columns: readonly string[];
  /** The parts of the table whose days are spoken for independently, and which rows belong to each. */
  readonly lanes: Readonly<Record<string, string>>;
  /** The snapshots of each import follow one another, and those of other imports do not matter to them. */
  readonly isPerImport: boolean;
  /** Its rows are what a source counts. */
  readonly isCounted: boolean;
}

const isIpv4 = `(${isMapped('first')} AND length >= 96)`;
const families = { lanes: { ipv4: isIpv4, ipv6: `NOT ${isIpv4}` }, isPerImport: false };
const whole = { lanes: { all: 'true' } };
const allocated = ['registry', 'country', 'allocated', 'status'];

export const datedTables: readonly DatedTable[] = [
  { name: 'prefixes', columns: ['first', 'length', 'asn'], ...families, isCounted: true },
  { name: 'countries', columns: ['first', 'length', 'country'], ...families, isCounted: false },
  { name: 'asn_names', columns: ['asn', 'asname'], ...whole, isPerImport: false, isCounted: false },
  { name: 'allocations', columns: ['first', 'length', ...allocated], ...whole, isPerImport: true, isCounted: true },
  { name: 'asn_allocations', columns: ['first', 'last', ...allocated], ...whole, isPerImport: true, isCounted: true },
];

/** How many different rows the snapshot under way has in each lane of a table. */
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

/** What a snapshot says is what its lane says on these days, both included. */
export interface Change {
  readonly table: DatedTable;
  readonly lane: string;
  /** 'yyyy-mm-dd' */
  readonly from: string;
  readonly to: string;
  /** Whose data these days show: the snapshot's, or that of the day before them. */
  readonly speaker: 'own' | 'before';
  readonly importId: number;
  /** The import that speaks for the day before: rows that end there end with its data. */
  readonly before: number;
  /** Whose rows the snapshot may change: those of imports that are dated by snapshots, too. */
  readonly imports: readonly number[];
  /** Higher than that of any row that is there. */
  readonly version: number;
}

/**
 * Writes down what has to change in a table: rows of the snapshot that are there already grow or stay, new ones begin, and those
 * that it does not have end before its days and go on after them, if they did. Rows of other imports stay as they are.
 *
 * Each row that was there is (first day, last day, import), days counted as whole numbers. Rows that say the same never touch,
 * so at most one of them reaches into the days from before, and one from after.
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

/** Repeating it changes nothing: the rows replace themselves. */
export function applyQuery({ name, columns }: DatedTable): Query<never> {
  const all = [...columns, 'valid_from', 'valid_to', 'import', 'version', 'deleted'].join(', ');
  return { name: 'routing', sql: `INSERT INTO ${name} (${all}) SELECT ${all} FROM ${name}_changes` };
}

/** Brings the names of autonomous systems up to the newest that any snapshot has; repeating it changes nothing. */
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
