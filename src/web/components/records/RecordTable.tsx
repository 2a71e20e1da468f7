import { indicatorOf } from '#model/indicator-of.ts';
import { ScoreBadge } from '#web/components/score/ScoreBadge.tsx';
import { TimeText } from '#web/components/time/TimeText.tsx';
import { usePreferences } from '#web/stores/preferences.ts';
import { type Cell, type CellValue } from '#web/table/column.ts';
import { DataTable, type DataTableProps } from '#web/table/DataTable.tsx';
import { IndicatorCell } from './record-columns.tsx';
import { useTableUrl } from './use-table-url.ts';

export type RecordTableProps<Row> = Omit<DataTableProps<Row>, 'state' | 'onStateChange' | 'density' | 'renderers'> & {
  /** Keeps the URL keys of two tables of one page apart: `a.` -> `a.sort`. */
  readonly urlPrefix?: string;
};

/**
 * The table of records of the interface: its state is in the URL, indicators are links, times are in the chosen zone, scores
 * have their band, and everything else is shown as text that an attacker may have written. Columns: record-columns.tsx.
 */
export function RecordTable<Row>({ urlPrefix = '', ...props }: RecordTableProps<Row>) {
  const [state, setState] = useTableUrl(props.columns, urlPrefix);
  const { density } = usePreferences();
  return <DataTable {...props} state={state} onStateChange={setState} density={density} renderers={renderers} />;
}

const renderers = {
  indicator: <Row,>(cell: Cell<Row>) => <IndicatorCell cell={cell} indicator={indicatorOf} />,
  time: ({ value, text }: { value: CellValue; text: string }) => (
    <TimeText value={typeof value === 'number' ? value : text} />
  ),
  score: ({ value }: { value: CellValue }) => <ScoreBadge score={typeof value === 'number' ? value : undefined} />,
};
