import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { formatBytes, formatNumber } from '#model/format.ts';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { useNow } from '#web/kit/time/use-now.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { DownIcon, ForwardIcon, HistoryIcon, KeyIcon } from '#web/kit/ui/icons.ts';
import { Progress } from '#web/kit/ui/Progress.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { coverageLabel, everyWords, feedAnchor, rowWords, stateLook, whoseWords } from './feed-words.ts';
import { type Feed, isRunning, rowCount } from './feed.ts';
import { FeedControls, FeedSwitch } from './FeedControls.tsx';
import { FeedDetails } from './FeedDetails.tsx';
import { warningOf } from './FreshnessLine.tsx';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Card } from '#web/kit/ui/Card.tsx';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';

export interface FeedAccess {
  /** False hides all controls. */
  readonly canManage: boolean;
  /** The service has no network access. */
  readonly isOffline: boolean;
}

/** One feed: switch, state and contents; details under its title. */
function FeedRow({ feed, access }: { readonly feed: Feed; readonly access: FeedAccess }) {
  const { id, title, publisher } = feed;
  const anchor = feedAnchor(id);
  const detailsId = `${anchor}-details`;
  const isWanted = useLocation().hash === `#${anchor}`;
  const [isToggled, setIsToggled] = useState<boolean>();
  const isOpen = isToggled ?? isWanted;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isWanted) row.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  const narrowPlace = access.canManage ? '@max-3xl:col-start-2 @max-3xl:pl-4.5' : '@max-3xl:pl-4.5';
  const Chevron = isOpen ? DownIcon : ForwardIcon;
  return (
    <li ref={row} id={anchor} className="px-3 py-2">
      <div
        className={classNames(
          'grid items-start gap-x-4 gap-y-1.5',
          access.canManage
            ? 'grid-cols-[auto_minmax(0,1fr)] @3xl:grid-cols-[auto_minmax(0,5fr)_minmax(0,6fr)_8rem_7.5rem]'
            : 'grid-cols-1 @3xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_8rem]',
        )}
      >
        {access.canManage && (feed.state === 'deleted' ? <span className="w-7" /> : <FeedSwitch feed={feed} />)}
        <div className="min-w-0">
          <h4>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? detailsId : undefined}
              onClick={() => setIsToggled(!isOpen)}
              className="target -ml-1 flex max-w-full items-start gap-1 rounded-sm px-1 text-left font-semibold hover:text-accent"
            >
              <span className="mt-0.75 flex text-muted">
                <Chevron />
              </span>
              <VisibleText text={title} />
            </button>
          </h4>
          <p className="pl-4.5 text-sm text-muted">
            <VisibleText text={publisher} />
            {feed.fills.length > 0 && ` · ${feed.fills.map(coverageLabel).join(', ')}`}
            {feed.needsKey && (
              <span className="sm:whitespace-nowrap">
                {' · '}
                <span className="inline-flex align-text-bottom">
                  <KeyIcon />
                </span>{' '}
                {feed.hasKey ? 'key stored' : 'needs a key'}
              </span>
            )}
          </p>
        </div>
        <div className={classNames('min-w-0', narrowPlace)}>
          <FeedStanding feed={feed} />
        </div>
        <div className={classNames('@3xl:contents', narrowPlace, 'flex items-center justify-between gap-2')}>
          <p className="text-sm text-muted">
            <Schedule feed={feed} isOffline={access.isOffline} />
          </p>
          {access.canManage && feed.isEnabled && <FeedControls feed={feed} isOffline={access.isOffline} />}
        </div>
      </div>
      {isOpen && (
        <div id={detailsId} className="mt-3 @3xl:pl-11">
          <FeedDetails feed={feed} canManage={access.canManage} />
        </div>
      )}
    </li>
  );
}

/** The state as word and icon, and the data that it leaves. */
function FeedStanding({ feed }: { readonly feed: Feed }) {
  const { word, icon: Icon, tone, meaning } = stateLook(feed);
  const isLate = warningOf(feed, useNow()) !== null && (feed.state === 'ok' || feed.state === 'unchanged');
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span title={meaning} className="inline-flex">
          <Badge tone={tone} icon={<Icon />}>
            {word}
          </Badge>
        </span>
        {isLate && (
          <Badge tone="warning" icon={<HistoryIcon />}>
            Late
          </Badge>
        )}
        {!isRunning(feed) && <Holdings feed={feed} />}
      </p>
      {isRunning(feed) && <Running feed={feed} />}
      {feed.error !== '' && !isRunning(feed) && (
        <p className={feed.state === 'failed' ? 'text-danger' : 'text-warning'}>
          <VisibleText text={feed.error} />{' '}
          {feed.whose !== '' && <span className="text-muted">{whoseWords(feed.whose)}.</span>}
        </p>
      )}
      {feed.state === 'deleted' && (
        <p className="text-sm text-muted">{stateLook(feed).meaning} It can be removed in the details.</p>
      )}
    </div>
  );
}

