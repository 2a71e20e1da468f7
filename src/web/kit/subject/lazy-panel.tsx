import { type FunctionComponent, lazy, Suspense } from 'react';
import { arrive } from '#web/api/prefetch.ts';

/** A panel whose code is loaded when it is first rendered. */
export type LazyPanel<P> = FunctionComponent<P> & { readonly load: () => Promise<FunctionComponent<P>> };

/** A lazy panel for code that most visits do not need. Its tab waits for the code, so that nothing moves when it arrives. */
export function lazyPanel<P extends object>(load: () => Promise<FunctionComponent<P>>): LazyPanel<P> {
  const Loaded = lazy(async () => ({ default: await arrive(load) }));
  return Object.assign((props: P) => <Loaded {...props} />, { load });
}

/** A lazy panel at the end of a tab: the panels above it do not wait for its code. */
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

/** The named panels of one module, which is loaded when the first of them is rendered. */
export function lazyPanels<Module extends object>(load: () => Promise<Module>) {
  return <Names extends readonly (keyof Module)[]>(...names: Names) =>
    names.map((name) => lazyPanel(async () => (await load())[name] as FunctionComponent<object>)) as {
      readonly [Place in keyof Names]: LazyPanel<PropsOf<Module[Names[Place]]>>;
    };
}
