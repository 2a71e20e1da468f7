import type { PadnsAnswer } from '#contract/generated/types.gen.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import type { PanelSource } from '#web/kit/panel/panel-source.tsx';
import { columnsOf } from './padns-columns.tsx';
import { padnsRow, padnsRowKey } from './padns-row.ts';
import { useScoredExport, useScoredRows } from './use-scored-rows.ts';

interface JobRecordsProps {
  readonly id: string;
  /** Of a followed job, see useJobAnswer. */
  readonly answer: Answer<PadnsAnswer>;
}

/** The single page of records in the job's result. */
const foundRecords: PanelSource<JobRecordsProps, PadnsAnswer> = {
  useSource: ({ props: { answer } }) => {
    const { records, metadata } = answer.response ?? {};
    const total = metadata?.results_total_at_least ?? null;
    const isTotalAtLeast = metadata?.results_total_is_exact !== true;
    const hasMore = total !== null && total > (records ?? []).length;
    return { answer, pages: { paging: { total, isTotalAtLeast, hasMore } } };
  },
};

/** The result of a job: one page of passive DNS records in the table of the explorer (F1). */
export const JobRecords = defineEvidence(foundRecords, {
  title: 'Result',
  rows: ({ records }) => records?.map(padnsRow),
  useRows: useScoredRows,
  empty: 'The search ended and no observation matched.',
  // a job does not name its operation; only E4 records have a domain
  columns: ({ answer: { response } }) =>
    columnsOf(response?.records?.some((record) => 'domain' in record) ? 'padnsUnsanctioned' : 'padnsForward'),
  rowKey: padnsRowKey,
  expectedRows: 12,
  urlPrefix: '',
  exports: { view: 'job', subject: ({ id }) => id, useMore: useScoredExport },
});
