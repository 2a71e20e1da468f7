import { useTeam } from '#web/api/team.ts';
import { AuditTable } from '#web/evidence/audit-table.tsx';
import { NotAsOf } from '#web/kit/time/NotAsOf.tsx';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = { title: 'Audit log' };

/** Who changed what through the interface; for administrators. */
export function Component() {
  const { may } = useTeam();
  return (
    <div className="flex flex-col gap-4">
      <div className="min-w-0">
        <h1 className="text-xl font-semibold">Audit log</h1>
        <p className="max-w-3xl text-muted">
          Judgements, feeds, imports, watches, live look-ups and seals: who asked for the change, and when. Calls that
          failed and logs that shippers push are not recorded.
        </p>
      </div>
      <NotAsOf what="The audit log" />
      {may('manage') ? (
        <AuditTable />
      ) : (
        <EmptyState kind="unknown" word="For administrators">
          The key in use may not read the audit log. Open the settings to use the key of an administrator.
        </EmptyState>
      )}
    </div>
  );
}
