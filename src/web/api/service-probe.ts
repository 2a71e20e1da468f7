import { connection } from './connection.ts';

/** How far the first load of the collection is, as /readyz says. */
export type Readiness =
  | { readonly state: 'starting' | 'ready' }
  | {
      readonly state: 'loading';
      readonly steps: readonly { readonly name: string; readonly done: number; readonly total: number }[];
      /** Epoch milliseconds. */
      readonly startedAt: number;
    }
  | { readonly state: 'failed'; readonly message: string };

const waitMilliseconds = 5000;

/** Asks the service how far its first load is; null when it does not say (no network, or another deployment). */
export async function askReadiness(): Promise<Readiness | null> {
  try {
    const response = await fetch(probeUrl(), { cache: 'no-store', signal: AbortSignal.timeout(waitMilliseconds) });
    const answer: unknown = await response.json();
    return typeof (answer as Readiness | null)?.state === 'string' ? (answer as Readiness) : null;
  } catch {
    return null;
  }
}

/** True when something answers at the address of the service, whatever it says. */
export async function isServiceThere(): Promise<boolean> {
  try {
    // another origin need not allow us to read its answer: that it came is enough
    const options: RequestInit = { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(waitMilliseconds) };
    const { type, status } = await fetch(probeUrl(), options);
    // a proxy in front answers 502 and 504 for a service that is down; 503 is the service itself
    return type === 'opaque' || status < 500 || status === 503;
  } catch {
    return false;
  }
}

/** /readyz lies beside the interface: `https://host/api/v1` -> `https://host/readyz`. */
export function probeUrl({ baseUrl } = connection()): string {
  return `${baseUrl.replace(/\/api\/v\d+$/, '').replace(/^(https?:\/\/[^/]+)\/.*$/, '$1')}/readyz`;
}
