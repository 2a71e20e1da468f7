import { useSyncExternalStore } from 'react';
import { connection, onConnectionChange } from './connection.ts';
import type { ApiFailure } from './failure.ts';

/**
 * Whether the service can be worked with at all, as its answers so far tell.
 * - key: it has not accepted the key yet;
 * - loading: it is filling its collection for the first time, or that failed;
 * - expired: it accepted the key before, and refuses it now;
 * - restarting: it answered before, and loads its collection now;
 * - offline: the last question got no answer.
 * The first two stand in place of every page. The others leave it as it is, with what was typed into it.
 */
export type ServiceState = 'ok' | 'key' | 'loading' | 'expired' | 'restarting' | 'offline';

let state: ServiceState = stateOfConnection();
/** The service has answered something with this key. */
let hasAnswered = false;
const listeners = new Set<() => void>();

onConnectionChange(() => {
  hasAnswered = false;
  set(stateOfConnection());
});

export function serviceState(): ServiceState {
  return state;
}

export function useServiceState(): ServiceState {
  return useSyncExternalStore(onServiceChange, serviceState);
}

export function onServiceChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The service is there again, as the views that wait for it found out. */
export function noteServiceBack(): void {
  set('ok');
}

/** An operation answered. */
export function noteAnswer(): void {
  hasAnswered = true;
  set('ok');
}

export function noteFailure({ kind, status, code }: ApiFailure): void {
  if (kind === 'offline') return set('offline');
  if (kind === 'loading' || code === 'load_failed') return set(hasAnswered ? 'restarting' : 'loading');
  if (status === 401) return set(hasAnswered ? 'expired' : 'key');
  // any other answer is an answer: the network works
  if (state === 'offline') set('ok');
}

function stateOfConnection(): ServiceState {
  return connection().apiKey === '' ? 'key' : 'ok';
}

function set(next: ServiceState): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}
