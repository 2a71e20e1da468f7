import { resolve } from 'node:path';
import { z } from 'zod';
import { operations } from '#contract/generated/operations.gen.ts';
import { type ApiKey, keyRoles, readApiKey } from '#model/api-key.ts';
import { errorText } from '#model/errors.ts';
import { type QuietHours, readQuietHours } from '#model/quiet-hours.ts';
import { editDistance } from '#model/look-alike.ts';
import { readNeverFlag } from './input/judgement.ts';
import type { ObjectStoreSettings } from './live/object-store.ts';
import { readNeverSend } from './upstream/never-send.ts';
import type { UpstreamSettings } from './upstream/upstream.ts';
import { operationFamilies, type RouteOverrides, ruleOf, upstreamRoutes } from './upstream/operation-rules.ts';

const onOff = (fallback: boolean) =>
  z
    .enum(['on', 'off', '1', '0', 'true', 'false', 'yes', 'no'], 'must be on or off')
    .transform((word) => ['on', '1', 'true', 'yes'].includes(word))
    .default(fallback);

const loopback = /^(127(\.\d{1,3}){3}|::1|localhost)$/;

const listed = z.string().transform((list) =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean),
);
/** Exact names: a pattern or a network would let a feed or a webhook reach more than its host. */
const hostNames = z.array(
  z
    .string()
    .toLowerCase()
    .regex(
      /^(?!.*\.\d+$)(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/,
      'must be host names such as feeds.corp.example, without scheme, port, * or address',
    ),
);
/** Messages name a key by its position, because it must not be printed. */
const apiKeys = listed.transform((entries, context): readonly ApiKey[] => {
  const refuse = (index: number, why: string): never => {
    context.addIssue({ code: 'custom', message: `entry ${index + 1} ${why}` });
    return z.NEVER;
  };
  const read: ApiKey[] = [];
  for (const [index, entry] of entries.entries()) {
    const key = readApiKey(entry);
    if (key === undefined) return refuse(index, `must be a key, or name:role:key with one of ${keyRoles.join(', ')}`);
    if (key.key.length < 16) return refuse(index, 'is too short: every key needs at least 16 characters');
    if (read.some((other) => other.key === key.key)) return refuse(index, 'repeats a key');
    read.push(key);
  }
  return read;
});

const quietHours = z.string().transform((text, context): QuietHours => {
  const read = readQuietHours(text);
  if (read) return read;
  context.addIssue({ code: 'custom', message: 'must be hours and a time zone such as 22:00-06:00 Europe/Berlin' });
  return z.NEVER;
});

const callLimit = z.coerce
  .number('must be a number of calls')
  .int('must be a whole number of calls')
  .min(1, 'must be at least 1 call')
  .optional();

const serverUrl = z.url({
  abort: true,
  protocol: /^https?$/,
  error: 'must look like http://user:password@host:8123/database',
});

/** A bucket on a server of the S3 interface, and the beginning of the names of its objects. */
const bucketUrl = z
  .url({ abort: true, protocol: /^https?$/, error: 'must look like https://s3.example/bucket/prefix/' })
  .refine((text) => {
    const { username, password, pathname, search, hash } = new URL(text);
    return !username && !password && !search && !hash && /^\/[a-z0-9]/.test(pathname);
  }, 'takes scheme, host, bucket and the beginning of the names only');

/** The origin of the process that writes the collection. */
const writerUrl = z
  .url({ abort: true, protocol: /^https?$/, error: 'must look like http://host:8787' })
  .refine((text) => {
    const { username, password, pathname, search, hash } = new URL(text);
    return !username && !password && pathname === '/' && !search && !hash;
  }, 'takes scheme, host and port only')
  .transform((text) => new URL(text).origin);

/** The base address of a deployment of the interface. */
const providerUrl = z
  .url({
    abort: true,
    protocol: /^https?$/,
    error: 'must look like https://provider.example or https://provider.example/api/v1/merge-api',
  })
  .refine((text) => {
    const { username, password, search, hash } = new URL(text);
    return !username && !password && !search && !hash;
  }, 'takes host and path only; the key belongs in SIGHTLINE_UPSTREAM_KEY')
  .transform((text) => {
    const { origin, pathname } = new URL(text);
    const path = pathname.replace(/\/+$/, '').replace(/\/explore$/, '');
    return `${origin}${path === '' ? '/api/v1/merge-api' : path}`;
  });

/** Entries that a function reads, whose error says what an entry may be. */
const entriesReadBy = <T>(read: (entries: readonly string[]) => T) =>
  listed.transform((entries, context) => {
    try {
      return read(entries);
    } catch (error) {
      context.addIssue({ code: 'custom', message: errorText(error) });
      return z.NEVER;
    }
  });

const routeOverrides = listed.transform((entries, context): RouteOverrides => {
  const routes = entries.map((entry) => entry.split('=').map((part) => part.trim()));
  const isFamily = (name: string): boolean => (operationFamilies as readonly string[]).includes(name);
  for (const [name = '', route = ''] of routes) {
    const isKnown = isFamily(name) || (name in operations && ruleOf(name as keyof typeof operations) !== undefined);
    if (isKnown && (upstreamRoutes as readonly string[]).includes(route)) continue;
    context.addIssue({
      code: 'custom',
      message: `${name}=${route}: write an operation, ${operationFamilies.join(', ')}, then = and one of ${upstreamRoutes.join(', ')}`,
    });
    return z.NEVER;
  }
  return Object.fromEntries(routes) as RouteOverrides;
});

const variables = z.object({
  SIGHTLINE_HOST: z.string().min(1).default('127.0.0.1'),
  SIGHTLINE_PORT: z.coerce.number('must be a port number from 0 to 65535').int().min(0).max(65535).default(8787),
  SIGHTLINE_DATA: z.string().min(1).default('./data'),
  SIGHTLINE_API_KEYS: apiKeys.default([]),
  SIGHTLINE_SAMPLE: onOff(true),
  SIGHTLINE_OFFLINE: onOff(false),
  SIGHTLINE_FEEDS: listed.default([]),
  SIGHTLINE_FEED_HOSTS: listed.pipe(hostNames).default([]),
  SIGHTLINE_WEBHOOK_HOSTS: listed.pipe(hostNames).default([]),
  SIGHTLINE_WEBHOOK_QUIET_HOURS: quietHours.optional(),
  SIGHTLINE_INBOX: z.string().min(1).optional(),
  SIGHTLINE_SYSLOG_TLS: z.string().min(1).optional(),
  SIGHTLINE_SYSLOG_PORT: z.coerce.number('must be a port number from 0 to 65535').int().min(0).max(65535).optional(),
  SIGHTLINE_S3_URL: bucketUrl.optional(),
  SIGHTLINE_S3_KEY_ID: z.string().min(1).optional(),
  SIGHTLINE_S3_SECRET: z.string().min(1).optional(),
  SIGHTLINE_S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be the name of a region')
    .optional(),
  SIGHTLINE_S3_INSIDE: onOff(false),
  SIGHTLINE_RETENTION_DAYS: z.coerce
    .number('must be a number of days')
    .int('must be a whole number of days')
    .min(1, 'must be at least 1 day')
    .max(36_500, 'must be at most 36500 days')
    .optional(),
  SIGHTLINE_DETECTORS: z.string().min(1).optional(),
  SIGHTLINE_NEVER_FLAG: entriesReadBy(readNeverFlag).prefault(''),
  SIGHTLINE_WATCH_SECONDS: z.coerce
    .number('must be a whole number of seconds')
    .int()
    .min(1, 'must be at least 1')
    .max(300, 'must be at most 300')
    .default(15),
  SIGHTLINE_CLICKHOUSE_URL: listed.pipe(z.array(serverUrl)).default([]),
  SIGHTLINE_CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the name of a cluster in remote_servers: letters, digits, _, - and .')
    .optional(),
  SIGHTLINE_ROLE: z.enum(['all', 'api'], 'must be all or api').default('all'),
  SIGHTLINE_WRITER_URL: writerUrl.optional(),
  SIGHTLINE_UPSTREAM_URL: providerUrl.optional(),
  SIGHTLINE_UPSTREAM_KEY: z.string().min(1).optional(),
  SIGHTLINE_UPSTREAM_NAME: z.string().min(1).max(40, 'must be at most 40 characters').optional(),
  SIGHTLINE_UPSTREAM_KEY_NAME: z.string().min(1).max(64, 'must be at most 64 characters').default('default'),
  SIGHTLINE_UPSTREAM_ASK: z.enum(['pages', 'always', 'button'], 'must be pages, always or button').default('pages'),
  SIGHTLINE_UPSTREAM_NEVER: entriesReadBy(readNeverSend).prefault(''),
  SIGHTLINE_UPSTREAM_ROUTES: routeOverrides.prefault(''),
  SIGHTLINE_UPSTREAM_SCORES: z.enum(['own', 'upstream'], 'must be own or upstream').default('own'),
  SIGHTLINE_UPSTREAM_DAY_CALLS: callLimit,
  SIGHTLINE_UPSTREAM_MONTH_CALLS: callLimit,
  SIGHTLINE_UPSTREAM_PER_SECOND: z.coerce
    .number('must be a number of calls a second')
    .min(0.1, 'must be at least 0.1 calls a second')
    .max(100, 'must be at most 100 calls a second')
    .default(5),
});
const known = Object.keys(variables.shape);
/** Read by the command line, the tests and the build, and often set for a whole shell. */
const ofTools = new Set([
  'SIGHTLINE_URL',
  'SIGHTLINE_KEY',
  'SIGHTLINE_CHROMIUM',
  'SIGHTLINE_HEADLESS_SHELL',
  'SIGHTLINE_SPEC_SEED',
]);

const schema = variables
  .refine((env) => loopback.test(env.SIGHTLINE_HOST) || env.SIGHTLINE_API_KEYS.length > 0, {
    path: ['SIGHTLINE_API_KEYS'],
    error: 'must be set when SIGHTLINE_HOST is not a loopback address: anybody who reaches the service needs a key',
  })
  .refine((env) => env.SIGHTLINE_SYSLOG_PORT === undefined || env.SIGHTLINE_SYSLOG_TLS !== undefined, {
    path: ['SIGHTLINE_SYSLOG_TLS'],
    error: 'must be set with SIGHTLINE_SYSLOG_PORT: the folder with tls.crt, tls.key and ca.crt',
  })
  .refine((env) => !env.SIGHTLINE_S3_URL || (env.SIGHTLINE_S3_KEY_ID && env.SIGHTLINE_S3_SECRET), {
    path: ['SIGHTLINE_S3_KEY_ID'],
    error:
      'must be set with SIGHTLINE_S3_URL, and so must SIGHTLINE_S3_SECRET: a key that may list and read the bucket',
  })
  .refine((env) => env.SIGHTLINE_S3_URL || !(env.SIGHTLINE_S3_KEY_ID || env.SIGHTLINE_S3_SECRET), {
    path: ['SIGHTLINE_S3_URL'],
    error: 'must be set with SIGHTLINE_S3_KEY_ID and SIGHTLINE_S3_SECRET: https://s3.example/bucket/prefix/',
  })
  .refine((env) => env.SIGHTLINE_S3_INSIDE || !env.SIGHTLINE_S3_URL?.startsWith('http:'), {
    path: ['SIGHTLINE_S3_URL'],
    error: 'must be https, unless SIGHTLINE_S3_INSIDE=on says that the server is inside your network',
  })
  .refine((env) => env.SIGHTLINE_CLICKHOUSE_CLUSTER === undefined || env.SIGHTLINE_CLICKHOUSE_URL.length > 0, {
    path: ['SIGHTLINE_CLICKHOUSE_URL'],
    error: 'must be set with SIGHTLINE_CLICKHOUSE_CLUSTER: the URLs of all its nodes, comma-separated',
  })
  .refine((env) => env.SIGHTLINE_CLICKHOUSE_CLUSTER !== undefined || env.SIGHTLINE_CLICKHOUSE_URL.length <= 1, {
    path: ['SIGHTLINE_CLICKHOUSE_CLUSTER'],
    error: 'must be set when SIGHTLINE_CLICKHOUSE_URL names several servers: the name of the cluster they form',
  })
  .refine((env) => new Set(env.SIGHTLINE_CLICKHOUSE_URL.map(accessOf)).size <= 1, {
    path: ['SIGHTLINE_CLICKHOUSE_URL'],
    error: 'must have the same user, password and database in all URLs',
  })
  .refine((env) => env.SIGHTLINE_ROLE !== 'api' || env.SIGHTLINE_CLICKHOUSE_URL.length > 0, {
    path: ['SIGHTLINE_CLICKHOUSE_URL'],
    error: 'must be set with SIGHTLINE_ROLE=api: the ClickHouse server whose collection the process answers from',
  })
  .refine((env) => env.SIGHTLINE_ROLE !== 'api' || env.SIGHTLINE_WRITER_URL !== undefined, {
    path: ['SIGHTLINE_WRITER_URL'],
    error:
      'must be set with SIGHTLINE_ROLE=api: the address of the process with SIGHTLINE_ROLE=all, such as http://host:8787',
  })
  .refine((env) => env.SIGHTLINE_ROLE === 'api' || env.SIGHTLINE_WRITER_URL === undefined, {
    path: ['SIGHTLINE_ROLE'],
    error: 'must be api when SIGHTLINE_WRITER_URL is set: a process with SIGHTLINE_ROLE=all writes itself',
  })
  .refine((env) => env.SIGHTLINE_UPSTREAM_URL === undefined || env.SIGHTLINE_UPSTREAM_KEY !== undefined, {
    path: ['SIGHTLINE_UPSTREAM_KEY'],
    error: 'must be set with SIGHTLINE_UPSTREAM_URL: the API key that the provider gave you',
  })
  .refine((env) => env.SIGHTLINE_UPSTREAM_KEY === undefined || env.SIGHTLINE_UPSTREAM_URL !== undefined, {
    path: ['SIGHTLINE_UPSTREAM_URL'],
    error: 'must be set with SIGHTLINE_UPSTREAM_KEY: the base address of the provider',
  })
  .transform((env) => ({
    host: env.SIGHTLINE_HOST,
    port: env.SIGHTLINE_PORT,
    /** Absolute. */
    dataFolder: resolve(env.SIGHTLINE_DATA),
    /** Keys given by the operator; empty: one is made at the first start. */
    apiKeys: env.SIGHTLINE_API_KEYS,
    sample: env.SIGHTLINE_SAMPLE,
    offline: env.SIGHTLINE_OFFLINE,
    /** Feeds to switch on at the start: `recommended`, `all-free` or ids. */
    feeds: env.SIGHTLINE_FEEDS,
    /** Publishers of feeds inside the network: these exact names may have private addresses, over https. */
    feedHosts: env.SIGHTLINE_FEED_HOSTS,
    /** Receivers of webhooks inside the network: these exact names may have private addresses, over https. */
    webhookHosts: env.SIGHTLINE_WEBHOOK_HOSTS,
    /** No webhook is sent within these hours; undefined: at any time. */
    webhookQuietHours: env.SIGHTLINE_WEBHOOK_QUIET_HOURS,
    /** Absolute; a folder whose logs are imported. */
    inbox: env.SIGHTLINE_INBOX === undefined ? undefined : resolve(env.SIGHTLINE_INBOX),
    /** Where syslog is received over TLS, and the absolute folder of its certificates; undefined: it is not. */
    syslog:
      env.SIGHTLINE_SYSLOG_TLS === undefined
        ? undefined
        : { folder: resolve(env.SIGHTLINE_SYSLOG_TLS), port: env.SIGHTLINE_SYSLOG_PORT ?? 6514 },
    /** The bucket whose objects are imported; undefined without one. */
    bucket: bucketSettings(env),
    /** How often the inbox, the bucket and the drop folders of feeds are checked, and waiting imports are retried. */
    watchSeconds: env.SIGHTLINE_WATCH_SECONDS,
    /** Passive DNS records that were last seen longer ago are removed; undefined keeps them. */
    retentionDays: env.SIGHTLINE_RETENTION_DAYS,
    /** Absolute; a folder with detectors of the operator. */
    detectorsFolder: env.SIGHTLINE_DETECTORS === undefined ? undefined : resolve(env.SIGHTLINE_DETECTORS),
    /** Own and partner subjects that findings, watches and published lists leave out. */
    neverFlag: env.SIGHTLINE_NEVER_FLAG,
    /** Of the server, or of every node of the cluster; empty: the embedded engine. */
    clickhouseUrls: env.SIGHTLINE_CLICKHOUSE_URL,
    clickhouseCluster: env.SIGHTLINE_CLICKHOUSE_CLUSTER,
    /** `all` writes the collection; `api` answers from it, and forwards changes. */
    role: env.SIGHTLINE_ROLE,
    /** Where an `api` process forwards changes: scheme, host and port. */
    writerUrl: env.SIGHTLINE_WRITER_URL,
    /** Another deployment of the interface behind this one; undefined without one. */
    upstream: upstreamSettings(env),
    isLoopback: loopback.test(env.SIGHTLINE_HOST),
  }));

function accessOf(url: string): string {
  const { username, password, pathname } = new URL(url);
  return [username, password, pathname].join(' ');
}

function bucketSettings(env: z.output<typeof variables>): ObjectStoreSettings | undefined {
  const { SIGHTLINE_S3_URL: url, SIGHTLINE_S3_KEY_ID: keyId, SIGHTLINE_S3_SECRET: secret } = env;
  if (url === undefined || keyId === undefined || secret === undefined) return undefined;
  return { url, keyId, secret, region: env.SIGHTLINE_S3_REGION, isInside: env.SIGHTLINE_S3_INSIDE };
}

function upstreamSettings(env: z.output<typeof variables>): UpstreamSettings | undefined {
  const { SIGHTLINE_UPSTREAM_URL: baseUrl, SIGHTLINE_UPSTREAM_KEY: key } = env;
  if (baseUrl === undefined || key === undefined) return undefined;
  return {
    baseUrl,
    key,
    name: env.SIGHTLINE_UPSTREAM_NAME ?? new URL(baseUrl).host,
    keyName: env.SIGHTLINE_UPSTREAM_KEY_NAME,
    ask: env.SIGHTLINE_UPSTREAM_ASK,
    never: env.SIGHTLINE_UPSTREAM_NEVER,
    routes: env.SIGHTLINE_UPSTREAM_ROUTES,
    scores: env.SIGHTLINE_UPSTREAM_SCORES,
    limits: { day: env.SIGHTLINE_UPSTREAM_DAY_CALLS, month: env.SIGHTLINE_UPSTREAM_MONTH_CALLS },
    perSecond: env.SIGHTLINE_UPSTREAM_PER_SECOND,
  };
}

export type Config = z.output<typeof schema>;

/**
 * Reads the configuration once. This file is the only reader of the environment.
 * @throws Error whose message names each variable that is wrong and what it takes.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const named = Object.entries(env).filter(([name]) => /^sightline_/i.test(name) && !ofTools.has(name));
  const unknown = named.map(([name]) => name).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`The configuration is wrong:\n${unknown.map(unknownName).join('\n')}`);
  const set = Object.fromEntries(named.filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  const lines = new Set(parsed.error.issues.map(({ path: [name], message }) => `  ${String(name)}: ${message}`));
  throw new Error(`The configuration is wrong:\n${[...lines].join('\n')}`);
}

/** @throws Error for any argument of the command line, which would silently change nothing */
export function refuseArguments(args: readonly string[]): void {
  const names = known.join(', ');
  if (args.length > 0)
    throw new Error(`It takes no arguments, and got ${args.join(' ')}. Set environment variables instead: ${names}.`);
}

/** A misspelt setting would silently keep its default. */
function unknownName(name: string): string {
  const byDistance = known
    .map((each) => ({ each, distance: editDistance(each, name.toUpperCase()) }))
    .sort((one, other) => one.distance - other.distance);
  const [nearest] = byDistance;
  const hint = nearest && nearest.distance <= 4 ? `did you mean ${nearest.each}?` : `known are ${known.join(', ')}`;
  return `  ${name}: no such variable; ${hint}`;
}
