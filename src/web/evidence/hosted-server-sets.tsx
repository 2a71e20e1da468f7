import type { PadnsRecord } from '#contract/generated/types.gen.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import type { PanelSource } from '#web/kit/panel/panel-source.tsx';
import { countColumn, indicatorColumn, scoreColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { usePagedAnswer } from '#web/kit/records/use-pages.ts';
import type { Entity } from '#web/kit/subject/entity.ts';
import { hostedQuestion, nsRecords, type ServerSet, serverSets, useNsDomains } from './ns-domains.ts';

interface LoadedRecords {
  readonly records?: readonly PadnsRecord[];
  readonly hasMore: boolean;
}

/** The records loaded by the panel of hosted domains. */
const loadedRecords: PanelSource<Entity, LoadedRecords> = {
  useSource: ({ props, setting, title }) => {
    const { answer, rows, paging } = usePagedAnswer(hostedQuestion(props, setting), { title, rowsOf: nsRecords });
    const { response, ...asked } = answer;
    if (!response) return { answer: asked };
    return {
      answer: { ...asked, response: { ...(response.records && { records: rows }), hasMore: paging.hasMore } },
    };
  },
};

/** The sets of name servers that the loaded domains share: one set is often one customer, or one campaign. */
export const HostedServerSets = defineEvidence(loadedRecords, {
  title: 'Sets of name servers',
  caption: ({ value }) => `Sets of name servers with ${value}`,
  rows: ({ records }) => records,
  useRows: (records) => serverSets(useNsDomains(records)),
  empty: 'The records carry no hash of their set of servers.',
  columns: [
    indicatorColumn<ServerSet>('nshash', 'Set of servers', {
      size: 264,
      meta: { indicatorOf: (value) => ({ kind: 'nshash', value }) },
    }),
    countColumn<ServerSet>('domains', 'Domains', { size: 84 }),
    scoreColumn<ServerSet>('worst', 'Worst score', { size: 118 }),
    timeColumn<ServerSet>('last_seen', 'Last seen', { size: 158 }),
  ],
  rowKey: ({ nshash }) => nshash,
  expectedRows: 5,
  footer: (_props, _setting, { hasMore }) =>
    hasMore ? 'Counts the loaded domains only; more are available.' : 'Counts all hosted domains.',
  urlPrefix: 'e.',
  exports: { view: 'ns-sets', subject: ({ value }) => value },
});
