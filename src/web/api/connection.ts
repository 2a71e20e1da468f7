import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { createBrowserStore, fieldsOf, parseJson } from '#web/storage/browser-store.ts';

/** API base URL and key. Kept in this browser only; never in a URL, an export or a log. */
export interface Connection {
  /** Base URL of the API, without a trailing slash; relative to the dashboard's own origin. */
  readonly baseUrl: string;
  /** Empty while no key is known. */
  readonly apiKey: string;
}

export const ownBaseUrl = '/api/v1';

const current = createBrowserStore<Connection>({
  keys: ['sightline.connection'],
  read: (text) => {
    const { baseUrl, apiKey } = fieldsOf(parseJson(text));
    return {
      baseUrl: typeof baseUrl === 'string' && baseUrl !== '' ? baseUrl : ownBaseUrl,
      apiKey: typeof apiKey === 'string' ? apiKey : '',
    };
  },
  write: ({ baseUrl, apiKey }) => [JSON.stringify({ baseUrl, apiKey })],
  isShared: true,
});

export function connection(): Connection {
  return current.getState();
}

export function saveConnection(next: Connection): void {
  current.setState({ baseUrl: next.baseUrl.trim().replace(/\/+$/, '') || ownBaseUrl, apiKey: next.apiKey.trim() });
}

export function onConnectionChange(listener: () => void): () => void {
  return current.subscribe(listener);
}

/** Calls the listener after another tab has saved a connection, which this tab then uses. */
export function onConnectionFromOtherTab(listener: () => void): () => void {
  return current.persist.onFinishHydration(listener);
}

/**
 * Takes the key from the link that the first start prints (`/#key=...`) and clears it from the address bar. Anyone can send such a
 * link: a key never replaces another one before the analyst agrees.
 */
export function adoptKeyFromAddress(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key')?.trim();
  if (!key) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  const { apiKey } = connection();
  if (apiKey === '') saveConnection({ ...connection(), apiKey: key });
  else if (apiKey !== key) offeredKey.setState({ key });
}

/** The key of the link that opened this page while another one is stored. */
const offeredKey = createStore<{ readonly key: string | null }>(() => ({ key: null }));

export function useOfferedKey(): string | null {
  return useStore(offeredKey, ({ key }) => key);
}

export function dismissOfferedKey(): void {
  offeredKey.setState({ key: null });
}
