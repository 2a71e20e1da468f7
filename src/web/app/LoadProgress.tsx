import { useQuery } from '@tanstack/react-query';
import { formatDuration, formatNumber } from '#model/format.ts';
import { askReadiness, type Readiness } from '#web/api/service-probe.ts';
import { noteServiceBack } from '#web/api/service-state.ts';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { CheckIcon, RunningIcon, TimeIcon } from '#web/kit/ui/icons.ts';
import { Progress } from '#web/kit/ui/Progress.tsx';

type Steps = Extract<Readiness, { state: 'loading' }>['steps'];

/** The first load of the collection, step by step. Polls every second and disappears when it is done. */
export function LoadProgress() {
  const { data: readiness, dataUpdatedAt } = useReadiness();
  return (
    <div className="mx-auto w-full max-w-xl py-10">
      <h1 className="text-xl font-semibold">
        {readiness?.state === 'failed' ? 'The collection could not be loaded' : 'The collection is being loaded'}
      </h1>
      {readiness?.state === 'failed' ? (
        <EmptyState kind="failed" className="mt-4 wrap-anywhere">
          <p>{readiness.message}</p>
        </EmptyState>
      ) : (
        <>
          <p className="mt-1 text-muted">
            This is the first start of the service. It usually takes a minute or two; this page opens when it is done.
            {readiness?.state === 'loading' && ` ${formatDuration(dataUpdatedAt - readiness.startedAt)} so far.`}
          </p>
          {readiness?.state === 'loading' && <StepList steps={readiness.steps} />}
        </>
      )}
    </div>
  );
}

function StepList({ steps }: { steps: Steps }) {
  const current = steps.findIndex(({ done, total }) => total === 0 || done < total);
  return (
    <ol className="mt-4 flex flex-col gap-3 rounded-lg border border-border bg-surface p-4">
      {steps.map(({ name, done, total }, index) => {
        const state = current === -1 || index < current ? 'done' : index === current ? 'running' : 'waiting';
        return (
          <li key={name} className="flex items-start gap-3">
            <span
              className={`mt-0.5 flex ${state === 'done' ? 'text-ok' : state === 'running' ? 'text-accent' : 'text-faint'}`}
            >
              {state === 'done' ? <CheckIcon /> : state === 'running' ? <RunningIcon /> : <TimeIcon />}
            </span>
            <div className="min-w-0 flex-1">
              {state === 'running' ? (
                <Progress label={name} value={done} max={total || 1} valueText={amount(done, total)} />
              ) : (
                <p className={state === 'done' ? '' : 'text-muted'}>
                  {name} <span className="sr-only">({state})</span>
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function amount(done: number, total: number): string {
  return total === 0 ? (done === 0 ? '' : formatNumber(done)) : `${formatNumber(done)} of ${formatNumber(total)}`;
}

/** Requested every second; without an answer the last one stays. */
function useReadiness() {
  return useQuery({
    queryKey: ['readiness'],
    queryFn: async () => {
      const readiness = await askReadiness();
      if (readiness?.state === 'ready') noteServiceBack();
      if (!readiness) throw new Error('no answer');
      return readiness;
    },
    refetchInterval: 1000,
    refetchIntervalInBackground: true,
    gcTime: 0,
    retry: false,
  });
}
