import { VisibleText } from '#web/ui/VisibleText.tsx';
import type { Rejects } from './feed.ts';

/** What of a document was not taken: how much for which reason, and a few of the lines. Nothing when all was taken. */
export function RejectList({ rejects: { count, byReason, examples } }: { readonly rejects: Rejects }) {
  if (count === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <p className="font-semibold">
        {count.toLocaleString('en')} {count === 1 ? 'entry was' : 'entries were'} not taken
      </p>
      <ul className="list-disc pl-5">
        {byReason.map((each) => (
          <li key={each.reason}>
            {each.count.toLocaleString('en')}: <VisibleText text={each.reason} />
          </li>
        ))}
      </ul>
      {examples.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer text-muted hover:text-text">Examples</summary>
          <ul className="mt-1 divide-y divide-border border-y border-border">
            {examples.map(({ line, reason }, index) => (
              <li key={index} className="py-1">
                <VisibleText text={line} foldAt={200} className="font-mono text-[0.95em]" />
                <span className="block text-sm text-muted">
                  <VisibleText text={reason} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
