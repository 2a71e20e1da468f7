import type { Claim, Claims } from './claims.ts';
import type { ProcessRegistry } from './process-registry.ts';

export interface LeaseOptions {
  readonly claims: Claims;
  readonly registry: ProcessRegistry;
  readonly everyMilliseconds?: number;
  /** Until the work is begun again that failed to begin. */
  readonly retryMilliseconds?: number;
  /** Begins the work that only the holder does. @returns ends it; called when the lease is lost and when it is closed */
  readonly work: (held: Claim) => Promise<() => Promise<void>>;
  /** Gets what an operator should read. */
  readonly report: (message: string) => void;
}

/** Of the processes that share a store one holds the lease, and does what may be done once only. */
export interface Lease {
  /** The process that holds it, as far as is known; undefined while nobody does. */
  holder(): string | undefined;
  isHeld(): boolean;
  /** The number of this holding; undefined while another process holds it. */
  term(): number | undefined;
  /** Tries to take it now; the work does not begin. @throws EngineError */
  tryTake(): Promise<boolean>;
  /** Begins to renew it, to take it over when its holder is gone, and to work while it is held. */
  begin(): void;
  /** Ends the work. The others take over once this process has left the registry. */
  close(): Promise<void>;
}

export function openLease(options: LeaseOptions): Lease {
  const { claims, registry, everyMilliseconds = 1000, retryMilliseconds = 15_000, work, report } = options;
  let held: Claim | undefined;
  let other: string | undefined;
  let stop: (() => Promise<void>) | undefined;
  let changing: Promise<void> = Promise.resolve();
  let isChanging = false;
  let notBefore = 0;
  let isClosed = false;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  const isHeld = (): boolean => held?.isHeld() === true;
  const tryTake = async (): Promise<boolean> => {
    if (isHeld()) return true;
    const taken = await claims.take('lease');
    held = typeof taken === 'string' ? undefined : taken;
    other = typeof taken === 'string' ? taken : undefined;
    return isHeld();
  };
  /** Begins or ends the work; the signs of life go on meanwhile. */
  const change = (act: () => Promise<void>): void => {
    isChanging = true;
    changing = act()
      .catch((error: unknown) => {
        notBefore = performance.now() + retryMilliseconds;
        report(`What only one process does could not begin or end here. It is tried again. ${String(error)}`);
      })
      .finally(() => {
        isChanging = false;
      });
  };
  const end = async (): Promise<void> => {
    const ending = stop;
    stop = undefined;
    await ending?.();
  };
  const lookOnce = async (): Promise<void> => {
    try {
      await registry.signOfLife();
      // nobody can have taken it as long as the clocks keep what is assumed of them: a look costs little
      if (held && isHeld() && !(await claims.isLast('lease', held))) held = undefined;
      if (isChanging) return;
      if (!isHeld() && stop) {
        report('Another process may have taken over what changes the collection: this one has stopped doing it.');
        return change(end);
      }
      if (!(await tryTake()) || stop || performance.now() < notBefore || isClosed) return;
      const claim = held;
      if (claim)
        change(async () => {
          stop = await work(claim);
        });
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isClosed)
        report(`The lease on changes of the collection could not be renewed. ${String(error)}`);
      isFailing = true; // once for an outage
    }
  };
  const schedule = (): void => {
    if (isClosed) return;
    timer = setTimeout(() => void (looking = lookOnce().then(schedule)), everyMilliseconds).unref();
  };
  return {
    holder: () => (isHeld() ? registry.process : other),
    isHeld,
    term: () => (isHeld() ? held?.number : undefined),
    tryTake,
    begin: () => void (looking = lookOnce().then(schedule)),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await looking;
      await changing;
      await end().catch((error: unknown) => report(String(error)));
    },
  };
}
