import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure, toFailure } from './failure.ts';
import { type AnyQuery, fetchAny, questionKey } from './query.ts';
import { isServiceThere } from './service-probe.ts';
import { noteFailure, onServiceChange, serviceState } from './service-state.ts';

/** Failures that replace the whole page, which reloads when it is shown again. */
const gateKinds: readonly string[] = ['key', 'loading', 'offline'];

/** Longer than code from the browser's cache takes to draw a page. */
const recentMilliseconds = 3000;

export const prefetchMeta = { isPrefetched: true } as const;

/** Asks what a page is about to ask, so that the answer is under way while the page's code is. */
export function prefetchAnswer(queryClient: QueryClient, question: AnyQuery): void {
  // no page is shown then
  if (serviceState() === 'key' || serviceState() === 'loading') return;
  void queryClient.prefetchQuery({
    queryKey: questionKey(question),
    queryFn: ({ signal }) => fetchAny(question, signal),
    meta: prefetchMeta,
  });
}

/**
 * True for a prefetched question that failed a moment ago: the views that open with it show that and do not ask again. They
 * keep {@link prefetchMeta} on the query, since each observer of a query replaces its meta data.
 */
export function hasFailedPrefetch(queryClient: QueryClient, question: AnyQuery): boolean {
  const query = queryClient.getQueryCache().find({ queryKey: questionKey(question), exact: true });
  if (query?.meta?.['isPrefetched'] !== true) return false;
  const { error, errorUpdatedAt } = query.state;
  const isRecent = Date.now() - errorUpdatedAt < recentMilliseconds;
  return isRecent && error instanceof ApiFailure && !gateKinds.includes(error.kind);
}

/**
 * Loads a part of the dashboard's own code, and when it does not arrive because nothing answers, again as soon as the
 * service is back: the banner says so meanwhile, and whatever waits for the part stays as it is.
 * @throws what the load threw when the service is there: a new version was installed, and this part is gone
 */
export async function arrive<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    if (!(await isServiceThere())) {
      noteFailure(toFailure(undefined, undefined));
      await serviceBack();
    }
    return load();
  }
}

function serviceBack(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (serviceState() === 'offline') return;
      stop();
      resolve();
    };
    const stop = onServiceChange(look);
    look();
  });
}
