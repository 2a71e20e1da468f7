import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { connection, onConnectionChange } from './connection.ts';
import type { ApiFailure } from './failure.ts';

/**
 * Whether the service is usable, according to its answers so far.
 * - key: the service has not accepted a key yet;
 * - loading: the service is loading its collection for the first time, or that load failed;
 * - expired: the service accepted the key before, and rejects it now;
 * - restarting: the service answered before, and is loading its collection now;
 * - offline: the last request got no answer.
 * The first two replace every page. The others keep the page and its form contents.
 */
export type ServiceState = 'ok' | 'key' | 'loading' | 'expired' | 'restarting' | 'offline';

interface Service {
  readonly state: ServiceState;
  /** The service has answered a request with this key. */
  readonly hasAnswered: boolean;
  /** When the service rejected the key, by performance.now(). */
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
 * @param askedAt by performance.now(): an answer to a request from before the rejection does not mean that the key works again
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
