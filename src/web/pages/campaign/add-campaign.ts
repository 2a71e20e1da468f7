import type { Campaign } from '#contract/generated/types.gen.ts';
import { type CampaignRow, campaignRows, linkReason } from '#web/evidence/campaign-links.ts';
import { subjectOf, verdictOf, viaOfShared } from '#web/kit/indicator/trace-connections.ts';
import { addition, childAbout, nodeOf } from '#web/stores/investigation/investigation-edits.ts';
import {
  newInvestigationId,
  stepHref,
  type StepNode,
  type StepSubject,
} from '#web/stores/investigation/investigation-node.ts';
import {
  editInvestigation,
  investigationReady,
  investigationState,
} from '#web/stores/investigation/investigation-store.ts';

/**
 * Adds all subjects of a campaign as one action that Undo reverts, each below the one that it was reached from. Steps that the
 * investigation has are kept.
 * @returns the added steps, in order, and the id of the step of the subject that was asked for
 */
export async function addCampaign(
  campaign: Campaign,
): Promise<{ added: readonly StepNode[]; root: string | undefined }> {
  await investigationReady();
  const { nodes } = investigationState().history;
  const steps = new Map<string, StepNode>();
  const added: StepNode[] = [];
  const rows = campaignRows(campaign);
  for (const row of rows) {
    const about = subjectOf(row);
    const above = row.nearer === undefined ? undefined : steps.get(row.nearer);
    const href = stepHref(about);
    const known = above
      ? childAbout(nodes, above.id, about)
      : [...nodes.values()].find(({ subject }) => stepHref(subject) === href);
    const step = known ?? stepOf(row, about, above?.id ?? null);
    steps.set(row.subject ?? '', step);
    if (!known) added.push(step);
  }
  if (added.length > 0) editInvestigation(() => addition(`Campaign around ${campaign.subject}`, added));
  return { added, root: steps.get(campaign.subject ?? '')?.id };
}

function stepOf(row: CampaignRow, subject: StepSubject, parent: string | null): StepNode {
  const [share] = row.link?.shares ?? [];
  return nodeOf({
    id: newInvestigationId(),
    parent,
    subject,
    via: share?.attribute ? viaOfShared(share.attribute) : 'added',
    ...(row.link && { why: linkReason(row.link) }),
    at: Date.now(),
    verdict: verdictOf(row),
  });
}
