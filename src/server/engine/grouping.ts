import { cancelled, EngineError, type Engine, type Query, type QueryOptions } from './engine.ts';

// Own code rather than dataloader: batches form by load, not by tick, and a caller that hangs up leaves its batch.

/** A look-up in the queue or in a batch. It settles once: with its rows, with an error, or because its caller hung up. */
interface Pending {
  readonly query: Query<object>;
  readonly options: QueryOptions;
  readonly key: string;
  /** From `performance.now()`; milliseconds. */
  readonly queuedAt: number;
  readonly rows: Promise<object[]>;
  isSettled: boolean;
  resolve(rows: object[]): void;
  reject(error: unknown): void;
  /** Called when its caller hangs up: the queue or the batch lets go of it. */
  onHangUp: () => void;
}

/** About a second of look-ups on the smallest machine; beyond that callers are refused at once instead of answered too late. */
const maxQueued = 1000;
/** A statement costs about ten times as much as one more key in it, so a busy engine waits for this many keys. */
const targetBatchSize = 8;
/** The longest wait for them. */
const batchWindowMs = 1;

/**
 * The same engine, but look-ups by key share statements while it is busy.
 *
 * - While fewer than half of the `lanes` are busy, every look-up runs at once and alone.
 * - Beyond that, look-ups queue. A free lane takes all that wait for the same statement with other keys, as soon as there are
 *   `targetBatchSize` of them or the oldest has waited for `batchWindowMs`.
 * - A caller that hangs up loses only its own answer; a batch that all callers have left is cancelled.
 * - When a batch fails, each of its look-ups is asked alone, so that no caller gets the failure of another.
 */
export function groupLookups(engine: Engine, lanes: number): Engine {
  const eagerLanes = Math.ceil(lanes / 2);
  const queue = lookupQueue();
  let busyLanes = 0;
  let windowTimer: NodeJS.Timeout | undefined;

  const inLane = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    busyLanes += 1;
    try {
      return await work();
    } finally {
      busyLanes -= 1;
      startNextBatch();
    }
  };

  const startNextBatch = (): void => {
    const next = queue.nextGroup();
    if (!next || busyLanes >= lanes) return;
    const wait = busyLanes < eagerLanes ? 0 : remainingWindow(next);
    if (wait > 0) {
      windowTimer ??= setTimeout(() => {
        windowTimer = undefined;
        startNextBatch();
      }, wait);
      return;
    }
    const batch = queue.takeBatch();
    void inLane(() => (batch.length === 1 ? askEach(engine, batch) : askBatch(engine, batch)));
  };

  const enqueue = (query: Query<object>, options: QueryOptions, key: string): Promise<object[]> => {
    if (options.signal?.aborted) return Promise.reject(cancelled());
    if (queue.size() >= maxQueued)
      return Promise.reject(new EngineError('overloaded', `${maxQueued} look-ups are waiting already`));
    const lookup = pendingLookup(query, options, key);
    queue.add(lookup);
    startNextBatch();
    return lookup.rows;
  };

  return {
    ...engine,
    query: <Row>(query: Query<Row>, options: QueryOptions = {}) => {
      const { batch } = query;
      const isLookup = (options.limits ?? 'lookup') === 'lookup';
      if (!batch || batch.maxKeys < 2 || !isLookup) return engine.query(query, options);
      if (busyLanes < eagerLanes && queue.size() === 0) return inLane(() => engine.query(query, options));
      // the caller gets its own rows only, so the row type holds
      return enqueue(query as Query<object>, options, batch.key) as Promise<Row[]>;
    },
  };
}

/** Milliseconds that the group may still wait for more look-ups. */
function remainingWindow(group: readonly Pending[]): number {
  const [oldest] = group;
  return !oldest || group.length >= targetBatchSize ? 0 : oldest.queuedAt + batchWindowMs - performance.now();
}

