import { z } from 'zod';

/** Watches of one deployment, and records of one part of a watch. */
export const mostWatches = 100;
export const mostEntries = 5000;
/** Changes of one event that an answer, a feed entry and a webhook show; the rest is counted. */
export const mostShown = 100;

export const subjectTypes = ['ipv4', 'ipv6', 'subnet', 'domain', 'asn', 'name-server'] as const;

const target = z.discriminatedUnion('what', [
  z.object({ what: z.literal('subject'), type: z.enum(subjectTypes), subject: z.string() }),
  /** `request`: the path and query of a GET below the base path, as it was sent. */
  z.object({ what: z.literal('search'), request: z.string() }),
  /** `network` is a CIDR, or empty for the whole collection. */
  z.object({ what: z.literal('finding'), detector: z.string(), network: z.string() }),
]);
/** What is watched. */
export type WatchTarget = z.output<typeof target>;

const watch = z.object({
  id: z.uuid(),
  title: z.string(),
  target,
  /** The view of the dashboard that shows what is watched: a path with its query. */
  page: z.string(),
  /** Scheme and host under which the dashboard was reached when the watch was made. */
  origin: z.string(),
  /** Name of the key that made it; its id if it has none. */
  author: z.string(),
  madeAt: z.string(),
  /** Until this day, included, changes are kept but not told, 'yyyy-mm-dd'. */
  mutedUntil: z.string().optional(),
  webhook: z.object({ url: z.string(), secret: z.string() }).optional(),
});
export type Watch = Readonly<z.output<typeof watch>>;

const skippedPart = z.object({ part: z.string(), reason: z.string() });

const run = z.object({
  at: z.string(),
  /** The state of the collection that the run read. */
  mark: z.string(),
  /** done: all parts were read; partly: some; skipped: none; no_data: all were read, and the collection knows nothing. */
  state: z.enum(['done', 'partly', 'skipped', 'no_data']),
  skipped: z.array(skippedPart),
  entries: z.number(),
  /** Changes about subjects that are never flagged. */
  silenced: z.number(),
  /** The run had nothing to compare with. */
  isFirst: z.boolean(),
});
/** How a run ended. */
export type WatchRun = Readonly<z.output<typeof run>>;

export const storedWatches = z.object({
  watches: z.array(watch),
  /** The last run of each, by id. */
  runs: z.record(z.string(), run),
});

/** What the next run is compared with: `entries` are [part, key, value, subject]. */
export const storedBase = z.object({
  number: z.number(),
  parts: z.array(z.string()),
  entries: z.array(z.tuple([z.string(), z.string(), z.string(), z.string()])),
});

const change = z.object({
  change: z.enum(['appeared', 'gone', 'changed']),
  part: z.string(),
  key: z.string(),
  before: z.string(),
  after: z.string(),
  /** The name, address or network that it is about; empty when it is about the watched subject itself. */
  subject: z.string(),
});
export type Change = Readonly<z.output<typeof change>>;

const delivery = z.object({
  state: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.number(),
  /** Epoch milliseconds of the next try. */
  next: z.number(),
  error: z.string(),
  /** Day on which the quiet hours began in which it was told: the events of a watch in them are sent together. */
  digest: z.string().optional(),
});

export const storedEvent = z.object({
  /** The watch as it was. */
  title: z.string(),
  page: z.string(),
  origin: z.string(),
  why: z.string(),
  /** The number of the base that the changes lead to. */
  number: z.number(),
  changes: z.array(change),
  isMuted: z.boolean(),
  /** Changes about subjects that are never flagged. */
  silenced: z.number(),
  delivery: delivery.optional(),
});
/** What changed between two runs. */
export interface WatchEvent extends Readonly<z.output<typeof storedEvent>> {
  readonly id: string;
  readonly watch: string;
  /** ISO 8601, in UTC. */
  readonly at: string;
}
