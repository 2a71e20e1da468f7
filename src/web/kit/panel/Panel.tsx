import { Component, type ComponentProps, type ReactNode, useContext, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '#model/format.ts';
import type { FollowedJob } from '#web/api/followed-jobs.ts';
import { type Answer, pressAgain } from '#web/api/use-answer.ts';
import { CurrentDataMark, useAsOfNote } from '#web/kit/time/NotAsOf.tsx';
import { AgeOf } from '#web/kit/time/TimeText.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { BriefEmptyState, EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { ApiIcon, MoreIcon, RetryIcon, ShareIcon } from '#web/kit/ui/icons.ts';
import type { MenuEntry } from '#web/kit/ui/menu-entry.ts';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { paths } from '#web/url/paths.ts';
import { AnswerFailure, FieldProblems, NotAnswered } from './AnswerFailure.tsx';
import { InWideStack } from './PanelGrid.tsx';
import type { PanelState } from './panel-state.ts';
import { hasNoAnswer, ProviderGap, ProviderMark } from './ProviderNote.tsx';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

/** The state for an answer from an empty collection, which means nothing about the subject. */
const notHeld = { is: 'unknown', message: '' } as const;

const ApiRequestDialog = lazyPart(async () => (await import('./ApiRequestDialog.tsx')).default);
const ShareDialog = lazyPart(async () => (await import('#web/kit/share/ShareDialog.tsx')).default);

interface PanelProps<R, Data> {
  readonly title: string;
  readonly answer: Answer<R>;
  /** Distinguishes data from unknown and empty. */
  readonly read: (response: R) => PanelState<Data>;
  readonly children: (data: Data) => ReactNode;
  /** The room to reserve for the data, so that nothing moves when it arrives. */
  readonly skeleton?: ComponentProps<typeof Skeleton>;
  /** More entries of the panel's menu: open as table page, export. */
  readonly menu?: readonly MenuEntry[];
  /** Controls beside the menu: a choice of days or scope. Also shown while loading and when empty. */
  readonly actions?: ReactNode;
  /** Shown before the question is sent, where that needs a press. */
  readonly idle?: ReactNode;
  readonly footer?: ReactNode;
  readonly isFlush?: boolean;
  readonly className?: string;
}

/**
 * One piece of evidence: one operation, with its own loading, running, failed, unknown and empty states. Panels are
 * independent, so a failed panel leaves the page usable.
 */
export function Panel<R, Data>(props: PanelProps<R, Data>) {
  const { title, answer, className } = props;
  const [dialog, setDialog] = useState<'api' | 'share'>();
  const isTold = answer.status === 'done' && answer.response !== undefined;
  const state = !isTold
    ? undefined
    : answer.upstream?.code === 'own_only'
      ? notHeld
      : readSafely(props.read, answer.response);
  const isData = state?.is === 'data';
  const asOfNote = useAsOfNote(answer.question);
  const hasGap = Boolean(answer.problems?.length) || hasNoAnswer(answer.upstream);
  const isBrief = useContext(InWideStack) && state !== undefined && !isData && !hasGap;
  const entries: MenuEntry[] = [
    ...(props.menu ?? []),
    { kind: 'action', id: 'share', label: 'Share …', icon: ShareIcon, onAction: () => setDialog('share') },
    { kind: 'action', id: 'api', label: 'API request …', icon: ApiIcon, onAction: () => setDialog('api') },
    { kind: 'action', id: 'again', label: 'Refresh', icon: RetryIcon, onAction: () => pressAgain(answer) },
  ];
  return (
    <Card
      title={title}
      meta={
        <>
          {isData && <Count {...state} />}
          {answer.updatedAt !== undefined && <AgeOf at={answer.updatedAt} />}
          {isData && asOfNote !== null && <CurrentDataMark />}
          {!answer.isOfHeader && <ProviderMark note={answer.upstream} />}
        </>
      }
      isGreyed={isData && asOfNote !== null}
      actions={props.actions}
      menu={<MenuButton label={`Menu of ${title}`} icon={MoreIcon} entries={entries} size="sm" />}
      footer={isData ? props.footer : undefined}
      isFlush={isData && (props.isFlush ?? false)}
      isBrief={isBrief}
      isBusy={answer.status === 'pending' || answer.status === 'running'}
      {...(className && { className })}
    >
      <ErrorBoundary what={title}>
        <Body {...props} state={state} isBrief={isBrief} />
      </ErrorBoundary>
      {isData && !answer.isOfHeader && <ProviderGap answer={answer} isBelowData />}
      {!answer.isOfHeader && <FieldProblems problems={answer.problems} />}
      {dialog === 'api' && <ApiRequestDialog answer={answer} onClose={() => setDialog(undefined)} />}
      {dialog === 'share' && <ShareDialog title={title} answer={answer} onClose={() => setDialog(undefined)} />}
    </Card>
  );
}

function Body<R, Data>({
  answer,
  state,
  children,
  skeleton,
  idle,
  title,
  isBrief,
}: PanelProps<R, Data> & { state: PanelState<Data> | undefined; isBrief: boolean }) {
  if (answer.status === 'failed' && answer.isOfHeader) return <NotAnswered />;
  if (answer.status === 'failed' && answer.failure)
    return <AnswerFailure failure={answer.failure} what={title} onRetry={() => pressAgain(answer)} />;
  if (answer.status === 'idle' && idle) return idle;
  if (answer.status === 'running') return <Waiting job={answer.job} />;
  if (!state)
    return (
      <>
        <Skeleton {...(skeleton ?? { shape: 'text', count: 4 })} />
        {answer.status === 'pending' && <Waiting job={undefined} />}
      </>
    );
  if (state.is === 'data') return children(state.data);
  if (answer.problems?.length)
    return (
      <EmptyState kind="unknown" word="Not available">
        Some fields of the answer could not be read, and the others contain nothing to show here. That is not the same
        as none.
      </EmptyState>
    );
  // the provider may have data that this collection lacks, so its silence does not mean "nothing known"
  if (hasNoAnswer(answer.upstream)) return <ProviderGap answer={answer} />;
  const Empty = isBrief ? BriefEmptyState : EmptyState;
  return (
    <Empty kind={state.is} {...(state.word && { word: state.word })}>
      {state.message}
    </Empty>
  );
}

function Count({ count, total, isTotalAtLeast = false }: { count?: number; total?: number; isTotalAtLeast?: boolean }) {
  if (count === undefined) return null;
  const shown = formatNumber(count);
  const isAll = total === undefined || total <= count;
  const ofTotal = `${shown} of ${formatNumber(total)}${isTotalAtLeast ? ' or more' : ''}`;
  // a total of one row more than shown only means that more rows exist
  const more = isTotalAtLeast && total === count + 1 ? `${shown}, more available` : ofTotal;
  return <span className="tabular-nums">{isAll ? shown : more}</span>;
}

/** A response of an unexpected shape is unknown, not empty. */
function readSafely<R, Data>(read: (response: R) => PanelState<Data>, response: R): PanelState<Data> {
  try {
    return read(response);
  } catch {
    return {
      is: 'unknown',
      word: 'Unreadable',
      message: 'The answer has an unexpected format. “API request” shows the raw answer.',
    };
  }
}

const silentSeconds = 3;

/** A slow answer: elapsed seconds and, once the service has made it a job, the link of the job. */
function Waiting({ job }: { job: FollowedJob | undefined }) {
  const [startedAt] = useState(() => Date.now());
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - (job?.askedAt ?? startedAt)) / 1000));
  if (!job)
    return seconds < silentSeconds ? null : (
      <p className="mt-2 text-sm text-muted tabular-nums">Still asking … {seconds} s</p>
    );
  return (
    <EmptyState
      kind="running"
      word="Running in the background"
      action={
        <Link to={paths.job(job.id)} className={linkClass}>
          Open the job
        </Link>
      }
    >
      <span className="tabular-nums">
        {seconds} s so far. The rest of the page stays usable, and the jobs menu shows when it is done.
      </span>
    </EmptyState>
  );
}

interface ErrorBoundaryProps {
  /** The panel that could not be displayed. */
  readonly what: string;
  readonly children: ReactNode;
}

/** Keeps a defect in one panel from breaking the page. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <EmptyState
        kind="failed"
        word={`${this.props.what} could not be displayed`}
        action={
          <Button size="sm" onClick={() => this.setState({ error: null })}>
            Display again
          </Button>
        }
      >
        The answer arrived, but this dashboard failed to show it: {error.message}
      </EmptyState>
    );
  }
}
