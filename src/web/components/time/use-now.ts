import { useSyncExternalStore } from 'react';

const stepMilliseconds = 30_000;
const listeners = new Set<() => void>();
let now = currentSeconds();
let timer: ReturnType<typeof setInterval> | undefined;

/** Now in epoch seconds, updated every half minute: one clock for everything that says how long ago something was. */
export function useNow(): number {
  // the specs draw forms without a browser
  return useSyncExternalStore(subscribe, read, read);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // the clock was stopped without listeners
    now = currentSeconds();
    timer = setInterval(tick, stepMilliseconds);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = currentSeconds();
  for (const listener of listeners) listener();
}

function currentSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function read(): number {
  return now;
}
