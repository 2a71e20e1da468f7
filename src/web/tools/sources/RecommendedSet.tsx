import { formatCount, plural, uncapital } from '#model/format.ts';
import { nameSome } from '#model/listed-by.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { DownloadIcon } from '#web/kit/ui/icons.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { coverageLabel, everyWords, sizeWords } from './feed-words.ts';
import type { Feed } from './feed.ts';
import { FeedProblem, OutLink } from './FeedProblem.tsx';
import { useSourcesChange } from './use-sources.ts';

interface RecommendedSetProps {
  readonly feeds: readonly Feed[];
  readonly totalBytes: number;
  readonly isOffline: boolean;
}

/** Switches on the recommended set with one click; lists content, publishers, licences, sizes and intervals. Empty once it is on. */
export function RecommendedSet({ feeds, totalBytes, isOffline }: RecommendedSetProps) {
  const change = useSourcesChange();
  const set = feeds.filter(({ isRecommended }) => isRecommended);
  const missing = set.filter(({ isEnabled }) => !isEnabled);
  if (missing.length === 0) return null;
  const press = () => change.mutate({ operationId: 'sourcesRecommended' });
  const reason = hindrance(isOffline, change.isPending);
  if (missing.length < set.length)
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        <p>
          Off in the recommended set: <VisibleText text={missing.map(({ title }) => title).join(', ')} />.
        </p>
        <Button size="sm" onClick={press} disabledReason={reason}>
          Switch {missing.length === 1 ? 'it' : `all ${missing.length}`} on
        </Button>
        <FeedProblem error={change.error} />
      </div>
    );
  return (
    <Card title="Load current data: the recommended set">
      <div className="flex flex-col gap-3">
        <p>
          {missing.length} free {plural(missing.length, 'list')} from {publisherCount(missing)}
          {totalBytes > 0 && `, about ${sizeWords(totalBytes)} in all`}: {kindsOf(missing)}. They are fetched now and
          kept up to date.
        </p>
        <p className="text-muted">
          Each publisher learns the address of this machine and that it uses its list. What you look up stays here.
          Nothing is fetched until you say so.
        </p>
        <SetTable feeds={missing} />
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="primary" onClick={press} disabledReason={reason}>
            <DownloadIcon />
            Switch on all {set.length}
          </Button>
        </div>
        <FeedProblem error={change.error} />
      </div>
    </Card>
  );
}

function hindrance(isOffline: boolean, isPending: boolean): string | undefined {
  if (isOffline) return 'This service runs with SIGHTLINE_OFFLINE: it sends nothing out.';
  return isPending ? 'Switching on …' : undefined;
}

function publisherCount(feeds: readonly Feed[]): string {
  const count = new Set(feeds.map(({ publisher }) => publisher)).size;
  return formatCount(count, 'publisher');
}

/** 'Listings, Tor exit node and top list' */
function kindsOf(feeds: readonly Feed[]): string {
  const kinds = [...new Set(feeds.flatMap(({ fills }) => fills))].map((kind, index) =>
    index === 0 ? coverageLabel(kind) : lowerFirst(coverageLabel(kind)),
  );
  return nameSome(kinds, Infinity);
}

/** 'Tor exit node' stays, 'Listings' becomes 'listings': names and abbreviations keep their capitals. */
function lowerFirst(text: string): string {
  return /^(Tor|[A-Z]{2,})\b/.test(text) ? text : uncapital(text);
}

/** On a phone each feed is a block of its own. */
function SetTable({ feeds }: { readonly feeds: readonly Feed[] }) {
  return (
    <div
      className="-mx-3 overflow-x-auto border-y border-border"
      tabIndex={0}
      role="region"
      aria-label="Recommended set"
    >
      <table className="w-full text-left">
        <thead className="text-sm text-muted max-sm:sr-only">
          <tr>
            <th className="px-3 py-1 font-medium">Feed</th>
            <th className="px-3 py-1 font-medium">Fills</th>
            <th className="px-3 py-1 font-medium">Licence</th>
            <th className="px-3 py-1 text-right font-medium">Size</th>
            <th className="px-3 py-1 font-medium">How often</th>
          </tr>
        </thead>
        <tbody>
          {feeds.map(({ id, title, publisher, fills, licence, licenceUrl, sizeHint, everySeconds }) => (
            <tr key={id} className="border-t border-border align-baseline max-sm:block max-sm:py-1">
              <th scope="row" className="px-3 py-1 font-normal max-sm:block max-sm:py-0">
                {title} <span className="text-sm text-faint">{publisher}</span>
              </th>
              <td className="px-3 py-1 text-muted max-sm:block max-sm:py-0">{fills.map(coverageLabel).join(', ')}</td>
              <td className="px-3 py-1 max-sm:block max-sm:py-0">
                <OutLink href={licenceUrl}>{licence}</OutLink>
              </td>
              <td className="px-3 py-1 whitespace-nowrap tabular-nums max-sm:inline max-sm:pr-1.5 sm:text-right">
                {sizeWords(sizeHint)}
              </td>
              <td className="px-3 py-1 whitespace-nowrap max-sm:inline max-sm:pl-0">{everyWords(everySeconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
