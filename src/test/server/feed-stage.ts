import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { SourceFeed, Sources } from '#contract/generated/types.gen.ts';
import { catalogue } from '#server/ingest/feeds/catalogue/catalogue.ts';
import { readConfig } from '#server/config.ts';
import type { Engine } from '#server/engine/engine.ts';
import { openDownload } from '#server/live/download.ts';
import { openService, type Service, type ServiceOverrides } from '#server/open-service.ts';
import { key } from './collection.ts';
import { checkAgainstContract } from './contract-check.ts';
import { skipHistory } from './feed-collection.ts';
import { type LoopbackPublisher, openLoopbackPublisher } from './loopback-publisher.ts';
import { copyTestStore } from './made-once.ts';
import { childProgram } from './service-process.ts';
import { useOpened } from './use-opened.ts';
import { type Derive, deriveNow } from '#server/ingest/derive.ts';

const deriveRanges = (engine: Engine, today: string): Derive => {
  const derive = deriveNow(engine, today);
  return (changes) => derive({ ...changes, scores: false });
};

interface FeedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly error: { readonly code: string; readonly message: string } | null;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly response: any;
}

/** The whole service over real chDB, and the publishers of all feeds on loopback. */
export interface FeedStage {
  readonly publisher: LoopbackPublisher;
  /** The data folder. */
  readonly folder: string;
  service(): Service;
  get(path: string): Promise<FeedAnswer>;
  post(path: string, body?: object): Promise<FeedAnswer>;
  sources(): Promise<Required<Sources>>;
  feed(id: string): Promise<Required<SourceFeed>>;
  /** Changes the feed, and waits until the service is done with it. @returns its state then */
  change(id: string, change: object): Promise<Required<SourceFeed>>;
  /** Advances the clock by the wait of the publisher, fetches the feed and waits. */
  fetch(id: string): Promise<Required<SourceFeed>>;
  settled(id: string): Promise<Required<SourceFeed>>;
  /** Sets the clock of the service forward. */
  pass(seconds: number): void;
  today(): string;
  /** Closes the service and opens it again, also with other variables. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Opens it again after it was closed. */
  reopen(env?: Readonly<Record<string, string>>): Promise<void>;
  /** What the service reported to its operator so far. */
  readonly reports: readonly string[];
  close(): Promise<void>;
}

const hosts = [
  ...new Set([...catalogue.flatMap(({ urls }) => urls).map((url) => new URL(url).hostname), 'lists.example']),
];

interface FeedStageOptions {
  /** The clock of the service at the beginning; only `pass` advances it. */
  readonly start: Date;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether scores are refreshed after each update: they take longer than the update, most of all on other days than today. */
  readonly hasScores: boolean;
  /** Begins with a part of the sample collection as of this day, 'yyyy-mm-dd'; empty by default. */
  readonly sample?: string;
  readonly overrides?: ServiceOverrides;
}

/** Ordinary domains of the sample collection, as in other specs, which share the store. */
const sampleDomains = 300;

/** A stage that the tests of a file share. @param optionsOf called when it is opened */
export const useFeedStage = (optionsOf: () => FeedStageOptions): FeedStage =>
  useOpened(() => openFeedStage(optionsOf()));

async function openFeedStage(options: FeedStageOptions): Promise<FeedStage> {
  const { start, env = {}, hasScores, sample, overrides } = options;
  const folder = mkdtempSync(join(tmpdir(), 'sightline-feeds-'));
  await copyTestStore(join(folder, 'store'), sample, sampleDomains);
  const publisher = await openLoopbackPublisher(hosts);
  const reports: string[] = [];
  let now = start;
  let service: Service;
  const open = async (variables: Readonly<Record<string, string>>): Promise<void> => {
    const config = readConfig({
      SIGHTLINE_DATA: folder,
      SIGHTLINE_API_KEYS: key,
      SIGHTLINE_SAMPLE: 'off',
      ...variables,
    });
    const limits = { answerMilliseconds: 5000, minimumBytes: 1000, stretchMilliseconds: 1000 };
    service = await openService(config, {
      sessions: 2,
      statementBytes: 1_000_000_000,
      watchMilliseconds: 100,
      threadProgram: await childProgram('thread-program'),
      download: openDownload({
        offline: config.offline,
        insideHosts: config.feedHosts,
        limits,
        testAllowance: publisher.allowance,
      }),
      now: () => now,
      random: () => 0.5,
      dashboardFolder: join(folder, 'no-dashboard'),
      report: (message) => void reports.push(message),
      fill: skipHistory,
      ...(!hasScores && { deriveNow: deriveRanges }),
      limits: { eventLoopDelayMilliseconds: 0 },
      ...overrides,
    });
    expect(await service.load()).toMatchObject({ isReady: true });
  };
  await open(env);
  const ask = async (method: 'GET' | 'POST', path: string, payload?: object): Promise<FeedAnswer> => {
    const headers = { 'x-api-key': key };
    const answer = await service.app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) });
    const body = answer.json<{ error: FeedAnswer['error']; response: unknown }>();
    checkAgainstContract(method, path, answer.statusCode, body);
    return { status: answer.statusCode, headers: answer.headers, ...body };
  };
  const sources = async () => (await ask('GET', '/sightline/sources')).response as Required<Sources>;
  const feed = async (id: string): Promise<Required<SourceFeed>> => {
    const found = (await sources()).feeds.find((each) => each.id === id);
    if (!found) throw new Error(`there is no feed ${id}`);
    return found as Required<SourceFeed>;
  };
  const settled = async (id: string): Promise<Required<SourceFeed>> => {
    for (;;) {
      const found = await feed(id);
      if (!['waiting', 'fetching', 'reading', 'writing', 'scoring', 'removing'].includes(found.state)) return found;
      await pause(100);
    }
  };
  const done = ({ status, error }: FeedAnswer): void => {
    if (status !== 200) throw new Error(`${status} ${error?.message}`);
  };
  return {
    publisher,
    folder,
    reports,
    service: () => service,
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
    sources,
    feed,
    settled,
    async change(id, change) {
      done(await ask('POST', `/sightline/sources/${id}`, change));
      return settled(id);
    },
    async fetch(id) {
      now = new Date(now.getTime() + ((await feed(id)).min_interval_seconds + 1) * 1000);
      done(await ask('POST', `/sightline/sources/${id}/fetch`));
      return settled(id);
    },
    pass: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    today: () => now.toISOString().slice(0, 10),
    async restart(variables = env) {
      await service.close();
      await open(variables);
    },
    reopen: (variables = env) => open(variables),
    async close() {
      await service.close();
      await publisher.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
