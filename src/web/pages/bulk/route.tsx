import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '#model/format.ts';
import { NotAsOf } from '#web/kit/time/NotAsOf.tsx';
import { BulkIntake } from '#web/tools/bulk-triage/BulkIntake.tsx';
import { BulkResults } from '#web/tools/bulk-triage/BulkResults.tsx';
import { restoreBulk, useBulkState } from '#web/tools/bulk-triage/bulk-store.ts';
import { RunProgress } from '#web/tools/bulk-triage/RunProgress.tsx';
import { setBulkDraft, useBulkDraft } from '#web/stores/bulk-draft.ts';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = { title: 'Bulk triage' };

/** Triage of many indicators. The run continues when the analyst leaves this page. */
export function Component() {
  const { isReady, view, lost } = useBulkState();
  const { text, stage } = useBulkDraft();
  const [wantsIntake, setWantsIntake] = useState(false);
  useEffect(() => void restoreBulk(), []);
  const hasIntake = !view || wantsIntake || (text !== '' && stage !== 'run');
  const heading = useRef<HTMLHeadingElement>(null);
  const start = () => {
    setWantsIntake(false);
    // the pressed button disappears
    heading.current?.focus();
  };
  const edit = (isAnother: boolean) => {
    if (isAnother) setBulkDraft('');
    setWantsIntake(true);
  };
  return (
    <div className="flex flex-col gap-4">
      <h1 ref={heading} tabIndex={-1} data-focus-quiet="" className="text-xl font-semibold">
        Bulk triage
      </h1>
      <NotAsOf what="Bulk triage" />
      {!isReady && <Skeleton shape="block" heightPx={280} />}
      {lost && (
        <EmptyState kind="unknown" word="The results before the reload are lost">
          There were {formatNumber(lost.total)} indicators, and this browser did not keep them. Paste the list again.
        </EmptyState>
      )}
      {isReady && hasIntake && <BulkIntake replaces={view?.name} onStart={start} />}
      {view && (
        <>
          <RunProgress view={view} onEdit={hasIntake ? undefined : edit} />
          <BulkResults view={view} />
        </>
      )}
    </div>
  );
}
