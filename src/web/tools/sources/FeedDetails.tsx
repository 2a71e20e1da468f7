import { type FormEvent, useState } from 'react';
import { formatCount, formatNumber } from '#model/format.ts';
import { categoryLabel } from '#model/listed-by.ts';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { ConfirmDialog } from '#web/kit/ui/ConfirmDialog.tsx';
import { CopyButton } from '#web/kit/ui/CopyButton.tsx';
import { DeleteIcon } from '#web/kit/ui/icons.ts';
import { KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { TextField } from '#web/kit/ui/Field.tsx';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { coverageLabel, everyWords, rowWords, sizeWords, stateLook, whoseWords } from './feed-words.ts';
import type { Feed, Rejects } from './feed.ts';
import { FeedProblem, OutLink } from './FeedProblem.tsx';
import { RemoveFeedDataDialog } from './RemoveFeedDataDialog.tsx';
import { Loss } from './SwitchOffDialog.tsx';
import { useFeedChange, useSourcesChange } from './use-sources.ts';

/** The details of a feed, below its row. */
export function FeedDetails({ feed, canManage }: { readonly feed: Feed; readonly canManage: boolean }) {
  const isDeleted = feed.state === 'deleted';
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-x-8 gap-y-4 @3xl:grid-cols-2">
        <section aria-label={`About ${feed.title}`}>
          <h5 className="font-semibold">About</h5>
          <About feed={feed} />
        </section>
        <section aria-label={`Last fetch of ${feed.title}`} className="flex flex-col gap-3">
          <div>
            <h5 className="font-semibold">Last fetch</h5>
            <LastFetch feed={feed} />
          </div>
          <RejectList rejects={feed.rejects} />
        </section>
      </div>
      {canManage && feed.needsKey && !isDeleted && <KeyForm feed={feed} />}
      {canManage && (
        <div className="flex flex-wrap gap-2">
          {(feed.lastSuccess !== null || isDeleted) && <DataRemoval feed={feed} />}
          {feed.isOwn && !isDeleted && <Removal feed={feed} />}
        </div>
      )}
    </div>
  );
}

