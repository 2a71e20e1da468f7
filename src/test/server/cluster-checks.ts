import type { FastifyInstance } from 'fastify';
import PQueue from 'p-queue';
import { expect } from 'vitest';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { collectionTables, passingTables } from '#server/ingest/collection-tables.ts';
import { certificateKey } from '#model/certificate.ts';
import type { Engine } from '#server/engine/engine.ts';
import { newestOfPattern, padnsForward, type ForwardLookup } from '#server/queries/padns-forward.ts';
import { newestFirst, padnsReverse, type ReverseLookup } from '#server/queries/padns-reverse.ts';
import { key } from './collection.ts';
import { interfaceOperations } from './fuzz.ts';
import type { Question } from './parameter-case.ts';
import { parameterCases } from './parameter-cases/all.ts';
import { seededObservations } from './seeded-observations.ts';
import { zeekLog, zeekLogDay } from './zeek-log.ts';

// Checks of a service on a cluster of two shards, and of its tables.

export async function ask(app: FastifyInstance, { path, body }: Question): Promise<{ status: number; text: string }> {
  const answer = await app.inject({
    method: body ? 'POST' : 'GET',
    url: `/api/v1${path}`,
    headers: { 'x-api-key': key },
    ...(body && { payload: body }),
  });
  return { status: answer.statusCode, text: answer.body };
}

/** Questions without preparation, and one about a set of servers, whose hash the cases read from the collection. */
const sample = interfaceOperations.flatMap((operationId) =>
  Object.values(parameterCases[operationId] ?? {}).flatMap(({ ask: asked }): [OperationId, Question][] => {
    if (typeof asked === 'function') return [];
    const path = typeof asked === 'string' ? asked : asked.path;
    // each answer names a job of its own
    if (/prefer=job_id|max_wait=0|with_metadata/.test(path)) return [];
    return [[operationId, typeof asked === 'string' ? { path: asked } : asked]];
  }),
);
export const questions: [OperationId, Question][] = [
  ...sample,
  ['padnsTranslate', { path: '/explore/padns/lookup/translate/nshash/00000000000000000000000000000000' }],
];

const kept = collectionTables.filter((table) => !passingTables.includes(table));
/** How many rows of a table each shard holds. */
export const sharesOf = (table: string, { cluster }: Engine, final = 'FINAL') =>
  Promise.all(
    (cluster?.shards ?? []).map(async ({ engine, localTable }) => {
      const sql = `SELECT count() AS rows FROM ${localTable(table)} ${final}`;
      const [row] = await engine.query<{ rows: number }>({ name: 'spec', sql });
      return row?.rows ?? 0;
    }),
  );

/** Expects a good part of the names on each shard, and all names on the shards together. */
export async function expectSpread(spread: Engine, whole: Engine): Promise<void> {
  const shares = await sharesOf('fwd', spread);
  expect(Math.min(...shares)).toBeGreaterThan(100);
  const sql = "SELECT count() AS rows FROM fwd FINAL WHERE rrtype != 'WATERMARK'";
  const [all] = await whole.query<{ rows: number }>({ name: 'spec', sql });
  // each shard has a watermark of the import
  expect(shares.reduce((sum, rows) => sum + rows)).toBe((all?.rows ?? 0) + 2);
}

/** Expects the kept order of all shards to give the same pages as sorting all records of one store. */
export async function expectSameNewest(spread: Engine, whole: Engine): Promise<void> {
  const most = (key: string, type: string) =>
    whole.query<{ text: string }>({
      name: 'spec',
      sql: `SELECT ${key} AS text FROM rev WHERE rrtype = '${type}' GROUP BY text ORDER BY count() DESC, text LIMIT 3`,
    });
  const page = { bounds: {}, sort: [], limit: 10, skip: 2, apexOnly: false };
  const addresses = (await most('toString(ip)', 'A')).map(({ text }) => ({ first: text, last: text }));
  const networks = addresses.flatMap(({ first }) => {
    const [, before = '', third = '0'] = /^(.+)\.(\d+)\.\d+$/.exec(first) ?? [];
    const block = Number(third) & ~3;
    return [
      { first: `${before}.${third}.0`, last: `${before}.${third}.255` },
      { first: `${before}.${block}.0`, last: `${before}.${block + 3}.255` },
    ];
  });
  const lookups: ReverseLookup[] = [
    ...[...addresses, ...networks].map((range) => ({ ...page, type: 'A', answer: { kind: 'range', range } }) as const),
    ...(await most('reverse(arev)', 'NS')).map(
      ({ text }) => ({ ...page, type: 'NS', answer: { kind: 'exact', text } }) as const,
    ),
  ];
  const patterns = [
    { kind: 'like', like: '%a%', prefix: '' },
    { kind: 'prefix', prefix: 'm' },
    { kind: 'regex', regex: '[a-m][.]' },
  ] as const;
  const forwards: ForwardLookup[] = patterns.map((owner) => ({ ...page, owner, types: ['A'], selfOnly: false }));
  expect(lookups).toHaveLength(12);
  const compared = [
    ...lookups.map((reverse) => [reverse.answer, newestFirst(reverse), padnsReverse(reverse)] as const),
    ...forwards.map((forward) => [forward.owner, newestOfPattern(forward), padnsForward(forward)] as const),
  ];
  for (const [subject, newest, all] of compared) {
    const [inOrder] = newest?.many ?? [];
    if (!inOrder) throw new Error(`no kept order for ${JSON.stringify(subject)}`);
    const rows = await whole.query(all);
    expect(rows, JSON.stringify(subject)).not.toEqual([]);
    expect(await spread.query(inOrder), JSON.stringify(subject)).toEqual(rows);
  }
}

