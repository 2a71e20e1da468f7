import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Refuses what a foreign page could make a browser send: a Host that is not ours (DNS rebinding against a service on
 * loopback) and an Origin that is not the dashboard's own.
 */
export function hostGuard(isLoopback: boolean): (request: FastifyRequest) => Promise<void> {
  return async ({ headers, raw }) => {
    const { host, origin } = headers;
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1 || (host === undefined && raw.httpVersion !== '1.0'))
      throw new ApiError(400, 'bad_request', 'Send exactly one Host header with the name of this service.');
    if (isLoopback && !loopbackHost.test(host ?? ''))
      throw new ApiError(
        403,
        'host_refused',
        'This service listens on loopback: call it as 127.0.0.1, localhost or [::1].',
      );
    if (origin !== undefined && origin !== 'null' && hostOf(origin) !== host)
      throw new ApiError(403, 'origin_refused', 'Pages of other origins may not call this service.');
    if (origin === 'null')
      throw new ApiError(403, 'origin_refused', 'Pages without an origin may not call this service.');
  };
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
