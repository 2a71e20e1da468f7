import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catchUp } from './catch-up.ts';
import {
  assertStart,
  everything,
  createMarksTable,
  isOutage,
  openCopies,
  unreachable,
  type Copy,
  type CopySet,
} from './cluster-copies.ts';
import {
  clusterSettings,
  insertTarget,
  localName,
  readFrom,
  routeCommand,
  withDerived,
  withQualifiedDictionaries,
  type Copies,
  type Spread,
} from './cluster-statements.ts';
import { locateNodes, locateSelf } from './cluster-topology.ts';
import { EngineError, toEngineError, type Engine, type Query, type QueryOptions } from './engine.ts';
import { connectServer, dictionaryCredentials, readServerUrl, type ServerEngine } from './http-engine.ts';
import { majorityOf, type Majority } from './majority.ts';
import { createSharedTables, hasSchema, migrateNode } from './migrate.ts';
import { schemaFor, type Placement, type Schema } from './schema-forms.ts';
import type { Limits } from './statement-limits.ts';

export interface ClusterOptions {
  /** One for every replica of every shard, as `HttpOptions.url`; the same user, password and database in all. */
  readonly urls: readonly string[];
  /** The name of the cluster in `remote_servers` of the nodes. */
  readonly cluster: string;
  /** The folder of the numbered *.sql files, which say how each table is spread. */
  readonly schemaFolder: string;
  readonly limits: Limits;
  /** As `HttpOptions.process`. */
  readonly process?: string;
  /** Gets what an operator should read. */
  readonly report: (message: string) => void;
  /** How often nodes that were away are looked at; a second unless given. */
  readonly watchMilliseconds?: number;
}

/**
 * A cluster of ClickHouse servers whose replicas do not copy from each other: every write goes to each of them. One replica of each shard is
 * enough to read and to write; one that misses a write is left behind until it has been filled (cluster-copies.ts).
 * @throws EngineError `unreachable` when a shard does not answer, `failed` when the cluster is not as it must be
 */
