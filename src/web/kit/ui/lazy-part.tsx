import { type FunctionComponent, type ReactNode, useSyncExternalStore } from 'react';
import { arrive } from '#web/api/prefetch.ts';

/** What is known of the code of a part; none of it until the code has arrived or failed. */
interface Loading<P> {
  readonly Part?: FunctionComponent<P>;
  readonly error?: Error;
}

/**
 * A component whose code is loaded when it is first drawn; `fallback` keeps its place until then. React's own `lazy` would hold the
 * part back until its fallback was shown for 300 ms. The place is also kept while the service
 * cannot be reached. Any other error of the load is thrown where the part is drawn.
 */
export function lazyPart<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
): FunctionComponent<P & { readonly fallback?: ReactNode }> {
  const listeners = new Set<() => void>();
  let isStarted = false;
  let loading: Loading<P> = {};
  const settle = (result: Loading<P>) => {
    loading = result;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const started = () => {
    if (!isStarted) {
      isStarted = true;
      arrive(load).then(
        (Part) => settle({ Part }),
        (reason: unknown) => settle({ error: reason instanceof Error ? reason : new Error(String(reason)) }),
      );
    }
    return loading;
  };
  return ({ fallback = null, ...props }) => {
    const { Part, error } = useSyncExternalStore(subscribe, started, () => loading);
    if (error) throw error;
    return Part ? <Part {...(props as unknown as P)} /> : fallback;
  };
}
