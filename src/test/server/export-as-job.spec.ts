import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { configureClient, createQueryClient } from '#web/api/client.ts';
import { saveConnection } from '#web/api/connection.ts';
import { exportAsJob } from '#web/api/export-as-job.ts';
import { key } from './collection.ts';
import { observation } from './seeded-observations.ts';
import { useTestService } from './use-test-service.ts';

// what the export of a table does for Parquet, with a service and a search that takes more than one job

const days = ['2026-01-01', '2026-02-01'] as const;
const service = useTestService({
  rows: {
    obs: Array.from({ length: 10_003 }, (_, at) => observation('A', `n${at}.many.example`, '192.0.2.1', days)),
  },
});
beforeAll(async () => {
  saveConnection({ baseUrl: `${await service.listen()}/api/v1`, apiKey: key });
  configureClient();
});

const question = (qname: string, query: object) =>
  ({
    operationId: 'padnsForward',
    path: { qtype: 'a', qname },
    query: { limit: 5, with_metadata: 1, ...query },
  }) as const;

async function exported(asked: ReturnType<typeof question>) {
  const progress: number[] = [];
  const { file, notes } = await exportAsJob(createQueryClient(), asked, {
    title: 'Names',
    signal: new AbortController().signal,
    onProgress: (loaded) => progress.push(loaded),
  });
  const name = join(service.folder, 'rows.parquet');
  await writeFile(name, Buffer.from(await file.arrayBuffer()));
  const sql = `SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(query)) AS names FROM file('${name}', Parquet)`;
  const [found] = await service.engine.query({ name: 'spec', sql });
  return { ...(found as object), progress, notes };
}

it('has every result of the search once, in as many jobs as it takes', async () => {
  const all = { rows: 10_003, names: 10_003, progress: [10_000, 10_003], notes: [] };
  expect(await exported(question('*.many.example', {}))).toEqual(all);
});

it('begins where the search does, and asks for nothing twice', async () => {
  // the second job finds that there is nothing more
  const rest = { rows: 10_000, names: 10_000, progress: [10_000, 10_000], notes: [] };
  expect(await exported(question('*.many.example', { skip: 3 }))).toEqual(rest);
});

it('fails where nothing matches, because such a file has no columns', async () => {
  await expect(exported(question('nothing.example', {}))).rejects.toMatchObject({ code: 'no_rows' });
});
