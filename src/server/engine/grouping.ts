import { cancelled, EngineError, type Engine, type Query, type QueryOptions } from './engine.ts';

/** A look-up that waits for a lane, or for the statement that answers it together with others. */
interface Waiting {
  readonly query: Query<object>;
  readonly options: QueryOptions;
  readonly key: string;
  /** When it began to wait, on the clock of `performance`. */
  readonly since: number;
  /** False after it was answered or its caller left. */
  isWaiting: boolean;
  readonly answer: (rows: object[]) => void;
  readonly fail: (error: unknown) => void;
  /** Called when its caller leaves. */
  onLeave: () => void;
}

/** About a second of look-ups on the smallest machine: whoever would wait longer is told at once. */
const maxWaiting = 1000;
/** A statement costs some ten times what one more name in it costs: while others run it is worth a moment to be this many. */
const company = 8;
const patienceMilliseconds = 5;

/**
 * The same port, with look-ups by key grouped while it is busy (engine.md, "Many callers"). As long as less than half of the
 * `lanes` are taken, each runs by itself at once. Those that come then wait for a lane to end, or a moment for enough others to
 * take a free one together, and all that wait for the same statement with other keys go in one. A caller that leaves loses only its own answer; a statement that all have left is
 * cancelled; when one fails, each of its look-ups is asked by itself, so that nobody gets the failure of another.
 */
export function groupLookups(engine: Engine, lanes: number): Engine {
  const eagerLanes = Math.ceil(lanes / 2);
  let running = 0;
  let lookAgain: NodeJS.Timeout | undefined;
  /** By the statement they share, in the order they began to wait. */
  const groups = new Map<string, Waiting[]>();
  let waitingLookups = 0;

  const inLane = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      startNext();
    }
  };

  const startNext = (): void => {
    const [next] = groups; // the one that waits longest
    if (!next || running >= lanes) return;
    const [shape, waiting] = next;
    const patience = running < eagerLanes ? 0 : patienceLeft(waiting);
    if (patience > 0) {
      lookAgain ??= setTimeout(() => {
        lookAgain = undefined;
        startNext();
      }, patience);
      return;
    }
    groups.delete(shape);
    const members = waiting.splice(0, waiting[0]?.query.together?.most ?? 1);
    waitingLookups -= members.length;
    for (const member of members) member.onLeave = () => undefined;
    if (waiting.length > 0) groups.set(shape, waiting); // behind those who wait for other statements
    void inLane(() => (members.length === 1 ? askAlone(engine, members) : askTogether(engine, members)));
  };

  const join = (query: Query<object>, options: QueryOptions, key: string): Promise<object[]> => {
    const shape = shapeOf(query);
    return new Promise((resolve, reject) => {
      const member = waitingFor(query, options, { key, resolve, reject });
      member.onLeave = () => {
        waitingLookups -= 1;
        const left = groups.get(shape)?.filter((each) => each !== member) ?? [];
        if (left.length > 0) groups.set(shape, left);
        else groups.delete(shape);
      };
      groups.set(shape, [...(groups.get(shape) ?? []), member]);
      waitingLookups += 1;
      startNext();
    });
  };

  return {
    ...engine,
    query: <Row>(query: Query<Row>, options: QueryOptions = {}) => {
      const { together } = query;
      const isLookup = (options.limits ?? 'lookup') === 'lookup';
      if (!together || together.most < 2 || !isLookup) return engine.query(query, options);
      if (running < eagerLanes && groups.size === 0) return inLane(() => engine.query(query, options));
      if (options.signal?.aborted) return Promise.reject(cancelled());
      if (waitingLookups >= maxWaiting)
        return Promise.reject(new EngineError('overloaded', `${maxWaiting} look-ups wait already`));
      return join(query as Query<object>, options, together.key) as Promise<Row[]>;
    },
  };
}

/** Milliseconds that the group may still wait for more. */
function patienceLeft(waiting: readonly Waiting[]): number {
  const since = waiting[0]?.since ?? 0;
  return waiting.length >= company ? 0 : since + patienceMilliseconds - performance.now();
}

/** Two look-ups stand together when nothing but their keys tells them apart. */
function shapeOf({ together }: Query<object>): string {
  const { sql, params, settings } = together?.statement([]) ?? {};
  return JSON.stringify([sql, params, settings]);
}

function waitingFor(
  query: Query<object>,
  options: QueryOptions,
  { key, resolve, reject }: { key: string; resolve: (rows: object[]) => void; reject: (error: unknown) => void },
): Waiting {
  const settle = (act: () => void): void => {
    if (!member.isWaiting) return;
    member.isWaiting = false;
    options.signal?.removeEventListener('abort', leave);
    act();
  };
  const leave = (): void =>
    settle(() => {
      reject(cancelled());
      member.onLeave();
    });
  const member: Waiting = {
    query,
    options,
    key,
    since: performance.now(),
    isWaiting: true,
    answer: (rows) => settle(() => resolve(rows)),
    fail: (error) => settle(() => reject(error)),
    onLeave: () => undefined,
  };
  options.signal?.addEventListener('abort', leave, { once: true });
  return member;
}

/** Each by a statement of its own. */
async function askAlone(engine: Engine, members: readonly Waiting[]): Promise<void> {
  await Promise.all(
    members
      .filter((member) => member.isWaiting)
      .map((member) => engine.query(member.query, member.options).then(member.answer, member.fail)),
  );
}

async function askTogether(engine: Engine, members: readonly Waiting[]): Promise<void> {
  const allLeft = new AbortController();
  for (const member of members)
    member.onLeave = () => {
      if (!members.some((each) => each.isWaiting)) allLeft.abort();
    };
  const keys = [...new Set(members.map(({ key }) => key))];
  const statement = members[0]?.query.together?.statement(keys);
  if (!statement) return;
  try {
    const rowsOf = byKey(await engine.query(statement, { ...members[0]?.options, signal: allLeft.signal }));
    for (const member of members) member.answer(rowsOf.get(member.key) ?? []);
  } catch {
    await askAlone(engine, members);
  }
}

function byKey(rows: readonly (object & { readonly together: string })[]): ReadonlyMap<string, object[]> {
  const found = new Map<string, object[]>();
  for (const { together, ...row } of rows) {
    const of = found.get(together);
    if (of) of.push(row);
    else found.set(together, [row]);
  }
  return found;
}
