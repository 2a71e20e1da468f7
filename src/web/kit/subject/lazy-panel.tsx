import { type FunctionComponent, lazy, type ReactNode, Suspense } from 'react';
import { arrive } from '#web/api/prefetch.ts';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';

/** A panel that is loaded when it is drawn first. */
export type LazyPanel<P> = FunctionComponent<P> & { readonly load: () => Promise<FunctionComponent<P>> };

/**
 * A panel whose code most views of the page do without.
 * @param fallback keeps its room until the code is there
 */
export function lazyPanel<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
  fallback: ReactNode = <Skeleton shape="block" heightPx={640} />,
): LazyPanel<P> {
  const Loaded = lazy(async () => ({ default: await arrive(load) }));
  const Panel = (props: P) => (
    <Suspense fallback={fallback}>
      <Loaded {...props} />
    </Suspense>
  );
  return Object.assign(Panel, { load });
}
