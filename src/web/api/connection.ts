/** Where the interface is asked and with which key. Kept in this browser only; never in a URL, an export or a log. */
export interface Connection {
  /** Base address of the interface, without a trailing slash; relative means the dashboard's own origin. */
  readonly baseUrl: string;
  /** Empty: none is known yet. */
  readonly apiKey: string;
}

export const ownBaseUrl = '/api/v1';
const storageKey = 'sightline.connection';

let current = read();
const listeners = new Set<() => void>();

export function connection(): Connection {
  return current;
}

export function saveConnection(next: Connection): void {
  current = { baseUrl: next.baseUrl.trim().replace(/\/+$/, '') || ownBaseUrl, apiKey: next.apiKey.trim() };
  try {
    localStorage.setItem(storageKey, JSON.stringify(current));
  } catch {
    // storage is blocked: the connection holds until the tab closes
  }
  for (const listener of listeners) listener();
}

export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes the key from the link that the first start prints (`/#key=...`) and clears it from the address bar. */
export function adoptKeyFromAddress(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (!key) return;
  saveConnection({ ...current, apiKey: key });
  history.replaceState(history.state, '', location.pathname + location.search);
}

function read(): Connection {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    const { baseUrl, apiKey } = stored as Partial<Record<keyof Connection, unknown>>;
    return {
      baseUrl: typeof baseUrl === 'string' && baseUrl !== '' ? baseUrl : ownBaseUrl,
      apiKey: typeof apiKey === 'string' ? apiKey : '',
    };
  } catch {
    return { baseUrl: ownBaseUrl, apiKey: '' };
  }
}
