import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { UpstreamCost, UpstreamQuota, UpstreamStatus } from '#contract/generated/types.gen.ts';
import { epochSecondsToTimestamp } from '#model/dates.ts';
import type { Engine } from '#server/engine/engine.ts';
import { openProviderClient, type ProviderClient } from '#server/live/provider-client.ts';
import { readOnce } from '#server/queries/read-once.ts';
import { hasOwnData } from '#server/queries/upstream.ts';
import { costOf } from './bulk-run.ts';
import type { AnswerSource } from './merge-answers.ts';
import type { NeverSend } from './never-send.ts';
import { operationRules, ownOnlyOperations, type RouteOverrides, ruleOf } from './operation-rules.ts';
import { callPace, callQuota, type Pace, type Quota, type QuotaLimits, type QuotaUse } from './provider-limits.ts';
import { ProviderError } from './provider-answer.ts';
import { providerQuestion } from './provider-question.ts';
import { type AskPolicy, ProviderCalls, type ProviderWaits } from './provider-calls.ts';
import { Provider } from './provider.ts';
import { UpstreamRouter } from './upstream-router.ts';
import { ownOnlyNote, type UpstreamNote } from './upstream-note.ts';
import { upstreamStore, type UpstreamStore } from './upstream-store.ts';

/** The operator's settings of the provider. */
export interface UpstreamSettings {
  /** With its path, without a slash at the end. */
  readonly baseUrl: string;
  readonly key: string;
  /** Display name of the provider. */
  readonly name: string;
  readonly keyName: string;
  readonly ask: AskPolicy;
  readonly never: NeverSend;
  readonly routes: RouteOverrides;
  readonly scores: AnswerSource;
  readonly limits: QuotaLimits;
  readonly perSecond: number;
}

export interface UpstreamOptions {
  readonly settings: UpstreamSettings;
  readonly engine: Engine;
  readonly offline: boolean;
  readonly now: () => Date;
  readonly report: (message: string) => void;
  /** Shortened by tests. */
  readonly waits?: Partial<UpstreamWaits>;
  readonly client?: ProviderClient;
}

interface UpstreamWaits extends ProviderWaits {
  readonly turnMilliseconds: number;
  readonly breakMilliseconds: number;
  readonly gatherMilliseconds: number;
}

const defaultWaits: UpstreamWaits = {
  answerMilliseconds: 30_000,
  jobAnswerMilliseconds: 60_000,
  jobMilliseconds: 600_000,
  pollMilliseconds: 1000,
  turnMilliseconds: 10_000,
  breakMilliseconds: 30_000,
  gatherMilliseconds: 1000,
};

export interface Upstream extends Pick<UpstreamRouter, 'route' | 'answer'> {
  /** The note for operations that need an own collection, while it is empty. */
  ownOnlyNote(id: OperationId): Promise<UpstreamNote | undefined>;
  status(sentLimit: number): Promise<UpstreamStatus>;
  /** The cost of querying the provider about these items, and the calls left for bulk runs. @throws EngineError */
  cost(id: OperationId, items: readonly string[]): Promise<UpstreamCost>;
  close(): Promise<void>;
}

/** Several processes on one store share the count. */
const recountMilliseconds = 30_000;

/** Opens the provider mode. */
export function openUpstream(options: UpstreamOptions): Upstream {
  const { settings, engine, offline, now, report } = options;
  const waits = { ...defaultWaits, ...options.waits };
  const { baseUrl, key, name, keyName, never, ask, routes, scores } = settings;
  const client = options.client ?? openProviderClient({ baseUrl, key, offline });
  const store = upstreamStore({ engine, keyName, now, report, gatherMilliseconds: waits.gatherMilliseconds });
  const quota = callQuota(settings.limits, now);
  const pace = callPace({
    perSecond: settings.perSecond,
    waitMilliseconds: waits.turnMilliseconds,
    breakAfter: 5,
    breakMilliseconds: waits.breakMilliseconds,
  });
  const calls = new ProviderCalls({ client, store, quota, pace, never, ask, offline, keyName, now, waits });
  const provider = new Provider(calls, store, now);
  const isOwnEmpty = readOnce({
    engine,
    now,
    read: async () => (await engine.query(hasOwnData()))[0]?.found !== 1,
  });
  const router = new UpstreamRouter({
    provider,
    providerName: name,
    never,
    overrides: routes,
    scores,
    isOwnEmpty,
    now,
  });
  const counting = callCounting(engine, store, quota);
  return {
    route: (id) => router.route(id),
    ownOnlyNote: async (id) => (ownOnlyOperations.has(id) && (await isOwnEmpty()) ? ownOnlyNote : undefined),
    async answer(call, own) {
      await counting.begin();
      return router.answer(call, own);
    },
    async status(sentLimit) {
      await counting.begin();
      return statusOf({ settings, offline, quota, pace, calls, router, isOwnEmpty, sent: await store.sent(sentLimit) });
    },
    async cost(id, items) {
      await counting.begin();
      const rule = ruleOf(id)?.bulk;
      const calls_left = quota.left(true);
      if (!rule || (await router.route(id)) === 'own')
        return { items: items.length, kept: 0, withheld: 0, to_send: 0, calls: 0, calls_left };
      const question = providerQuestion(id, { path: {}, query: {}, body: { [rule.member]: items } });
      const cost = await costOf(provider, never, question, rule, items);
      return { ...cost, calls_left, ...refusalOf(() => calls.checkPolicy('ask')) };
    },
    async close() {
      counting.stop();
      await store.close();
    },
  };
}

