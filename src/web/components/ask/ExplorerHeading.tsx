import { SavedQueries, type SavedQueriesProps } from './SavedQueries.tsx';

/** The head of an explorer: what it searches, and the queries kept of it. */
export function ExplorerHeading({ title, ...queries }: SavedQueriesProps & { readonly title: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h1 className="text-xl font-semibold">{title}</h1>
      <SavedQueries {...queries} />
    </div>
  );
}
