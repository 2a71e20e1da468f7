import { useCallback, type ReactNode } from 'react';
import { nsTransfersOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import type { NsTransfer, NsTransfersAnswer } from '#contract/generated/types.gen.ts';
import { nameServerOf } from '#web/components/indicator-of.ts';
import { Panel } from '#web/components/Panel.tsx';
import { rowsOrEmpty } from '#web/components/panel-state.ts';
import { indicatorColumn, timeColumn } from '#web/components/record-columns.tsx';
import { RecordTable } from '#web/components/RecordTable.tsx';
import { usePagedAnswer, type PageQuery } from '#web/components/use-paged-answer.ts';
import type { TransfersQuery } from './transfers-query.ts';

const columns = [
  timeColumn<NsTransfer>('change_date', 'Day', { width: 112 }),
  indicatorColumn<NsTransfer>('domain', 'Domain', { width: 280 }),
  indicatorColumn<NsTransfer>('oldnsrecs', 'Left', { width: 320, indicator: nameServerOf }),
  indicatorColumn<NsTransfer>('newnsrecs', 'Joined', { width: 320, indicator: nameServerOf }),
];

const rowKey = ({ change_date, domain, newnsrecs = [] }: NsTransfer) =>
  `${change_date} ${domain} ${newnsrecs.join(' ')}`;

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

/** C9: domains that moved between name servers, page by page. */
export function TransfersPanel({ title, query, besides, subject, ...rest }: TransfersPanelProps) {
  const { emptyMessage, urlPrefix, actions, footer, expectedRows = 10 } = rest;
  const callOf = (page: PageQuery) => ({ operationId: 'nsTransfers', query: { ...query, ...page } }) as const;
  const rowsOf = useCallback(
    ({ nstransfer = [] }: NsTransfersAnswer) => nstransfer.filter(({ domain }) => domain !== besides),
    [besides],
  );
  const { answer, rows, paging, fetchAll, firstPage } = usePagedAnswer({
    title,
    query,
    optionsOf: (page) => nsTransfersOptions(callOf(page)),
    rowsOf,
    sizeOf,
  });
  return (
    <Panel
      title={title}
      call={callOf(firstPage)}
      answer={answer}
      read={() => rowsOrEmpty(rows, emptyMessage)}
      skeleton={{ shape: 'rows', count: expectedRows }}
      actions={actions}
      footer={footer}
    >
      {(transfers) => (
        <RecordTable
          caption={title}
          rows={transfers}
          columns={columns}
          rowKey={rowKey}
          urlPrefix={urlPrefix}
          paging={paging}
          exportTarget={{ view: 'ns-transfers', subject, fetchAll }}
        />
      )}
    </Panel>
  );
}

function sizeOf({ nstransfer = [] }: NsTransfersAnswer): number {
  return nstransfer.length;
}
