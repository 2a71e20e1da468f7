import { useEffect, useMemo, useState } from 'react';
import type { Campaign, CampaignLink } from '#contract/generated/types.gen.ts';
import { indicatorOf } from '#model/indicator-of.ts';
import { arrive } from '#web/api/prefetch.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { hasWebGl } from '#web/charts/graph.ts';
import { seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { given } from '#web/kit/panel/panel-source.tsx';
import {
  countColumn,
  decimalColumn,
  indicatorColumn,
  tagColumn,
  textColumn,
  verdictColumns,
} from '#web/kit/records/record-columns.tsx';
import { CampaignGraph } from './CampaignGraph.tsx';
import { type CampaignRow, campaignRows, linkReason, linkValues, linkWords } from './campaign-links.ts';

interface CampaignProps {
  readonly answer: Answer<Campaign>;
  /** The subject that was asked for. */
  readonly subject: string;
}

type GroupedRow = CampaignRow & { readonly group: number | undefined };

/** Adds what led to each subject, and its community, which is computed by code that is loaded late. */
function useGroups(rows: readonly unknown[], { answer: { response } }: CampaignProps): readonly GroupedRow[] {
  const [groups, setGroups] = useState<ReadonlyMap<string, number>>();
  useEffect(() => {
    let isCurrent = true;
    const { nodes = [], links = [] } = response ?? {};
    const edges = links.map(({ from = '', to = '', bits = 0 }) => ({ from, to, weight: bits }));
    void arrive(() => import('#web/charts/communities.ts')).then(
      ({ communitiesOf }) =>
        isCurrent &&
        setGroups(
          communitiesOf(
            nodes.map(({ subject = '' }) => subject),
            edges,
          ),
        ),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [response]);
  return useMemo(
    () =>
      rows.length === 0
        ? []
        : campaignRows(response ?? {}).map((row) => ({ ...row, group: groups?.get(row.subject ?? '') })),
    [rows, response, groups],
  );
}

let isDrawable: boolean | undefined;
/** Without WebGL there is only the table. */
function canDraw(): boolean {
  isDrawable ??= typeof document !== 'undefined' && hasWebGl();
  return isDrawable;
}

/** The subjects of a campaign as a graph or a table. */
export const CampaignSubjects = defineEvidence(
  given(({ answer }: CampaignProps) => answer),
  {
    title: 'Subjects',
    caption: ({ subject }) => `Subjects of the campaign around ${subject}`,
    rows: ({ nodes }) => nodes,
    useRows: useGroups,
    total: ({ total }) => total,
    isTotalAtLeast: ({ more }) => more === true,
    empty: 'Nothing is linked with this subject.',
    columns: [
      indicatorColumn<GroupedRow>('subject', 'Subject', {
        size: 260,
        meta: { indicatorOf },
      }),
      ...verdictColumns<GroupedRow>(150),
      tagColumn<GroupedRow>(150),
      countColumn<GroupedRow>('depth', 'Steps', { size: 80, meta: { description: 'Links away from the subject' } }),
      indicatorColumn<GroupedRow>('nearer', 'Linked with', {
        size: 240,
        meta: { indicatorOf },
      }),
      decimalColumn<GroupedRow>('bits', 'Bits', {
        decimals: 1,
        size: 80,
        accessorFn: ({ link }) => link?.bits,
        meta: { description: 'Strength of that link' },
      }),
      textColumn<GroupedRow>('reason', 'Why', { size: 300, accessorFn: ({ link }) => link && linkReason(link) }),
      countColumn<GroupedRow>('group', 'Group', {
        size: 84,
        meta: { description: 'Subjects with more links among each other than to the rest (Louvain)' },
      }),
      textColumn<GroupedRow>('asname', 'AS name', { meta: { isHidden: true } }),
      textColumn<GroupedRow>('country', 'Country', { size: 90, meta: { isHidden: true } }),
      textColumn<GroupedRow>('decider', 'Deciding factor', { meta: { isHidden: true } }),
    ],
    rowKey: ({ subject = '' }) => subject,
    // as high as the graph
    expectedRows: 22,
    views: ({ answer: { response } }) =>
      canDraw() && response && (response.nodes?.length ?? 0) > 1
        ? { picture: { label: 'Graph', draw: () => <CampaignGraph campaign={response} /> }, defaultView: 'picture' }
        : {},
    urlPrefix: 's.',
    exports: {
      view: 'campaign-subjects',
      subject: ({ subject }) => subject,
      facts: ({ subject, risk_score: score, decider: reason }) => seenFacts(subject, { score, reason }),
    },
  },
);

/** The links of a campaign: the values behind every edge of the graph. */
export const CampaignLinks = defineEvidence(
  given(({ answer }: CampaignProps) => answer),
  {
    title: 'Links',
    caption: ({ subject }) => `Links of the campaign around ${subject}`,
    rows: ({ links }) => links,
    empty: 'Nothing is linked with this subject by values that say that one operator runs both.',
    columns: [
      indicatorColumn<CampaignLink>('from', 'Subject', {
        size: 240,
        meta: { indicatorOf },
      }),
      indicatorColumn<CampaignLink>('to', 'Other subject', {
        size: 240,
        meta: { indicatorOf },
      }),
      textColumn<CampaignLink>('operator', 'Link', { size: 190, accessorFn: linkWords }),
      decimalColumn<CampaignLink>('bits', 'Bits', {
        decimals: 1,
        size: 80,
        meta: { description: 'Strength of the link' },
      }),
      textColumn<CampaignLink>('shares', 'Shared values, each with its weight', { size: 520, accessorFn: linkValues }),
    ],
    rowKey: ({ from, to }) => `${from} ${to}`,
    expectedRows: 12,
    urlPrefix: 'l.',
    exports: { view: 'campaign-links', subject: ({ subject }) => subject },
  },
);
