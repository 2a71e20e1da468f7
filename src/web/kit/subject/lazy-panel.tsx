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

type PropsOf<Panel> = Panel extends FunctionComponent<infer Props extends object> ? Props : never;

/** The named panels of one module, which is loaded when the first of them is drawn. */
export function lazyPanels<Module extends object>(load: () => Promise<Module>) {
  return <Names extends readonly (keyof Module)[]>(...names: Names) =>
    names.map((name) => lazyPanel(async () => (await load())[name] as FunctionComponent<object>)) as {
      readonly [Place in keyof Names]: LazyPanel<PropsOf<Module[Names[Place]]>>;
    };
}
