import { type FunctionComponent, lazy, Suspense } from 'react';
import { arrive } from '#web/api/prefetch.ts';

/** A panel whose code is loaded when it is first drawn. */
export type LazyPanel<P> = FunctionComponent<P> & { readonly load: () => Promise<FunctionComponent<P>> };

/** A panel whose code most views of the page do without. Its tab waits for it, so that nothing moves when the code arrives. */
export function lazyPanel<P extends object>(load: () => Promise<FunctionComponent<P>>): LazyPanel<P> {
  const Loaded = lazy(async () => ({ default: await arrive(load) }));
  return Object.assign((props: P) => <Loaded {...props} />, { load });
}

/** The same below panels that do not wait for it. */
export function lazyPanelBelow<P extends object>(load: () => Promise<FunctionComponent<P>>): LazyPanel<P> {
  const Loaded = lazyPanel(load);
  const Panel = (props: P) => (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
  return Object.assign(Panel, { load });
}