// each shard has its own watermarks, and each node its own times in the ledger; duplicate icons are merged when they are read
const compared = kept.filter((each) => !/^(imports|pushes|rejects|icons)$/.test(each));

/** Expects the same rows in all stores. */
export async function expectSameRows(stores: readonly Engine[]): Promise<void> {
  await inLanes(async (table) => {
    const [one, other] = await Promise.all(stores.map((engine) => hashOf(engine, table)));
    expect(other, table).toEqual(one);
  });
}

/** The number of rows and a hash of each table. */
export async function hashesOf(engine: Engine): Promise<ReadonlyMap<string, unknown>> {
  const hashes = new Map<string, unknown>();
  await inLanes(async (table) => void hashes.set(table, await hashOf(engine, table)));
  return new Map([...hashes].sort());
}

function hashOf(engine: Engine, table: string): Promise<unknown> {
  const merged = `${table} ${table === 'ns_transfers' ? '' : 'FINAL'}`;
  const isRecords = /^(fwd|rev|names|txt|rrsets|rrsets_by_hash|contributions)$/.test(table);
  const sql = `SELECT count() AS rows, toString(groupBitXor(cityHash64(* EXCEPT (written)))) AS hash FROM ${merged}
                 ${isRecords ? "WHERE rrtype != 'WATERMARK'" : ''}`;
  return engine.query({ name: 'spec', sql }, { limits: 'upkeep' });
}

/** A few at a time: most of the time is network time between the nodes. */
const inLanes = async (check: (table: string) => Promise<void>): Promise<void> => {
  await new PQueue({ concurrency: 4 }).addAll(compared.map((table) => () => check(table)));
};

/** Another batch for each sequence number. */
export const observationsOf = (sequence: number) =>
  seededObservations({ seed: 'cluster', sequence, rows: 300, names: 500 });
export const seenIn = (rows: readonly { readonly count: number }[]) => rows.reduce((sum, row) => sum + row.count, 0);
/** The counts of all records together. */
export const countSeen = async (engine: Engine) => {
  const sql = "SELECT sum(count) AS seen FROM fwd FINAL WHERE rrtype != 'WATERMARK'";
  const [row] = await engine.query<{ seen: number }>({ name: 'spec', sql }, { limits: 'upkeep' });
  return row?.seen ?? 0;
};
/** A dns.log of 30 answers, each for another domain. */
export const logOfDomains = (zone: string) =>
  zeekLog(Array.from({ length: 30 }, (_, at) => [zeekLogDay + at, `h${at}.d${at}-${zone}.test`, '198.51.100.7']));
/** Counts the records of the names of such a log. */
export const recordsOf = async (engine: Engine, zone: string) => {
  const sql = 'SELECT count() AS records, sum(count) AS seen FROM fwd FINAL WHERE rname LIKE reverse({name:String})';
  const [row] = await engine.query({ name: 'spec', sql, params: { name: `%-${zone}.test` } });
  return row;
};

/** Twenty certificates that were seen by their SHA-256, of which every other one is known by both digests. */
export async function fillCertificates(engine: Engine): Promise<void> {
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  const sha256 = (number: number) => String(number).padStart(2, '0').repeat(32);
  const keyOf = (number: number) => certificateKey({ sha1: '', sha256: sha256(number) });
  const certificate = (fingerprint: string, number: number) => ({
    fingerprint_sha1: fingerprint,
    fingerprint_sha256: sha256(number),
    fingerprint_md5: '',
    domains: [`d${number}.test`],
    issuer_common_name: 'R1',
    logged: '2026-10-20',
    import: 100,
  });
  const scan = { hostname: 'a.test', scan_date: '2026-10-20 12:00:00', import: 100 };
  await engine.insert(
    'certificates',
    numbers.map((number) => certificate(keyOf(number), number)),
  );
  await engine.insert(
    'scan_certificates',
    numbers.map((number) => ({ ...scan, ip: `::ffff:198.51.100.${number}`, fingerprint_sha1: keyOf(number) })),
  );
  const known = numbers.filter((number) => number % 2 === 0);
  await engine.insert(
    'certificates',
    known.map((number) => certificate(String(number).padStart(2, '0').repeat(20), number)),
  );
  const sql = "SELECT count() AS left FROM certificates FINAL WHERE startsWith(fingerprint_sha1, 'sha256:')";
  expect(await engine.query({ name: 'spec', sql })).toEqual([{ left: 20 }]);
}

let asked = 0;
const lookupNames = ['harborline-login.example', 'update-telemetry.test', 'pine-barn.example'];
/** Another question each time: a cached answer would not need the cluster. */
export const lookup = (): Question => {
  asked += 1;
  return { path: `/explore/padns/lookup/query/any/${lookupNames[asked % lookupNames.length]}?limit=${1000 + asked}` };
};
