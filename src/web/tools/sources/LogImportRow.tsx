import { Fragment, memo, type ReactNode, useState } from 'react';
import { timestampToEpochSeconds } from '#model/dates.ts';
import { formatBytes, formatCount } from '#model/format.ts';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { useNow } from '#web/kit/time/use-now.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { FileButton } from '#web/kit/ui/FileButton.tsx';
import { DownIcon, ForwardIcon } from '#web/kit/ui/icons.ts';
import { Progress } from '#web/kit/ui/Progress.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { recordedWords } from './feed-words.ts';
import {
  findingWords,
  holdsNothing,
  isRemovable,
  isRereadable,
  type LogEntry,
  type Standing,
  standingLook,
  wantedWords,
  wayWords,
  type Findings,
} from './log-import.ts';
import { amountWords, paceWords, percentWords } from './progress-words.ts';
import { addUploads, dropUpload, isLeftOf, retryUpload, type Upload } from './log-uploads.ts';
import { type LogFormat, LogFormatChoice } from './LogFormatChoice.tsx';
import { LogReport } from './LogReport.tsx';
import { RemoveImportDialog } from './RemoveImportDialog.tsx';
import { useLogImportChange } from './use-log-imports.ts';

interface LogImportRowProps {
  readonly entry: LogEntry;
  readonly upload: Upload | undefined;
  readonly standing: Standing;
  readonly formats: readonly LogFormat[];
  /** False hides all controls. */
  readonly canManage: boolean;
  readonly pieceBytes: number;
  /** The URL asks for it. */
  readonly isWanted: boolean;
  readonly isOpenAtFirst: boolean;
  /** When the answer arrived, epoch milliseconds; 0 for an import that is not running. */
  readonly answeredAt: number;
}

