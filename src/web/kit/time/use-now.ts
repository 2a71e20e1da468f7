import { useSyncExternalStore } from 'react';

const STEP_MS = 30_000;

const clock = createClockStore();

/** Now in epoch seconds, updated every half minute: one clock for all relative times. */
export function useNow(): number {
  // the specs render forms on the server
  return useSyncExternalStore(clock.subscribe, clock.read, clock.read);
}

/** A clock that ticks only while it has listeners. */
function createClockStore() {
  const listeners = new Set<() => void>();
  let now = currentSeconds();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    now = currentSeconds();
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    if (timer === undefined) {
      // the clock stops without listeners
      now = currentSeconds();
      timer = setInterval(tick, STEP_MS);
    }
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
  return { subscribe, read: () => now };
}

function currentSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
