// @module-tag long
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyCollection } from '#server/ingest/first-load.ts';
import type { Engine } from '#server/engine/engine.ts';
import { applyListings, settleFeeds } from '#server/ingest/feeds/apply/apply-listings.ts';
import { removeFeed } from '#server/ingest/feeds/apply/remove-feed.ts';
import { feedBatches } from '#server/ingest/feeds/read/read-documents.ts';
import { collectionTables, passingTables } from '#server/ingest/collection-tables.ts';
import { ObservationJournal } from '#server/ingest/journal/observation-journal.ts';
import { latestImports } from '#server/ingest/ledger.ts';
import { refreshNsTransfers } from '#server/ingest/ns-transfers.ts';
import { importAgain } from '#server/ingest/run-import.ts';
import { noDeriving, testFeed } from '#test/server/feed-collection.ts';
import { seededDay, seededFeed } from '#test/server/seeded-feed.ts';
import { randomLog, randomPackage, type RandomLog, type RandomPackage } from '#test/server/random-logs.ts';
import { dyingEngine, useTestStore } from '#test/server/test-store.ts';
import { importLog } from './import-log.ts';
import { blank, ImportStore } from './import-store.ts';
import { joinCertificates } from './join-certificates.ts';
import { LogPushes } from './log-pushes.ts';
import { LogRemovals } from './log-removals.ts';
import { readLog } from './read-log.ts';
import { forgetRemoved } from './remove-import.ts';

const store = useTestStore();
const today = '2026-11-20';
const time = `${today} 12:00:00`;
/** The contents of the collection; the others are empty here, or derived from these. */
const compared = collectionTables.filter(
  (table) => !passingTables.includes(table) && !/^(imports|pushes|rejects)$/.test(table),
);

/** The services of a process. */
async function openProcess(engine: Engine) {
  const folder = join(store.folder, 'process');
  await mkdir(join(folder, 'pushes'), { recursive: true });
  const journal = new ObservationJournal(engine, join(folder, 'journal'), () => undefined);
  const entries = await ImportStore.open(join(folder, 'logs'), () => undefined);
  const tools = { journal, read: readLog, owe: () => true };
  let day = today;
  const now = () => new Date(`${day}T12:00:00Z`);
  const pushes = new LogPushes({ engine, folder: join(folder, 'pushes'), store: entries, now, tools });
  const removals = new LogRemovals({
    engine,
    journal,
    store: entries,
    time: () => time,
    report: () => undefined,
    retryMilliseconds: 1e9,
    exclusive: (work) => work(),
    retire: () => pushes.retire(),
    onRemoved: () => Promise.resolve(),
    damaged: () => [],
  });
  return {
    entries,
    journal,
    pushes,
    removals,
    async importFile(id: string, { format, content }: RandomLog) {
      const file = join(folder, 'import.log');
      await writeFile(file, content);
      // of a process that was killed
      const imports = new Set(entries.get(id)?.imports);
      const note = (state: 'importing' | 'done') =>
        entries.set({ ...blank({ way: 'upload', name: id, bytes: 1, time }), id, state, imports: [...imports] });
      await importLog(engine, {
        ...tools,
        today,
        own: [...imports],
        reading: { file, format, about: {}, now: 2e9 },
        onClaim: async (number) => {
          imports.add(number);
          await note('importing');
        },
      });
      await note('done');
    },
    async push(on: string, { format, content }: RandomLog) {
      day = on;
      const body = (async function* () {
        yield Buffer.from(content);
      })();
      await pushes.push({ format, sensor: '', body });
    },
  };
}

/** Empties the collection and what processes keep beside it. */
async function empty(): Promise<void> {
  await emptyCollection(store.engine);
  await rm(join(store.folder, 'process'), { recursive: true, force: true });
}

/** The digest of a feed is that of the changes that its last update made, which are none when it was repeated after a kill. */
const contentOf = (source: string, digest: string) => (source.startsWith('feed:') ? source : digest);

