import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { parsedJson } from '#model/json-value.ts';
import { finalResponse } from './final-response.ts';
import { headersOf, userAgent } from './http-exchange.ts';
import { withDeadline } from './live-failure.ts';
import { secretMask } from './mask-secret.ts';
import { decoded, readCapped } from './open-outbound-client.ts';
import { LiveError } from './outbound-client.ts';

interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  /** Below the base address, with its query: `/explore/...`. */
  readonly path: string;
  readonly body?: object;
  readonly timeoutMilliseconds: number;
  readonly signal: AbortSignal;
}

export interface ProviderResponse {
  readonly status: number;
  /** Lower-case names; values masked like the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON; undefined when it is none. The key is masked in case the provider echoes it. */
  readonly body: unknown;
}

/**
 * One request to the configured provider. Any status counts as an answer; redirects are not followed.
 * @throws LiveError `offline`, `live_timeout`, `live_failed`, `live_too_large` or `cancelled`
 */
export type ProviderClient = (request: ProviderRequest) => Promise<ProviderResponse>;

interface ProviderClientOptions {
  /** With its path, without a slash at the end. */
  readonly baseUrl: string;
  readonly key: string;
  /** No outbound traffic at all. */
  readonly offline: boolean;
}

const maxBytes = 50_000_000;
const maxHeaderBytes = 32_768;

/**
 * Egress to a provider. Unlike targets of analysts, the operator chose this address, so it may be
 * private or loopback; in return, connections and the key go only to its origin.
 */
export function openProviderClient({ baseUrl, key, offline }: ProviderClientOptions): ProviderClient {
  const base = new URL(baseUrl);
  const isTls = base.protocol === 'https:';
  const masked = secretMask(key);
  const agent = isTls ? new TlsAgent({ keepAlive: true, maxSockets: 16 }) : new PlainAgent({ keepAlive: true });
  return async ({ method, path, body, timeoutMilliseconds, signal: caller }) => {
    if (offline)
      throw new LiveError('offline', 'This service makes no outbound traffic (SIGHTLINE_OFFLINE): nothing was sent.');
    const url = new URL(`${baseUrl}${path}`);
    if (url.origin !== base.origin) throw new LiveError('refused_target', 'Only the provider itself may be contacted.');
    return withDeadline(caller, timeoutMilliseconds, 'The provider', async (signal) => {
      const payload = body && JSON.stringify(body);
      signal.throwIfAborted();
      const options = {
        method,
        agent,
        signal,
        headers: {
          'x-api-key': key,
          accept: 'application/json',
          'accept-encoding': 'gzip, deflate, br',
          'user-agent': userAgent,
          ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        },
        maxHeaderSize: maxHeaderBytes,
        insecureHTTPParser: false,
      };
      const request = isTls ? tlsRequest(url, { ...options, rejectUnauthorized: true }) : plainRequest(url, options);
      request.end(payload);
      const answer = await finalResponse(request, 'The provider');
      try {
        const text = (await readCapped(decoded(answer, maxBytes), maxBytes)).toString('utf8');
        return {
          status: answer.statusCode ?? 0,
          headers: masked(headersOf(answer)) as Record<string, string>,
          body: masked(parsedJson(text)),
        };
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new LiveError('live_failed', 'The answer of the provider is nested too deeply.');
      } finally {
        answer.destroy();
      }
    });
  };
}
