import { type FormEvent, useId, useState } from 'react';
import { showShortAge, showTime } from '#model/shown-time.ts';
import { failureText } from '#web/api/failure.ts';
import { useNow } from '#web/kit/time/use-now.ts';
import { usePreferences } from '#web/stores/preferences.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Checkbox, Switch } from '#web/kit/ui/Checkbox.tsx';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { RetryIcon } from '#web/kit/ui/icons.ts';
import { TextField } from '#web/kit/ui/Field.tsx';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { blockedUntil, type Feed, isRunning, rowCount } from './feed.ts';
import { FeedProblem, OutLink } from './FeedProblem.tsx';
import { SwitchOffDialog } from './SwitchOffDialog.tsx';
import { useFeedChange } from './use-sources.ts';

/** Switches a feed on, after asking for terms and key, and off, after showing what is lost. */
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

/** Fetches a feed now, or shows why that has to wait. */
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
      disabledReason={reason ?? (change.isPending ? 'Contacting the service …' : undefined)}
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
  return (error) => void toasts.add({ title, body: failureText(error), tone: 'danger' });
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
  return `${feed.publisher} allows one fetch in ${showShortAge(feed.minIntervalSeconds)}. Possible again at ${text.slice(0, 16)} ${zone}.`;
}

interface SwitchOnDialogProps {
  readonly feed: Feed;
  readonly onClose: () => void;
}

/** Asks for what a feed needs before it is fetched: accepted terms, a key of the publisher. */
function SwitchOnDialog({ feed, onClose }: SwitchOnDialogProps) {
  const { id, title, publisher, licence, licenceUrl, learns } = feed;
  const formId = useId();
  const asksTerms = feed.terms !== '' && !feed.isAccepted;
  const asksKey = feed.needsKey && !feed.hasKey;
  const [isAccepted, setIsAccepted] = useState(false);
  const [key, setKey] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const change = useFeedChange();
  const problems = {
    terms: asksTerms && !isAccepted ? 'Accept the terms to switch it on.' : undefined,
    key: asksKey && key.trim() === '' ? `Enter the key that ${publisher} gave you.` : undefined,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    if (problems.terms ?? problems.key) return;
    const terms = asksTerms ? ({ accept_terms: 1 } as const) : {};
    const body = { enabled: 1, ...terms, ...(asksKey && { key: key.trim() }) } as const;
    change.mutate({ operationId: 'sourceChange', path: { source_id: id }, body }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={`Switch on ${title}`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabledReason={change.isPending ? 'Switching on …' : undefined}
          >
            Switch on and fetch
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {learns !== '' && <p>{learns}</p>}
        {asksTerms && (
          <div className="flex flex-col gap-2">
            <h3 className="font-semibold">Terms of {publisher}</h3>
            <p className="rounded-md border border-border bg-sunken px-3 py-2">
              <VisibleText text={feed.terms} foldAt={2000} />
            </p>
            <p className="text-sm text-muted">
              Licence: <OutLink href={licenceUrl}>{licence || 'as the publisher states it'}</OutLink>
            </p>
            <Checkbox isChecked={isAccepted} onChange={setIsAccepted} className="w-fit justify-start">
              I have read and accept these terms
            </Checkbox>
            {hasTried && problems.terms && (
              <p role="alert" className="text-sm text-danger">
                {problems.terms}
              </p>
            )}
          </div>
        )}
        {asksKey && (
          <TextField
            label={`Key of ${publisher}`}
            type="password"
            isIndicator
            value={key}
            onChange={setKey}
            error={hasTried ? problems.key : undefined}
            hint="Kept on the server and sent to this publisher only. It is never shown again."
          />
        )}
        <FeedProblem error={change.error} />
      </form>
    </Dialog>
  );
}