/** Every row of the collection as text. Imports are named by their content, because their numbers depend on their order. */
async function contents(): Promise<readonly string[]> {
  const { engine } = store;
  await joinCertificates(engine);
  await refreshNsTransfers(engine, today);
  await forgetRemoved(engine);
  const lines = (await latestImports(engine)).filter(({ id }) => id >= 1000);
  const columns = await engine.query<{ table: string; name: string }>({
    name: 'spec',
    sql: `SELECT table, name FROM system.columns WHERE database = currentDatabase() AND default_kind != 'MATERIALIZED' ORDER BY table, position`,
  });
  const label = 'transform(import, {ids:Array(UInt32)}, {labels:Array(String)}, toString(import))';
  const shown = (name: string) =>
    ({ import: label, row: `replaceRegexpOne(row, '"import":\\\\d+', '')` })[name] ?? `toString(${name})`;
  const select = (table: string, without: readonly string[]) => {
    const named = columns
      .filter((each) => each.table === table && !without.includes(each.name))
      .map(({ name }) => name);
    const isMarked = columns.some((each) => each.table === table && each.name === 'wmseq');
    const final = /^(rejects)$/.test(table) ? '' : 'FINAL';
    return `SELECT concatWithSeparator(' | ', '${table}', ${named.map(shown).join(', ')}) AS line FROM ${table} ${final} ${isMarked ? "WHERE rrtype != 'WATERMARK'" : ''}`;
  };
  const selects = [
    ...compared.map((table) => select(table, ['wmseq', 'written'])),
    ...['pushes', 'rejects'].map((table) => select(table, ['at', 'sequence'])),
  ];
  const rows = await engine.query<{ line: string }>({
    name: 'spec',
    sql: `SELECT line FROM (${selects.join('\nUNION ALL\n')}) ORDER BY line`,
    params: { ids: lines.map(({ id }) => id), labels: lines.map(({ source, digest }) => contentOf(source, digest)) },
  });
  const ledger = lines.map(({ source, digest, state, rows: count, asOf }) =>
    ['imports', source, contentOf(source, digest), state, count, asOf].join(' | '),
  );
  return [...rows.map(({ line }) => line), ...ledger.sort()];
}

/** Their lists name the same subjects. */
const feeds = [
  testFeed({ id: 'whole', importId: 1000 }),
  testFeed({ id: 'events', importId: 1001, mode: 'events', lifetimeDays: 3 }),
];
/** The process is killed after so many statements of the step, if the step still runs then, and the next process repeats it. */
interface Killed {
  readonly statements: number;
}
type Step =
  | ({ readonly does: 'import' | 'push'; readonly log: RandomLog; readonly day: string } & Killed)
  /** Data of the installation, such as the sample collection; it cannot be removed. */
  | { readonly does: 'install'; readonly tables: RandomPackage }
  /** A list of one of the feeds. */
  | ({ readonly does: 'load'; readonly feed: number; readonly list: number } & Killed)
  /** Of one of the imports so far. */
  | ({ readonly does: 'remove'; readonly which: number } & Killed);

const days = ['2026-11-18', '2026-11-19'];
const statements = fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 80 }));
const fewStatements = fc.oneof(fc.constant(Infinity), fc.constant(Infinity), fc.integer({ min: 1, max: 30 }));
const adding = fc.record({
  does: fc.constantFrom('import' as const, 'push' as const),
  log: randomLog,
  day: fc.constantFrom(...days),
  statements: fewStatements,
});
const loading = fc.record({
  does: fc.constant('load' as const),
  feed: fc.nat(feeds.length - 1),
  list: fc.nat(20),
  statements: fewStatements,
});
const removing = fc.record({ does: fc.constant('remove' as const), which: fc.nat(99), statements });
const installing = fc.record({ does: fc.constant('install' as const), tables: randomPackage });
const steps: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.option(installing),
    fc.array<Step>(fc.oneof(adding, adding, loading, removing), { minLength: 3, maxLength: 8 }),
    fc.nat(3),
  )
  .map(([installed, others, at]) => (installed ? others.toSpliced(at, 0, installed) : others));

/** The steps that add something. */
type Addition = Exclude<Step, { does: 'remove' }>;

/** A step that added something, and the entry of the import log or the feed that has it. */
interface Kept {
  readonly step: Addition;
  readonly entry: string;
}

async function load(engine: Engine, feed: (typeof feeds)[number], list: number): Promise<void> {
  const day = seededDay(list);
  const batches = feedBatches(seededFeed({ seed: 'removal', day: list, subjects: 30 }), feed);
  await applyListings(engine, { feed, asOf: () => day, today: day, batches, derive: noDeriving });
}

async function install(tables: RandomPackage): Promise<void> {
  const source = {
    importId: 5,
    id: 'package',
    kind: 'package',
    digest: '',
    licence: '',
    asOf: today,
    covers: [],
    tables: [],
    countLines: () => Promise.resolve(0),
    batches: () => Object.entries(tables).map(([table, rows]) => ({ table, rows, lines: rows.length })),
  };
  await importAgain(store.engine, source).run(() => undefined);
}

