import { TimeText } from '#web/components/time/TimeText.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { AddIcon, CloseIcon, PauseIcon, PlayIcon, RetryIcon } from '#web/ui/icons.ts';
import { Progress } from '#web/ui/Progress.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { progressWords } from './bulk-plan.ts';
import { bulkRun, type BulkView, clearBulk } from './bulk-store.ts';
import type { RunnerPhase } from './task-runner.ts';

const phaseTitles: Readonly<Record<RunnerPhase, string>> = {
  running: 'Asking',
  paused: 'Paused',
  stopped: 'Stopped',
  done: 'Done',
};

interface RunProgressProps {
  readonly view: BulkView;
  /** Shows the field for another list; undefined while it is shown. */
  readonly onAnother: (() => void) | undefined;
}

/** How far the triage is, what stands in its way, and what can be done about it. */
export function RunProgress({ view, onAnother }: RunProgressProps) {
  const { name, phase, progress, failedCalls } = view;
  const runner = bulkRun()?.runner;
  const isOver = phase === 'done';
  return (
    <Card
      title={`${phaseTitles[phase]}: triage of ${name}`}
      isBusy={phase === 'running'}
      menu={
        onAnother && (
          <Button size="sm" variant="quiet" onClick={onAnother}>
            <AddIcon />
            Another list
          </Button>
        )
      }
      footer={<Keeping view={view} />}
    >
      <div className="flex flex-col gap-2">
        <Progress
          label="Indicators answered"
          value={progress.settled}
          max={Math.max(1, progress.total)}
          valueText={progressWords(progress)}
        />
        <div className="flex flex-wrap items-center gap-2">
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
              Retry {failedCalls.toLocaleString('en')} failed {failedCalls === 1 ? 'call' : 'calls'}
            </Button>
          )}
          {phase !== 'running' && (
            <Button variant="quiet" onClick={clearBulk}>
              Delete results
            </Button>
          )}
        </div>
        <Obstacles view={view} />
      </div>
    </Card>
  );
}

function Obstacles({ view: { lastFailure, haltedBy, heldUntil, lacking, phase } }: { view: BulkView }) {
  return (
    <>
      {haltedBy && phase === 'paused' && (
        <p role="alert" className="text-danger">
          {haltedBy.kind === 'key'
            ? 'Paused: the service does not accept the key. Put it right in the settings, then resume.'
            : 'Paused: the service does not answer. It goes on by itself when the service is back.'}{' '}
          <VisibleText text={haltedBy.message} className="text-muted" />
        </p>
      )}
      {heldUntil > 0 && (
        <p role="status" className="text-warning">
          The service asks to wait: it goes on by itself at <TimeText value={Math.ceil(heldUntil / 1000)} />.
        </p>
      )}
      {lastFailure !== undefined && (
        <p className="text-danger">
          Failed calls keep what they asked about in the tab Not answered. The last one said:{' '}
          <VisibleText text={lastFailure} />
        </p>
      )}
      {lacking.length > 0 && (
        <p className="text-warning">This deployment does not answer {lacking.join(', ')}: what it tells is missing.</p>
      )}
    </>
  );
}

function Keeping({ view: { isKept, isRestored, phase } }: { view: BulkView }) {
  const kept = isKept
    ? 'The list and its answers are kept in this browser (IndexedDB) for a week, and a reload finds them again.'
    : 'This browser keeps nothing (its storage is blocked or full): a reload loses this triage.';
  return (
    <span className={isKept ? undefined : 'text-warning'}>
      {isRestored && phase !== 'running' && 'Restored after a reload. '}
      {phase !== 'done' && 'It goes on while you work on other pages. '}
      {kept}
    </span>
  );
}
