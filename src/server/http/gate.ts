import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { KeyRole } from '#model/api-key.ts';
import { ApiError, notAllowed } from './api-error.ts';
import type { ApiKeys, KnownKey } from './api-keys.ts';
import { rolesFor } from './key-roles.ts';
import type { LoadState } from './load-state.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the API key that asks; empty outside the interface. */
    keyId: string;
    /** Name of that key; its id if it has none. */
    keyName: string;
    keyRole: KeyRole;
  }
  interface FastifyContextConfig {
    operationId?: string;
    /** Log shippers call the route, with their own keys and their own headers for a key. */
    isPush?: boolean;
    /** Programs call the route that send the key as the password of HTTP Basic, or as a bearer token. */
    takesAuthorization?: boolean;
  }
}

interface GateOptions {
  readonly keys: ApiKeys;
  readonly load: LoadState;
  /** Called with every request that has an unknown key; may throw a different error for the caller. */
  readonly onWrongKey: (request: FastifyRequest) => Promise<void>;
}

/** Admits a request to the API when its key is known and the collection is loaded. */
export function registerGate(app: FastifyInstance, { keys, load, onWrongKey }: GateOptions): void {
  app.decorateRequest('keyId', '');
  app.decorateRequest('keyName', '');
  app.decorateRequest<KeyRole>('keyRole', 'reader');
  // hooks of every request call `done`: a promise for each of them costs time in every look-up
  app.addHook('onRequest', (request, reply, done) => {
    const { operationId, isPush = false, takesAuthorization = isPush } = request.routeOptions.config;
    if (operationId === undefined) return done();
    if (takesAuthorization && !isPush)
      void reply.header('www-authenticate', 'Basic realm="Sightline", charset="UTF-8"');
    const key = checkKey(keys, sentKey(request));
    if (key === undefined) return void onWrongKey(request).then(() => done(unknownKey()), done);
    request.keyId = key.id;
    request.keyName = key.name ?? key.id;
    request.keyRole = key.role;
    checkRole(key, operationId);
    checkLoaded(load);
    if (load.incomplete.length > 0)
      void reply.header('sightline-incomplete', load.incomplete.map(({ table }) => table).join(', '));
    done();
  });
}

function unknownKey(): ApiError {
  return new ApiError(401, 'key_unknown', 'This API key is not known here. Check the key in the header X-API-KEY.');
}

/** The API key that a request was sent with, known or not. */
export function sentKey({ headers, routeOptions }: FastifyRequest): string | undefined {
  const { isPush = false, takesAuthorization = isPush } = routeOptions.config;
  const { 'x-api-key': sent = takesAuthorization ? keyOfAuthorization(headers.authorization) : undefined } = headers;
  return Array.isArray(sent) ? sent.at(-1) : sent;
}

function checkKey(keys: ApiKeys, key: string | undefined): KnownKey | undefined {
  if (!key) throw new ApiError(401, 'key_missing', 'Send an API key in the header X-API-KEY.');
  return keys.check(key);
}

/** @throws ApiError 403 that names the roles that may */
function checkRole({ name, role }: KnownKey, operationId: string): void {
  const able = rolesFor(operationId);
  if (!able.includes(role)) throw notAllowed(name, role, able);
}

/** 'Bearer KEY', or as Elasticsearch takes it: 'ApiKey base64(id:KEY)' and 'Basic base64(user:KEY)'. */
function keyOfAuthorization(header = ''): string | undefined {
  const [scheme = '', value = ''] = header.trim().split(/\s+/);
  if (/^bearer$/i.test(scheme)) return value;
  if (!/^(apikey|basic)$/i.test(scheme)) return undefined;
  const text = Buffer.from(value, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}

function checkLoaded({ current }: LoadState): void {
  if (current.state === 'ready') return;
  if (current.state === 'failed') throw new ApiError(503, 'load_failed', current.message);
  throw new ApiError(503, 'loading', 'The collection is being loaded for the first time; /readyz says how far it is.', {
    retryAfterSeconds: 2,
  });
}

/**
 * Counts calls with an unknown key by the network they come from. Calls with known keys are not counted, so no one is
 * locked out by others behind the same proxy. Needs the rate-limit plugin.
 * @returns a function that throws 429 once a network has sent more than `perMinute` within a minute
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

/** The IPv4 address; for IPv6 its /64, which belongs to one customer. */
function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * Refuses what a foreign page could make a browser send: a Host that is not ours (DNS rebinding against a service on
 * loopback) and an Origin that is not the dashboard's own.
 */
export function hostGuard(isLoopback: boolean): onRequestHookHandler {
  return ({ headers, raw }, _, done) => {
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
    done();
  };
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
