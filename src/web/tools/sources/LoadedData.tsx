import type { Collection, CollectionSource } from '#contract/generated/types.gen.ts';
import { dateToEpochSeconds, daysBetween, isoDateToDate } from '#model/dates.ts';
import { formatNumber } from '#model/format.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { useNow } from '#web/kit/time/use-now.ts';
import { Badge, type Tone } from '#web/kit/ui/Badge.tsx';
import { WarningIcon } from '#web/kit/ui/icons.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { recordedWords } from './feed-words.ts';

/** Data besides feeds: bundled data, the sample, own logs, and findings of live look-ups. */
export function LoadedData({ answer }: { answer: Answer<Collection> }) {
  return (
    <Panel
      title="Data besides feeds"
      answer={answer}
      read={({ sources }) =>
        rowsOrEmpty(sources && latestSources(sources).filter(isNotFeed), 'Nothing else has been loaded.')
      }
      skeleton={{ shape: 'rows', count: 8 }}
      isFlush
    >
      {(sources) => (
        <div className="overflow-x-auto">
          <table aria-label="Data besides feeds" className="w-full text-left">
            <thead className="text-sm text-muted">
              <tr>
                <th className="px-3 py-1 font-medium">Source</th>
                <th className="px-3 py-1 text-right font-medium">Rows</th>
                <th className="px-3 py-1 font-medium">As of</th>
                <th className="px-3 py-1 font-medium max-sm:hidden">Loaded</th>
                <th className="px-3 py-1 font-medium max-md:hidden">Licence</th>
              </tr>
            </thead>
            <tbody>
              {sources.map((source) => (
                <SourceRow
                  key={`${source.source} ${source.kind}`}
                  source={source}
                  title={titleOf(source, answer.response)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}

function SourceRow({
  source: { source, kind, sample, rows, as_of, loaded_at, licence },
  title,
}: {
  readonly source: CollectionSource;
  readonly title: string;
}) {
  const { word, tone } = origin(source, sample);
  return (
    <tr className="border-t border-border align-baseline">
      <th scope="row" className="px-3 py-1 font-normal">
        <VisibleText text={title} /> <Badge tone={tone}>{word}</Badge>
        <span className="block text-sm text-faint">
          {kind !== title && kind}
          {licence && <span className="md:hidden"> · {licence}</span>}
        </span>
      </th>
      <td className="px-3 py-1 text-right tabular-nums">{formatNumber(rows)}</td>
      <td className="px-3 py-1">
        <TimeText value={as_of} />
        <DataAge asOf={as_of} isOwn={isOwnLog(source)} />
      </td>
      <td className="px-3 py-1 whitespace-nowrap max-sm:hidden">
        <TimeText value={loaded_at} isRelative />
      </td>
      <td className="px-3 py-1 text-muted max-md:hidden">{licence}</td>
    </tr>
  );
}

/** The name of a source where the coverage has one. */
function titleOf({ source = '' }: CollectionSource, { coverage = [] }: Collection = {}): string {
  return coverage.flatMap(({ sources = [] }) => sources).find((each) => each.source === source)?.title ?? source;
}

/** Marks data older than a year. Own logs always show their age: a sensor that has stopped sending is seen by it. */
function DataAge({ asOf = '', isOwn }: { readonly asOf: string | undefined; readonly isOwn: boolean }) {
  const now = useNow();
  const day = isoDateToDate(asOf);
  if (!day) return null;
  const days = daysBetween(day, new Date(now * 1000));
  const words = recordedWords(dateToEpochSeconds(day), now);
  if (days <= 365) return isOwn && days > 0 ? <span className="block text-sm text-muted">{words}</span> : null;
  return (
    <span className="flex items-center gap-1 text-sm whitespace-nowrap text-warning">
      <WarningIcon />
      {words}
    </span>
  );
}

function origin(source: string | undefined, isSample: boolean | undefined): { word: string; tone: Tone } {
  if (isSample) return { word: 'sample', tone: 'warning' };
  if (isOwnLog(source)) return { word: 'own logs', tone: 'accent' };
  return source === 'live' ? { word: 'live findings', tone: 'accent' } : { word: 'packaged', tone: 'neutral' };
}

function isOwnLog(source = ''): boolean {
  return source.startsWith('log:');
}

/** Leaves feeds out, which have a list of their own. */
function isNotFeed({ source = '' }: CollectionSource): boolean {
  return !source.startsWith('feed:');
}

/** The newest import of every source and kind, own logs first: a daily source would otherwise fill the list. */
export function latestSources(sources: readonly CollectionSource[]): readonly CollectionSource[] {
  const newestFirst = [...sources].sort((a, b) => (b.loaded_at ?? '').localeCompare(a.loaded_at ?? ''));
  const latest = new Map<string, CollectionSource>();
  for (const source of newestFirst) {
    const key = `${source.source} ${source.kind}`;
    if (!latest.has(key)) latest.set(key, source);
  }
  const all = [...latest.values()];
  return [...all.filter(({ source }) => isOwnLog(source)), ...all.filter(({ source }) => !isOwnLog(source))];
}
