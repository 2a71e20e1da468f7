import { useMemo } from 'react';
import { formatCount, formatNumber, plural } from '#model/format.ts';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { setBulkDraft, useBulkDraft } from '#web/stores/bulk-draft.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { AddIcon, CloseIcon, PauseIcon, PlayIcon, RetryIcon } from '#web/kit/ui/icons.ts';
import { Progress } from '#web/kit/ui/Progress.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { progressWords } from './bulk-plan.ts';
import { bulkRun, type BulkView, clearBulk } from './bulk-store.ts';
import type { RunnerPhase } from './task-runner.ts';

const phaseTitles: Readonly<Record<RunnerPhase, string>> = {
  running: 'Running',
  paused: 'Paused',
  stopped: 'Stopped',
  done: 'Done',
};

interface RunProgressProps {
  readonly view: BulkView;
  /** Opens the text of the results again, or the empty field for another list; undefined while the field is shown. */
  readonly onEdit: ((isAnother: boolean) => void) | undefined;
}

/** The progress of the triage, its failures, and the actions for them. */
export function RunProgress({ view, onEdit }: RunProgressProps) {
  const { name, phase, progress, failedCalls } = view;
  const runner = bulkRun()?.runner;
  const isOver = phase === 'done';
  return (
    <Card
      title={`${phaseTitles[phase]}: triage of ${name}`}
      isBusy={phase === 'running'}
      menu={
        onEdit && (
          <Button size="sm" variant="quiet" onClick={() => onEdit(true)}>
            <AddIcon />
            Another list
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-2">
        {!isOver && (
          <Progress
            label="Indicators answered"
            value={progress.settled}
            max={Math.max(1, progress.total)}
            valueText={progressWords(progress)}
          />
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {onEdit && <FoldedText onOpen={() => onEdit(false)} />}
          {isOver && <span className="tabular-nums">{progressWords(progress)} answered</span>}
          {phase === 'running' && (
            <Button onClick={() => runner?.pause()}>
              <PauseIcon />
              Pause
            </Button>
          )}
          {(phase === 'paused' || phase === 'stopped') && (
            <Button variant="primary" onClick={() => runner?.resume()}>
              <PlayIcon />
              Resume
            </Button>
          )}
          {(phase === 'running' || phase === 'paused') && (
            <Button onClick={() => runner?.stop()}>
              <CloseIcon />
              Cancel
            </Button>
          )}
          {failedCalls > 0 && (
            <Button variant={isOver ? 'primary' : 'secondary'} onClick={() => runner?.retryFailed()}>
              <RetryIcon />
              Retry {formatNumber(failedCalls)} failed {plural(failedCalls, 'call')}
            </Button>
          )}
          {phase !== 'running' && (
            <Button
              variant="quiet"
              onClick={() => {
                clearBulk();
                setBulkDraft('');
              }}
            >
              Delete results
            </Button>
          )}
          <Keeping view={view} />
        </div>
        <Obstacles view={view} />
      </div>
    </Card>
  );
}

/** The text that was looked up, in one line. */
function FoldedText({ onOpen }: { readonly onOpen: () => void }) {
  const { text, stage } = useBulkDraft();
  const lines = useMemo(() => text.split('\n').filter((line) => line.trim() !== '').length, [text]);
  if (stage !== 'run' || text === '') return null;
  const [first = ''] = text.trimStart().split('\n', 1);
  return (
    <button
      type="button"
      aria-expanded="false"
      onClick={onOpen}
      className="flex min-h-6 max-w-full min-w-0 items-center gap-2 rounded-sm text-muted hover:text-text"
    >
      <span aria-hidden="true">▸</span>
      <span className="shrink-0">Text, {formatCount(lines, 'line')}</span>
      <VisibleText text={first.slice(0, 200)} className="max-w-64 min-w-0 truncate font-mono text-sm text-faint" />
    </button>
  );
}

function Obstacles({ view: { lastFailure, haltedBy, heldUntil, lacking, phase } }: { view: BulkView }) {
  return (
    <>
      {haltedBy && phase === 'paused' && (
        <p role="alert" className="text-danger">
          {haltedBy.kind === 'key'
            ? 'Paused: the service does not accept the API key. Correct it in the settings, then resume.'
            : 'Paused: the service does not answer. This resumes when the service is back.'}{' '}
          <VisibleText text={haltedBy.message} className="text-muted" />
        </p>
      )}
      {heldUntil > 0 && (
        <p role="status" className="text-warning">
          The service asks to wait: this resumes at <TimeText value={Math.ceil(heldUntil / 1000)} />.
        </p>
      )}
      {lastFailure !== undefined && (
        <p className="text-danger">
          What the failed calls asked for is under Not answered. The last error: <VisibleText text={lastFailure} />
        </p>
      )}
      {lacking.length > 0 && (
        <p className="text-warning">This deployment does not have {lacking.join(', ')}, so parts are missing.</p>
      )}
    </>
  );
}

function Keeping({ view: { isKept, isRestored, phase } }: { view: BulkView }) {
  const kept = isKept
    ? 'List and results are kept in this browser for a week.'
    : 'Storage of this browser is blocked or full: a reload loses the results.';
  return (
    <span className={classNames('text-sm', isKept ? 'text-faint' : 'text-warning')}>
      {isRestored && phase !== 'running' && 'Restored after a reload. '}
      {phase !== 'done' && 'Continues while you work on other pages. '}
      {kept}
    </span>
  );
}
