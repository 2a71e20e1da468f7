import { Link } from 'react-router';
import type { Collection, CollectionLoss } from '#contract/generated/types.gen.ts';
import type { Answer } from '#web/api/use-answer.ts';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { WarningIcon } from '#web/ui/icons.ts';
import { linkClass } from '#web/ui/link-class.ts';
import { paths } from '#web/url/paths.ts';

/** What the collection holds. Where it came from and how fresh it is stands on the page of the sources. */
export function CollectionPanel({ answer }: { answer: Answer<Collection> }) {
  const { failure } = answer;
  if (failure?.kind === 'not-found' || failure?.kind === 'not-implemented')
    return <p className="text-muted">This deployment does not say what its collection holds.</p>;
  return (
    <Panel
      title="What the collection holds"
      answer={answer}
      read={readCollection}
      skeleton={{ shape: 'rows', count: 3 }}
      footer={
        <Link to={paths.sources()} className={linkClass}>
          Where it comes from
        </Link>
      }
    >
      {(totals) => (
        <div className="@container">
          <dl className="grid grid-cols-2 gap-x-3 gap-y-2 @md:grid-cols-5 @6xl:grid-cols-10">
            {Object.entries(totals).map(([name, count]) => (
              <div key={name}>
                <dd className="text-md font-semibold tabular-nums">{count.toLocaleString('en')}</dd>
                <dt className="text-sm text-muted">{totalName(name)}</dt>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Panel>
  );
}

/** `passive_dns_records` -> 'passive DNS records' */
function totalName(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(/\bdns\b/, 'DNS')
    .replace(/\basns\b/, 'AS numbers');
}

function readCollection({ sources = [], totals = {} }: Collection): PanelState<Readonly<Record<string, number>>> {
  if (sources.length === 0) return { is: 'empty', message: 'Nothing has been loaded into the collection yet.' };
  return { is: 'data', data: totals };
}

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
