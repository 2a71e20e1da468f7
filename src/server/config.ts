import { resolve } from 'node:path';
import { z } from 'zod';
import { editDistance } from '#model/look-alike.ts';

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
const keys = z.array(z.string().min(16, 'every key needs at least 16 characters'));

const variables = z.object({
  SIGHTLINE_HOST: z.string().min(1).default('127.0.0.1'),
  SIGHTLINE_PORT: z.coerce.number('must be a port number').int().min(0).max(65535).default(8787),
  SIGHTLINE_DATA: z.string().min(1).default('./data'),
  SIGHTLINE_API_KEYS: listed.pipe(keys).default([]),
  SIGHTLINE_ADMIN_KEYS: listed.pipe(keys).default([]),
  SIGHTLINE_INGEST_KEYS: listed.pipe(keys).default([]),
  SIGHTLINE_SAMPLE: onOff(true),
  SIGHTLINE_OFFLINE: onOff(false),
  SIGHTLINE_FEEDS: listed.default([]),
  SIGHTLINE_INBOX: z.string().min(1).optional(),
  SIGHTLINE_RETENTION_DAYS: z.coerce
    .number('must be a number of days')
    .int('must be a whole number of days')
    .min(1, 'must be at least 1 day')
    .max(36_500, 'must be at most 36500 days')
    .optional(),
  SIGHTLINE_CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/, error: 'must look like http://user:password@host:8123/database' })
    .optional(),
});
const known = Object.keys(variables.shape);
/** Read by the tests and the build, and often set for a whole shell. */
const ofTools = new Set(['SIGHTLINE_CHROMIUM', 'SIGHTLINE_HEADLESS_SHELL', 'SIGHTLINE_SPEC_SEED']);

const schema = variables
  .refine((env) => loopback.test(env.SIGHTLINE_HOST) || env.SIGHTLINE_API_KEYS.length > 0, {
    path: ['SIGHTLINE_API_KEYS'],
    error: 'must be set when SIGHTLINE_HOST is not a loopback address: anybody who reaches the service needs a key',
  })
  .transform((env) => ({
    host: env.SIGHTLINE_HOST,
    port: env.SIGHTLINE_PORT,
    /** Absolute. */
    dataFolder: resolve(env.SIGHTLINE_DATA),
    /** Plain keys given by the operator; empty: one is made at the first start. */
    apiKeys: env.SIGHTLINE_API_KEYS,
    /** Plain keys that may manage sources; empty: every key may. */
    adminKeys: env.SIGHTLINE_ADMIN_KEYS,
    /** Plain keys that may push logs and nothing else. */
    ingestKeys: env.SIGHTLINE_INGEST_KEYS,
    sample: env.SIGHTLINE_SAMPLE,
    offline: env.SIGHTLINE_OFFLINE,
    /** Feeds to switch on at the start: `recommended`, `all-free` or ids. */
    feeds: env.SIGHTLINE_FEEDS,
    /** Absolute; a folder whose logs are imported. */
    inbox: env.SIGHTLINE_INBOX === undefined ? undefined : resolve(env.SIGHTLINE_INBOX),
    /** Passive DNS records that were last seen longer ago are removed; undefined keeps them. */
    retentionDays: env.SIGHTLINE_RETENTION_DAYS,
    clickhouseUrl: env.SIGHTLINE_CLICKHOUSE_URL,
    isLoopback: loopback.test(env.SIGHTLINE_HOST),
  }));

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
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The configuration is wrong:\n${lines.join('\n')}`);
}

/** A setting that is misspelt would silently be the default. */
function unknownName(name: string): string {
  const byDistance = known
    .map((each) => ({ each, distance: editDistance(each, name.toUpperCase()) }))
    .sort((one, other) => one.distance - other.distance);
  const [nearest] = byDistance;
  const hint = nearest && nearest.distance <= 4 ? `did you mean ${nearest.each}?` : `known are ${known.join(', ')}`;
  return `  ${name}: no such variable; ${hint}`;
}