/** One import: file, state and actions; its findings are below its name. */
export const LogImportRow = memo(function LogImportRow(props: LogImportRowProps) {
  const { entry, upload, standing, formats, canManage, isWanted, isOpenAtFirst, answeredAt } = props;
  const { id, way, name, source, format, bytes, error } = entry;
  const [isToggled, setIsToggled] = useState<boolean>();
  const [isRemoving, setIsRemoving] = useState(false);
  const findings = entry.report ?? entry.check;
  const canReread = canManage && isRereadable(entry);
  const hasDetails = findings !== null || canReread;
  const isOpen = hasDetails && (isToggled ?? isOpenAtFirst);
  const detailsId = `log-${upload?.key ?? id}`;
  const Chevron = isOpen ? DownIcon : ForwardIcon;
  const title = formats.find((each) => each.format === format)?.title ?? (findings?.title || format);
  const shownName = <VisibleText text={way === 'push' ? title || name : name} foldAt={Infinity} />;
  const about = [source, way === 'push' ? '' : title, bytes > 0 ? formatBytes(bytes) : ''].filter(Boolean);
  return (
    <li
      className={classNames(
        'px-3 py-2 [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto]',
        isWanted && 'shadow-[inset_3px_0_0_var(--accent)]',
      )}
      data-log-row=""
      // takes the focus instead of the heading of the page
      data-wanted={isWanted ? '' : undefined}
    >
      <div className="grid grid-cols-1 items-start gap-x-4 gap-y-1.5 @3xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_7rem_12.5rem]">
        <div className="min-w-0">
          <h4 className="flex min-w-0">
            {hasDetails ? (
              <button
                type="button"
                data-log-name=""
                aria-expanded={isOpen}
                aria-controls={isOpen ? detailsId : undefined}
                onClick={() => setIsToggled(!isOpen)}
                className="target -ml-1 flex max-w-full items-start gap-1 rounded-sm px-1 text-left font-semibold hover:text-accent"
              >
                <span className="mt-0.75 flex text-muted">
                  <Chevron />
                </span>
                {shownName}
              </button>
            ) : (
              <span tabIndex={-1} data-log-name="" className="ml-3.5 rounded-sm px-1 font-semibold">
                {shownName}
              </span>
            )}
          </h4>
          <p className="pl-4.5 text-sm text-muted">
            <Badge>{wayWords[way]}</Badge> <VisibleText text={about.join(' · ')} />
          </p>
        </div>
        <div className="flex min-w-0 flex-col gap-1 @max-3xl:pl-4.5">
          <StandingLine entry={entry} standing={standing} />
          {(standing === 'importing' || standing === 'checking') && <Reading entry={entry} answeredAt={answeredAt} />}
          {(standing === 'uploading' || standing === 'elsewhere') && <Sending entry={entry} upload={upload} />}
          {standing === 'stopped' && upload && (
            <p role="alert" className="text-warning">
              <VisibleText text={upload.problem} />
            </p>
          )}
          {error !== '' && (
            <p className={standing === 'failed' ? 'text-danger' : 'text-warning'}>
              <VisibleText text={error} />
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 @max-3xl:pl-4.5 @3xl:contents">
          <p className="text-sm text-muted">
            <When at={entry.ended ?? entry.started ?? entry.added} />
          </p>
          {canManage && (
            <div className="flex flex-wrap justify-end gap-1.5">
              {way === 'upload' && <Actions {...props} />}
              {isRemovable(entry) && (
                <Act label="Remove" of={name} reason={undefined} onPress={() => setIsRemoving(true)} />
              )}
            </div>
          )}
        </div>
      </div>
      {isRemoving && <RemoveImportDialog entry={entry} onClose={() => setIsRemoving(false)} />}
      {isOpen && (
        <div id={detailsId} className="mt-3 flex flex-col gap-3 pl-4.5">
          {canReread && <LogFormatChoice entry={entry} formats={formats} onAsk={() => setIsToggled(true)} />}
          {findings && <LogReport name={name} findings={findings} isDryRun={entry.report === null} />}
        </div>
      )}
    </li>
  );
});

/** The clock of the page ticks every half minute, so something may have happened after its last tick. */
function When({ at }: { readonly at: number | null }) {
  const now = useNow();
  return at !== null && at > now ? 'just now' : <TimeText value={at} isRelative />;
}

/** The state as word and icon, with its numbers. */
function StandingLine({ entry, standing }: Pick<LogImportRowProps, 'entry' | 'standing'>) {
  const { word, icon: Icon, tone, meaning } = standingLook(standing, entry);
  const detail = numbersOf(entry, standing);
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={tone} icon={<Icon />}>
        {word}
      </Badge>
      {detail && <span className="text-sm text-muted">{detail}</span>}
      <NewestLine entry={entry} standing={standing} />
      {meaning && <span className="text-sm text-muted">{meaning}</span>}
    </p>
  );
}

/** The age of the data, which the time of the import does not show: a sensor may send old lines, or a file may be old. */
function NewestLine({ entry: { report }, standing }: Pick<LogImportRowProps, 'entry' | 'standing'>) {
  const now = useNow();
  if ((standing !== 'done' && standing !== 'receiving') || !report || report.to === '') return null;
  return (
    <span className="text-sm text-muted">
      {standing === 'receiving' ? 'last line received is from ' : 'newest line is from '}
      <time title={`${report.to} UTC`}>{recordedWords(timestampToEpochSeconds(report.to) ?? now, now)}</time>
    </span>
  );
}

function numbersOf({ check, report, lines, bytes, received }: LogEntry, standing: Standing): string {
  switch (standing) {
    case 'checked':
      return check && !holdsNothing(check) ? `${findingWords(check)}${extentWords(check)}` : '';
    case 'done':
    case 'receiving':
      return [formatCount(lines, 'line'), ...(report ? [findingWords(report)] : [])].join(' · ');
    case 'cancelled':
      return lines > 0 ? `After ${formatCount(lines, 'line')}.` : '';
    case 'interrupted':
      return `At ${percentWords(received, bytes)}.`;
    default:
      return '';
  }
}

/** How much a dry run read, unless it was everything. */
function extentWords({ isWhole, lines, fileCount }: Findings): string {
  if (isWhole) return '';
  const read = formatCount(lines, 'line');
  return fileCount > 0 ? ` in the first lines of the logs (${read} in all)` : ` in the first ${read}`;
}

interface BarProps {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  /** Below the bar; the line keeps its height while it is empty. */
  readonly children: ReactNode;
}

function Bar({ label, done, total, children }: BarProps) {
  return (
    <div role="group" aria-label={label} className="max-w-96">
      <Progress
        label={percentWords(done, total)}
        value={Math.min(done, total)}
        max={Math.max(1, total)}
        valueText={amountWords(done, total)}
      />
      <p className="mt-0.5 min-h-4 text-sm text-muted">{children}</p>
    </div>
  );
}

function Sending({ entry, upload }: Pick<LogImportRowProps, 'entry' | 'upload'>) {
  const { name, bytes, received } = entry;
  const done = Math.max(received, upload?.sent ?? 0);
  const seconds = upload ? (upload.seenAt - upload.startedAt) / 1000 : 0;
  return (
    <Bar label={`Upload of ${name}`} done={done} total={bytes}>
      {upload?.phase === 'sending' && paceWords({ done: done - upload.from, left: bytes - done, seconds })}
      {upload?.phase === 'paused' && (
        <span className="text-warning">
          <VisibleText text={upload.problem} /> Will try again.
        </span>
      )}
    </Bar>
  );
}

function Reading({ entry, answeredAt }: Pick<LogImportRowProps, 'entry' | 'answeredAt'>) {
  const { name, bytes, read, lines, started, state } = entry;
  const seconds = started === null ? 0 : answeredAt / 1000 - started;
  // the steps after reading have no progress of their own
  const pace = read >= bytes ? 'finishing' : paceWords({ done: read, left: bytes - read, seconds });
  return (
    <Bar label={`${state === 'importing' ? 'Import' : 'Check'} of ${name}`} done={read} total={bytes}>
      {[formatCount(lines, 'line'), ...(pace ? [pace] : [])].join(' · ')}
    </Bar>
  );
}

/** The actions that the state of an uploaded file allows. */
function Actions({ entry, upload, standing, pieceBytes }: LogImportRowProps) {
  const { id, name, check, format, day, origin, columns } = entry;
  const change = useLogImportChange();
  const pending = change.isPending ? 'Contacting the service …' : undefined;
  const ask = (body: Parameters<typeof change.mutate>[0]['body']) =>
    change.mutate({ operationId: 'logImportChange', path: { import_id: id }, body });
  const shared = { of: name, reason: pending };
  const discard = () => {
    if (upload) dropUpload(upload.key);
    if (id !== '') ask({ action: 'discard' });
  };
  const nothing =
    check && holdsNothing(check) ? wantedWords(entry) || 'This file contains nothing to import.' : undefined;
  const toStart = (
    <Act label="Import" {...shared} reason={pending ?? nothing} isPrimary onPress={() => ask({ action: 'start' })} />
  );
  const toCancel = <Act label="Cancel" {...shared} onPress={() => ask({ action: 'cancel' })} />;
  // without a dry run, start with that
  const again = check
    ? ({ action: 'start' } as const)
    : ({ action: 'check', format, day, origin, ...(columns && { columns }) } as const);
  const first: Readonly<Partial<Record<Standing, ReactNode>>> = {
    stopped: upload && <Act label="Try again" {...shared} onPress={() => retryUpload(upload.key)} />,
    interrupted: <ContinueUpload entry={entry} pieceBytes={pieceBytes} />,
    checking: toCancel,
    checked: toStart,
    waiting: toCancel,
    importing: toCancel,
    cancelled: <Act label={check ? 'Resume' : 'Check again'} {...shared} onPress={() => ask(again)} />,
    failed: <Act label="Try again" {...shared} onPress={() => ask(again)} />,
  };
  return (
    <>
      {/* new buttons for each state: otherwise a second press of "Import" would hit "Cancel" */}
      <Fragment key={standing}>{first[standing]}</Fragment>
      {discardable.has(standing) && <Act label="Discard" {...shared} onPress={discard} />}
    </>
  );
}

const discardable: ReadonlySet<Standing> = new Set([
  'queued',
  'uploading',
  'stopped',
  'interrupted',
  'checked',
  'cancelled',
  'failed',
  'removed',
]);

interface ActProps {
  readonly label: string;
  /** Name of the file, for screen readers. */
  readonly of: string;
  /** Why it cannot be done now. */
  readonly reason: string | undefined;
  readonly isPrimary?: boolean;
  readonly onPress: () => void;
}

function Act({ label, of, reason, isPrimary = false, onPress }: ActProps) {
  return (
    <Button
      size="sm"
      variant={isPrimary ? 'primary' : 'secondary'}
      aria-label={`${label}: ${of}`}
      disabledReason={reason}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}

/** The browser lost the file when the tab was closed: the analyst has to choose it again. */
function ContinueUpload({ entry, pieceBytes }: Pick<LogImportRowProps, 'entry' | 'pieceBytes'>) {
  const { id, name, source } = entry;
  const [problem, setProblem] = useState('');
  const take = (file: File | undefined) => {
    if (!file) return;
    const isSame = isLeftOf(file, entry);
    setProblem(isSame ? '' : `${file.name} is another file: its name or size differs.`);
    if (isSame) addUploads([file], { source, pieceBytes, importId: id });
  };
  return (
    <>
      <FileButton
        size="sm"
        aria-label={`Choose the file …: ${name}`}
        fileLabel={`File to continue the upload of ${name}`}
        onChoose={([file]) => take(file)}
      >
        Choose the file …
      </FileButton>
      {problem !== '' && (
        <p role="alert" className="order-last w-full text-sm text-danger">
          <VisibleText text={problem} />
        </p>
      )}
    </>
  );
}
