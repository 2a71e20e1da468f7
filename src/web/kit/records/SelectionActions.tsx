import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatCount, formatNumber } from '#model/format.ts';
import { hasOwnPage, INDICATOR_KINDS } from '#model/indicator-kind.ts';
import { type Indicator, indicatorText } from '#model/indicator-of.ts';
import { defang } from '#model/refang.ts';
import { addToBulk, externalEntries, pinPages } from '#web/kit/indicator/indicator-menu.ts';
import { useTeam } from '#web/api/team.ts';
import { judgeSubjects } from '#web/stores/judge-dialog.ts';
import { indicatorsIn } from '#web/table/cell-text.ts';
import type { ColumnDef, RowData } from '#web/table/column-def.ts';
import type { TableSelection } from '#web/table/DataTable.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { copyText } from '#web/kit/ui/copy-text.ts';
import { BulkIcon, CloseIcon, CopyIcon, DownloadIcon, ExternalIcon, JudgeIcon, PinIcon } from '#web/kit/ui/icons.ts';
import type { MenuEntry } from '#web/kit/ui/menu-entry.ts';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import { SelectField } from '#web/kit/ui/Field.tsx';
import { subjectPath } from '#web/url/subject-path.ts';

/** The most steps pinned at once: more would make an investigation unreadable. */
const mostPinned = 50;
/** The most indicators with external links: each link is a menu entry per indicator. */
const mostExternal = 10;
/** The number of rows checked for columns with indicators and for differing values. */
const lookedAt = 200;

/** Actions for the indicators in one column of the selected rows. */
export function SelectionActions<Row extends RowData>({ rows, columns, onExport, onClear }: TableSelection<Row>) {
  const navigate = useNavigate();
  const { may } = useTeam();
  const [wanted, setWanted] = useState<string>();
  const sample = rows.slice(0, lookedAt);
  const found = columns
    .map((column) => ({ column, count: indicatorsOf(sample, column).length }))
    .filter(({ count }) => count > 0);
  // a column with the same value in all rows usually holds the search term
  const usual = found.find(({ count }) => count > 1) ?? found[0];
  const { column } = found.find((each) => each.column.id === wanted) ?? usual ?? {};
  const indicators = () => (column ? indicatorsOf(rows, column) : []);
  const send = () => {
    const lines = indicators()
      .filter(({ kind }) => INDICATOR_KINDS[kind].isTriaged)
      .map(indicatorText);
    addToBulk(lines, navigate);
  };
  const pin = () => {
    const all = indicators();
    const pinned = all.slice(0, mostPinned);
    const words =
      all.length > pinned.length
        ? `The first ${mostPinned} of ${formatNumber(all.length)}`
        : formatCount(pinned.length, 'indicator');
    pinPages(
      pinned.map(({ kind, value }) => subjectPath(kind, value)),
      words,
      navigate,
    );
  };
  const action = (label: string, Icon: typeof CopyIcon, onClick: () => void) => (
    <Button size="sm" title={label} onClick={onClick}>
      <Icon />
      <span className="sr-only @7xl:not-sr-only">{label}</span>
    </Button>
  );
  return (
    <div role="group" aria-label="Selected rows" className="flex items-center gap-1">
      {column && (
        <>
          {found.length > 1 && (
            <SelectField
              label="Values of"
              isLabelHidden
              value={column.id}
              choices={found.map(({ column: { id, header } }) => ({ value: id, label: header }))}
              onChange={setWanted}
              className="hidden w-32 @xl:flex"
            />
          )}
          {action(
            'Copy defanged',
            CopyIcon,
            () =>
              void copyText(
                indicators()
                  .map((each) => defang(indicatorText(each)))
                  .join('\n'),
              ),
          )}
          {action('Send to bulk', BulkIcon, send)}
          {action('Add to investigation', PinIcon, pin)}
          {may('judge') &&
            action('Judge', JudgeIcon, () =>
              judgeSubjects(
                indicators()
                  .filter(({ kind }) => hasOwnPage(kind))
                  .map(indicatorText),
              ),
            )}
          {externalMenu(indicatorsOf(sample, column).slice(0, mostExternal)).length > 0 && (
            <MenuButton
              label="Open external"
              icon={ExternalIcon}
              variant="secondary"
              size="sm"
              entries={() => externalMenu(indicatorsOf(sample, column).slice(0, mostExternal))}
            />
          )}
        </>
      )}
      {onExport && action('Export', DownloadIcon, onExport)}
      <Button size="sm" variant="quiet" isIconOnly aria-label="Clear the selection" onClick={onClear}>
        <CloseIcon />
      </Button>
    </div>
  );
}

/** The different indicators of a column, in the order of the rows. */
function indicatorsOf<Row extends RowData>(rows: readonly Row[], column: ColumnDef<Row>): readonly Indicator[] {
  const found = rows.flatMap((row) => indicatorsIn(row, column));
  return [...new Map(found.map((each) => [`${each.kind} ${each.value}`, each])).values()];
}

/** The external links of each indicator; none unless enabled in the settings. */
function externalMenu(indicators: readonly Indicator[]): readonly MenuEntry[] {
  return indicators
    .map((indicator) => {
      const id = `${indicator.kind} ${indicator.value}`;
      const entries = externalEntries(indicator).map((entry) => ({ ...entry, id: `${entry.id} ${id}` }));
      return { kind: 'group' as const, id, label: indicatorText(indicator), entries };
    })
    .filter(({ entries }) => entries.length > 0);
}
