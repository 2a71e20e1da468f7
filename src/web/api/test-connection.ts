import { operations } from '#contract/generated/operations.gen.ts';
import type { Connection } from './connection.ts';
import { toFailure } from './failure.ts';

export interface ConnectionTest {
  readonly result: 'accepted' | 'refused' | 'offline' | 'other';
  /** What happened, as a sentence. */
  readonly message: string;
}

/** Asks a cheap operation (F2: the name of one AS) at an address with a key. Past the client, which knows only the kept connection. */
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
      message: 'Nothing answers at this address, or it does not let this page read its answers.',
    };
  return { result: kind === 'key' ? 'refused' : 'other', message: `${message} (status ${status})` };
}

/** Any web server answers something: only the envelope of the interface counts. */
function accepted(body: unknown, milliseconds: number): ConnectionTest {
  if (typeof body !== 'object' || body === null || !('status_code' in body))
    return { result: 'other', message: 'Something answers at this address, but not in the envelope of the interface.' };
  return { result: 'accepted', message: `The service answered in ${milliseconds} ms and accepts the key.` };
}
