import type {
  DomainCertificatesAnswer,
  Metadata,
  PadnsAnswer,
  PadnsIpDiversitySearchAnswer,
} from '#contract/generated/types.gen.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import type { PanelSource } from '#web/kit/panel/panel-source.tsx';
import { indicatorColumn } from '#web/kit/records/record-columns.tsx';
import { certificateTable } from './certificates.tsx';
import { type FoundHost, foundHosts, hostCountColumns } from './found-hosts.tsx';
import { columnsOf } from './padns-columns.tsx';
import { padnsRow, padnsRowKey } from './padns-row.ts';
import { useScoredExport, useScoredRows } from './use-scored-rows.ts';

interface JobResult<R> {
  readonly id: string;
  /** Of a followed job, see useJobAnswer. */
  readonly answer: Answer<R>;
}

/** The single page of rows in the job's result. */
function pageOf<R extends { readonly metadata?: Metadata }>(): PanelSource<JobResult<R>, R> {
  return {
    useSource: ({ props: { answer }, rowsOf }) => {
      const { response } = answer;
      const total = response?.metadata?.results_total_at_least ?? null;
      const isTotalAtLeast = response?.metadata?.results_total_is_exact !== true;
      const hasMore = total !== null && response !== undefined && total > rowsOf(response).length;
      return { answer, pages: { paging: { total, isTotalAtLeast, hasMore } } };
    },
  };
}

/** The result of a job: one page of passive DNS records in the table of the explorer (F1). */
export const JobRecords = defineEvidence(pageOf<PadnsAnswer>(), {
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

/** The same for certificates (C12). */
export const JobCertificates = defineEvidence(pageOf<DomainCertificatesAnswer>(), {
  ...certificateTable,
  title: 'Result',
  empty: 'The search ended and no certificate matched.',
  urlPrefix: '',
  exports: { view: 'job', subject: ({ id }) => id },
});

/** The same for hosts by IP diversity (E8). */
export const JobHosts = defineEvidence(pageOf<PadnsIpDiversitySearchAnswer>(), {
  title: 'Result',
  rows: (response) => response.records && foundHosts(response),
  empty: 'The search ended and no host matched.',
  columns: [indicatorColumn<FoundHost>('host', 'Host', { size: 320 }), ...hostCountColumns<FoundHost>()],
  rowKey: ({ host }) => host,
  expectedRows: 12,
  urlPrefix: '',
  exports: { view: 'job', subject: ({ id }) => id },
});
