import type { ReactNode } from 'react';
import { formatCount } from '#model/format.ts';
import { ConfirmDialog } from '#web/kit/ui/ConfirmDialog.tsx';
import type { Feed } from './feed.ts';
import { coverageLabel } from './feed-words.ts';
import { FeedProblem } from './FeedProblem.tsx';
import { useFeedChange } from './use-sources.ts';

interface SwitchOffDialogProps {
  readonly feed: Feed;
  readonly onClose: () => void;
}

/** Shows what is lost and what stays before a feed is switched off. */
export function SwitchOffDialog({ feed, onClose }: SwitchOffDialogProps) {
  const change = useFeedChange();
  const switchOff = () =>
    change.mutate(
      { operationId: 'sourceChange', path: { source_id: feed.id }, body: { enabled: 0 } },
      { onSuccess: onClose },
    );
  return (
    <ConfirmDialog
      title={`Switch off ${feed.title}?`}
      keep="Keep it on"
      verb="Switch off"
      disabledReason={change.isPending ? 'Switching off …' : undefined}
      onConfirm={switchOff}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <Loss feed={feed}>It can be switched on again at any time.</Loss>
        <FeedProblem error={change.error} />
      </div>
    </ConfirmDialog>
  );
}

interface LossProps {
  readonly feed: Feed;
  /** What can be done later. */
  readonly children: ReactNode;
}

/** What current answers lose without the feed, and what stays. */
export function Loss({ feed: { rows, fills }, children }: LossProps) {
  const { listings, facts, routing } = rows;
  const kinds = fills.filter((kind) => kind !== 'listings').map(coverageLabel);
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      {listings > 0 && (
        <li>
          {formatCount(listings, 'listing ends', 'listings end')} today: they no longer count in scores, rankings and
          verdicts.
        </li>
      )}
      {facts > 0 && (
        <li>
          {formatCount(facts, 'fact ends', 'facts end')} today. What no other source covers is then “not tracked”
          {kinds.length > 0 && `: ${kinds.join(', ')}`}.
        </li>
      )}
      {routing > 0 && <li>{formatCount(routing, 'routing row is', 'routing rows are')} not renewed any more.</li>}
      <li>The history stays: earlier days, reputation charts and past listings are as they were.</li>
      <li>Nothing is fetched from its publisher any more.</li>
      {children && <li>{children}</li>}
    </ul>
  );
}
