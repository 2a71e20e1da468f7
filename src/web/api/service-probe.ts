import { operations } from '#contract/generated/operations.gen.ts';
import { connection, type Connection } from './connection.ts';
import { toFailure } from './failure.ts';

/** The progress of the first load of the collection, from /readyz. */
export type Readiness =
  | { readonly state: 'starting' }
  | {
      readonly state: 'ready';
      /** Why nothing can be added to the collection, such as a full disk; absent if it can. */
      readonly writes?: string;
    }
  | {
      readonly state: 'loading';
      readonly steps: readonly { readonly name: string; readonly done: number; readonly total: number }[];
      /** Epoch milliseconds. */
      readonly startedAt: number;
    }
  | { readonly state: 'failed'; readonly message: string };

const waitMilliseconds = 5000;

/** Requests the progress of the first load; null without an answer (no network, or another deployment). */
export async function askReadiness(): Promise<Readiness | null> {
  try {
    const response = await fetch(probeUrl(), { cache: 'no-store', signal: AbortSignal.timeout(waitMilliseconds) });
    const answer: unknown = await response.json();
    return typeof (answer as Readiness | null)?.state === 'string' ? (answer as Readiness) : null;
  } catch {
    return null;
  }
}

/** True when anything responds at the address of the service. */
export async function isServiceThere(): Promise<boolean> {
  try {
    // another origin may forbid reading its response; any response is enough
    const options: RequestInit = { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(waitMilliseconds) };
    const { type, status } = await fetch(probeUrl(), options);
    // a proxy sends 502 or 504 when the service is down; 503 comes from the service itself
    return type === 'opaque' || status < 500 || status === 503;
  } catch {
    return false;
  }
}

/** The URL of /readyz: `https://host/api/v1` -> `https://host/readyz`. */
export function probeUrl({ baseUrl } = connection()): string {
  return `${baseUrl.replace(/\/api\/v\d+$/, '').replace(/^(https?:\/\/[^/]+)\/.*$/, '$1')}/readyz`;
}

export interface ConnectionTest {
  readonly result: 'accepted' | 'refused' | 'offline' | 'other';
  /** The result, as a sentence. */
  readonly message: string;
}

/** Calls a cheap operation (F2: the name of one AS) with the given URL and key. Bypasses the client, which uses the saved connection. */
export async function testConnection({ baseUrl, apiKey }: Connection): Promise<ConnectionTest> {
  const startedAt = performance.now();
  const url = `${baseUrl.trim().replace(/\/+$/, '')}${operations.asnLookup.path}?asnum=64500`;
  const response = await fetch(url, { headers: { 'X-API-KEY': apiKey.trim() }, cache: 'no-store' }).catch(
    () => undefined,
  );
  const body: unknown = await response?.json().catch(() => undefined);
  if (response?.ok) return accepted(body, Math.round(performance.now() - startedAt));
  const { kind, status, message } = toFailure(body, response);
  if (kind === 'offline')
    return {
      result: 'offline',
      message: 'No answer from this address, or it does not allow requests from this page (CORS).',
    };
  return { result: kind === 'key' ? 'refused' : 'other', message: `${message} (status ${status})` };
}

/** The result for a successful response: any web server may answer, so only the envelope of the interface counts. */
function accepted(body: unknown, milliseconds: number): ConnectionTest {
  if (typeof body !== 'object' || body === null || !('status_code' in body))
    return { result: 'other', message: 'This address answers, but not with the envelope of the API.' };
  return { result: 'accepted', message: `The service answered in ${milliseconds} ms and accepts the key.` };
}
