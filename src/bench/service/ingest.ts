import { join } from 'node:path';
import { generatedRecords } from './generated-records.ts';
import { startService } from './service.ts';

/** Records of one push, and concurrent pushes: the numbers that gave the highest rate. */
export const [recordsEach, pushers] = [250_000, 2];

interface Ingest {
  /** For the stores, which are empty at first. */
  readonly folder: string;
  /** The size of the collection that the records belong to, and how many of them are ingested. */
  readonly total: number;
  readonly count: number;
  /** Milliseconds of SELECT 1 are added here. */
  readonly selectOne: number[];
}

/**
 * Pushes records over HTTP as an export of passive DNS (COF), and waits for the answer of each push, which follows its commit.
 * @returns records a second @throws Error when not all were written
 */
export async function ingestOverHttp({ folder, total, count, selectOne }: Ingest): Promise<number> {
  const bodies = Array.from({ length: Math.ceil(count / recordsEach) }, (_, at) =>
    cofLines(total, at * recordsEach, Math.min(recordsEach, count - at * recordsEach)),
  );
  const service = await startService(join(folder, 'ingest-http'), '0');
  try {
    for (let time = 0; time < 100; time += 1) selectOne.push(await service.order({ act: 'select-1' }));
    const waiting = bodies.values();
    let acknowledged = 0;
    const push = async () => {
      for (const lines of waiting) {
        const { status, body } = await service.ask('/ingest/cof', { lines });
        const { response } = JSON.parse(body) as { response?: { lines: number; rejected: number; skipped: number } };
        if (status !== 200 || !response || response.rejected + response.skipped > 0)
          throw new Error(`a push was answered with ${status}: ${body.slice(0, 200)}`);
        acknowledged += response.lines;
      }
    };
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: pushers }, push));
    const seconds = (performance.now() - startedAt) / 1000;
    if (acknowledged !== count) throw new Error(`${acknowledged} of ${count} records were acknowledged`);
    return count / seconds;
  } finally {
    await service.close();
  }
}

/** The same records by `writeObservations`, which validates, encodes and writes rows. @returns records a second */
export async function ingestByWriting({ folder, total, count }: Omit<Ingest, 'selectOne'>): Promise<number> {
  const service = await startService(join(folder, 'ingest-write'), '0');
  try {
    const milliseconds = await service.order({ act: 'write', total, count });
    return (count * 1000) / milliseconds;
  } finally {
    await service.close();
  }
}

function cofLines(total: number, from: number, count: number): Uint8Array {
  const lines = generatedRecords(total, from, count).map((record) =>
    JSON.stringify({
      rrname: record.rrname,
      rrtype: record.rrtype,
      rdata: record.rdata,
      count: record.count,
      time_first: record.first_seen,
      time_last: record.last_seen,
    }),
  );
  return Buffer.from(`${lines.join('\n')}\n`);
}
