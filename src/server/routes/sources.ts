import { mayManage } from '#server/http/key-roles.ts';
import { FeedRefused, type RefusalReason } from '#server/ingest/feeds/feed-failure.ts';
import type { FeedDescription } from '#server/ingest/feeds/catalogue/own-feed.ts';
import { ApiError } from '#server/http/api-error.ts';
import { type Call, type LiveHandler, type PlainOperationId, writerOf } from './handler.ts';

type SourceOperationId = Extract<PlainOperationId, `source${string}`>;

const refusals: Readonly<Record<RefusalReason, readonly [status: number, code: string]>> = {
  unknown: [404, 'no_such_source'],
  wrong: [400, 'bad_input'],
  state: [409, 'not_now'],
  'too-soon': [429, 'too_soon'],
};

/** An operation on the feeds. Its answers are never cached, because feeds change without a call. */
function onFeeds<Id extends SourceOperationId>(answer: LiveHandler<Id>['answer']): LiveHandler<Id> {
  return {
    answer: async (call, services) => {
      try {
        return await answer(call, services);
      } catch (error) {
        if (!(error instanceof FeedRefused)) throw error;
        const { reason, message, parameter, retryAfterSeconds } = error;
        throw new ApiError(...refusals[reason], message, {
          ...(parameter !== undefined && { parameter }),
          ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
        });
      }
    },
  };
}

const sources = onFeeds<'sources'>(async ({ role }, services) => writerOf(services).feeds.list(mayManage(role)));

const sourcesRecommended = onFeeds<'sourcesRecommended'>(async (_, services) => {
  const { feeds } = writerOf(services);
  await feeds.switchOnRecommended();
  return feeds.list(true);
});

const sourceChange = onFeeds<'sourceChange'>(async ({ path, body }, services) => {
  const { enabled, key, accept_terms, remove_data } = body;
  return writerOf(services).feeds.change(path.source_id, {
    ...(enabled !== undefined && { enabled: enabled === 1 }),
    ...(key !== undefined && { key }),
    ...(accept_terms !== undefined && { acceptTerms: accept_terms === 1 }),
    removeData: remove_data === 1,
  });
});

const sourceRemoval = onFeeds<'sourceRemoval'>(async ({ path }, services) =>
  writerOf(services).feeds.previewRemoval(path.source_id),
);

const sourceFetch = onFeeds<'sourceFetch'>(async ({ path }, services) =>
  writerOf(services).feeds.fetchNow(path.source_id),
);

const sourceRemove = onFeeds<'sourceRemove'>(async ({ path }, services) => {
  const { feeds } = writerOf(services);
  await feeds.remove(path.source_id);
  return feeds.list(true);
});

const sourceAdd = onFeeds<'sourceAdd'>(async ({ body }, services) =>
  writerOf(services).feeds.add(described(body, body.title), body.key ?? ''),
);

const sourcePreview = onFeeds<'sourcePreview'>(async ({ body, signal }, services) =>
  writerOf(services).feeds.preview({
    description: described(body, 'Preview'),
    key: body.key ?? '',
    sample: body.sample ?? '',
    signal,
  }),
);

function described(body: Call<'sourceAdd' | 'sourcePreview'>['body'], title: string): FeedDescription {
  return {
    title: title.trim(),
    url: body.url ?? '',
    format: body.format,
    category: body.category ?? 'malware',
    mode: body.mode ?? 'snapshot',
    lifetimeDays: body.lifetime_days ?? 30,
    everyHours: body.every_hours ?? 24,
    confidence: body.confidence ?? 75,
    mapping: {
      indicator: body.map_indicator ?? '',
      first: body.map_first ?? '',
      last: body.map_last ?? '',
      category: body.map_category ?? '',
      tags: body.map_tags ?? '',
      reference: body.map_reference ?? '',
    },
    delimiter: body.delimiter ?? '',
    authHeader: body.auth_header ?? '',
  };
}

/** The feeds that fill the collection. */
export const feedHandlers = {
  sources,
  sourcesRecommended,
  sourceChange,
  sourceRemoval,
  sourceFetch,
  sourceRemove,
  sourceAdd,
  sourcePreview,
};
