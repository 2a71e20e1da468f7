import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SourceRemoval } from '#contract/generated/types.gen.ts';
import { formatCount, formatNumber } from '#model/format.ts';
import { answerOptions } from '#web/api/query.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import type { Feed } from './feed.ts';
import { RemovalDialog } from './RemovalDialog.tsx';
import { useFeedChange } from './use-sources.ts';

interface RemoveFeedDataDialogProps {
  readonly feed: Feed;
  readonly onClose: () => void;
}

/** Shows what leaves the collection before the data of a feed is removed. A feed that is on is switched off with it. */
export function RemoveFeedDataDialog({ feed: { id, title, isEnabled, state }, onClose }: RemoveFeedDataDialogProps) {
  const asked = { operationId: 'sourceRemoval', path: { source_id: id } } as const;
  const { data, error, isFetching } = useQuery({ ...answerOptions(asked), staleTime: 0, gcTime: 0, retry: false });
  const change = useFeedChange();
  const remove = () =>
    change.mutate(
      { operationId: 'sourceChange', path: { source_id: id }, body: { enabled: 0, remove_data: 1 } },
      { onSuccess: onClose },
    );
  return (
    <RemovalDialog
      name={`what ${title} brought`}
      problem={error ?? change.error}
      isCounting={isFetching || !data}
      isSending={change.isPending}
      verb={isEnabled ? 'Switch off and remove' : 'Remove'}
      onRemove={remove}
      onClose={onClose}
    >
      {data && (
        <Removal removal={data.response}>
          {state === 'deleted'
            ? 'The feed leaves the list.'
            : `${isEnabled ? 'The feed is on and would bring its data back: it is switched off.' : 'The feed stays off.'} If it is switched on again, it starts from the beginning.`}
        </Removal>
      )}
    </RemovalDialog>
  );
}

interface RemovalProps {
  readonly removal: SourceRemoval;
  /** What becomes of the feed. */
  readonly children: ReactNode;
}

function Removal({ removal, children }: RemovalProps) {
  const {
    listings = 0,
    listings_today = 0,
    subjects_unlisted = 0,
    subjects = [],
    facts = 0,
    allocations = 0,
  } = removal;
  const { from = '', to = '', scores_from = '' } = removal;
  const more = subjects_unlisted - subjects.length;
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      {listings > 0 && (
        <li>
          {formatCount(listings, 'listing goes', 'listings go')} with {listings === 1 ? 'its' : 'their'} history, from{' '}
          {from} to {to}. {formatNumber(listings_today)} of them {listings_today === 1 ? 'has' : 'have'} not expired.
        </li>
      )}
      {subjects_unlisted > 0 && (
        <li>
          {formatCount(subjects_unlisted, 'entry was', 'entries were')} never on another list:{' '}
          <VisibleText text={subjects.join(', ')} />
          {more > 0 && ` and ${formatNumber(more)} more`}.
        </li>
      )}
      {facts > 0 && <li>{formatCount(facts, 'fact goes', 'facts go')} with their history.</li>}
      {allocations > 0 && <li>{formatCount(allocations, 'allocation goes', 'allocations go')} with their history.</li>}
      <li>
        Scores from {scores_from} on are computed again. Reputation charts miss earlier days until that is done, which
        may take minutes.
      </li>
      <li>{children}</li>
    </ul>
  );
}
