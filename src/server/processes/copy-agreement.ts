import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { type CopyAgreement, type Engine, EngineError } from '#server/engine/engine.ts';
import { documentNamed } from '#server/queries/service-claims.ts';
import type { Lease } from './lease.ts';
import type { ProcessRegistry } from './process-registry.ts';

export interface AgreementOptions {
  /** On a cluster. */
  readonly engine: Engine;
  readonly registry: ProcessRegistry;
  /** Its holder fills the replicas that were left behind. */
  readonly lease: Pick<Lease, 'isHeld' | 'term'>;
  readonly everyMilliseconds?: number;
  /** How long the others may take to end what they are writing. */
  readonly waitMilliseconds?: number;
  /** Gets what an operator should read. */
  readonly report: (message: string) => void;
}

const pauseName = 'writes';
const state = z.object({ by: z.string(), isPaused: z.boolean(), filling: z.string().optional() });
type State = z.output<typeof state>;
const nothing: State = { by: '', isPaused: false };
const pollMilliseconds = 100;

/**
 * Processes that write the same cluster agree on which replicas are up to date.
 * - What one of them cannot write to a replica is marked in the store; the others read the marks every half second, and before their next
 *   write when they have been out of touch. A write during which one was out of touch does not count: it is sent again.
 * - One of them fills replicas. At the two moments at which nothing may be written it writes that down, and waits until every
 *   living process has written down that it holds its writes up. They go on when it says so, or when it is gone.
 * @returns begins and ends it; it is in force at once
 */
export function agreeOnCopies(options: AgreementOptions): { begin(): void; close(): Promise<void> } {
  const { engine, registry, lease, everyMilliseconds = 500, waitMilliseconds = 60_000, report } = options;
  const copies = engine.cluster?.copies;
  if (!copies) throw new TypeError('only processes on a cluster agree on replicas');
  const { process } = registry;
  let said: { readonly version: number; readonly state: State } = { version: 0, state: nothing };
  /** What was last done about what another process said. */
  let followed = 0;
  let release: (() => void) | undefined;
  let isPausing = false;
  let trust: number | undefined;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isFailing = false;

  async function say(next: Omit<State, 'by'>): Promise<number> {
    if (!lease.isHeld()) throw new EngineError('unreachable', 'another process may fill replicas by now');
    const version = Math.max(said.version, (lease.term() ?? 0) * 1e9) + 1;
    const body: State = { by: process, ...next };
    await engine.insert('service_documents', [{ name: pauseName, version, body: JSON.stringify(body) }]);
    said = { version, state: body };
    return version;
  }
  async function read(): Promise<void> {
    const [found] = await engine.query(documentNamed(pauseName));
    if (found && found.version > said.version)
      said = { version: found.version, state: state.parse(JSON.parse(found.body)) };
  }
  /** Does what the process said that fills replicas. */
  async function follow(): Promise<void> {
    const { version, state: now } = said;
    const isOwn = now.by === process;
    if (now.isPaused && !isOwn) await registry.look();
    const isPaused = now.isPaused && !isOwn && registry.living().has(now.by);
    if (isPaused) release ??= await copies?.hold();
    await copies?.refresh();
    if (isPaused && followed < version)
      await engine.insert('service_documents', [{ name: answerName(process), version, body: '' }]);
    followed = version;
    if (isPaused) return;
    // a new holder of the lease fills nothing yet
    if (!isOwn) copies?.setFilling(now.isPaused || lease.isHeld() ? undefined : now.filling);
    release?.();
    release = undefined;
  }
  async function lookOnce(): Promise<void> {
    await registry.signOfLife();
    const begun = registry.trust();
    await read();
    await follow();
    trust = begun;
    if (!lease.isHeld() || isPausing) return;
    const filling = copies?.filling();
    const { by, isPaused, filling: told } = said.state;
    // what this process, or the one before it, could not take back
    if ((by === process && isPaused) || told !== filling)
      await say({ isPaused: false, ...(filling !== undefined && { filling }) });
  }
  const look = (): Promise<void> => {
    looking ??= lookOnce().finally(() => (looking = undefined));
    return looking;
  };
  const schedule = (): void => {
    if (isClosed) return;
    const again = look().then(
      () => (isFailing = false),
      (error: unknown) => {
        if (!isFailing && !isClosed)
          report(`What other processes know of the replicas could not be read. ${String(error)}`);
        isFailing = true; // once for an outage
      },
    );
    void again.then(() => {
      timer = setTimeout(schedule, everyMilliseconds).unref();
    });
  };
  async function othersHold(version: number): Promise<void> {
    for (const until = performance.now() + waitMilliseconds; ; await pause(pollMilliseconds)) {
      await registry.look();
      const others = [...registry.living()].filter((name) => name !== process);
      const answers = await Promise.all(others.map((name) => engine.query(documentNamed(answerName(name)))));
      const silent = others.filter((_, at) => (answers[at]?.[0]?.version ?? 0) < version);
      if (silent.length === 0) return;
      if (performance.now() > until)
        throw new EngineError('overloaded', `the process ${silent[0]} did not hold up its writes in time`);
    }
  }

  const agreement: CopyAgreement = {
    isCurrent: () => trust !== undefined && registry.isTrusted(trust),
    bringUpToDate: async () => {
      // one that is under way may have begun before
      await looking?.catch(() => undefined);
      await look();
    },
    certainFromNow: () => {
      const reading = trust;
      return () => reading !== undefined && registry.isTrusted(reading);
    },
    mayFill: () => lease.isHeld() && !isClosed,
    async whileOthersWait(work) {
      isPausing = true;
      try {
        await looking?.catch(() => undefined);
        await othersHold(await say({ isPaused: true }));
        return await work();
      } finally {
        const filling = copies.filling();
        await say({ isPaused: false, ...(filling !== undefined && { filling }) }).catch(() => undefined);
        isPausing = false;
      }
    },
  };
  copies.agree(agreement);
  return {
    begin: schedule,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await looking?.catch(() => undefined);
      release?.();
    },
  };
}

function answerName(process: string): string {
  return `${pauseName} held by ${process}`;
}
