import { useState } from 'react';
import type { Outfeed, Outfeeds } from '#contract/generated/types.gen.ts';
import { formatCount } from '#model/format.ts';
import { TLP_LEVELS } from '#model/tlp.ts';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { ConfirmDialog } from '#web/kit/ui/ConfirmDialog.tsx';
import { CopyButton } from '#web/kit/ui/CopyButton.tsx';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { DeleteIcon } from '#web/kit/ui/icons.ts';
import { KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { addressesOf, entriesWords, holdsWords, leftOutWords } from './outfeed.ts';
import { useOutfeedChange } from './use-outfeeds.ts';

interface OutfeedCardProps {
  readonly feed: Outfeed;
  readonly outfeeds: Outfeeds;
}

/** A published feed: what it holds, how it is doing, and where it is read. */
export function OutfeedCard({ feed, outfeeds }: OutfeedCardProps) {
  const { name = '', state, error, tlp = 'amber', serial, changed_at, renewed_at } = feed;
  const [isRemoving, setIsRemoving] = useState(false);
  const items = [
    { key: 'Holds', value: <VisibleText text={holdsWords(feed, outfeeds)} /> },
    ...(state === 'waiting' ? [] : [{ key: 'Entries', value: entriesWords(feed) }]),
    ...(state === 'waiting' ? [] : [{ key: 'Left out', value: leftOutWords(feed) || 'nothing' }]),
    ...(changed_at
      ? [
          {
            key: 'Last change',
            value: (
              <>
                <TimeText value={changed_at} /> · serial {serial}
              </>
            ),
          },
        ]
      : []),
    ...(renewed_at ? [{ key: 'Compared', value: <TimeText value={renewed_at} isRelative /> }] : []),
    { key: 'Marking', value: TLP_LEVELS[tlp].name },
  ];
  return (
    <Card
      title={name}
      meta={
        state === 'waiting' ? undefined : formatCount((feed.domains ?? 0) + (feed.addresses ?? 0), 'entry', 'entries')
      }
      menu={
        outfeeds.can_manage && (
          <Button size="sm" variant="quiet" onClick={() => setIsRemoving(true)}>
            <DeleteIcon />
            Remove
          </Button>
        )
      }
    >
      {state === 'failed' && (
        <EmptyState kind="failed" word="Not renewed">
          The last renewal failed, so the entries may be out of date: <VisibleText text={error ?? ''} />
        </EmptyState>
      )}
      {state === 'waiting' && (
        <EmptyState kind="running" word="First renewal">
          The entries are being collected. Until then its addresses answer that the feed is not ready.
        </EmptyState>
      )}
      <div className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
        <KeyValueList items={items} />
        <ul aria-label={`Addresses of ${name}`} className="flex flex-col">
          {addressesOf(name).map(({ label, address }) => (
            <li key={label} className="flex min-w-0 items-center gap-2 border-border py-0.5 not-last:border-b">
              <span className="w-20 shrink-0 text-muted">{label}</span>
              <span className="min-w-0 flex-1 font-mono text-sm break-all">{address}</span>
              <CopyButton label={`Copy the address: ${label}`} text={address} />
            </li>
          ))}
        </ul>
      </div>
      {isRemoving && <RemoveDialog name={name} onClose={() => setIsRemoving(false)} />}
    </Card>
  );
}

function RemoveDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const remove = useOutfeedChange();
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      verb="Remove"
      disabledReason={remove.isPending ? 'Contacting the service …' : undefined}
      onConfirm={() => remove.mutate({ operationId: 'outfeedRemove', path: { feed: name } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Its addresses answer “not found” from then on. Programs that read it keep the entries that they have, and its
        history is deleted.
      </p>
      {remove.error && (
        <p role="alert" className="text-danger">
          {remove.error.message}
        </p>
      )}
    </ConfirmDialog>
  );
}
