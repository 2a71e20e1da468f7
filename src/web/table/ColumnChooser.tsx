import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { ColumnsIcon, DownIcon, UpIcon } from '#web/ui/icons.ts';
import { Popover } from '#web/ui/Popover.tsx';
import type { Column } from './column.ts';
import { chosenColumns, moveColumn, visibleColumnIds } from './table-state.ts';

interface ColumnChooserProps<Row> {
  columns: readonly Column<Row>[];
  /** Ids in order, as TableState.columns. */
  chosen: readonly string[] | null;
  onChoose: (ids: readonly string[] | null) => void;
}

/** Which columns are shown, in which order. */
export function ColumnChooser<Row>({ columns, chosen, onChoose }: ColumnChooserProps<Row>) {
  const shown = visibleColumnIds({ columns: chosen }, columns);
  const choose = (ids: readonly string[]) => onChoose(chosenColumns(ids, columns));
  const listed = [
    ...shown.flatMap((id) => columns.find((column) => column.id === id) ?? []),
    ...columns.filter(({ id }) => !shown.includes(id)),
  ];
  return (
    <Popover
      label="Columns"
      align="end"
      className="w-72 p-2"
      trigger={(props) => (
        <Button size="sm" {...props}>
          <ColumnsIcon />
          Columns
        </Button>
      )}
    >
      {() => (
        <>
          <ul className="flex flex-col">
            {listed.map(({ id, header }) => {
              const place = shown.indexOf(id);
              const isLastShown = place >= 0 && shown.length === 1;
              return (
                <li key={id} className="flex items-center gap-1">
                  <Checkbox
                    isChecked={place >= 0}
                    isDisabled={isLastShown}
                    onChange={(isChecked) => choose(isChecked ? [...shown, id] : shown.filter((other) => other !== id))}
                    className="min-w-0 flex-1 justify-start!"
                  >
                    <span className="truncate">{header}</span>
                  </Checkbox>
                  {place >= 0 && (
                    <>
                      <IconButton
                        icon={UpIcon}
                        size="sm"
                        label={`Move ${header} forward`}
                        disabledReason={place === 0 ? 'Already the first column' : undefined}
                        onClick={() => choose(moveColumn(shown, id, -1))}
                      />
                      <IconButton
                        icon={DownIcon}
                        size="sm"
                        label={`Move ${header} back`}
                        disabledReason={place === shown.length - 1 ? 'Already the last column' : undefined}
                        onClick={() => choose(moveColumn(shown, id, 1))}
                      />
                    </>
                  )}
                </li>
              );
            })}
          </ul>
          <div className="mt-2 flex gap-2 border-t border-border pt-2">
            <Button size="sm" variant="quiet" onClick={() => choose(columns.map(({ id }) => id))}>
              Show all
            </Button>
            <Button size="sm" variant="quiet" onClick={() => onChoose(null)}>
              Reset
            </Button>
          </div>
        </>
      )}
    </Popover>
  );
}
