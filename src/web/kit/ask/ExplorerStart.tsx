import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { Collection } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { hrefOf, type SavedQuery, useSavedQueries } from '#web/stores/saved-queries.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { Kbd } from '#web/kit/ui/Kbd.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';

/** An example question of an explorer. */
export interface ExampleQuery {
  readonly says: string;
  readonly href: string;
  /** The subject of the example search. */
  readonly subject: string | undefined;
}

/** A total of the collection and the data that it counts. */
export type HeldTotal = readonly [total: string, words: string];

interface ExplorerStartProps {
  /** Path of the explorer. */
  readonly explorer: string;
  readonly examples: readonly ExampleQuery[];
  /** The data that the explorer searches. */
  readonly holds: readonly HeldTotal[];
}

/** An explorer before the first search: examples, saved and recent queries, the data that is searched, and keys. */
export function ExplorerStart({ explorer, examples, holds }: ExplorerStartProps) {
  const { saved, recent } = useSavedQueries();
  const own = (queries: readonly SavedQuery[]) => queries.filter((query) => query.explorer === explorer).slice(0, 5);
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Examples examples={examples} />
      <div className="flex min-w-0 flex-col gap-5">
        <QueryList title="Saved queries" queries={own(saved)} />
        <QueryList title="Recent queries" queries={own(recent)} />
        <Searched holds={holds} />
        <Part title="Keys">
          <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-1 text-muted">
            {keys.map(([pressed, does]) => (
              <div key={does} className="col-span-full grid grid-cols-subgrid items-center">
                <dt className="flex gap-1">
                  {pressed.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </Part>
      </div>
    </div>
  );
}

const keys = [
  [['Enter'], 'Run the search'],
  [['j', 'k'], 'Next and previous row of the result'],
  [['.'], 'Menu of the value in focus: copy, pivot, filter'],
  [['?'], 'All shortcuts'],
] as const;

/** Questions that run at a click. */
export function Examples({ examples }: Pick<ExplorerStartProps, 'examples'>) {
  return (
    <Part title="Examples">
      <ul className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 max-sm:grid-cols-1">
        {examples.map(({ says, href, subject }) => (
          <li key={says} className="col-span-full grid grid-cols-subgrid items-baseline">
            <Link to={href} className={`${linkClass} justify-self-start`}>
              {says}
            </Link>
            <code className="text-sm wrap-anywhere text-muted">{subject}</code>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-1 text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

function QueryList({ title, queries }: { readonly title: string; readonly queries: readonly SavedQuery[] }) {
  if (queries.length === 0) return null;
  return (
    <Part title={title}>
      <ul>
        {queries.map((query) => (
          <li key={`${query.name} ${query.search}`} className="truncate">
            <Link to={hrefOf(query)} className={linkClass}>
              <VisibleText text={query.name} />
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** How much data is searched. Empty where a deployment does not report it. */
function Searched({ holds }: Pick<ExplorerStartProps, 'holds'>) {
  const { response, failure } = useAnswer({ operationId: 'collection' }, { title: 'What the collection holds' });
  if (failure) return null;
  return (
    <Part title="Searched data">
      <ul className="min-h-10 text-muted">
        {response &&
          holds.map(([total, words]) => (
            <li key={total}>
              {countOf(response, total)} {words}
            </li>
          ))}
        {response && (
          <li>
            <Link to={paths.sources()} className={linkClass}>
              Where it comes from and how fresh it is
            </Link>
          </li>
        )}
      </ul>
    </Part>
  );
}

function countOf({ totals = {} }: Collection, total: string): string {
  const count = totals[total];
  return count === undefined ? 'An unknown number of' : formatNumber(count);
}
