import { useRouteError } from 'react-router';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { RetryIcon } from '#web/ui/icons.ts';

/** A page that could not be opened: its code did not arrive (a new version was installed meanwhile), or it has a defect. */
export function RouteFailure() {
  const error = useRouteError();
  return (
    <div className="mx-auto w-full max-w-3xl p-4">
      <h1 className="mb-3 text-xl font-semibold">This page could not be opened</h1>
      <EmptyState
        kind="failed"
        action={
          <Button onClick={() => location.reload()}>
            <RetryIcon />
            Load it again
          </Button>
        }
      >
        <p>{error instanceof Error ? error.message : 'Something unexpected was thrown.'}</p>
        <p>If a new version was installed since this tab was opened, loading again brings it.</p>
      </EmptyState>
    </div>
  );
}
