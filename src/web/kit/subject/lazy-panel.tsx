import type { FunctionComponent } from 'react';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';

/** A panel whose code is loaded when it is first drawn. */
type LazyPanel<P> = FunctionComponent<P> & { readonly load: () => Promise<FunctionComponent<P>> };

type PropsOf<Panel> = Panel extends FunctionComponent<infer Props extends object> ? Props : never;

/**
 * The named panels of one module, for panels that most views of a page do without: the module is loaded when the first of them is
 * drawn. They appear together; until then the first one reserves room, and the others none, so that nothing moves.
 */
export function lazyPanels<Module extends object>(load: () => Promise<Module>) {
  return <const Names extends readonly (keyof Module)[]>(names: Names) =>
    names.map((name, index) =>
      lazyPanel(async () => (await load())[name] as FunctionComponent<object>, index === 0),
    ) as {
      readonly [Place in keyof Names]: LazyPanel<PropsOf<Module[Names[Place]]>>;
    };
}

function lazyPanel<P extends object>(load: () => Promise<FunctionComponent<P>>, isFirst: boolean): LazyPanel<P> {
  const Part = lazyPart(load);
  const room = isFirst && <Skeleton shape="block" heightPx={640} />;
  const Panel = (props: P) => <Part {...props} fallback={room} />;
  return Object.assign(Panel, { load });
}
