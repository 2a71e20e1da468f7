// A process of kills.long.spec.ts: writes the findings that the last process left, and runs two detectors on one day after another.
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { plusDays } from '#model/dates.ts';
import { runDetectors } from '#server/ingest/detectors/run-detectors.ts';
import { detectorRunsQuery } from '#server/queries/findings.ts';
import { countedDay, countingDetectors } from './counting-detectors.ts';
import { openFolderStore } from './folder-store.ts';
import { reportEvent } from './report-event.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    subjects: { type: 'string', default: '' },
    /** Runs the detectors once and writes the findings again. */
    once: { type: 'boolean', default: false },
  },
});
const engine = await openFolderStore(values.folder);

for (;;) {
  const noted = await notedDays();
  reportEvent({ noted, findings: await Promise.all(noted.map((_, which) => printOf(which))) });
  const day = Math.min(...noted) + 1;
  const detectors = countingDetectors(day, Number(values.subjects));
  await runDetectors(engine, { today: plusDays(countedDay, day), detectors });
  if (values.once) break;
}
const noted = await notedDays();
reportEvent({ noted, findings: await Promise.all(noted.map((_, which) => printOf(which))) });
await engine.close();

/** The days of the last runs that are noted, -1 before the first. */
async function notedDays(): Promise<number[]> {
  const runs = await engine.query(detectorRunsQuery());
  return countingDetectors(0, 0).map(({ id }) => {
    const { mark = '', error = '' } = runs.find(({ detector }) => detector === id) ?? {};
    if (error !== '') throw new Error(error);
    return mark === '' ? -1 : Math.round((Date.parse(mark.slice(0, 10)) - Date.parse(countedDay)) / 86_400_000);
  });
}

async function printOf(which: number): Promise<string> {
  const rows = await engine.query<{ readonly line: string }>({
    name: 'spec',
    sql: `
      SELECT concatWithSeparator(' ', subject, toString(appeared), if(gone = toDate(0), '', toString(gone)), summary) AS line
      FROM findings FINAL WHERE detector = {id:String} ORDER BY line`,
    params: { id: countingDetectors(0, 0)[which]?.id ?? '' },
  });
  return createHash('sha256')
    .update(rows.map(({ line }) => line).join('\n'))
    .digest('hex');
}
