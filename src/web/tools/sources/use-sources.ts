import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { SourceFeed, Sources } from '#contract/generated/types.gen.ts';
import { type Envelope, fetchAnswer, type Query, questionKey } from '#web/api/query.ts';
import { type Answer, useAnswer } from '#web/api/use-answer.ts';
import { announce } from '#web/kit/ui/announcer.tsx';
import { type Feed, isBusy, isRunning, readFeeds } from './feed.ts';
import { rowWords, stateLook } from './feed-words.ts';

const question = { operationId: 'sources' } as const;

const fastMilliseconds = 1000;
const slowMilliseconds = 30_000;

export interface SourcesView {
  readonly answer: Answer<Sources>;
  /** Undefined until the service has answered, or when the answer leaves them out. */
  readonly feeds: readonly Feed[] | undefined;
  /** This key may change sources. */
  readonly canManage: boolean;
  readonly isOffline: boolean;
}

/**
 * The feeds of the service. Asked again every second while one of them is being fetched or read, else twice a minute; never
 * while the tab is hidden, and at once when it is looked at again.
 */
export function useSources(): SourcesView {
  const client = useQueryClient();
  const answer = useAnswer(question, {
    title: 'Sources',
    pollAfter: (response = {}) => (isAnyBusy(response) ? fastMilliseconds : slowMilliseconds),
  });
  const { response } = answer;
  const feeds = useMemo(() => (response?.feeds ? readFeeds(response) : undefined), [response]);
  const before = useRef<readonly Feed[]>(undefined);
  useEffect(() => {
    const ended = endedFeeds(before.current, feeds ?? []);
    if (feeds) before.current = feeds;
    if (ended.length === 0) return;
    for (const feed of ended) announce(`${feed.title}: ${stateLook(feed).word}, ${rowWords(feed)}`);
    renewOtherAnswers(client);
  }, [feeds, client]);
  const { can_manage = false, offline = false } = response ?? {};
  return { answer, feeds, canManage: can_manage, isOffline: offline };
}

/** One whose turn comes next counts: the next look may find it running. */
export function isAnyBusy(sources: Sources): boolean {
  return readFeeds(sources).some((feed) => isRunning(feed) || (isNext(feed) && sources.offline !== true));
}

function isNext({ state, url, nextFetch, lastFetch, minIntervalSeconds }: Feed): boolean {
  if (state !== 'waiting' || url === '') return false;
  const next = nextFetch ?? 0;
  // all by the clock of the service, from which that of this machine may differ: only a pause between two fetches is waited for
  return next > (lastFetch ?? 0) + minIntervalSeconds || next <= Date.now() / 1000 + 10;
}

/** The feeds that were being worked on before, or waited for it, and are not any more. */
export function endedFeeds(before: readonly Feed[] | undefined, feeds: readonly Feed[]): readonly Feed[] {
  const wasBusy = new Set(before?.filter(isBusy).map(({ id }) => id));
  return feeds.filter((feed) => wasBusy.has(feed.id) && !isBusy(feed));
}

/** These are asked again by themselves. */
const polled: ReadonlySet<string | undefined> = new Set<OperationId>(['sources', 'logImports']);

/** What a feed or a log brought, or a feed took away, changes scores, listings and facts everywhere. */
export function renewOtherAnswers(client: QueryClient): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [key] }) => !polled.has((key as { readonly operationId?: string }).operationId),
  });
}

type FeedOperation = 'sourceChange' | 'sourceFetch' | 'sourceAdd';

/** Changes one feed, and shows what it has become. */
export function useFeedChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: Query<FeedOperation>) => fetchAnswer<FeedOperation>(asked),
    onSuccess: async ({ response }) => {
      await showFeed(client, response);
      renewOtherAnswers(client);
    },
  });
}

/** Changes the whole list: switches the recommended set on, or removes a feed. */
export function useSourcesChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: Query<'sourcesRecommended' | 'sourceRemove'>) =>
      fetchAnswer<'sourcesRecommended' | 'sourceRemove'>(asked),
    onSuccess: async (envelope) => {
      await client.cancelQueries({ queryKey: questionKey(question) });
      client.setQueryData(questionKey(question), envelope);
      renewOtherAnswers(client);
    },
  });
}

/** Puts the feed in its place in the list; an answer that was on its way might know less. */
async function showFeed(client: QueryClient, feed: SourceFeed): Promise<void> {
  const queryKey = questionKey(question);
  await client.cancelQueries({ queryKey });
  client.setQueryData<Envelope<Sources>>(queryKey, (envelope) => {
    if (!envelope) return undefined;
    const { feeds = [] } = envelope.response;
    const isThere = feeds.some(({ id }) => id === feed.id);
    const next = isThere ? feeds.map((each) => (each.id === feed.id ? feed : each)) : [...feeds, feed];
    return { ...envelope, response: { ...envelope.response, feeds: next } };
  });
  await client.invalidateQueries({ queryKey });
}
