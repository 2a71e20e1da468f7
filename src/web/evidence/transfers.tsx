import { useCallback } from 'react';
import type { NsTransfer, NsTransfersAnswer } from '#contract/generated/types.gen.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import type { PanelDescription, PerSubject } from '#web/kit/panel/panel-description.tsx';
import type { PanelSetting, PanelSource } from '#web/kit/panel/panel-source.tsx';
import { hiddenColumn } from '#web/kit/records/record-columns.tsx';
import { usePagedAnswer } from '#web/kit/records/use-pages.ts';
import { useEnded } from '#web/kit/time/shared-end.tsx';
import {
  lateTransfers,
  type Transfer,
  transferColumns,
  transferFacets,
  useScoredTransfers,
} from './transfer-columns.tsx';
import type { TransfersQuery } from './transfer-form.ts';
import { transferKey, transferTimeline } from './transfer-timeline.ts';
import { useLateExport } from './use-scored-rows.ts';

interface TransfersDescription<P> extends Pick<
  PanelDescription<P, NsTransfersAnswer>,
  'title' | 'choice' | 'Controls' | 'footer' | 'expectedRows'
> {
  readonly query: (props: P, setting: PanelSetting) => TransfersQuery;
  /** The sentence shown when there are no transfers. */
  readonly empty: PerSubject<P, string>;
  /** Names the exported file. */
  readonly subject: (props: P) => string;
  readonly urlPrefix: string;
  /** A domain whose own moves are omitted. */
  readonly besides?: (props: P) => string;
  /** The column that has the same value in all rows. */
  readonly sameColumn?: string;
  /** Rows per page, unless the query sets a limit. */
  readonly pageRows?: number;
}

/** A panel of domains that moved between name servers (C9), page by page, as a table or over time. */
export function defineTransfers<P extends object>(description: TransfersDescription<P>) {
  const { query, empty, subject, besides, sameColumn, pageRows, ...frame } = description;
  const source: PanelSource<P, NsTransfersAnswer> = {
    useSource: ({ props, setting, title }) => {
      const own = besides?.(props);
      const rowsOf = useCallback(
        ({ nstransfer = [] }: NsTransfersAnswer) => nstransfer.filter(({ domain }) => domain !== own),
        [own],
      );
      const { answer, ...pages } = usePagedAnswer(
        useEnded({ operationId: 'nsTransfers', query: query(props, setting) }),
        { title, rowsOf, sizeOf, ...(pageRows !== undefined && { pageRows }) },
      );
      return { answer, pages };
    },
  };
  return defineEvidence<P, NsTransfersAnswer, NsTransfer, Transfer>(source, {
    expectedRows: 10,
    ...frame,
    rows: ({ nstransfer }) => nstransfer,
    useRows: useScoredTransfers,
    empty,
    columns: transferColumns.map((column) => (column.id === sameColumn ? hiddenColumn(column) : column)),
    rowKey: transferKey,
    views: (_props, rows) => ({
      timeline: transferTimeline(rows),
      ...(rows.length > 1 && { facets: transferFacets.filter(({ id }) => id !== sameColumn) }),
    }),
    exports: { view: 'ns-transfers', subject, useMore: () => useLateExport(lateTransfers) },
  });
}

function sizeOf({ nstransfer = [] }: NsTransfersAnswer): number {
  return nstransfer.length;
}

interface TransferSearchProps {
  readonly title: string;
  readonly query: TransfersQuery;
}

/** C9 with every parameter. */
export const TransferSearch = defineTransfers<TransferSearchProps>({
  title: ({ title }) => title,
  query: ({ query }) => query,
  empty: 'No domain made this move in this period. Try a longer period, or domains of any age.',
  subject: ({ query: { from_ns, to_ns } }) => `${from_ns} ${to_ns}`,
  urlPrefix: 't.',
});
