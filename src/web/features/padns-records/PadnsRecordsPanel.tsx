import type { ReactNode } from 'react';
import { Panel } from '#web/components/Panel.tsx';
import { rowsOrEmpty } from '#web/components/panel-state.ts';
import { RecordViews } from '#web/components/RecordViews.tsx';
import { RecordViewSwitch } from '#web/components/RecordViewSwitch.tsx';
import type { KeptJob } from '#web/components/use-kept-job.ts';
import { useRecordView } from '#web/components/use-record-view.ts';
import { recordFacts } from '#web/components/row-facts.ts';
import type { PadnsCall } from './padns-call.ts';
import { columnsOf } from './padns-columns.ts';
import { padnsItems } from './padns-items.ts';
import { padnsRowKey } from './padns-row.ts';
import { usePadnsRecords } from './use-padns-records.ts';

const views = ['table', 'timeline'] as const;
const timeline = {
  itemsOf: padnsItems,
  words: { item: ['record', 'records'], group: ['type', 'types'], between: 'of' },
} as const;

interface PadnsRecordsPanelProps {
  readonly title: string;
  /** What is asked; further pages and the day of the session are added. */
  readonly call: PadnsCall;
  /** What no record means here, as a sentence. */
  readonly emptyMessage?: string;
  /** About how many rows there are usually: the room they get before they come. */
  readonly expectedRows?: number;
  /** Keeps the URL keys of two tables of one page apart. */
  readonly urlPrefix?: string;
  readonly job?: KeptJob;
  /** More controls above the records. */
  readonly children?: ReactNode;
}

/** Passive DNS records (E1 to E4) as a table or over time; what was filtered and loaded holds for both. */
export function PadnsRecordsPanel({
  title,
  call: asked,
  emptyMessage = 'No observation matches. That says nothing about names the sensors never saw.',
  expectedRows = 12,
  urlPrefix = '',
  job,
  children,
}: PadnsRecordsPanelProps) {
  const { answer, asOf, call, rows, paging, fetchAll } = usePadnsRecords(asked, title, job);
  const [view, setView] = useRecordView(urlPrefix, views);
  const columns = columnsOf(call.operationId);
  const message = asOf === null ? emptyMessage : `On ${asOf}: ${emptyMessage.replace(/^No /, 'no ')}`;
  return (
    <Panel
      title={title}
      call={call}
      answer={answer}
      read={() => rowsOrEmpty(rows, message, paging.total)}
      skeleton={{ shape: 'rows', count: expectedRows }}
      actions={<RecordViewSwitch title={title} view={view} possible={views} onChoose={setView} />}
      footer={asOf !== null && <>As of {asOf}: first seen on or before that day and last seen on or after it.</>}
    >
      {(records) => (
        <RecordViews
          view={view}
          caption={title}
          rows={records}
          columns={columns}
          rowKey={padnsRowKey}
          urlPrefix={urlPrefix}
          paging={paging}
          timeline={timeline}
          exportTarget={{
            view: exportViews[call.operationId],
            subject: call.query?.regex ?? call.path.qname,
            fetchAll,
            factsOf: recordFacts,
          }}
        >
          {children}
        </RecordViews>
      )}
    </Panel>
  );
}

const exportViews = {
  padnsForward: 'padns-forward',
  padnsReverse: 'padns-reverse',
  padnsBoth: 'padns-both',
  padnsUnsanctioned: 'padns-unsanctioned',
} as const;
