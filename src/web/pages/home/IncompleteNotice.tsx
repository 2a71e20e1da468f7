import type { CollectionLoss } from '#contract/generated/types.gen.ts';
import { WarningIcon } from '#web/ui/icons.ts';

/** What the collection has lost for good. Without it, "not found" would be read as never seen. Nothing while it is whole. */
export function IncompleteNotice({ losses = [] }: { losses?: readonly CollectionLoss[] | undefined }) {
  if (losses.length === 0) return null;
  return (
    <section
      aria-labelledby="incomplete-heading"
      className="mx-auto flex w-full max-w-3xl items-start gap-3 border-l-4 border-warning py-1 pl-3"
    >
      <span className="mt-0.5 flex text-warning [&_svg.lucide]:text-[1.125rem]">
        <WarningIcon />
      </span>
      <div className="min-w-0 flex-1">
        <h2 id="incomplete-heading" className="font-semibold text-warning">
          The collection is incomplete
        </h2>
        <p>
          Data on disk was lost and cannot be brought back. Answers that read it may lack records: what is not found may
          have been in the part that is gone.
        </p>
        <ul className="mt-1 list-disc pl-5 wrap-anywhere text-muted">
          {losses.map((loss) => (
            <li key={`${loss.table} ${loss.reason}`}>{lossWords(loss)}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The reason of the service as a sentence; where it gives none, what else is known. */
function lossWords({ table = 'a table', rows, reason }: CollectionLoss): string {
  if (!reason) return rows === undefined ? `Rows of ${table}.` : `${rows.toLocaleString('en')} rows of ${table}.`;
  const sentence = reason.charAt(0).toUpperCase() + reason.slice(1);
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}
