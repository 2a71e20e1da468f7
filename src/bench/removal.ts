// `npm run bench:removal`: what it costs that imports can be taken out, one line for each number of daily imports: bytes a record without
// and with the table of contributions, and the seconds of taking out an import of a million lines, each of them a record of its own.
// Records are generated; on each later day, 40 % of the earlier ones are seen again. Sizes are those of merged tables.
//
//   --records 1000000    records of the collection
//   --imports 1,5,12     daily imports of each line: 1, 1.8 and 3.2 contributions a record
//   --lines 1000000      lines of the import that is taken out; 40 % of its records are in the collection already
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchFolder } from './bench-folder.ts';
import { formatNumber } from '#model/format.ts';
import { openChdb } from '#server/engine/chdb-engine.ts';
import type { Engine } from '#server/engine/engine.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { observationTables, writeObservations } from '#server/ingest/journal/observations.ts';
import { removeObservations } from '#server/ingest/journal/removal.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { mergeTables } from './service/fill-tables.ts';
import { machineState, verdict } from './service/figures.ts';
import { generatedRecords } from './service/generated-records.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    imports: { type: 'string', default: '1,5,12' },
    lines: { type: 'string', default: '1000000' },
  },
});
const [records, lines] = [Number(values.records), Number(values.lines)];
const seenAgain = 0.4;
const [maxSeconds, maxShare] = [60, 0.25];
const rowsAtOnce = 200_000;
const tables = Object.keys(observationTables);

/** Writes a range of records as an import of a day, and of those before it the share that is seen again. */
async function writeImport(engine: Engine, id: number, from: number, to: number, again: (record: number) => boolean) {
  const midnight = Date.UTC(2026, 9, 1) / 1000 + id * 86_400;
  let sequence = 0;
  for (let at = 0; at < to; at += rowsAtOnce) {
    const rows = generatedRecords(records + lines, at, Math.min(rowsAtOnce, to - at))
      .filter((_, row) => at + row >= from || again(at + row))
      .map(({ first_seen, last_seen, count, ...record }) => {
        const first = midnight + (first_seen % 43_200);
        return {
          ...record,
          first_seen: first,
          last_seen: first + (last_seen % 43_200),
          count: 1 + (count % 50),
          sources: 4,
        };
      });
    sequence += 1;
    await writeObservations(engine, rows, { import: id, sequence });
  }
}

async function measure(imports: number): Promise<boolean> {
  const { folder, removeFolder } = benchFolder();
  const engine = await openChdb({
    path: join(folder, 'store'),
    database: 'sightline',
    sessions: 2,
    limits: statementLimits(2e9),
  });
  try {
    await createSchema(engine, { folder: join(import.meta.dirname, '../server/schema') });
    // another share of the earlier records each day
    const again = (id: number) => (record: number) =>
      ((record * 2_654_435_761 + id * 40_503) % 1000) / 1000 < seenAgain;
    for (let id = 1; id <= imports; id += 1) {
      const [from, to] = [id - 1, id].map((part) => Math.floor((records * part) / imports));
      await writeImport(engine, id, from ?? 0, to ?? 0, again(id));
    }
    await mergeTables(engine, tables);
    const sizes = await engine.query<{ name: string; bytes: number; rows: number }>({
      name: 'bench',
      sql: `SELECT table AS name, sum(bytes_on_disk) AS bytes, sum(rows) AS rows FROM system.parts
            WHERE database = currentDatabase() AND active AND table IN {tables:Array(String)} GROUP BY table`,
      params: { tables },
    });
    const of = (name: string) => sizes.find((each) => each.name === name) ?? { bytes: NaN, rows: NaN };
    const held = of('fwd').rows;
    const without = sizes.reduce((sum, each) => sum + (each.name === 'contributions' ? 0 : each.bytes), 0) / held;
    const contributions = of('contributions').bytes / held;
    const old = Math.floor(lines * seenAgain);
    const step = Math.max(1, Math.floor(records / old));
    await writeImport(
      engine,
      100,
      records,
      records + lines - old,
      (record) => record % step === 0 && record / step < old,
    );
    const [startedAt, usageBefore] = [performance.now(), process.cpuUsage()];
    await removeObservations(engine, [100], (work) => work());
    const seconds = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(usageBefore);
    const share = contributions / without;
    const isGood = share <= maxShare && seconds <= maxSeconds;
    const cells = [
      formatNumber(held),
      imports,
      (of('contributions').rows / held).toFixed(1),
      without.toFixed(0),
      contributions.toFixed(1),
      `${(100 * share).toFixed(0)} %`,
      `${seconds.toFixed(0)} s`,
      `${((user + system) / 1e6).toFixed(0)} s`,
    ];
    console.log(`| ${cells.join(' | ')} | ${verdict(isGood)}`);
    return isGood;
  } finally {
    await engine.close();
    removeFolder();
  }
}

console.log(`${machineState()}. At most ${100 * maxShare} % and ${maxSeconds} s.\n`);
console.log(
  `| records | daily imports | contributions a record | bytes a record without them | contributions | share | an import of ${formatNumber(lines)} lines taken out | processor time |`,
);
console.log(`|${' --- |'.repeat(8)}`);
const results: boolean[] = [];
for (const imports of values.imports.split(',')) results.push(await measure(Number(imports)));
process.exitCode = results.every(Boolean) ? 0 : 1;