interface StatusParts {
  readonly settings: UpstreamSettings;
  readonly offline: boolean;
  readonly quota: Quota;
  readonly pace: Pace;
  readonly calls: ProviderCalls;
  readonly router: UpstreamRouter;
  readonly isOwnEmpty: () => Promise<boolean>;
  readonly sent: Awaited<ReturnType<UpstreamStore['sent']>>;
}

async function statusOf({ settings, router, isOwnEmpty, sent, ...parts }: StatusParts): Promise<UpstreamStatus> {
  const { quota, calls } = parts;
  const { lastFailure, lastAnswerAt } = calls;
  const { host, pathname } = new URL(settings.baseUrl);
  const operations = Object.keys(operationRules) as OperationId[];
  return {
    configured: true,
    state: stateOf(parts),
    name: settings.name,
    host,
    base_path: pathname,
    key_name: settings.keyName,
    ask: settings.ask,
    scores: settings.scores,
    per_second: settings.perSecond,
    quota: { day: quotaRecord(quota.day), month: quotaRecord(quota.month) },
    ...(lastAnswerAt !== undefined && { last_answer_at: epochSecondsToTimestamp(lastAnswerAt) }),
    ...(lastFailure && { last_failure: { ...lastFailure, at: epochSecondsToTimestamp(lastFailure.at) } }),
    never_send: [...settings.never.entries],
    route_overrides: settings.routes,
    own_is_empty: await isOwnEmpty(),
    routes: await Promise.all(
      operations.map(async (operation) => ({ operation, route: await router.route(operation) })),
    ),
    sent: sent.map(({ at, operation, value, key_name, reason, outcome, millis }) => ({
      at: epochSecondsToTimestamp(at),
      operation,
      value,
      key_name,
      reason,
      outcome,
      millis,
    })),
  };
}

function stateOf({
  offline,
  quota,
  pace,
  calls,
}: Pick<StatusParts, 'offline' | 'quota' | 'pace' | 'calls'>): UpstreamStatus['state'] {
  if (offline) return 'offline';
  if (quota.left(false) === 0) return 'over_quota';
  if (pace.isBroken()) return 'resting';
  const [failed, answered] = [calls.lastFailure?.at, calls.lastAnswerAt];
  if (failed === undefined && answered === undefined) return 'untried';
  return (failed ?? 0) > (answered ?? 0) ? 'failing' : 'working';
}

function quotaRecord({ used, limit, softLimit }: QuotaUse): UpstreamQuota {
  return { used, limit, soft_limit: softLimit };
}

interface CallCounting {
  /** Before the first query, counts the calls of earlier runs and other processes. @throws EngineError */
  begin(): Promise<void>;
  stop(): void;
}

function callCounting(engine: Engine, store: UpstreamStore, quota: Quota): CallCounting {
  let recount: NodeJS.Timeout | undefined;
  let begun: Promise<void> | undefined;
  return {
    begin() {
      begun ??= store.counts().then(
        (counts) => {
          quota.adopt(counts);
          if (engine.kind !== 'server') return;
          recount = setInterval(() => void store.counts().then(quota.adopt, () => undefined), recountMilliseconds);
          recount.unref();
        },
        (error: unknown) => {
          begun = undefined;
          throw error;
        },
      );
      return begun;
    },
    stop: () => clearInterval(recount),
  };
}

function refusalOf(check: () => void): Pick<UpstreamCost, 'refused'> {
  try {
    check();
    return {};
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { refused: { code: error.code, message: error.message } };
  }
}
