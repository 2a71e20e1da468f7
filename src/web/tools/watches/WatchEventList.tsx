import { Link } from 'react-router';
import type { WatchChange, WatchEvent } from '#contract/generated/types.gen.ts';
import { formatCount } from '#model/format.ts';
import { recogniseValue } from '#model/recognise-value.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { countWords, webhookWords } from './watch-words.ts';

interface WatchEventListProps {
  readonly events: readonly WatchEvent[];
}

/** What the watches told, newest first. A press shows the changes; those of the first event are shown. */
export function WatchEventList({ events }: WatchEventListProps) {
  return (
    <ul aria-label="Events" className="divide-y divide-border rounded-lg border border-border bg-surface">
      {events.map((event, at) => (
        <li key={event.id}>
          <EventItem event={event} isOpen={at === 0} />
        </li>
      ))}
    </ul>
  );
}

function EventItem({ event, isOpen }: { readonly event: WatchEvent; readonly isOpen: boolean }) {
  const { title = '', at, why = '', page = '', changes = [], silenced = 0 } = event;
  const { is_unread: isUnread = false, is_muted: isMuted = false } = event;
  const { appeared = 0, gone = 0, changed = 0 } = event;
  const rest = appeared + gone + changed - changes.length;
  const sent = webhookWords(event);
  return (
    <details open={isOpen} className="px-3 py-2">
      <summary className="cursor-pointer">
        <span className="inline-flex w-[calc(100%-1.25rem)] flex-wrap items-baseline gap-x-3 align-top">
          <span className="font-semibold">
            <VisibleText text={title} className="break-all" />
          </span>
          <span>{countWords(event)}</span>
          {isUnread && <Badge tone="accent">Unread</Badge>}
          {isMuted && <Badge tone="warning">Muted</Badge>}
          <span className="ml-auto text-sm text-muted">
            <TimeText value={at} isRelative />
          </span>
        </span>
      </summary>
      <div className="flex flex-col gap-2 py-1 pl-5 text-sm">
        <p className="text-muted">
          <VisibleText text={why} />{' '}
          <Link to={page} className={linkClass}>
            Show it
          </Link>
        </p>
        <ul aria-label={`Changes of ${title}`} className="flex flex-col gap-0.5">
          {changes.map((change) => (
            <ChangeLine key={`${change.change} ${change.part} ${change.key}`} change={change} />
          ))}
        </ul>
        {rest > 0 && <p className="text-muted">and {formatCount(rest, 'more change')}</p>}
        {silenced > 0 && (
          <p className="text-muted">{formatCount(silenced, 'further change')} about subjects that are never flagged.</p>
        )}
        {sent !== '' && (
          <p className={event.webhook === 'delivered' ? 'text-muted' : 'text-warning'}>
            <VisibleText text={sent} />
          </p>
        )}
      </div>
    </details>
  );
}

const looks = {
  appeared: { word: 'New', tone: 'text-ok' },
  gone: { word: 'Gone', tone: 'text-danger' },
  changed: { word: 'Changed', tone: 'text-warning' },
} as const;

function ChangeLine({
  change: { change = 'changed', part = '', key = '', subject = '', before = '', after = '' },
}: {
  readonly change: WatchChange;
}) {
  const { word, tone } = looks[change];
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-2">
      <span className={tone}>{word}</span>
      <span className="min-w-0 wrap-anywhere">
        <span className="text-muted">{part}: </span>
        <KeyText text={key} subject={subject} />
        {change === 'changed' ? (
          <>
            {' '}
            <span className="text-muted">from</span> <VisibleText text={before} />{' '}
            <span className="text-muted">to</span> <VisibleText text={after} />
          </>
        ) : (
          (after || before) !== '' && (
            <span className="text-muted">
              {' '}
              <VisibleText text={after || before} />
            </span>
          )
        )}
      </span>
    </li>
  );
}

/** What identifies a record, with a link to the page of what it is about. */
function KeyText({ text, subject }: { readonly text: string; readonly subject: string }) {
  const at = subject === '' ? -1 : text.indexOf(subject);
  const found = at < 0 ? undefined : recogniseValue(subject).interpretations[0];
  if (!found) return <VisibleText text={text} className="font-mono" />;
  return (
    <span className="font-mono">
      <VisibleText text={text.slice(0, at)} />
      <IndicatorLink kind={found.kind} value={found.value} />
      <VisibleText text={text.slice(at + subject.length)} />
    </span>
  );
}
