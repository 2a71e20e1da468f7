import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Campaign } from '#contract/generated/types.gen.ts';
import { kindOfMember } from '#model/connection.ts';
import { errorText } from '#model/errors.ts';
import { formatCount, formatNumber } from '#model/format.ts';
import { arrive } from '#web/api/prefetch.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { CampaignLinks, CampaignSubjects } from '#web/evidence/campaign.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { PanelStack } from '#web/kit/panel/PanelGrid.tsx';
import { NotAsOf } from '#web/kit/time/NotAsOf.tsx';
import { announce } from '#web/kit/ui/announcer.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { TraceIcon } from '#web/kit/ui/icons.ts';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { classNames } from '#web/kit/ui/class-names.ts';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const handle: RouteHandle = { title: 'Campaign' };

/** What is linked with a subject over at most two links: a graph, and tables of the subjects and links. */
export function Component() {
  const { type = '', subject = '' } = useParams();
  if (type !== 'ip' && type !== 'domain')
    return (
      <EmptyState kind="failed" word="No such kind of subject">
        The path of a campaign has ip or domain before the subject.
      </EmptyState>
    );
  return <Shown key={`${type} ${subject}`} type={type} subject={subject} />;
}

function Shown({ type, subject }: { readonly type: 'ip' | 'domain'; readonly subject: string }) {
  const title = `Campaign around ${subject}`;
  const answer = useAnswer({ operationId: 'campaign', path: { type, subject } }, { title });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-xl font-semibold break-words">
            Campaign around <IndicatorLink kind={kindOfMember(type, subject)} value={subject} />
          </h1>
          <p className="max-w-3xl text-muted">
            Domains and addresses that one operator likely or possibly runs as well, over at most two links, and the
            addresses that these domains point to, unless many other names do.
          </p>
          <p className={classNames('mt-2 text-warning', answer.response ? 'empty:hidden' : 'min-h-10 sm:min-h-5')}>
            {answer.response && cutOffWords(answer.response)}
          </p>
        </div>
        <div className="min-h-8 max-sm:basis-full">{answer.response && <AddAll campaign={answer.response} />}</div>
      </div>
      <PanelStack>
        <NotAsOf what="Campaigns" />
        <CampaignSubjects answer={answer} subject={subject} />
        <CampaignLinks answer={answer} subject={subject} />
      </PanelStack>
    </div>
  );
}

/** What the answer leaves out. */
function cutOffWords({ nodes = [], total = 0, more = false }: Campaign): string {
  const least = more ? 'at least ' : '';
  return [
    nodes.length < total &&
      `${formatNumber(nodes.length)} of ${least}${formatNumber(total)} shown, the strongest links first.`,
    more && 'The search stopped at its limits, so there may be more subjects.',
  ]
    .filter(Boolean)
    .join(' ');
}

function AddAll({ campaign }: { readonly campaign: Campaign }) {
  const navigate = useNavigate();
  const [isAdding, setIsAdding] = useState(false);
  const add = async () => {
    if (isAdding) return;
    setIsAdding(true);
    try {
      // loaded late: the page should not wait for the store of the investigation
      const { addCampaign } = await arrive(() => import('./add-campaign.ts'));
      const { added, root } = await addCampaign(campaign);
      announce(`${formatCount(added.length, 'step')} added.`);
      void navigate(paths.investigation(root === undefined ? {} : { node: root }));
    } catch (error) {
      toasts.add({ title: 'The campaign could not be added', body: errorText(error), tone: 'danger' });
      setIsAdding(false);
    }
  };
  return (
    <Button variant="primary" aria-busy={isAdding} onClick={() => void add()}>
      <TraceIcon />
      Add all to the investigation
    </Button>
  );
}
