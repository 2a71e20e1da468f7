import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useTestService } from '#test/server/use-test-service.ts';
import { observation } from '#test/server/seeded-observations.ts';

const span = ['2026-01-01', '2026-11-20'] as const;
const obs = ['a', 'b', 'c'].map((name) => observation('A', `${name}.acme.example`, '192.0.2.1', span));
const certificates = [
  {
    fingerprint_sha1: 'a'.repeat(40),
    fingerprint_sha256: 'a'.repeat(64),
    logged: '2026-10-02',
    not_before: '2026-10-01 10:14:22',
    not_after: '2026-12-30 10:14:21',
    domains: ['acme.example'],
    import: 1,
  },
];
const service = useTestService({ rows: { obs, certificates } });

const search = '/explore/padns/lookup/query/a/_?regex=acme';
const start = async (query: string): Promise<{ get: string; job_id: string; status: string }> => {
  const { response } = await service.get(`${search}&prefer=job_id${query}`);
  expect(Object.keys(response)).toEqual(['job_status']);
  return response.job_status;
};
const follow = async (id: string, query = '') => (await service.get(`/explore/job/${id}?${query}`)).response;
const parquet = async () => {
  const base = await service.listen();
  const answerOf = (path: string) => fetch(`${base}${path}`, { headers: { 'x-api-key': 'a-key-for-the-specs' } });
  const fileOf = async (path: string) => {
    const answer = await answerOf(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/vnd.apache.parquet']);
    return Buffer.from(await answer.arrayBuffer());
  };
  return { answerOf, fileOf };
};
const whole = async () => (await service.get(search)).response.records;

describe('jobs', () => {
  it('padnsForward prefer: job_id hands out an id, under which the result is', async () => {
    const { get, job_id, status } = await start('');
    expect(job_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    // a short search may be over by the time its job is on disk
    expect(['PENDING', 'STARTED', 'SUCCESS']).toContain(status);
    expect(new URL(get).pathname).toBe(`/api/v1/explore/job/${job_id}`);
    expect(await follow(job_id)).toEqual({ records: await whole() });
    expect(await follow(job_id.toUpperCase(), 'max_wait=5')).toEqual({ records: await whole() });
  });

  it('padnsForward max_wait: 0 does the same', async () => {
    // asked for the first time: an answer that is there already is given at once
    const { response } = await service.get(`${search}&limit=3&max_wait=0`);
    expect(response.job_status.job_id).toBeTypeOf('string');
    expect(await follow(response.job_status.job_id)).toEqual({ records: await whole() });
  });

  it('status_only=1 answers the status even when the result is there', async () => {
    const { job_id, get } = await start('');
    await follow(job_id);
    expect(await follow(job_id, 'status_only=1')).toEqual({ job_status: { get, job_id, status: 'SUCCESS' } });
  });

  it('metadata stands beside the result as the one who asked wanted it, unless forced', async () => {
    const plain = (await start('&limit=1')).job_id;
    const rich = (await start('&limit=2&with_metadata=1')).job_id;
    const metadata = {
      job_id: rich,
      query_name: 'padns/lookup/query',
      results_returned: 2,
      results_total_at_least: 3,
      results_total_is_exact: true,
      timestamp: expect.any(Number),
      with_metadata: 1,
    };
    expect(await follow(plain)).not.toHaveProperty('metadata');
    expect((await follow(rich)).metadata).toEqual(metadata);
    expect((await follow(rich, 'force_metadata_off=1')).metadata).toBeUndefined();
    expect((await follow(plain, 'force_metadata_on=1')).metadata).toMatchObject({ job_id: plain, results_returned: 1 });
    expect((await follow(rich, 'force_metadata_on=1&force_metadata_off=1')).metadata).toBeUndefined();
  });

  it('an answer with metadata can be recalled by its job', async () => {
    const { records, metadata } = (await service.get(`${search}&with_metadata=1`)).response;
    expect(records).toHaveLength(3);
    expect((await follow(metadata.job_id)).records).toEqual(records);
  });

  it('survives a restart of the service', async () => {
    const { job_id } = await start('&skip=1&with_metadata=1');
    const before = await follow(job_id);
    await service.restart();
    expect(await follow(job_id)).toEqual(before);
    expect(before.records).toHaveLength(2);
  });

  it('comes as a Parquet file with the rows of the answer, over a restart as well', async () => {
    const { job_id } = await start('');
    const { records } = await follow(job_id);
    const { fileOf } = await parquet();
    const file = await fileOf(`/api/v1/sightline/exports/${job_id}.parquet`);
    await service.restart();
    const again = (await parquet()).fileOf;
    expect((await again(`/api/v1/merge-api/sightline/exports/${job_id.toUpperCase()}.parquet`)).equals(file)).toBe(
      true,
    );
    const name = join(service.folder, 'rows.parquet');
    await writeFile(name, file);
    const read = (what: string) => service.engine.query({ name: 'spec', sql: `${what} FROM file('${name}', Parquet)` });
    // as the engine writes times in JSON
    const inMilliseconds = (row: Record<string, unknown>) => ({
      ...row,
      first_seen: `${String(row['first_seen'])}.000`,
      last_seen: `${String(row['last_seen'])}.000`,
    });
    expect(await read('SELECT *')).toEqual((records as Record<string, unknown>[]).map(inMilliseconds));
    expect(
      await read(
        'SELECT DISTINCT toTypeName(first_seen) AS time, toTypeName(count) AS count, toTypeName(query) AS query',
      ),
    ).toEqual([{ time: "Nullable(DateTime64(3, 'UTC'))", count: 'Nullable(Int64)', query: 'Nullable(String)' }]);
    const left = await service.engine.query({
      name: 'spec',
      sql: "SELECT name FROM system.tables WHERE name LIKE 'service\\_export%'",
    });
    expect(left).toEqual([]);
  });

  it('has the days and times of certificates as such in a Parquet file', async () => {
    const { response } = await service.get('/explore/domain/certificates/acme.example?prefer=job_id');
    await follow(response.job_status.job_id);
    const name = join(service.folder, 'certificates.parquet');
    await writeFile(
      name,
      await (await parquet()).fileOf(`/api/v1/sightline/exports/${response.job_status.job_id}.parquet`),
    );
    const sql = `SELECT toTypeName(date) AS dayType, toString(date) AS day, toTypeName(not_after) AS timeType, toString(not_after) AS time
                 FROM file('${name}', Parquet)`;
    expect(await service.engine.query({ name: 'spec', sql })).toEqual([
      {
        dayType: 'Nullable(Date32)',
        day: '2026-10-02',
        timeType: "Nullable(DateTime64(3, 'UTC'))",
        time: '2026-12-30 10:14:21.000',
      },
    ]);
  });

  it('comes with the rows of further jobs in the same Parquet file', async () => {
    const [first, second] = [(await start('&limit=2')).job_id, (await start('&limit=2&skip=2')).job_id];
    await follow(first);
    await follow(second);
    const { answerOf, fileOf } = await parquet();
    const name = join(service.folder, 'pages.parquet');
    await writeFile(name, await fileOf(`/api/v1/sightline/exports/${first}.parquet?more=${second}`));
    const read = await service.engine.query({
      name: 'spec',
      sql: `SELECT query, answer FROM file('${name}', Parquet)`,
    });
    const rows = (await whole()) as { query: string; answer: string }[];
    expect(rows).toHaveLength(3);
    expect(read).toEqual(rows.map(({ query, answer }) => ({ query, answer })));
    const unknown = await answerOf(`/api/v1/sightline/exports/${first}.parquet?more=${second},x`);
    expect(unknown.status).toBe(404);
    const tooMany = await answerOf(`/api/v1/sightline/exports/${first}.parquet?more=${`${second},`.repeat(10)}`);
    expect([tooMany.status, await tooMany.json()]).toMatchObject([400, { error: { parameter: 'more' } }]);
  });

  it('a wrong question makes no job', async () => {
    const { status, body } = await service.get('/explore/padns/lookup/query/a/_?regex=(&prefer=job_id');
    expect({ status, error: body['error'] }).toMatchObject({ status: 400, error: { parameter: 'regex' } });
  });

  it.each(['3f8b1c2e-6d4a-4c1b-9e57-0a1b2c3d4e5f', 'x', '..%2F..%2Fkeys'])('%s is not a job', async (id) => {
    const { status, body } = await service.get(`/explore/job/${id}`);
    expect({ status, error: body['error'] }).toMatchObject({ status: 404, error: { parameter: 'job_id' } });
  });
});
