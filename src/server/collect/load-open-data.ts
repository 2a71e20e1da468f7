import type { Engine } from '#server/engine/engine.ts';
import { beginImport, finishImport, type ImportRecord } from './ledger.ts';
import type { Step } from './load-steps.ts';
import type { OpenData } from './open-data/open-data.ts';

/** Streams one source of open data into its tables, between its two lines in the ledger. */
export function loadOpenData(engine: Engine, id: number, data: OpenData): Step {
  return {
    name: data.source,
    run: async (report) => {
      const record: ImportRecord = { ...data, id, sample: false };
      await beginImport(engine, record);
      const total = await data.countLines();
      let [lines, rows] = [0, 0];
      for await (const batch of data.read()) {
        if (batch.rows.length > 0)
          await engine.insert(
            batch.table,
            batch.rows.map((row) => ({ ...row, import: id })),
          );
        lines += batch.lines;
        rows += batch.rows.length;
        report(lines, total);
      }
      await finishImport(engine, record, rows);
    },
  };
}