/** Waiting look-ups, grouped by the statement that they can share; the groups take turns. */
function lookupQueue() {
  const groups = new Map<string, Pending[]>();
  let size = 0;
  const remove = (shape: string, lookup: Pending): void => {
    const rest = (groups.get(shape) ?? []).filter((each) => each !== lookup);
    if (rest.length > 0) groups.set(shape, rest);
    else groups.delete(shape);
    size -= 1;
  };
  return {
    size: () => size,
    nextGroup: (): readonly Pending[] | undefined => groups.values().next().value,
    add(lookup: Pending): void {
      const shape = shapeOf(lookup.query);
      groups.set(shape, [...(groups.get(shape) ?? []), lookup]);
      size += 1;
      lookup.onHangUp = () => remove(shape, lookup);
    },
    /** Takes as many look-ups of the next group as one statement may answer; the rest goes behind the other groups. */
    takeBatch(): Pending[] {
      const [next] = groups;
      if (!next) return [];
      const [shape, group] = next;
      const maxKeys = group[0]?.query.batch?.maxKeys ?? 1;
      const [batch, rest] = [group.slice(0, maxKeys), group.slice(maxKeys)];
      groups.delete(shape);
      if (rest.length > 0) groups.set(shape, rest);
      size -= batch.length;
      for (const lookup of batch) lookup.onHangUp = () => undefined;
      return batch;
    },
  };
}

/** Equal for look-ups whose statements differ in their keys only. */
function shapeOf({ batch }: Query<object>): string {
  const { sql, params, settings } = batch?.statement([]) ?? {};
  return JSON.stringify([sql, params, settings]);
}

function pendingLookup(query: Query<object>, options: QueryOptions, key: string): Pending {
  const settle = (act: () => void): void => {
    if (lookup.isSettled) return;
    lookup.isSettled = true;
    options.signal?.removeEventListener('abort', hangUp);
    act();
  };
  const hangUp = (): void => {
    lookup.reject(cancelled());
    lookup.onHangUp();
  };
  let settled: Pick<Pending, 'resolve' | 'reject'> | undefined;
  const rows = new Promise<object[]>((resolve, reject) => (settled = { resolve, reject }));
  const lookup: Pending = {
    query,
    options,
    key,
    queuedAt: performance.now(),
    rows,
    isSettled: false,
    resolve: (found) => settle(() => settled?.resolve(found)),
    reject: (error) => settle(() => settled?.reject(error)),
    onHangUp: () => undefined,
  };
  options.signal?.addEventListener('abort', hangUp, { once: true });
  return lookup;
}

/** Runs a statement for each look-up. */
async function askEach(engine: Engine, lookups: readonly Pending[]): Promise<void> {
  const open = lookups.filter((lookup) => !lookup.isSettled);
  await Promise.all(
    open.map(({ query, options, resolve, reject }) => engine.query(query, options).then(resolve, reject)),
  );
}

/** Runs one statement for all look-ups. */
async function askBatch(engine: Engine, batch: readonly Pending[]): Promise<void> {
  const keys = [...new Set(batch.map(({ key }) => key))];
  const [first] = batch;
  const statement = first?.query.batch?.statement(keys);
  if (!statement) return;
  const everyoneLeft = new AbortController();
  for (const lookup of batch)
    lookup.onHangUp = () => {
      if (batch.every((each) => each.isSettled)) everyoneLeft.abort();
    };
  try {
    const rowsByKey = byBatchKey(await engine.query(statement, { ...first?.options, signal: everyoneLeft.signal }));
    for (const lookup of batch) lookup.resolve(rowsByKey.get(lookup.key) ?? []);
  } catch {
    await askEach(engine, batch);
  }
}

function byBatchKey(rows: readonly (object & { readonly batchKey: string })[]): ReadonlyMap<string, object[]> {
  const found = new Map<string, object[]>();
  for (const { batchKey, ...row } of rows) {
    const group = found.get(batchKey);
    if (group) group.push(row);
    else found.set(batchKey, [row]);
  }
  return found;
}
