import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure, toFailure } from './failure.ts';
import { type AnyQuery, fetchAny, questionKey } from './query.ts';
import { isServiceThere } from './service-probe.ts';
import { noteFailure, onServiceChange, serviceState } from './service-state.ts';

/** Failures that replace the whole page; the page reloads its data when it is shown again. */
const gateKinds: readonly string[] = ['key', 'loading', 'offline'];

/** Longer than a page takes to render from cached code. */
const recentMilliseconds = 3000;

export const prefetchMeta = { isPrefetched: true } as const;

/** Sends the request of a page early, so that answer and code load at the same time. */
export function prefetchAnswer(queryClient: QueryClient, question: AnyQuery): void {
  // no page is shown in these states
  if (serviceState() === 'key' || serviceState() === 'loading') return;
  void queryClient.prefetchQuery({
    queryKey: questionKey(question),
    queryFn: ({ signal }) => fetchAny(question, signal),
    meta: prefetchMeta,
  });
}

/**
 * True for a prefetched question that failed a moment ago: its views show the failure and do not retry at once. They
 * set {@link prefetchMeta} on the query again, since each observer of a query replaces its meta data.
 */
export function hasFailedPrefetch(queryClient: QueryClient, question: AnyQuery): boolean {
  const query = queryClient.getQueryCache().find({ queryKey: questionKey(question), exact: true });
  if (query?.meta?.['isPrefetched'] !== true) return false;
  const { error, errorUpdatedAt } = query.state;
  const isRecent = Date.now() - errorUpdatedAt < recentMilliseconds;
  return isRecent && error instanceof ApiFailure && !gateKinds.includes(error.kind);
}

/**
 * Loads a part of the dashboard's own code. If the service does not respond, the load is repeated when the service is back;
 * meanwhile the banner shows the problem, and the views that wait for the part stay unchanged.
 * @throws the error of the load if the service responds: a new version was installed, and this part no longer exists
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
