import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Watch } from '#contract/generated/types.gen.ts';
import { dateToIsoDate, plusDays } from '#model/dates.ts';
import { errorText } from '#model/errors.ts';
import { fetchAnswer, operationKey, type Query } from '#web/api/query.ts';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { useNow } from '#web/kit/time/use-now.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { ConfirmDialog } from '#web/kit/ui/ConfirmDialog.tsx';
import { IconButton } from '#web/kit/ui/IconButton.tsx';
import { DeleteIcon, MuteIcon } from '#web/kit/ui/icons.ts';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import type { MenuEntry } from '#web/kit/ui/menu-entry.ts';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';
import { isMuted, runWords, wordsBeside } from './watch-words.ts';

interface WatchListProps {
  readonly watches: readonly Watch[];
  /** Hours in which no webhook is sent, in words; '' for none. */
  readonly quietHours: string;
}

/** The watches, newest first, with their last run and event. */
export function WatchList({ watches, quietHours }: WatchListProps) {
  const [removed, setRemoved] = useState<Watch>();
  return (
    <>
      <ul aria-label="Watches" className="divide-y divide-border rounded-lg border border-border bg-surface">
        {watches.map((watch) => (
          <WatchItem key={watch.id} watch={watch} quietHours={quietHours} onRemove={() => setRemoved(watch)} />
        ))}
      </ul>
      {removed && <RemoveDialog watch={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

interface WatchItemProps extends Pick<WatchListProps, 'quietHours'> {
  readonly watch: Watch;
  readonly onRemove: () => void;
}

function WatchItem({ watch, quietHours, onRemove }: WatchItemProps) {
  const { title = '', page = '', last_run: run, last_event: event, muted_until: until } = watch;
  const today = dateToIsoDate(new Date(useNow() * 1000));
  const { word, tone, sentence } = runWords(run);
  const words = wordsBeside(watch);
  const muted = isMuted(watch, today);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 px-3 py-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_11rem_auto]">
      <div className="min-w-0">
        <Link to={page} className={linkClass}>
          <VisibleText text={title} className="break-all" />
        </Link>
        <p className="text-sm text-muted">
          <VisibleText text={words} />
          {watch.webhook_host && (
            <>
              {words !== '' && ' · '}
              webhook to <VisibleText text={watch.webhook_host} />
              {quietHours !== '' && `, not from ${quietHours}`}
            </>
          )}
        </p>
      </div>
      <p className="min-w-0 text-sm max-lg:order-last max-lg:col-span-2">
        <Badge tone={tone}>{word}</Badge>{' '}
        <span className="text-muted">
          {run?.at && (
            <>
              <TimeText value={run.at} isRelative />
              {'. '}
            </>
          )}
          <VisibleText text={sentence} foldAt={300} />
        </span>
      </p>
      <p className="text-sm text-muted max-lg:order-last max-lg:col-span-2">
        {event ? (
          <>
            <Link to={paths.watches({ watch: watch.id ?? '' })} className={linkClass}>
              Last event
            </Link>{' '}
            <TimeText value={event} isRelative />
          </>
        ) : (
          'No event yet'
        )}
        {muted && <span className="block text-warning">Muted until {until}</span>}
      </p>
      <div className="flex items-center">
        <MuteMenu watch={watch} isMuted={muted} today={today} />
        <IconButton icon={DeleteIcon} size="sm" label={`Remove the watch ${title}`} onClick={onRemove} />
      </div>
    </li>
  );
}

const mutes = [
  { id: 'day', label: 'Mute for today', days: 0 },
  { id: 'week', label: 'Mute for a week', days: 7 },
  { id: 'month', label: 'Mute for 30 days', days: 30 },
] as const;

interface MuteMenuProps {
  readonly watch: Watch;
  readonly isMuted: boolean;
  /** yyyy-mm-dd */
  readonly today: string;
}

function MuteMenu({ watch, isMuted: muted, today }: MuteMenuProps) {
  const change = useWatchChange();
  const mute = (until: string) =>
    change.mutate({ operationId: 'watchMute', path: { watch_id: watch.id ?? '' }, body: { until } });
  const entries = (): readonly MenuEntry[] => [
    ...mutes.map(({ id, label, days }): MenuEntry => ({
      kind: 'action',
      id,
      label,
      icon: MuteIcon,
      onAction: () => mute(plusDays(today, days)),
    })),
    ...(muted
      ? [{ kind: 'action', id: 'end', label: 'End the mute', icon: MuteIcon, onAction: () => mute('') } as const]
      : []),
  ];
  return <MenuButton label={`Mute the watch ${watch.title}`} icon={MuteIcon} entries={entries} />;
}

function useWatchChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: Query<'watchMute' | 'watchRemove'>) => fetchAnswer<'watchMute' | 'watchRemove'>(asked),
    onSuccess: () => client.invalidateQueries({ queryKey: operationKey('watches') }),
    onError: (error) => toasts.add({ title: 'The watch was not changed', body: errorText(error), tone: 'danger' }),
  });
}

function RemoveDialog({ watch, onClose }: { readonly watch: Watch; readonly onClose: () => void }) {
  const change = useWatchChange();
  const remove = () =>
    change.mutate({ operationId: 'watchRemove', path: { watch_id: watch.id ?? '' } }, { onSettled: onClose });
  return (
    <ConfirmDialog
      title="Remove watch"
      keep="Cancel"
      verb="Remove"
      disabledReason={change.isPending ? 'Removing…' : undefined}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        <VisibleText text={watch.title ?? ''} className="font-semibold break-all" /> is not watched any more, and its
        base line is lost. Its events stay for 180 days.
      </p>
    </ConfirmDialog>
  );
}
