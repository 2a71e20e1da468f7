import type { ApiRequest } from './api-request.ts';
import { connection } from './connection.ts';

/** An unchanged response. */
export interface TriedAnswer {
  readonly status: number;
  readonly milliseconds: number;
  /** Size of the body, uncompressed. */
  readonly bytes: number;
  readonly text: string;
}

/** Sends a request with the key of the settings, bypassing the client and its cache. @throws without a response */
export async function tryRequest(
  { method, url }: Pick<ApiRequest, 'method' | 'url'>,
  body: unknown,
  signal: AbortSignal,
): Promise<TriedAnswer> {
  const startedAt = performance.now();
  const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
  const { apiKey } = connection();
  if (apiKey) headers.set('X-API-KEY', apiKey);
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url, { method, headers, cache: 'no-store', signal, ...content });
  const bytes = await response.arrayBuffer();
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - startedAt),
    bytes: bytes.byteLength,
    text: new TextDecoder().decode(bytes),
  };
}
