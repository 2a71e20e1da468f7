import { useContext } from 'react';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import { formatDecimal } from '#model/format.ts';
import { type Indicator, indicatorOf } from '#model/indicator-of.ts';
import { categoryLabel } from '#model/listed-by.ts';
import { categoryTone } from '#model/subject-tags.ts';
import { readVerdictState, verdictWord } from '#model/verdict.ts';
import { TableMenuContext } from '#web/kit/indicator/indicator-menu.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { type RowTags, SubjectTags } from '#web/kit/score/TagRow.tsx';
import { ScoreBadge, VerdictBadge } from '#web/kit/score/VerdictBadge.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { cellMenuEntries } from '#web/table/cell-menu.ts';
import { textOf } from '#web/table/cell-text.ts';
import {
  type CellContext,
  type ColumnDef,
  type ColumnOptions,
  defineColumn,
  type RowData,
} from '#web/table/column-def.ts';
import { TableViewContext } from '#web/table/table-view.ts';
import { indicatorClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { type CertificateDigests, certificateFingerprint, unknownFingerprint } from '#model/certificate.ts';

/*
 * Column definitions of record tables (TanStack's ColumnDef), by type of content. `id` is the wire field, and the
 * value comes from that field unless `accessorFn` is given. Any other member of a ColumnDef can be given too.
 */

export function textColumn<Row extends RowData>(
  id: string,
  header: string,
  extras?: ColumnOptions<Row>,
): ColumnDef<Row> {
  return defineColumn('text', id, header, extras);
}

/** A column of one category of listings or of several, as tags; files hold them as the interface sent them. */
export function categoryColumn<Row extends RowData>(id: string, header: string, size: number): ColumnDef<Row> {
  const sent = (row: Row) => (row as Record<string, string | readonly string[] | undefined>)[id];
  return textColumn<Row>(id, header, {
    size,
    accessorFn: (row) => {
      const value = sent(row);
      return typeof value === 'string' ? categoryLabel(value) : value?.map(categoryLabel);
    },
    cell: ({ row, column }) => (
      <CellTags
        size={column.getSize()}
        tags={[sent(row.original) ?? []].flat().map((id) => ({ id, label: categoryLabel(id), tone: categoryTone(id) }))}
      />
    ),
    meta: { exportValue: sent },
  });
}

/** A column of the tags of each row's subject, which say why on hover. */
export function tagColumn<Row extends { readonly tags?: RowTags }>(size: number): ColumnDef<Row> {
  return textColumn<Row>('tags', 'Tags', {
    size,
    accessorFn: ({ tags }) => tags?.flatMap(({ label }) => label ?? []),
    cell: ({ row, column }) => <CellTags size={column.getSize()} tags={row.original.tags} />,
  });
}

/** Of a cell, with room to spare: a tag that is cut reads worse than a number. */
const cellPadding = 20;

function CellTags({ tags, size }: { readonly tags: RowTags; readonly size: number }) {
  return (
    <span className="flex gap-1">
      <SubjectTags tags={tags} room={size - cellPadding} />
    </span>
  );
}

export function countColumn<Row extends RowData>(
  id: string,
  header: string,
  extras?: ColumnOptions<Row>,
): ColumnDef<Row> {
  return defineColumn('number', id, header, extras);
}

/** A column of shares, means and the like, with the same decimals in each row so that the points line up. */
export function decimalColumn<Row extends RowData>(
  id: string,
  header: string,
  { decimals, ...extras }: ColumnOptions<Row> & { readonly decimals: 1 | 2 },
): ColumnDef<Row> {
  return countColumn<Row>(id, header, {
    cell: ({ getValue }) => {
      const value = getValue();
      return typeof value === 'number' ? formatDecimal(value, decimals) : noValue;
    },
    ...extras,
  });
}

/** A column of times, shown in the chosen time zone. */
export function timeColumn<Row extends RowData>(
  id: string,
  header: string,
  extras?: ColumnOptions<Row>,
): ColumnDef<Row> {
  return defineColumn('time', id, header, { cell: TimeCell, ...extras });
}

export function scoreColumn<Row extends RowData>(
  id: string,
  header: string,
  extras?: ColumnOptions<Row>,
): ColumnDef<Row> {
  return defineColumn('score', id, header, { cell: ScoreCell, ...extras });
}

/** The verdict of a row, as own operations send it. */
export interface JudgedRow {
  readonly verdict?: string;
  readonly risk_score?: number | null;
}

/** The risk score of the subject of a row as a badge, and its verdict as a word, which is hidden until it is chosen. */
export function verdictColumns<Row extends JudgedRow>(size: number): readonly ColumnDef<Row>[] {
  return [
    scoreColumn<Row>('risk_score', 'Risk score', {
      size,
      cell: ({ row: { original } }) => (
        <VerdictBadge state={readVerdictState(original.verdict)} score={original.risk_score} />
      ),
    }),
    textColumn<Row>('verdict', 'Verdict', {
      meta: { isHidden: true },
      accessorFn: ({ verdict, risk_score }) => verdictWord(readVerdictState(verdict), risk_score ?? null),
    }),
  ];
}

/** A column that the table does not show until it is chosen; the details of a row have it. */
export function hiddenColumn<Row extends RowData>(column: ColumnDef<Row>): ColumnDef<Row> {
  return { ...column, meta: { ...column.meta, isHidden: true } };
}

export function flagColumn<Row extends RowData>(
  id: string,
  header: string,
  extras?: ColumnOptions<Row>,
): ColumnDef<Row> {
  return defineColumn('flag', id, header, extras);
}

/**
 * A column of values that may be indicators: `meta.indicatorOf` returns the indicator of a value (queryIndicator,
 * answerIndicator), or null to show it as text. A list becomes several links in one cell.
 */
export function indicatorColumn<Row extends RowData>(
  id: string,
  header: string,
  extras: ColumnOptions<Row> = {},
): ColumnDef<Row> {
  return defineColumn('indicator', id, header, {
    cell: (cell) => <IndicatorCell cell={cell} />,
    ...extras,
    meta: { indicatorOf, ...extras.meta },
  });
}

/** A column of hashes, each linked to the subjects that share it. Digits are not grouped: a hash is not a quantity. */
export function hashColumn<Row extends RowData>(
  id: string,
  header: string,
  kind: IndicatorKind,
  extras: ColumnOptions<Row> = {},
): ColumnDef<Row> {
  return indicatorColumn<Row>(id, header, {
    ...extras,
    meta: { indicatorOf: (value) => ({ kind, value }), ...extras.meta },
  });
}

const noValue = <span className="text-faint">–</span>;

function TimeCell<Row extends RowData>(cell: CellContext<Row>) {
  const text = textOf(cell);
  const value = cell.getValue();
  return text === '' ? noValue : <TimeText value={typeof value === 'number' ? value : text} />;
}

function ScoreCell<Row extends RowData>({ getValue }: CellContext<Row>) {
  const value = getValue();
  if (value === null || value === undefined || value === '') return noValue;
  return <ScoreBadge score={typeof value === 'number' ? value : undefined} />;
}

/** The links of one cell, each with the table's own actions in its menu. */
export function IndicatorCell<Row extends RowData>({ cell }: { readonly cell: CellContext<Row> }) {
  const view = useContext(TableViewContext);
  const text = textOf(cell);
  if (text === '') return noValue;
  const { indicatorOf: indicator = () => null, why } = cell.column.columnDef.meta ?? {};
  const value = cell.getValue();
  const values = Array.isArray(value) ? (value as readonly (string | number)[]) : [text];
  const row = cell.row.original;
  const links = (
    <TableMenuContext value={() => cellMenuEntries(cell, view)}>
      {values.map((each, index) => (
        <span key={index}>
          {index > 0 && ', '}
          <IndicatorOrText text={String(each)} indicator={indicator(String(each), row)} />
        </span>
      ))}
    </TableMenuContext>
  );
  return why ? <span data-why={why(row)}>{links}</span> : links;
}

const longestShown = 300;

function IndicatorOrText({ text, indicator }: { text: string; indicator: Indicator | null }) {
  if (indicator) return <IndicatorLink {...indicator} display={indicator.kind === 'asn' ? undefined : text} />;
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  return <VisibleText text={shown} className={indicatorClass} />;
}

/** The fingerprint of a certificate, linked to the hosts that served it, and each digest as a separate hidden column. */
export function fingerprintColumns<Row extends CertificateDigests>(): readonly ColumnDef<Row>[] {
  return [
    // a separate id, so that no export has a SHA-256 as fingerprint_sha1
    indicatorColumn<Row>('certificate_fingerprint', 'Fingerprint', {
      size: 210,
      accessorFn: (row) => certificateFingerprint(row)?.value,
      cell: (cell) =>
        textOf(cell) === '' ? <span className="text-faint">{unknownFingerprint}</span> : <IndicatorCell cell={cell} />,
      meta: {
        description: 'SHA-1, or SHA-256 when only that is known',
        indicatorOf: (_, row) => certificateFingerprint(row),
      },
    }),
    hashColumn<Row>('fingerprint_sha1', 'SHA-1', 'certificate-sha1', { size: 330, meta: { isHidden: true } }),
    hashColumn<Row>('fingerprint_sha256', 'SHA-256', 'certificate-sha256', { size: 520, meta: { isHidden: true } }),
  ];
}
