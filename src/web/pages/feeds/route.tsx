import { useState } from 'react';
import { AnswerFailure } from '#web/kit/panel/AnswerFailure.tsx';
import { NotAsOf } from '#web/kit/time/NotAsOf.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { AddIcon } from '#web/kit/ui/icons.ts';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { OutfeedCard } from './OutfeedCard.tsx';
import { OutfeedForm } from './OutfeedForm.tsx';
import { useOutfeeds } from './use-outfeeds.ts';

const title = 'Published feeds';

export const handle: RouteHandle = { title };

/** The feeds that this service publishes for resolvers, firewalls and other platforms. */
export function Component() {
  const { response, failure, refetch } = useOutfeeds();
  const [isAdding, setIsAdding] = useState(false);
  const feeds = response?.feeds ?? [];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold">{title}</h1>
          <p className="max-w-3xl text-muted">
            Block lists for resolvers, firewalls and other platforms, renewed after every import. Programs read them
            with a key of the role feed, in the header X-API-KEY or as the password of HTTP Basic.
          </p>
        </div>
        {response?.can_manage && !isAdding && (
          <Button variant="primary" onClick={() => setIsAdding(true)}>
            <AddIcon />
            Publish a feed
          </Button>
        )}
      </div>
      <NotAsOf what={title} />
      {failure && <AnswerFailure failure={failure} what={title} onRetry={refetch} />}
      {!response && !failure && <Skeleton shape="rows" count={8} />}
      {response && isAdding && <OutfeedForm outfeeds={response} onClose={() => setIsAdding(false)} />}
      {response && feeds.length === 0 && !isAdding && (
        <EmptyState kind="empty" word="No feeds">
          Nothing is published yet.{' '}
          {response.can_manage
            ? 'Publish a feed, and give its address to a resolver or a firewall.'
            : 'A key with the role admin can publish feeds.'}
        </EmptyState>
      )}
      {response && feeds.map((feed) => <OutfeedCard key={feed.name} feed={feed} outfeeds={response} />)}
    </div>
  );
}