async function removeLoads(feed: (typeof feeds)[number], statements: number): Promise<void> {
  const options = { today, scoresFrom: today, derive: noDeriving };
  await removeFeed(dyingEngine(store.engine, statements), feed, options).catch(() => undefined);
  await removeFeed(store.engine, feed, options);
}

/** @returns whether it removes, now or after the kill */
async function removeImport({ step, entry: id }: Kept, statements: number): Promise<boolean> {
  const dying = await openProcess(dyingEngine(store.engine, statements));
  const entry = dying.entries.get(id);
  if (!entry) throw new Error(`no entry ${id}`);
  const begun = await dying.removals.remove(entry, step.does === 'push' ? step.day : '').then(
    () => true,
    () => false,
  );
  await dying.removals.ended();
  const next = await openProcess(store.engine);
  await next.journal.settle();
  await next.removals.begin();
  await next.removals.ended();
  return begun;
}

type Service = Awaited<ReturnType<typeof openProcess>>;

/** @returns the entry of the import log or the feed that has what the step added */
async function add(step: Addition, at: number, service: Service, engine: Engine): Promise<string> {
  switch (step.does) {
    case 'install':
      await install(step.tables);
      return '';
    case 'load': {
      const feed = feeds[step.feed];
      if (feed) await load(engine, feed, step.list);
      return `feed-${step.feed}`;
    }
    case 'push':
      await service.push(step.day, step.log);
      return `push-${step.log.format}`;
    case 'import':
      await service.importFile(`file-${at}`, step.log);
      return `file-${at}`;
  }
}

/** What a service does when it starts after a kill. */
async function restart(): Promise<Service> {
  const service = await openProcess(store.engine);
  await service.journal.settle();
  await service.pushes.begin();
  await settleFeeds(store.engine, noDeriving);
  return service;
}

/** Runs the steps. @returns those whose data is left */
async function run(all: readonly Step[]): Promise<Step[]> {
  let kept: Kept[] = [];
  let service = await openProcess(store.engine);
  for (const [at, step] of all.entries()) {
    if (step.does === 'remove') {
      const chosen = kept[step.which % Math.max(1, kept.length)];
      if (!chosen || chosen.step.does === 'install') continue;
      const goes = ({ step: other, entry }: Kept) =>
        entry === chosen.entry &&
        !(other.does === 'push' && chosen.step.does === 'push' && other.day !== chosen.step.day);
      const feed = chosen.step.does === 'load' ? feeds[chosen.step.feed] : undefined;
      if (feed) await removeLoads(feed, step.statements);
      const isGone = feed !== undefined || (await removeImport(chosen, step.statements));
      service = await openProcess(store.engine);
      if (isGone) kept = kept.filter((each) => !goes(each));
      continue;
    }
    if (step.does !== 'install' && step.statements !== Infinity) {
      const engine = dyingEngine(store.engine, step.statements);
      await add(step, at, await openProcess(engine), engine).catch(() => undefined);
      service = await restart();
    }
    kept.push({ step, entry: await add(step, at, service, store.engine) });
  }
  return kept.map(({ step }) => (step.does === 'install' ? step : { ...step, statements: Infinity }));
}

it('counts a push in the ledger, whichever statement the process is killed at', async () => {
  const [day = ''] = days;
  const fields = '#path\tdns\n#fields\tts\tquery\tqtype_name\tanswers\tTTLs';
  const log = { format: 'zeek', content: `${fields}\n1792771276\ta.test\tA\t198.51.100.3\t60\n` };
  await empty();
  await (await openProcess(store.engine)).push(day, log);
  const expected = await contents();
  for (let isKilled = true, statements = 1; isKilled; statements += 1) {
    await empty();
    const engine = dyingEngine(store.engine, statements);
    await (await openProcess(engine)).push(day, log).catch(() => undefined);
    isKilled = engine.asked() >= statements;
    await (await restart()).push(day, log);
    expect(await contents(), `statement ${statements}`).toEqual(expected);
  }
}, 300_000);

it(
  'leaves exactly what the remaining imports and feeds alone give, after any removals and kills',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        await empty();
        const left = await run(all);
        const found = await contents();
        await empty();
        await run(left);
        expect(found).toEqual(await contents());
      }),
      { numRuns: 12, endOnFailure: true },
    );
  },
);