export async function openCluster(options: ClusterOptions): Promise<Engine> {
  const { urls, cluster, schemaFolder, limits, report, process } = options;
  const { username, password, database } = readServerUrl(urls[0] ?? '');
  const opened: { url: string; engine: ServerEngine }[] = [];
  const close = async (): Promise<void> => void (await Promise.all(opened.map(({ engine }) => engine.close())));
  try {
    for (const url of urls)
      opened.push({
        url: new URL(url).origin,
        engine: connectServer({ url, limits, settings: clusterSettings, ...(process !== undefined && { process }) }),
      });
    const failures = await Promise.all(opened.map(({ engine }) => engine.createDatabase().catch(toEngineError)));
    const answers = await Promise.all(opened.map(({ engine }) => engine.status()));
    const isSilent = (at: number) => failures[at] !== undefined && answers[at]?.outage !== undefined;
    const answering = opened.filter((_, at) => !isSilent(at));
    const failure = failures.find((each, at) => each !== undefined && (answering.length === 0 || !isSilent(at)));
    if (failure) throw failure;
    const located = await locateNodes(opened, answering, cluster);
    const schema = readSchema(schemaFolder, database);
    const shards = Math.max(...located.map(({ shard }) => shard));
    const all = opened.map(({ engine }, at) => {
      const { shard, address } = located[at] ?? { shard: 0, address: '' };
      return copyOf(engine, { shard, address, shards, placements: schema.placements });
    });
    const silent = all.filter((_, at) => isSilent(at));
    const spread: Spread = { database, username, password, placements: schema.placements, derived: schema.derived };
    const majority = majorityOf(all, spread);
    await Promise.all(answering.map(({ engine }) => prepareNode(engine, schemaFolder)));
    const copies = await openCopies(all, silent, majority);
    assertStart(copies, silent);
    for (const { address, shard, state } of copies.statuses()) {
      const reason = state === 'silent' ? 'does not answer' : 'lacks what was written while it was away';
      report(`${address}, a replica of shard ${shard}, ${reason}: the service starts without it.`);
    }
    return overCopies(copies, spread, { ...options, majority, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** What processes agree by must be there before one of them brings the schema up to date. */
async function prepareNode(engine: ServerEngine, schemaFolder: string): Promise<void> {
  await createMarksTable(engine);
  await createSharedTables(engine, schemaFolder);
}

function readSchema(folder: string, database: string): Schema {
  const schema = schemaFor({ kind: 'single' }, database);
  for (const step of readdirSync(folder).sort())
    if (step.endsWith('.sql')) schema.forms(step, readFileSync(join(folder, step), 'utf8'));
  return schema;
}

interface Placed {
  readonly shard: number;
  readonly address: string;
  /** How many there are. */
  readonly shards: number;
  readonly placements: ReadonlyMap<string, Placement>;
}

function copyOf(engine: ServerEngine, { shard, address, placements, shards }: Placed): Copy {
  const structures = new Map<string, Promise<string>>();
  const shareOf: Copy['shareOf'] = (table, columns) => {
    const placement = placements.get(table);
    if (placement?.kind !== 'sharded' && placement?.kind !== 'landing') return undefined;
    const share = `cityHash64(${placement.key ?? columns.join(', ')}) % ${shards} = ${shard - 1}`;
    return columns.includes('wmseq') ? `rrtype = 'WATERMARK' OR ${share}` : share;
  };
  return {
    ...{ shard, address, engine, shareOf },
    localTable: (table) => localName(table, placements),
    insertShare: async (table, rows, into = table) => {
      const share = shareOf(table, rows.columns);
      if (share === undefined) return engine.insert(into, rows);
      const structure = structures.get(table) ?? columnsOf(engine, table);
      structures.set(table, structure);
      const known = await structure.catch((error: unknown) => {
        structures.delete(table);
        throw error;
      });
      await engine.insertWhere(into, rows, known, share);
    },
  };
}

async function columnsOf(engine: Engine, table: string): Promise<string> {
  const columns = await engine.query<{ name: string; type: string }>({
    name: 'cluster',
    sql: 'SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = {table:String} ORDER BY position',
    params: { table },
  });
  return columns.map(({ name, type }) => `${name} ${type}`).join(', ');
}

interface Around extends ClusterOptions {
  readonly majority: Majority;
  readonly close: () => Promise<void>;
}

function overCopies(copies: CopySet, spread: Spread, around: Around): Engine {
  const { all } = copies;
  const { majority } = around;
  // it keeps the order of work for all nodes, whether it answers or not
  const [{ engine: turns } = { engine: undefined }] = all;
  if (!turns) throw new EngineError('failed', 'the cluster has no nodes');
  const shards = [...new Set(all.map(({ shard }) => shard))].sort((one, other) => one - other);
  const byShard = (list: readonly Copy[]): Copies =>
    shards.map((shard) => list.filter((copy) => copy.shard === shard).map(({ address }) => address));

  function reading<Asked extends Query<unknown>>(asked: Asked): Asked {
    const current = copies.current();
    const { sql, ...rest } = withQualifiedDictionaries(asked, spread.database);
    return { ...rest, sql: current.length < all.length ? readFrom(sql, byShard(current), spread) : sql } as Asked;
  }
  /** Asks one node after the other until one answers. */
  async function onOne<T>(act: (copy: Copy) => Promise<T>): Promise<T> {
    let failure: EngineError | undefined;
    const trusted = copies.trusted();
    for (const copy of [...trusted, ...copies.current().filter((each) => !trusted.includes(each))]) {
      try {
        return await act(copy);
      } catch (error) {
        failure = toEngineError(error);
        if (!isOutage(failure)) throw failure;
      }
    }
    const shard = silentShard();
    if (shard !== undefined) throw unreachable(shard, all, failure);
    throw failure ?? new EngineError('unreachable', 'no node of the cluster answers');
  }
  async function askEach<T>(act: (copy: Copy) => Promise<T>, of: 'current' | 'written' = 'current'): Promise<T[]> {
    const asked = copies[of]();
    const outcomes = await Promise.allSettled(asked.map(act));
    for (const each of outcomes) if (each.status === 'rejected' && !isOutage(each.reason)) throw each.reason;
    const answered = asked.filter((_, at) => outcomes[at]?.status === 'fulfilled');
    for (const shard of shards)
      if (!answered.some((copy) => copy.shard === shard))
        throw unreachable(shard, all, outcomes.find((each) => each.status === 'rejected')?.reason);
    return outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  }
  function silentShard(): number | undefined {
    const answering = copies.current().filter(({ engine }) => engine.outage === undefined);
    return shards.find((shard) => !answering.some((copy) => copy.shard === shard));
  }

  const watch = watchCopies(copies, spread, around, (work) => turns.inTurn(work));
  return {
    kind: 'server',
    database: spread.database,
    cluster: {
      name: around.cluster,
      get nodes() {
        return copies.trusted();
      },
      askEach,
      write: (changes, act) => copies.write(changes, act, 'rows'),
      leaveBehind: async (nodes) =>
        copies.leaveBehind(
          all.filter((copy) => nodes.includes(copy)),
          [everything],
        ),
      leaveAbsentBehind: async () => {
        const absent = all.filter((copy) => !copies.trusted().includes(copy));
        if (absent.length > 0) await copies.leaveBehind(absent, [everything]);
      },
      keepUp: watch.begin,
      ...{ majority, copies },
    },
    query: <Row>(asked: Query<Row>, options?: QueryOptions) =>
      majority.concerns(asked.sql)
        ? majority.query<Row>(asked, options)
        : onOne(({ engine }) => engine.query<Row>(reading(asked), options)),
    command: async (asked, options) => {
      if (majority.concerns(asked.sql)) return majority.command(asked, options);
      if (asked.sql.startsWith('KILL '))
        return void (await Promise.all(all.map(({ engine }) => engine.command(asked, options).catch(unlessOutage))));
      const { on, changes } = routeCommand(asked.sql, byShard(copies.written()), spread);
      const statement = (): Query<never> =>
        withQualifiedDictionaries(
          { ...asked, sql: routeCommand(asked.sql, byShard(copies.written()), spread).sql },
          spread.database,
        );
      if (on === 'every')
        return void (await copies.write(changes, ({ engine }) => engine.command(statement(), options), 'change'));
      await copies.writeThroughOne(changes, ({ engine }) => engine.command(reading(statement()), options), 'change');
    },
    insert: async (table, rows) => {
      const placement = spread.placements.get(table)?.kind ?? 'everywhere';
      if (placement === 'majority') return majority.insert(table, jsonRows(table, rows));
      const changes = withDerived(table, spread.derived);
      if (placement === 'everywhere')
        return void (await copies.write(changes, ({ engine }) => engine.insert(table, rows), 'rows'));
      if (placement === 'sharded') {
        const insert = () =>
          copies.writeThroughOne(
            changes,
            ({ engine }) => engine.insert(insertTarget(table, byShard(copies.written()), spread), rows),
            'rows',
          );
        // these tables keep one row per key: what has arrived already may be sent again to those that are left
        return insert().catch((error: unknown) => (isOutage(error) ? insert() : Promise.reject(toEngineError(error))));
      }
      if (typeof rows === 'string' || !('file' in rows))
        throw new TypeError(`rows of ${table} come to a cluster in files`);
      await copies.write(changes, (copy) => copy.insertShare(table, rows), 'rows');
    },
    save: (asked, file) => onOne(({ engine }) => engine.save(reading(asked), file)),
    status: async () => {
      const answers = await Promise.all(all.map(({ engine }) => engine.status()));
      const faults = all.flatMap(({ address }, at) => {
        const fault = answers[at]?.writeFault;
        return fault === undefined ? [] : [`${address}: ${fault}`];
      });
      const shard = silentShard();
      const statuses = copies.statuses();
      return {
        ...(faults.length > 0 && { writeFault: faults.join(' ') }),
        ...(shard !== undefined && { outage: `no replica of shard ${shard} answers` }),
        ...(statuses.length > 0 && { copies: statuses }),
      };
    },
    writes: () => all.reduce((sum, { engine }) => sum + engine.writes(), 0),
    inTurn: (work) => turns.inTurn(work),
    close: async () => {
      await watch.end();
      await around.close();
    },
  };
}

function unlessOutage(error: unknown): void {
  if (!isOutage(error)) throw toEngineError(error);
}

function jsonRows(table: string, rows: Parameters<Engine['insert']>[1]): readonly object[] | string {
  if (typeof rows === 'object' && 'file' in rows) throw new TypeError(`rows of ${table} come as JSON`);
  return rows;
}

/** Looks at copies that were away again and again, and fills those that lack something. */
function watchCopies(
  copies: CopySet,
  spread: Spread,
  { cluster, urls, schemaFolder, report, watchMilliseconds = 1000 }: ClusterOptions,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): { begin(): void; end(): Promise<void> } {
  const migrate = { cluster, folder: schemaFolder, credentials: dictionaryCredentials(urls[0]) };
  const pauses = new Map<Copy, number>();
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  let hasEnded = false;

  async function look(copy: Copy): Promise<void> {
    const { engine, address, shard } = copy;
    const isBehind = copies.missing(copy).size > 0;
    if (engine.outage !== undefined) copies.distrust(copy);
    if (!isBehind && copies.trusted().includes(copy)) return;
    if ((await engine.status()).outage !== undefined) return;
    await engine.createDatabase();
    if (!isBehind) {
      if (await hasSchema(engine)) return copies.trust(copy);
      await copies.leaveBehind([copy], [everything]);
    }
    if (!copies.mayFill()) return;
    await locateSelf(copy, cluster);
    report(`${address}, a replica of shard ${shard}, answers again and is filled with what it missed.`);
    await inTurn(() => catchUp(copy, { copies, spread, migrate: (node) => migrateNode(node, migrate) }));
    report(`${address}, a replica of shard ${shard}, is up to date again.`);
  }
  async function lookAtAll(): Promise<void> {
    for (const copy of copies.all) {
      if (hasEnded || (pauses.get(copy) ?? 0) > Date.now()) continue;
      await look(copy).catch((error: unknown) => {
        pauses.set(copy, Date.now() + 10 * watchMilliseconds);
        if (!hasEnded)
          report(`${copy.address} could not be filled and is tried again: ${toEngineError(error).message}`);
      });
    }
  }
  function schedule(): void {
    if (hasEnded) return;
    timer = setTimeout(() => {
      looking = lookAtAll().then(schedule);
    }, watchMilliseconds).unref();
  }
  return {
    begin: schedule,
    end: async () => {
      hasEnded = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
