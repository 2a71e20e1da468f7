import { type QueryClient, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { LogImport, LogImports } from '#contract/generated/types.gen.ts';
import { failureText } from '#web/api/failure.ts';
import { type Envelope, fetchAnswer, type Query, questionKey } from '#web/api/query.ts';
import { type Answer, useAnswer } from '#web/api/use-answer.ts';
import { announce } from '#web/kit/ui/announcer.tsx';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { endedImports, endWords, importReader, isUnderWay, type LogEntry, type LogRow, rowsOf } from './log-import.ts';
import {
  currentUploads,
  dropUpload,
  isGoing,
  isLively,
  noteReceived,
  useSeenUploads,
  useUploads,
} from './log-uploads.ts';
import { renewOtherAnswers } from './use-sources.ts';

const question = { operationId: 'logImports' } as const;

const fastMilliseconds = 1000;
const slowMilliseconds = 30_000;

export interface LogImportsView {
  readonly answer: Answer<LogImports>;
  readonly rows: readonly LogRow[];
  readonly older: OlderImports;
  /** When the answer came, epoch milliseconds. */
  readonly answeredAt: number;
}

/** Imports that are too old for the answer with the others. */
export interface OlderImports {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly loadMore: () => void;
}

/**
 * The import log. Asked again every second while something moves in it, else twice a minute; never while the tab is hidden, and
 * at once when it is looked at again.
 */
export function useLogImports(): LogImportsView {
  const client = useQueryClient();
  const uploads = useUploads();
  const seen = useSeenUploads();
  const [read] = useState(importReader);
  const isSending = uploads.some(isGoing);
  const answer = useAnswer(question, {
    title: 'Your own logs',
    pollAfter: ({ imports = [] } = {}, at) => {
      const isMoving = imports.some(
        (each) => isUnderWay(each) || (each.state === 'uploading' && isLively(seen.get(each.id ?? ''), at)),
      );
      return isSending || isMoving ? fastMilliseconds : slowMilliseconds;
    },
  });
  const { response, updatedAt: answeredAt = 0 } = answer;
  const entries = useMemo(() => (response ? read(response.imports) : undefined), [response, read]);

  const before = useRef<readonly LogEntry[]>(undefined);
  useEffect(() => {
    if (!entries) return;
    const own = new Set(currentUploads().map(({ importId }) => importId));
    const ended = endedImports(before.current, entries, own);
    before.current = entries;
    for (const entry of ended) announce(endWords(entry));
    if (ended.some(({ state }) => state !== 'checked' && state !== 'known')) renewOtherAnswers(client);
  }, [entries, client]);
  useEffect(() => {
    if (entries) noteReceived(entries, answeredAt);
  }, [entries, answeredAt]);

  // an upload that was just announced or completed is shown without waiting for the next poll
  const steps = uploads.map(({ importId, phase }) => `${importId} ${phase === 'sent'}`).join();
  useEffect(() => {
    if (steps !== '') void client.invalidateQueries({ queryKey: questionKey(question) });
  }, [steps, client]);

  const { entries: olderEntries, ...older } = useOlderImports(entries, response?.older ?? '');
  const rows = useMemo(
    () => rowsOf([...(entries ?? []), ...olderEntries], uploads, answeredAt),
    [entries, olderEntries, uploads, answeredAt],
  );
  return { answer, rows, older, answeredAt };
}

const olderKey = () => [...questionKey(question), 'older'];

/** Older imports, a page at each click. @param newest the others @param first the cursor of the first page; '' when there are none */
function useOlderImports(
  newest: readonly LogEntry[] | undefined,
  first: string,
): OlderImports & { readonly entries: readonly LogEntry[] } {
  const client = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const [read] = useState(importReader);
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: olderKey(),
    queryFn: ({ pageParam: before, signal }) => fetchAnswer<'logImports'>({ ...question, query: { before } }, signal),
    initialPageParam: first,
    getNextPageParam: ({ response }) => response.older || undefined,
    enabled: isAsked && first !== '',
  });
  // an import moves between both parts when it is changed, and when newer ones arrive
  const ids = newest?.map(({ id }) => id).join();
  useEffect(() => void client.invalidateQueries({ queryKey: olderKey() }), [ids, client]);
  const entries = useMemo(() => {
    const shown = new Set(newest?.map(({ id }) => id));
    const found = data?.pages.flatMap(({ response }) => read(response.imports)) ?? [];
    return found.filter(({ id }) => !shown.has(id));
  }, [data, newest, read]);
  return {
    entries,
    hasMore: first !== '' && (!data || hasNextPage),
    isLoading: isFetching,
    loadMore: () => {
      setIsAsked(true);
      if (data) void fetchNextPage();
      else if (isError) void refetch();
    },
  };
}

type Change = Query<'logImportChange'>;

/** Changes one import, and shows what it has become. */
export function useLogImportChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: Change) => fetchAnswer<'logImportChange'>(asked),
    onSuccess: ({ response }, asked) => showChange(client, asked, response),
    // its row may be gone by then
    onError: (error) => void toasts.add({ title: 'Import not changed', body: failureText(error), tone: 'danger' }),
  });
}

/** Starts several imports, one after the other, so that the service takes them in this order. */
export function useStartAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (entries: readonly LogEntry[]) => {
      for (const { id } of entries) {
        const asked: Change = { operationId: 'logImportChange', path: { import_id: id }, body: { action: 'start' } };
        await showChange(client, asked, (await fetchAnswer<'logImportChange'>(asked)).response);
      }
    },
    onError: (error) =>
      void toasts.add({ title: 'Not every import started', body: failureText(error), tone: 'danger' }),
  });
}

/** Puts the import in its place in the log; an answer that was on its way might know less. */
async function showChange(client: QueryClient, { path, body }: Change, changed: LogImport): Promise<void> {
  const queryKey = questionKey(question);
  const id = path.import_id;
  await client.cancelQueries({ queryKey });
  if (body.action === 'discard') for (const { key, importId } of currentUploads()) if (importId === id) dropUpload(key);
  client.setQueryData<Envelope<LogImports>>(queryKey, (envelope) => {
    if (!envelope) return undefined;
    const imports = (envelope.response.imports ?? []).flatMap((each) => {
      if (each.id !== id) return [each];
      return body.action === 'discard' ? [] : [changed];
    });
    return { ...envelope, response: { ...envelope.response, imports } };
  });
  await client.invalidateQueries({ queryKey });
}
