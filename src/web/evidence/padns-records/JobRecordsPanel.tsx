import type { PadnsAnswer } from '#contract/generated/types.gen.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { columnsOf } from './padns-columns.tsx';
import { useScoredExport, useScoredRows } from './use-scored-rows.ts';
import { padnsRow, padnsRowKey, type PadnsRow } from './padns-row.ts';

interface JobRecordsPanelProps {
  readonly id: string;
  /** Of a followed job, see useJobAnswer. */
  readonly answer: Answer<PadnsAnswer>;
}

/** What a job found, as it was found: one page of passive DNS records in the table of the explorer (F1). */
export function JobRecordsPanel({ id, answer }: JobRecordsPanelProps) {
  return (
    <Panel title="Result" answer={answer} read={recordState} skeleton={{ shape: 'rows', count: 12 }}>
      {(records) => <Records id={id} {...records} />}
    </Panel>
  );
}

interface JobRecords {
  readonly rows: readonly PadnsRow[];
  readonly total: number | null;
  readonly isTotalAtLeast: boolean;
}

function Records({ id, rows, total, isTotalAtLeast }: JobRecords & { readonly id: string }) {
  const scored = useScoredRows(rows);
  const scoredExport = useScoredExport();
  return (
    <RecordTable
      caption="Result"
      rows={scored}
      columns={columnsOf(isUnsanctioned(rows) ? 'padnsUnsanctioned' : 'padnsForward')}
      rowKey={padnsRowKey}
      paging={{ total, isTotalAtLeast, hasMore: total !== null && total > rows.length }}
      exportTarget={{ view: 'job', subject: id, ...scoredExport }}
    />
  );
}

/** A job does not tell which look-up it was; only E4 names the domains. */
function isUnsanctioned(rows: readonly PadnsRow[]): boolean {
  return rows.some(({ domain }) => domain !== undefined);
}

function recordState({ records = [], metadata }: PadnsAnswer): PanelState<JobRecords> {
  if (records.length === 0) return { is: 'empty', message: 'The search ended and no observation matched.' };
  const total = metadata?.results_total_at_least ?? null;
  const isTotalAtLeast = metadata?.results_total_is_exact !== true;
  return {
    is: 'data',
    data: { rows: records.map(padnsRow), total, isTotalAtLeast },
    count: records.length,
    ...(total !== null && { total, isTotalAtLeast }),
  };
}