function Holdings({ feed }: { readonly feed: Feed }): ReactNode {
  const { lastSuccess, asOf, asOfReason, lists, rejects } = feed;
  if (lastSuccess === null) return null;
  const count = rowCount(feed);
  return (
    <span className="text-sm text-muted tabular-nums">
      {count > 0 || feed.isEnabled ? rowWords(feed) : 'Last loaded'}
      {asOf && (
        <>
          {' '}
          · as of <TimeText value={asOf} />
          {asOfReason && ` (${asOfReason})`}
          {lists.length > 1 && !asOfReason && ` (newest of ${lists.length} lists)`}
        </>
      )}{' '}
      · <TimeText value={lastSuccess} isRelative />
      {rejects.count > 0 && <> · {formatNumber(rejects.count)} rejected</>}
    </span>
  );
}

function Running({ feed }: { readonly feed: Feed }) {
  const { title, progress, state } = feed;
  const { step, done, total } = progress ?? { step: '', done: 0, total: 0 };
  const amount = (count: number) => (state === 'fetching' ? formatBytes(count) : formatNumber(count));
  const isCounted = total > 0;
  return (
    <div role="group" aria-label={`Progress of ${title}`} className="max-w-80">
      <Progress
        label={step || stateLook(feed).word}
        value={isCounted ? Math.min(done, total) : 0}
        max={isCounted ? total : 1}
        valueText={isCounted ? `${amount(done)} of ${amount(total)}` : done > 0 ? amount(done) : ''}
      />
    </div>
  );
}

function Schedule({
  feed: { isEnabled, everySeconds, nextFetch, url, state },
  isOffline,
}: {
  readonly feed: Feed;
  readonly isOffline: boolean;
}): ReactNode {
  const now = useNow();
  if (state === 'deleted') return null;
  if (url === '' || isOffline) return 'from its drop folder';
  return (
    <>
      {everyWords(everySeconds)}
      {isEnabled && nextFetch !== null && (
        <span className="@3xl:block">
          <span className="@3xl:hidden">, </span>
          {nextFetch > now ? (
            <>
              next <TimeText value={nextFetch} isRelative />
            </>
          ) : (
            'next: due now'
          )}
        </span>
      )}
    </>
  );
}

const filters = ['all', 'on', 'off', 'problems'] as const;
type Filter = (typeof filters)[number];

const groups = ['Your own feeds', 'Block lists', 'Routing and registries', 'Facts about addresses and names'] as const;
type Group = (typeof groups)[number];
const routingKinds: ReadonlySet<string> = new Set(['origin_as', 'country', 'as_allocation', 'subnet_allocation']);

/** Every feed of the service, grouped by purpose, with its state and controls. */
export function FeedList({ feeds, access }: { readonly feeds: readonly Feed[]; readonly access: FeedAccess }) {
  const [filter, setFilter] = useQueryState('show', parseAsStringLiteral(filters).withDefault('all'));
  const now = useNow();
  const kept = (feed: Feed, by: Filter) => isShown(feed, by, now);
  const choices = filters.map((value) => ({
    value,
    label: `${filterWords[value]} ${feeds.filter((feed) => kept(feed, value)).length}`,
  }));
  const shown = feeds.filter((feed) => kept(feed, filter));
  return (
    <section aria-labelledby="feeds-heading" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="feeds-heading" className="text-lg font-semibold">
          Feeds
        </h2>
        <SegmentedControl
          label="Feeds shown"
          value={filter}
          choices={choices}
          onChange={(next) => void setFilter(next)}
        />
      </div>
      {access.canManage && (
        <p className="text-muted">
          The publisher of a feed that is on learns the address of this machine and that it uses the feed. What you look
          up stays here.
        </p>
      )}
      {shown.length === 0 && <p className="text-muted">{emptyWords[filter]}</p>}
      {groups.map((group) => {
        const members = shown.filter((feed) => groupOf(feed) === group);
        if (members.length === 0) return null;
        const on = members.filter(({ isEnabled }) => isEnabled).length;
        return (
          <Card key={group} title={group} meta={`${on} of ${members.length} on`} headingLevel={3} isFlush>
            <ul aria-label={group} className="@container divide-y divide-border">
              {members.map((feed) => (
                <FeedRow key={feed.id} feed={feed} access={access} />
              ))}
            </ul>
          </Card>
        );
      })}
    </section>
  );
}

const filterWords: Readonly<Record<Filter, string>> = { all: 'All', on: 'On', off: 'Off', problems: 'Problems' };

const emptyWords: Readonly<Record<Filter, string>> = {
  all: 'This service has no feeds.',
  on: 'No feed is on.',
  off: 'Every feed is on.',
  problems: 'No feed has a problem.',
};

function isShown(feed: Feed, filter: Filter, now: number): boolean {
  if (filter === 'problems') return feed.isEnabled && (warningOf(feed, now) !== null || feed.rejects.count > 0);
  return filter === 'all' || feed.isEnabled === (filter === 'on');
}

function groupOf({ isOwn, fills }: Feed): Group {
  if (isOwn) return 'Your own feeds';
  if (fills.includes('listings')) return 'Block lists';
  return fills.some((kind) => routingKinds.has(kind)) ? 'Routing and registries' : 'Facts about addresses and names';
}
