import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { plural } from '#model/format.ts';
import { showShortAge } from '#model/shown-time.ts';
import { useNow } from '#web/kit/time/use-now.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { CheckIcon, OffIcon, RunningIcon, WarningIcon } from '#web/kit/ui/icons.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';
import { feedAnchor } from './feed-words.ts';
import { type Feed, isRunning } from './feed.ts';

const looks: Readonly<Record<Freshness['is'], { readonly icon: ComponentType; readonly tone: string }>> = {
  none: { icon: OffIcon, tone: 'text-warning' },
  current: { icon: CheckIcon, tone: 'text-ok' },
  loading: { icon: RunningIcon, tone: 'text-accent' },
  warning: { icon: WarningIcon, tone: 'text-warning' },
};

interface FreshnessLineProps {
  readonly feeds: readonly Feed[] | undefined;
  /** The line is on the page of the sources: each warning links to its feed. */
  readonly isOnSources?: boolean;
  /** Other outdated data, as sentences without a full stop. */
  readonly moreWarnings?: readonly string[];
}

/** The freshness of the feeds in one line with a link to them. Its space is reserved before the answer. */
export function FreshnessLine({ feeds, isOnSources = false, moreWarnings = [] }: FreshnessLineProps) {
  const now = useNow();
  if (!feeds) return <p className="min-h-10 sm:min-h-5" />;
  const { is, text, warnings } = freshnessOf(feeds, now);
  const { icon: Icon, tone } = looks[moreWarnings.length > 0 ? 'warning' : is];
  const shown = isOnSources ? warnings : warnings.slice(0, 1);
  const hidden = warnings.length - shown.length;
  return (
    <p className="flex min-h-10 items-start gap-1.5 text-muted sm:min-h-5">
      <span className={`mt-0.75 flex ${tone}`}>
        <Icon />
      </span>
      <span className="min-w-0">
        {shown.map((warning, index) => (
          <span key={warning.id} className="text-warning">
            {index > 0 && ' '}
            {isOnSources ? (
              <Link to={`${paths.sources()}#${feedAnchor(warning.id)}`} className="underline underline-offset-2">
                <VisibleText text={warning.text} />
              </Link>
            ) : (
              <VisibleText text={warning.text} />
            )}
            {hidden > 0 && `, and ${hidden} more ${plural(hidden, 'warning')}`}.{' '}
          </span>
        ))}
        {moreWarnings.map((text) => (
          <span key={text} className="text-warning">
            <VisibleText text={text} />.{' '}
          </span>
        ))}
        {is === 'none' ? 'No feed is on: only packaged data and what was collected here are searched.' : `${text}.`}{' '}
        {!isOnSources && (
          <Link to={paths.sources()} className={linkClass}>
            Sources
          </Link>
        )}
      </span>
    </p>
  );
}

interface Freshness {
  /** Whether all is well: no feed is on · every feed that is on is current · some are still loading · something is wrong. */
  readonly is: 'none' | 'current' | 'loading' | 'warning';
  readonly text: string;
  /** One sentence for each feed that needs a look, the worst first. */
  readonly warnings: readonly FeedWarning[];
}

interface FeedWarning {
  readonly id: string;
  readonly text: string;
}

/** The freshness of the enabled feeds in one line. `now` is epoch seconds. */
export function freshnessOf(feeds: readonly Feed[], now: number): Freshness {
  const on = feeds.filter(({ isEnabled }) => isEnabled);
  if (on.length === 0) return { is: 'none', text: 'No feed is on.', warnings: [] };
  const judged = on.map((feed) => ({ feed, warning: warningOf(feed, now) }));
  const warnings = judged
    .flatMap(({ feed, warning }) => (warning ? [{ ...warning, id: feed.id }] : []))
    .sort((a, b) => b.weight - a.weight)
    .map(({ id, text }) => ({ id, text }));
  const loading = judged.filter(({ feed, warning }) => !warning && feed.lastSuccess === null).length;
  const current = on.length - warnings.length - loading;
  const ages = judged.flatMap(({ feed: { lastSuccess }, warning }) =>
    warning || !lastSuccess ? [] : now - lastSuccess,
  );
  const parts = [
    `Feeds: ${current} of ${on.length} current`,
    ages.length > 0 && `oldest ${showShortAge(Math.max(...ages))}`,
    loading > 0 && `${loading} loading`,
  ];
  const text = parts.filter(Boolean).join(', ');
  return { is: warnings.length > 0 ? 'warning' : loading > 0 ? 'loading' : 'current', text, warnings };
}

/** What is wrong with an enabled feed; null for one that is current or not fetched yet. */
export function warningOf(feed: Feed, now: number): { readonly text: string; readonly weight: number } | null {
  const { title, state, lastSuccess, asOf } = feed;
  const day = lastSuccess === null ? null : new Date(lastSuccess * 1000).toISOString().slice(0, 10);
  if (state === 'failed')
    return { text: day ? `${title} has failed since ${day}` : `${title} has failed and was never loaded`, weight: 3 };
  if (state === 'suspect')
    return { text: `${title} is suspect: the data of ${asOf ?? day ?? 'its last good fetch'} stays in use`, weight: 2 };
  if (state === 'old') return { text: `${title} has data of ${asOf ?? 'an old day'}`, weight: 1 };
  if (state === 'empty') return { text: `${title} has no file in its drop folder yet`, weight: 0 };
  if (isLate(feed, now)) return { text: `${title} is ${showShortAge(now - (lastSuccess ?? now))} old`, weight: 1 };
  return null;
}

const graceSeconds = 3600;

/** Two fetches were missed: the service was down, or has had no network. */
function isLate(feed: Feed, now: number): boolean {
  const { lastSuccess, everySeconds, url } = feed;
  // files of a drop folder have no schedule
  if (lastSuccess === null || url === '' || everySeconds === 0 || isRunning(feed)) return false;
  return now - lastSuccess > 2 * everySeconds + graceSeconds;
}
