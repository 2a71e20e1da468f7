import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useNow } from '#web/kit/time/use-now.ts';
import { Card } from '#web/kit/ui/Card.tsx';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import type { Feed } from './feed.ts';
import { type FeedAccess, FeedRow } from './FeedRow.tsx';
import { warningOf } from './FreshnessLine.tsx';

const filters = ['all', 'on', 'off', 'problems'] as const;
type Filter = (typeof filters)[number];

const groups = ['Your own feeds', 'Block lists', 'Routing and registries', 'Facts about addresses and names'] as const;
type Group = (typeof groups)[number];
const routingKinds: ReadonlySet<string> = new Set(['origin_as', 'country', 'as_allocation', 'subnet_allocation']);

/** Every feed of the service by what it is for, with its state and its controls. */
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
