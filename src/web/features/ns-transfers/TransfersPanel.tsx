import { type ReactNode, useCallback, useMemo } from 'react';
import type { NsTransfer, NsTransfersAnswer } from '#contract/generated/types.gen.ts';
import { nameServerOf } from '#model/indicator-of.ts';
import { epochSeconds } from '#model/wire-time.ts';
import { rowsOrEmpty } from '#web/components/evidence/panel-state.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { indicatorColumn, timeColumn } from '#web/components/records/record-columns.tsx';
import type { RecordItem, RecordTimelineLook } from '#web/components/records/RecordTimeline.tsx';
import { RecordViews, RecordViewSwitch, useRecordView } from '#web/components/records/RecordViews.tsx';
import { usePagedAnswer } from '#web/components/records/use-paged-answer.ts';
import { paths } from '#web/url/paths.ts';
import { moveOf, type TransfersQuery } from './transfer-form.ts';

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

/** A transfer identifies itself by its day, its domain and where that went. */
function transferKey({ change_date, domain, newnsrecs = [] }: NsTransfer): string {
  return `${change_date} ${domain} ${newnsrecs.join(' ')}`;
}

/** The side of a move by which moves are told apart. */
type Side = 'left' | 'joined';

function serverOf({ oldnsrecs = [], newnsrecs = [] }: NsTransfer, side: Side): string | undefined {
  const move = moveOf({ from_nameservers: oldnsrecs, to_nameservers: newnsrecs });
  return move?.[side] ?? { left: oldnsrecs, joined: newnsrecs }[side][0];
}

/** Moves on their days, called by the domain and coloured by the server of one side. One without a day has no bar; the table has it. */
export function transferItems(rows: readonly NsTransfer[], side: Side): readonly RecordItem[] {
  return rows.flatMap((row) => {
    const { change_date, domain, oldnsrecs = [], newnsrecs = [] } = row;
    const time = change_date === undefined ? null : epochSeconds(change_date);
    if (time === null || domain === undefined) return [];
    const server = serverOf(row, side);
    return [
      {
        key: transferKey(row),
        label: domain,
        group: server ?? 'no name server',
        groupLabel: '',
        start: time,
        end: time,
        title: `${oldnsrecs.join(' ')} → ${newnsrecs.join(' ')}`,
        path: paths.domain(domain),
        ...(server !== undefined && { groupPath: paths.nameServer(server) }),
      },
    ];
  });
}

const group = ['name server', 'name servers'] as const;
const item = ['move', 'moves'] as const;
const looks: Readonly<Record<Side, RecordTimelineLook<NsTransfer>>> = {
  left: { itemsOf: (rows) => transferItems(rows, 'left'), words: { item, group, between: 'from' } },
  joined: { itemsOf: (rows) => transferItems(rows, 'joined'), words: { item, group, between: 'to' } },
};

/** Moves by the server that was joined; where all joined the same one, by the one that was left. */
export function transferTimeline(rows: readonly NsTransfer[]): RecordTimelineLook<NsTransfer> {
  const countOf = (side: Side) => new Set(rows.map((row) => serverOf(row, side))).size;
  return countOf('joined') === 1 && countOf('left') > 1 ? looks.left : looks.joined;
}
