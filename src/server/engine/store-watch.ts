import { setMaxListeners } from 'node:events';

/** Checks at intervals whether the ClickHouse server answers, so that no call waits for a server that is known to be down. */
export interface StoreWatch {
  /** Why the server does not answer; undefined while it does, as far as is known. */
  readonly outage: string | undefined;
  /** Checks now. @returns the outage */
  check(): Promise<string | undefined>;
  /** Fires when the next outage begins: running statements would wait for an answer that does not come. */
  outageSignal(): AbortSignal;
  /** Called when a statement could not reach the server: the next check does not wait for its turn. */
  suspect(): void;
  stop(): void;
}

const intervalMilliseconds = 5000;
const timeoutMilliseconds = 3000;

/**
 * A server that hangs accepts connections without answering: it counts as down after two checks, a server that refuses
 * connections after the first. Either is up again at its first answer.
 * @param url below which ClickHouse's own `/ping` answers 200 while the server is alive
 */
export function watchStore(url: string): StoreWatch {
  let outage: string | undefined;
  let silences = 0;
  let beginning = newBeginning();
  let asking: Promise<string | undefined> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const note = (failure: string | undefined, isSilence: boolean): void => {
    silences = failure === undefined ? 0 : silences + 1;
    if (failure !== undefined && isSilence && silences < 2 && outage === undefined) return;
    const begins = outage === undefined && failure !== undefined;
    outage = failure;
    if (!begins) return;
    beginning.abort();
    beginning = newBeginning();
  };
  const ask = async (): Promise<string | undefined> => {
    try {
      const answer = await fetch(`${url}/ping`, { signal: AbortSignal.timeout(timeoutMilliseconds) });
      await answer.arrayBuffer();
      note(answer.ok ? undefined : `the ClickHouse server answers ${answer.status}`, false);
    } catch (error) {
      const isSilence = error instanceof Error && error.name === 'TimeoutError';
      note(`the ClickHouse server does not ${isSilence ? 'answer' : 'accept connections'}`, isSilence);
    }
    return outage;
  };
  const check = (): Promise<string | undefined> => {
    asking ??= ask().finally(() => (asking = undefined));
    return asking;
  };
  const schedule = (): void => {
    if (isStopped) return;
    clearTimeout(timer);
    const soon = silences > 0 || outage !== undefined;
    timer = setTimeout(() => void check().then(schedule), soon ? intervalMilliseconds / 5 : intervalMilliseconds);
    timer.unref();
  };
  schedule();

  return {
    get outage() {
      return outage;
    },
    check,
    outageSignal: () => beginning.signal,
    suspect: () => void check().then(schedule),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Every running statement listens to the signal. */
function newBeginning(): AbortController {
  const beginning = new AbortController();
  setMaxListeners(0, beginning.signal);
  return beginning;
}
