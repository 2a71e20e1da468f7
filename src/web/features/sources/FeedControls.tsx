import { useState } from 'react';
import { showTime } from '#model/shown-time.ts';
import { useNow } from '#web/components/time/use-now.ts';
import { usePreferences } from '#web/stores/preferences.ts';
import { Button } from '#web/ui/Button.tsx';
import { RetryIcon } from '#web/ui/icons.ts';
import { Switch } from '#web/ui/Switch.tsx';
import { toasts } from '#web/ui/toast-queue.ts';
import { blockedUntil, isRunning, rowCount, type Feed } from './feed.ts';
import { ageWords } from './feed-words.ts';
import { problemWords } from './FeedProblem.tsx';
import { SwitchOffDialog } from './SwitchOffDialog.tsx';
import { SwitchOnDialog } from './SwitchOnDialog.tsx';
import { useFeedChange } from './use-sources.ts';

/** Switches a feed on, after what that needs, and off, after saying what that takes away. */
export function FeedSwitch({ feed }: { readonly feed: Feed }) {
  const { id, title, isEnabled } = feed;
  const [dialog, setDialog] = useState<'on' | 'off'>();
  const change = useFeedChange();
  const press = (wanted: boolean) => {
    if (wanted && needsMore(feed)) return setDialog('on');
    if (!wanted && rowCount(feed) > 0) return setDialog('off');
    change.mutate(
      { operationId: 'sourceChange', path: { source_id: id }, body: { enabled: wanted ? 1 : 0 } },
      { onError: tell(`${title} could not be switched ${wanted ? 'on' : 'off'}`) },
    );
  };
  return (
    <div className="pt-0.5">
      <Switch isOn={isEnabled} onChange={press}>
        <span className="sr-only">{title}</span>
      </Switch>
      {dialog === 'on' && <SwitchOnDialog feed={feed} onClose={() => setDialog(undefined)} />}
      {dialog === 'off' && <SwitchOffDialog feed={feed} onClose={() => setDialog(undefined)} />}
    </div>
  );
}

/** Terms to accept or a key to enter come first. */
function needsMore({ terms, isAccepted, needsKey, hasKey }: Feed): boolean {
  return (terms !== '' && !isAccepted) || (needsKey && !hasKey);
}

/** Fetches a feed now, or says why that has to wait. */
export function FeedControls({ feed, isOffline }: { readonly feed: Feed; readonly isOffline: boolean }) {
  const { id, title } = feed;
  const change = useFeedChange();
  const { timeZone } = usePreferences();
  const verb = feed.url === '' || isOffline ? 'Read' : 'Fetch';
  const reason = fetchHindrance(feed, { now: useNow(), timeZone, isOffline });
  return (
    <Button
      size="sm"
      aria-label={`${verb} now: ${title}`}
      disabledReason={reason ?? (change.isPending ? 'Asking the service …' : undefined)}
      onClick={() =>
        change.mutate(
          { operationId: 'sourceFetch', path: { source_id: id } },
          { onError: tell(`${title} could not be fetched`) },
        )
      }
    >
      <RetryIcon />
      {verb} now
    </Button>
  );
}

function tell(title: string): (error: unknown) => void {
  return (error) => void toasts.add({ title, body: problemWords(error), tone: 'danger' });
}

interface Circumstances {
  /** Epoch seconds. */
  readonly now: number;
  readonly timeZone: string;
  readonly isOffline: boolean;
}

/** Why a feed cannot be fetched now; undefined when it can. Files of its drop folder can be read at any time. */
export function fetchHindrance(feed: Feed, { now, timeZone, isOffline }: Circumstances): string | undefined {
  if (!feed.isEnabled) return 'Switch it on first.';
  if (isRunning(feed)) return 'It is being loaded right now.';
  if (feed.url === '' || isOffline) return undefined;
  const until = blockedUntil(feed, now);
  if (until === null) return undefined;
  const { text, zone } = showTime(until, timeZone);
  return `${feed.publisher} allows one fetch in ${ageWords(feed.minIntervalSeconds)}. Possible again at ${text.slice(0, 16)} ${zone}.`;
}
