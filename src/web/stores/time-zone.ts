import { useSyncExternalStore } from 'react';
import { isTimeZone } from '#model/shown-time.ts';

const storageKey = 'sightline.time-zone';
const listeners = new Set<() => void>();

let current = read();

/** The IANA zone in which times are shown. UTC unless the analyst chose another: tickets and logs are in UTC. */
export function timeZone(): string {
  return current;
}

/** A zone that the platform does not know is ignored. */
export function saveTimeZone(zone: string): void {
  if (!isTimeZone(zone)) return;
  current = zone;
  try {
    localStorage.setItem(storageKey, zone);
  } catch {
    // storage is blocked: the choice holds until the tab closes
  }
  for (const listener of listeners) listener();
}

export function useTimeZone(): string {
  return useSyncExternalStore(onChange, timeZone);
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): string {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored !== null && isTimeZone(stored) ? stored : 'UTC';
  } catch {
    return 'UTC';
  }
}
