import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChdb } from './chdb-engine.ts';
import type { Engine } from './engine.ts';
import { migrate } from './migrate.ts';
import { statementLimits } from './statement-limits.ts';

// A store of an earlier edition, with one row for each address, domain and name server, is brought up to date.

const schema = 'src/server/engine/schema';
const folder = mkdtempSync(join(tmpdir(), 'sightline-migrate-'));
let engine: Engine;

beforeAll(async () => {
  const before = join(folder, 'schema');
  mkdirSync(before);
  for (const file of readdirSync(schema)) if (file < '013') cpSync(join(schema, file), join(before, file));
  engine = await openChdb({
    path: join(folder, 'store'),
    database: 'sightline',
    sessions: 2,
    limits: statementLimits(1e9),
  });
  await migrate(engine, { folder: before });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

it('carries what is known over into facts, named by the source that the ledger knows', async () => {
  const done = { digest: '', state: 'done', rows: 1, licence: '' };
  await engine.insert('imports', [
    { import: 5, source: 'sample', kind: 'sample', sample: 1, as_of: '2026-11-01', ...done },
    { import: 2, source: 'open-data:origin-as', kind: 'prefixes', sample: 0, as_of: '2026-06-01', ...done },
  ]);
  await engine.insert('ip_facts', [
    { ip: '::ffff:192.0.2.1', ptr: 'replaced.example', import: 4 },
    {
      ip: '::ffff:192.0.2.1',
      ptr: 'a.example',
      tor_exit: 1,
      known_benign: 1,
      benign_actor: 'Survey',
      benign_tags: ['scanner'],
      known_sinkhole: 1,
      sinkhole_tags: ['cert'],
      import: 5,
    },
    { ip: '2001:db8::1', dsl_dynamic: 1, ipfs_node: 1, import: 101 },
    { ip: '2001:db8::2', import: 5 },
  ]);
  await engine.insert('domain_facts', [
    { domain: 'd.example', toplist_rank: 7, is_dynamic: 1, is_url_shortener: 1, expired_from: '2026-01-02', import: 5 },
    { domain: 'nothing.example', toplist_rank: 0, is_dynamic: 0, is_url_shortener: 0, import: 5 },
  ]);
  await engine.insert('ns_facts', [
    { ns_domain: 'ns.example', kind: 'parked', import: 5 },
    { ns_domain: 'ns.example', kind: 'expire', import: 5 },
    { ns_domain: 'sink.example', kind: 'sinkhole', import: 5 },
  ]);
  await engine.insert('listings', [
    { host: 'bad.example', indicator: 'bad.example', ip: '::', first_listed: '2026-01-01', last_listed: '2026-02-01' },
  ]);

  await migrate(engine, { folder: schema });

  const facts = await engine.query<Record<string, unknown>>({
    name: 'spec',
    sql: `SELECT subject_type AS type, if(key = '', toString(first), key) AS subject, kind, source, value, tags,
            toString(valid_from) AS since, toString(valid_to) AS until FROM facts FINAL ORDER BY type, subject, kind`,
  });
  const open = { until: '2299-12-31' };
  const sample = { source: 'sample', value: '', tags: [], since: '2026-11-01', ...open };
  const ip = { ...sample, type: 'ip', subject: '::ffff:192.0.2.1' };
  const unknown = { ...sample, type: 'ip', subject: '2001:db8::1', source: 'import-101', since: '1970-01-01' };
  const domain = { ...sample, type: 'domain', subject: 'd.example' };
  const server = { ...sample, type: 'name_server', subject: 'ns.example' };
  expect(facts).toEqual([
    { ...unknown, kind: 'dsl_dynamic' },
    { ...unknown, kind: 'ipfs_node' },
    { ...ip, kind: 'known_benign', value: 'Survey', tags: ['scanner'] },
    { ...ip, kind: 'ptr', value: 'a.example' },
    { ...ip, kind: 'sinkhole', tags: ['cert'] },
    { ...ip, kind: 'tor_exit' },
    { ...domain, kind: 'dynamic_dns' },
    { ...domain, kind: 'expired', since: '2026-01-02' },
    { ...domain, kind: 'toplist', value: '7' },
    { ...domain, kind: 'url_shortener' },
    { ...server, kind: 'expiry' },
    { ...server, kind: 'parking' },
    { ...server, subject: 'sink.example', kind: 'sinkhole' },
  ]);
  expect(
    await engine.query({
      name: 'spec',
      sql: 'SELECT import, toString(state) AS state, covers FROM imports ORDER BY import',
    }),
  ).toEqual([
    { import: 2, state: 'done', covers: ['origin_as'] },
    { import: 5, state: 'done', covers: [] },
  ]);
  expect(
    await engine.query({ name: 'spec', sql: 'SELECT kind, confidence, toString(expires) AS expires FROM listings' }),
  ).toEqual([{ kind: 'host', confidence: 100, expires: '2026-03-03' }]);
  const left = await engine.query({
    name: 'spec',
    sql: "SELECT name FROM system.tables WHERE name LIKE '%\\\\_facts'",
  });
  expect(left).toEqual([]);
});
