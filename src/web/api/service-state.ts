import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { connection, onConnectionChange } from './connection.ts';
import type { ApiFailure } from './failure.ts';

/**
 * Whether the service can be worked with at all, as its answers so far tell.
 * - key: it has not accepted the key yet;
 * - loading: it is filling its collection for the first time, or that failed;
 * - expired: it accepted the key before, and refuses it now;
 * - restarting: it answered before, and loads its collection now;
 * - offline: the last question got no answer.
 * The first two are in place of every page. The others leave it as it is, with what was typed into it.
 */
export type ServiceState = 'ok' | 'key' | 'loading' | 'expired' | 'restarting' | 'offline';

interface Service {
  readonly state: ServiceState;
  /** It has answered something with this key. */
  readonly hasAnswered: boolean;
  /** When it refused the key, by performance.now(). */
  readonly refusedAt?: number;
}

const service = createStore<Service>(serviceOfConnection);

onConnectionChange(() => service.setState(serviceOfConnection()));

export function serviceState(): ServiceState {
  return service.getState().state;
}

export function useServiceState(): ServiceState {
  return useStore(service, ({ state }) => state);
}

export function onServiceChange(listener: () => void): () => void {
  return service.subscribe(({ state }, before) => {
    if (state !== before.state) listener();
  });
}

/** Called when a waiting view reached the service again. */
export function noteServiceBack(): void {
  service.setState({ state: 'ok' });
}

/**
 * An operation answered.
 * @param askedAt by performance.now(): what was queried before the key was refused does not tell that it is accepted again
 */
export function noteAnswer(askedAt: number): void {
  const { state, refusedAt = 0 } = service.getState();
  if (state === 'expired' && askedAt < refusedAt) return;
  service.setState({ state: 'ok', hasAnswered: true });
}

export function noteFailure({ kind, status, code }: ApiFailure): void {
  const { state, hasAnswered } = service.getState();
  const become = (next: ServiceState) => service.setState({ state: next });
  if (kind === 'offline') return become('offline');
  if (kind === 'loading' || code === 'load_failed') return become(hasAnswered ? 'restarting' : 'loading');
  if (status === 401) return service.setState({ state: hasAnswered ? 'expired' : 'key', refusedAt: performance.now() });
  // any other status shows that the network works
  if (state === 'offline') become('ok');
}

function serviceOfConnection(): Service {
  return { state: connection().apiKey === '' ? 'key' : 'ok', hasAnswered: false };
}
