import { type FunctionComponent, lazy } from 'react';
import { arrive } from '#web/api/prefetch.ts';

/** A panel whose code is loaded when it is first drawn. */
type LazyPanel<P> = FunctionComponent<P> & { readonly load: () => Promise<FunctionComponent<P>> };

type PropsOf<Panel> = Panel extends FunctionComponent<infer Props extends object> ? Props : never;

/**
 * The named panels of one module, for panels that most views of a page do without: the module is loaded when the first of them is
 * drawn. Their tab waits for it, so that nothing moves when the code arrives.
 */
export function lazyPanels<Module extends object>(load: () => Promise<Module>) {
  return <const Names extends readonly (keyof Module)[]>(names: Names) =>
    names.map((name) => lazyPanel(async () => (await load())[name] as FunctionComponent<object>)) as {
      readonly [Place in keyof Names]: LazyPanel<PropsOf<Module[Names[Place]]>>;
    };
}

function lazyPanel<P extends object>(load: () => Promise<FunctionComponent<P>>): LazyPanel<P> {
  const Loaded = lazy(async () => ({ default: await arrive(load) }));
  return Object.assign((props: P) => <Loaded {...props} />, { load });
}
