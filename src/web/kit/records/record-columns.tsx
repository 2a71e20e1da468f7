import type { IndicatorKind } from '#model/indicator-kind.ts';
import { type Indicator, indicatorOf } from '#model/indicator-of.ts';
import { TableMenuContext } from '#web/kit/indicator/indicator-menu.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { cellMenuEntries } from '#web/table/cell-menu.ts';
import type { Cell, CellValue, Column } from '#web/table/column.ts';
import { indicatorClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

/*
 * Columns of record tables, by what they hold. `id` is the wire field, and the value of the field unless `value` is given.
 * Times, scores and texts are drawn by the renderers of RecordTable; only indicators need the row to know what they are.
 */

type Extras<Row> = Partial<
  Pick<Column<Row>, 'value' | 'width' | 'hidden' | 'description' | 'align' | 'exportValue' | 'cell' | 'indicatorOf'>
>;

function column<Row>(kind: Column<Row>['kind'], id: string, header: string, extras: Extras<Row> = {}): Column<Row> {
  return { id, header, kind, value: (row) => (row as Record<string, CellValue>)[id], ...extras };
}

export function textColumn<Row>(id: string, header: string, extras?: Extras<Row>): Column<Row> {
  return column('text', id, header, extras);
}

export function countColumn<Row>(id: string, header: string, extras?: Extras<Row>): Column<Row> {
  return column('number', id, header, extras);
}

export function timeColumn<Row>(id: string, header: string, extras?: Extras<Row>): Column<Row> {
  return column('time', id, header, extras);
}

export function scoreColumn<Row>(id: string, header: string, extras?: Extras<Row>): Column<Row> {
  return column('score', id, header, extras);
}

export function flagColumn<Row>(id: string, header: string, extras?: Extras<Row>): Column<Row> {
  return column('flag', id, header, extras);
}

/**
 * A column of indicators, or of what may be one: `indicator` tells what a value of the row is (queryIndicator,
 * answerIndicator); null leaves it as text. A list is several links in one cell.
 */
export function indicatorColumn<Row>(
  id: string,
  header: string,
  extras: Extras<Row> & {
    indicator?: (value: string, row: Row) => Indicator | null;
    /** What it is to the subject of the page, for the investigation: "resolved to, 2026-10-02". */
    why?: (row: Row) => string;
  } = {},
): Column<Row> {
  const { indicator = indicatorOf, why, ...rest } = extras;
  return column('indicator', id, header, {
    cell: (cell) => {
      const content = <IndicatorCell cell={cell} indicator={(value) => indicator(value, cell.row)} />;
      return why ? <span data-why={why(cell.row)}>{content}</span> : content;
    },
    indicatorOf: indicator,
    ...rest,
  });
}

/** A column of hashes, each linked to what shares it. They are not quantities, so digits are not grouped. */
export function hashColumn<Row>(id: string, header: string, kind: IndicatorKind, extras?: Extras<Row>): Column<Row> {
  return indicatorColumn<Row>(id, header, { ...extras, indicator: (value) => ({ kind, value }) });
}

interface IndicatorCellProps<Row> {
  readonly cell: Cell<Row>;
  readonly indicator: (value: string) => Indicator | null;
}

/** The links of one cell, each with the table's own actions in its menu. */
export function IndicatorCell<Row>({ cell, indicator }: IndicatorCellProps<Row>) {
  if (cell.text === '') return <span className="text-faint">–</span>;
  const values = Array.isArray(cell.value) ? (cell.value as readonly (string | number)[]) : [cell.text];
  return (
    <TableMenuContext value={() => cellMenuEntries(cell)}>
      {values.map((value, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <IndicatorOrText text={String(value)} indicator={indicator(String(value))} />
        </span>
      ))}
    </TableMenuContext>
  );
}

const longestShown = 300;

function IndicatorOrText({ text, indicator }: { text: string; indicator: Indicator | null }) {
  if (indicator) return <IndicatorLink {...indicator} display={indicator.kind === 'asn' ? undefined : text} />;
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  return <VisibleText text={shown} className={indicatorClass} />;
}
