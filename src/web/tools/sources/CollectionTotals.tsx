import type { Collection } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import type { PanelState } from '#web/kit/panel/panel-state.ts';

/** The size of the collection. */
export function CollectionTotals({ answer }: { readonly answer: Answer<Collection> }) {
  return (
    <Panel
      title="What the collection holds"
      answer={answer}
      read={readTotals}
      skeleton={{ shape: 'rows', count: 2 }}
      className="max-sm:min-h-66"
    >
      {(totals) => (
        <div className="@container">
          <dl className="grid grid-cols-2 gap-x-3 gap-y-2 @md:grid-cols-5 @6xl:grid-cols-10">
            {Object.entries(totals).map(([name, count]) => (
              <div key={name}>
                <dd className="text-md font-semibold tabular-nums">{formatNumber(count)}</dd>
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

function readTotals({ sources = [], totals = {} }: Collection): PanelState<Readonly<Record<string, number>>> {
  if (sources.length === 0) return { is: 'empty', message: 'Nothing has been loaded into the collection yet.' };
  return { is: 'data', data: totals };
}