function About({ feed }: { readonly feed: Feed }) {
  const { url, licence, licenceUrl, attribution, terms, isAccepted, learns, dropFolder } = feed;
  return (
    <KeyValueList
      items={[
        { key: 'Fills', value: feed.fills.map(coverageLabel).join(', ') || null },
        ...(feed.category ? [{ key: 'Category', value: categoryLabel(feed.category) }] : []),
        { key: 'Reading', value: modeWords(feed) },
        {
          key: 'Address',
          value: url ? (
            <span className="flex items-start gap-1">
              <VisibleText text={url} className="font-mono text-[0.95em]" />
              <CopyButton text={url} label="Copy the address" />
            </span>
          ) : null,
        },
        { key: 'What the publisher learns', value: learns || null },
        { key: 'Licence', value: licence ? <OutLink href={licenceUrl}>{licence}</OutLink> : null },
        ...(attribution ? [{ key: 'Attribution', value: <VisibleText text={attribution} /> }] : []),
        ...(terms
          ? [
              {
                key: 'Terms',
                value: (
                  <>
                    <VisibleText text={terms} foldAt={300} />
                    <span className="block text-sm text-muted">
                      {isAccepted ? 'Accepted here.' : 'Not accepted here.'}
                    </span>
                  </>
                ),
              },
            ]
          : []),
        { key: 'Size', value: url ? sizeWords(feed.sizeHint) : null },
        ...(dropFolder
          ? [
              {
                key: 'Drop folder',
                value: (
                  <span className="flex items-start gap-1">
                    <VisibleText text={dropFolder} className="font-mono text-[0.95em]" />
                    <CopyButton text={dropFolder} label="Copy the folder" />
                  </span>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function modeWords({ mode, lifetimeDays }: Feed): string {
  if (mode === 'snapshot') return 'Whole list: an entry that disappears from it ends that day.';
  return `Events: an entry counts for ${formatCount(lifetimeDays, 'day')} after it was last seen.`;
}

/** Each list of the feed with the day of its data, the oldest first: they are not all as new as the newest. */
function ListDays({ lists }: Pick<Feed, 'lists'>) {
  return (
    <ul>
      {lists
        .toSorted((a, b) => (a.asOf ?? '').localeCompare(b.asOf ?? ''))
        .map(({ name, asOf }) => (
          <li key={name}>
            <VisibleText text={name} />, {asOf ? <TimeText value={asOf} /> : 'gives no day'}
          </li>
        ))}
    </ul>
  );
}

function LastFetch({ feed }: { readonly feed: Feed }) {
  const { error, whose, lastFetch, lastSuccess, nextFetch, asOf, lists, isEnabled, url } = feed;
  return (
    <KeyValueList
      items={[
        { key: 'State', value: `${stateLook(feed).word}: ${stateLook(feed).meaning}` },
        ...(error
          ? [
              {
                key: 'Error',
                value: (
                  <>
                    <VisibleText text={error} />
                    <span className="block text-sm text-muted">{whoseWords(whose)}</span>
                  </>
                ),
              },
            ]
          : []),
        { key: 'Fetched', value: lastFetch === null ? 'never' : <TimeText value={lastFetch} /> },
        { key: 'Loaded', value: lastSuccess === null ? 'never' : <TimeText value={lastSuccess} /> },
        { key: 'Data as of', value: asOf ? <TimeText value={asOf} /> : null },
        ...(lists.length > 0 ? [{ key: 'Lists', value: <ListDays lists={lists} /> }] : []),
        { key: 'Holds', value: rowWords(feed) },
        {
          key: 'Next',
          value:
            nextFetch === null ? (
              isEnabled && url === '' ? (
                'when a file is there'
              ) : (
                'none'
              )
            ) : (
              <TimeText value={nextFetch} />
            ),
        },
        {
          key: 'How often',
          value: url
            ? `${everyWords(feed.everySeconds)}; the publisher allows ${everyWords(feed.minIntervalSeconds)}`
            : null,
        },
      ]}
    />
  );
}

/** Write-only: the service never sends the key back. */
function KeyForm({ feed: { id, title, publisher, hasKey, isEnabled } }: { readonly feed: Feed }) {
  const [key, setKey] = useState('');
  const change = useFeedChange();
  const send = (next: string, done: string) =>
    change.mutate(
      { operationId: 'sourceChange', path: { source_id: id }, body: { key: next } },
      {
        onSuccess: () => {
          setKey('');
          toasts.add({ title: done, tone: 'ok' });
        },
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key.trim() !== '') send(key.trim(), `Key for ${title} saved on the server`);
  };
  return (
    <form onSubmit={submit} aria-label={`Key for ${title}`} className="flex max-w-xl flex-col gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label={`${hasKey ? 'Another key' : 'Key'} from ${publisher}`}
          type="password"
          isIndicator
          value={key}
          onChange={setKey}
          className="min-w-[min(12rem,100%)] flex-1"
        />
        <Button type="submit" disabledReason={key.trim() === '' ? 'Enter the key first.' : undefined}>
          {hasKey ? 'Replace key' : 'Save key'}
        </Button>
        {hasKey && (
          <Button
            onClick={() => send('', `Key for ${title} removed`)}
            disabledReason={isEnabled ? 'The feed is on and needs it. Switch it off first.' : undefined}
          >
            Remove key
          </Button>
        )}
      </div>
      <p className="text-sm text-faint">
        {hasKey ? 'A key is stored on the server. ' : ''}It is sent to {publisher} only and never shown.
      </p>
      <FeedProblem error={change.error} />
    </form>
  );
}

/** Removes what a feed brought. */
function DataRemoval({ feed }: { readonly feed: Feed }) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button
        size="sm"
        onClick={() => setIsAsked(true)}
        disabledReason={feed.state === 'removing' ? 'It is being removed.' : undefined}
      >
        <DeleteIcon />
        Remove its data …
      </Button>
      {isAsked && <RemoveFeedDataDialog feed={feed} onClose={() => setIsAsked(false)} />}
    </>
  );
}

/** Removes an own feed with its settings. */
function Removal({ feed }: { readonly feed: Feed }) {
  const [isAsked, setIsAsked] = useState(false);
  const change = useSourcesChange();
  const remove = () =>
    change.mutate(
      { operationId: 'sourceRemove', path: { source_id: feed.id } },
      { onSuccess: () => void toasts.add({ title: `${feed.title} is removed`, tone: 'ok' }) },
    );
  return (
    <div>
      <Button size="sm" onClick={() => setIsAsked(true)}>
        <DeleteIcon />
        Remove this feed …
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Remove ${feed.title}?`}
          verb="Remove"
          disabledReason={change.isPending ? 'Removing …' : undefined}
          onConfirm={remove}
          onClose={() => setIsAsked(false)}
        >
          <div className="flex flex-col gap-3">
            <p>Its settings and its key are deleted. To change a feed, remove it and add it again.</p>
            <Loss feed={feed}>
              {feed.lastSuccess !== null &&
                'What it brought can be removed before or after: until then, the feed is listed as deleted.'}
            </Loss>
            <FeedProblem error={change.error} />
          </div>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Rejected entries of a document: counts by reason and a few lines. Empty when there are none. */
export function RejectList({ rejects: { count, byReason, examples } }: { readonly rejects: Rejects }) {
  if (count === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <p className="font-semibold">{formatCount(count, 'entry was', 'entries were')} not taken</p>
      <ul className="list-disc pl-5">
        {byReason.map((each) => (
          <li key={each.reason}>
            {formatNumber(each.count)}: <VisibleText text={each.reason} />
          </li>
        ))}
      </ul>
      {examples.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer text-muted hover:text-text">Examples</summary>
          <RejectExamples examples={examples} />
        </details>
      )}
    </div>
  );
}

/** Rejected lines with the reason. The lines are untrusted text. */
export function RejectExamples({ examples }: { readonly examples: Rejects['examples'] }) {
  return (
    <ul className="mt-1 divide-y divide-border border-y border-border">
      {examples.map(({ line, reason }, index) => (
        <li key={index} className="py-1">
          <VisibleText text={line} foldAt={200} className="font-mono text-[0.95em]" />
          <span className="block text-sm text-muted">
            <VisibleText text={reason} />
          </span>
        </li>
      ))}
    </ul>
  );
}
