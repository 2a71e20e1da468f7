import { useCallback, useMemo, type ReactNode } from 'react';
import type { NsTransfer, NsTransfersAnswer } from '#contract/generated/types.gen.ts';
import { nameServerOf } from '#model/indicator-of.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { rowsOrEmpty } from '#web/components/evidence/panel-state.ts';
import { indicatorColumn, timeColumn } from '#web/components/records/record-columns.tsx';
import { RecordViews } from '#web/components/records/RecordViews.tsx';
import { RecordViewSwitch } from '#web/components/records/RecordViewSwitch.tsx';
import { usePagedAnswer } from '#web/components/records/use-paged-answer.ts';
import { useRecordView } from '#web/components/records/use-record-view.ts';
import { transferKey, transferTimeline } from './transfer-items.ts';
import type { TransfersQuery } from './transfers-query.ts';

const columns = [
  timeColumn<NsTransfer>('change_date', 'Day', { width: 112 }),
  indicatorColumn<NsTransfer>('domain', 'Domain', { width: 280 }),
  indicatorColumn<NsTransfer>('oldnsrecs', 'Left', { width: 320, indicator: nameServerOf }),
  indicatorColumn<NsTransfer>('newnsrecs', 'Joined', { width: 320, indicator: nameServerOf }),
];

const views = ['table', 'timeline'] as const;

interface TransfersPanelProps {
  readonly title: string;
  readonly query: TransfersQuery;
  /** What no transfer means here, as a sentence. */
  readonly emptyMessage: string;
  /** Names the exported file. */
  readonly subject: string;
  readonly urlPrefix: string;
  /** A domain whose own moves are left out. */
  readonly besides?: string;
  readonly actions?: ReactNode;
  readonly footer?: ReactNode;
  readonly expectedRows?: number;
}

/** C9: domains that moved between name servers, page by page, as a table or over time. */
export function TransfersPanel({ title, query, besides, subject, ...rest }: TransfersPanelProps) {
  const { emptyMessage, urlPrefix, actions, footer, expectedRows = 10 } = rest;
  const rowsOf = useCallback(
    ({ nstransfer = [] }: NsTransfersAnswer) => nstransfer.filter(({ domain }) => domain !== besides),
    [besides],
  );
  const question = { operationId: 'nsTransfers', query } as const;
  const { answer, rows, paging, fetchAll } = usePagedAnswer(question, { title, rowsOf, sizeOf });
  const timeline = useMemo(() => transferTimeline(rows), [rows]);
  const [view, setView] = useRecordView(urlPrefix, views);
  return (
    <Panel
      title={title}
      answer={answer}
      read={() => rowsOrEmpty(rows, emptyMessage)}
      skeleton={{ shape: 'rows', count: expectedRows }}
      actions={
        <>
          {actions}
          <RecordViewSwitch title={title} view={view} possible={views} onChoose={setView} />
        </>
      }
      footer={footer}
    >
      {(transfers) => (
        <RecordViews
          view={view}
          caption={title}
          rows={transfers}
          columns={columns}
          rowKey={transferKey}
          urlPrefix={urlPrefix}
          paging={paging}
          timeline={timeline}
          exportTarget={{ view: 'ns-transfers', subject, fetchAll }}
        />
      )}
    </Panel>
  );
}

function sizeOf({ nstransfer = [] }: NsTransfersAnswer): number {
  return nstransfer.length;
}
