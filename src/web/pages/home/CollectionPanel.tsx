import type { Collection, CollectionSource } from '#contract/generated/types.gen.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import { TimeText } from '#web/components/time/TimeText.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { latestSources } from './latest-sources.ts';

/** What the collection holds, where it came from and how fresh it is. */
export function CollectionPanel({ answer }: { answer: Answer<Collection> }) {
  const { failure } = answer;
  if (failure?.kind === 'not-found' || failure?.kind === 'not-implemented')
    return <p className="text-muted">This deployment does not say what its collection holds.</p>;
  return (
    <Panel
      title="What the collection holds"
      answer={answer}
      read={readCollection}
      skeleton={{ shape: 'rows', count: 8 }}
    >
      {({ sources, totals }) => (
        <div className="@container">
          <dl className="mb-3 grid grid-cols-2 gap-x-3 gap-y-2 @md:grid-cols-5 @6xl:grid-cols-10">
            {Object.entries(totals).map(([name, count]) => (
              <div key={name}>
                <dd className="text-md font-semibold tabular-nums">{count.toLocaleString('en')}</dd>
                <dt className="text-sm text-muted">{totalName(name)}</dt>
              </div>
            ))}
          </dl>
          <Sources sources={sources} />
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

function Sources({ sources }: { sources: readonly CollectionSource[] }) {
  return (
    <div className="-mx-3 overflow-x-auto border-t border-border">
      <table className="w-full text-left">
        <thead className="text-sm text-muted">
          <tr>
            <th className="px-3 py-1 font-medium">Source</th>
            <th className="px-3 py-1 text-right font-medium">Rows</th>
            <th className="px-3 py-1 font-medium">As of</th>
            <th className="px-3 py-1 font-medium max-sm:hidden">Loaded</th>
          </tr>
        </thead>
        <tbody>
          {sources.map(({ source, kind, sample, rows, as_of: asOf, loaded_at: loadedAt, licence }) => (
            <tr key={`${source} ${kind}`} className="border-t border-border align-baseline">
              <th scope="row" className="px-3 py-1 font-normal">
                {source} {sample && <Badge>sample</Badge>}
                <span className="block text-sm text-faint">
                  {kind} · {licence}
                </span>
              </th>
              <td className="px-3 py-1 text-right tabular-nums">{rows?.toLocaleString('en')}</td>
              <td className="px-3 py-1">
                <TimeText value={asOf} />
              </td>
              <td className="px-3 py-1 whitespace-nowrap max-sm:hidden">
                <TimeText value={loadedAt} isRelative />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Held {
  readonly sources: readonly CollectionSource[];
  readonly totals: Readonly<Record<string, number>>;
}

function readCollection({ sources = [], totals = {} }: Collection): PanelState<Held> {
  if (sources.length === 0) return { is: 'empty', message: 'Nothing has been loaded into the collection yet.' };
  return { is: 'data', data: { sources: latestSources(sources), totals } };
}
