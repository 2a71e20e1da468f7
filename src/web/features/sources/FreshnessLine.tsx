import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { useNow } from '#web/components/time/use-now.ts';
import { CheckIcon, OffIcon, RunningIcon, WarningIcon } from '#web/ui/icons.ts';
import { linkClass } from '#web/ui/link-class.ts';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';
import type { Feed } from './feed.ts';
import { feedAnchor } from './feed-words.ts';
import { freshnessOf, type Freshness } from './freshness.ts';

const looks: Readonly<Record<Freshness['is'], { readonly icon: ComponentType; readonly tone: string }>> = {
  none: { icon: OffIcon, tone: 'text-warning' },
  current: { icon: CheckIcon, tone: 'text-ok' },
  loading: { icon: RunningIcon, tone: 'text-accent' },
  warning: { icon: WarningIcon, tone: 'text-warning' },
};

interface FreshnessLineProps {
  readonly feeds: readonly Feed[] | undefined;
  /** It stands on the page that it would lead to: each warning is there, and leads to its feed. */
  readonly isOnSources?: boolean;
}

/** How fresh the feeds are, in one line that leads to them. Takes its room before they are known. */
export function FreshnessLine({ feeds, isOnSources = false }: FreshnessLineProps) {
  const now = useNow();
  if (!feeds) return <p className="min-h-5" />;
  const { is, text, warnings } = freshnessOf(feeds, now);
  const { icon: Icon, tone } = looks[is];
  const shown = isOnSources ? warnings : warnings.slice(0, 1);
  const hidden = warnings.length - shown.length;
  return (
    <p className="flex min-h-5 items-start gap-1.5 text-muted">
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
            {hidden > 0 && `, and ${hidden} more ${hidden === 1 ? 'warning' : 'warnings'}`}.{' '}
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
