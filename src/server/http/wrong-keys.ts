import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { ApiError } from './api-error.ts';

/**
 * Counts calls with an unknown key by the network they come from. Known keys never pass here, so that no one is locked
 * out by what others behind the same proxy send. Needs the rate-limit plugin.
 * @returns throws 429 once a network has sent more than `perMinute` within a minute
 */
export function wrongKeyCounter(app: FastifyInstance, perMinute: number): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({
    max: perMinute,
    timeWindow: '1 minute',
    allowList: () => false,
    keyGenerator: (request) => networkOf(request.ip),
  });
  return async (request) => {
    const { isAllowed, ...limit } = await count(request);
    if (isAllowed || !('isExceeded' in limit) || !limit.isExceeded) return;
    throw new ApiError(
      429,
      'too_many_wrong_keys',
      'Too many calls with unknown API keys came from this address. Check the key in the header X-API-KEY; calls with a known key are still answered.',
      { retryAfterSeconds: Math.max(1, limit.ttlInSeconds) },
    );
  };
}

/** An IPv4 address by itself; of IPv6 the /64 that one customer has. */
function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}
