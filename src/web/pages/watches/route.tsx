import { useQueryClient } from '@tanstack/react-query';
import { parseAsString, useQueryStates } from 'nuqs';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { WatchEvents } from '#contract/generated/types.gen.ts';
import { fetchAnswer, questionKey } from '#web/api/query.ts';
import { teamQuestion } from '#web/api/team.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { AnswerFailure } from '#web/kit/panel/AnswerFailure.tsx';
import { usePagedAnswer } from '#web/kit/records/use-pages.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { isComplete, PagingBar } from '#web/table/PagingBar.tsx';
import { WatchEventList } from '#web/tools/watches/WatchEventList.tsx';
import { WatchList } from '#web/tools/watches/WatchList.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = { title: 'Watches' };

const eventsOf = ({ events = [] }: WatchEvents) => events;
const idParser = parseAsString.withDefault('');

function noEventWords({ event, watch }: { event: string; watch: string }, isAnyWatched: boolean): string {
  if (event) return 'The event of this link is not in the collection. Events are kept for 180 days.';
  if (watch) return 'No run of this watch has found a difference in the last 180 days.';
  return isAnyWatched ? 'No run of a watch has found a difference in the last 180 days.' : 'Nothing is watched.';
}

/** What is watched, and what the watches told. Events count as read once the list of all is shown. */
export function Component() {
  const [{ event, watch }, setChosen] = useQueryStates({ event: idParser, watch: idParser });
  const isChosen = event !== '' || watch !== '';
  const watches = useAnswer({ operationId: 'watches' }, { title: 'Watches' });
  const {
    answer: events,
    rows,
    paging: pages,
  } = usePagedAnswer(
    { operationId: 'watchEvents', query: { ...(event ? { event } : watch && { watch }), limit: 50 } },
    { title: 'Events', rowsOf: eventsOf },
  );
  const { response: told } = events;
  const paging = { ...pages, total: told?.total ?? null };
  const all = watches.response?.watches ?? [];
  // events count as read by their time, also those that a choice leaves out
  useSeen(isChosen ? undefined : rows.find(({ is_unread: isUnread }) => isUnread)?.at);
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-xl font-semibold">Watches</h1>
        <p className="max-w-3xl text-muted">
          Watches run after imports and once a day, and tell what is new since their last run. “Watch” on the page of a
          subject, on a search and on{' '}
          <Link to={paths.findings()} className={linkClass}>
            Findings
          </Link>{' '}
          makes one. Feed readers get the events at{' '}
          <code className="wrap-anywhere">{location.origin}/watches.atom</code>, with an API key as the password.
        </p>
      </div>
      <section aria-labelledby="watch-events" className="flex flex-col gap-2">
        <h2 id="watch-events" className="font-semibold">
          {event ? 'Event' : watch ? `Events of ${all.find(({ id }) => id === watch)?.title ?? 'one watch'}` : 'Events'}
        </h2>
        {isChosen && (
          <Button size="sm" className="self-start" onClick={() => void setChosen(null)}>
            Show the events of all watches
          </Button>
        )}
        {events.failure && <AnswerFailure failure={events.failure} what="Events" onRetry={events.refetch} />}
        {!told && !events.failure && <Skeleton shape="rows" count={4} />}
        {told?.total === 0 && (
          <EmptyState kind="empty" word={event ? 'No such event' : 'No events'}>
            {noEventWords({ event, watch }, all.length > 0)}
          </EmptyState>
        )}
        {rows.length > 0 && <WatchEventList events={rows} />}
        {!isComplete(rows.length, paging) && <PagingBar loaded={rows.length} paging={paging} />}
      </section>
      <section aria-labelledby="watch-list" className="flex flex-col gap-2">
        <h2 id="watch-list" className="font-semibold">
          Watched
        </h2>
        {watches.failure && <AnswerFailure failure={watches.failure} what="Watches" onRetry={watches.refetch} />}
        {!watches.response && !watches.failure && <Skeleton shape="rows" count={4} />}
        {watches.response && all.length === 0 && (
          <EmptyState kind="empty" word="Nothing is watched">
            Open a subject or run a search, and press “Watch”.
          </EmptyState>
        )}
        {all.length > 0 && <WatchList watches={all} quietHours={watches.response?.quiet_hours ?? ''} />}
      </section>
    </div>
  );
}

/** Counts events up to a time as read. The list keeps its marks until it is asked again. */
function useSeen(until: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (until === undefined) return;
    void fetchAnswer({ operationId: 'watchEventsSeen', body: { until } }).then(
      () => client.invalidateQueries({ queryKey: questionKey(teamQuestion) }),
      () => undefined, // they stay unread
    );
  }, [client, until]);
}
