import { useState } from 'react';
import { useTeam } from '#web/api/team.ts';
import { NotAsOf } from '#web/kit/time/NotAsOf.tsx';
import { JudgementTable } from '#web/tools/judgements/JudgementTable.tsx';
import { ListDialog } from '#web/tools/judgements/ListDialog.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { JudgeIcon } from '#web/kit/ui/icons.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = { title: 'Judgements' };

const title = 'Judgements';

/** What the team says about subjects, and the never-flag list. */
export function Component() {
  const { may } = useTeam();
  const [isListOpen, setIsListOpen] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold">{title}</h1>
          <p className="max-w-3xl text-muted">
            Tags, “trusted” and “bad” of the team, and the never-flag list. They appear beside the scores, which they do
            not change. What is on the never-flag list is left out of findings, watches and published lists, and counted
            there.
          </p>
        </div>
        {may('judge') && (
          <Button onClick={() => setIsListOpen(true)}>
            <JudgeIcon />
            Judge a list
          </Button>
        )}
      </div>
      <NotAsOf what={title} />
      <JudgementTable />
      {isListOpen && <ListDialog onClose={() => setIsListOpen(false)} />}
    </div>
  );
}
