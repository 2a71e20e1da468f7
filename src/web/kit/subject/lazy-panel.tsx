import type { FunctionComponent } from 'react';
import { arrive } from '#web/api/prefetch.ts';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';

/** A panel whose code is loaded when it is first drawn. */
type LazyPanel<P> = FunctionComponent<P> & { readonly load: () => Promise<FunctionComponent<P>> };

type PropsOf<Panel> = Panel extends FunctionComponent<infer Props extends object> ? Props : never;

/**
 * The named panels of one module, for panels that most views of a page do without: the module is loaded when the first of them is
 * drawn. All of a tab appear together.
 */
export function lazyPanels<Module extends object>(load: () => Promise<Module>) {
  return <const Names extends readonly (keyof Module)[]>(names: Names) =>
    names.map((name) => lazyPanel(async () => (await arrive(load))[name] as FunctionComponent<object>)) as {
      readonly [Place in keyof Names]: LazyPanel<PropsOf<Module[Names[Place]]>>;
    };
}

function lazyPanel<P extends object>(load: () => Promise<FunctionComponent<P>>): LazyPanel<P> {
  const Part = lazyPart(load);
  const Panel = (props: P) => <Part {...props} fallback={<Skeleton shape="block" heightPx={320} />} />;
  return Object.assign(Panel, { load });
}
