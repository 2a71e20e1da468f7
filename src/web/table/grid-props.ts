import type { MenuEntry } from '#web/kit/ui/menu-entry.ts';
import type { Cell, CellRenderers, Column } from './column.ts';
import type { RowSelection } from './row-selection.ts';
import type { Density, TableState } from './table-state.ts';
import type { GridRows } from './use-grid-rows.ts';
import type { FullValue } from './ValueDialog.tsx';

export interface OpenMenu {
  label: string;
  entries: readonly MenuEntry[];
  anchor: HTMLElement;
  /** A point of the viewport in CSS pixels, when it was opened by the mouse. */
  point?: { x: number; y: number };
}

export interface GridProps<Row> {
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  gridRows: GridRows<Row>;
  state: TableState;
  onStateChange: (state: TableState) => void;
  selection: RowSelection;
  onSelect: (selection: RowSelection) => void;
  density: Density;
  hasFilterRow: boolean;
  onShowFilters: () => void;
  maxHeight: string;
  renderers: CellRenderers<Row>;
  highlightedKey: string | null;
  onHighlight: ((key: string | null) => void) | undefined;
  onOpen: ((cell: Cell<Row>) => void) | undefined;
  onShowValue: (value: FullValue) => void;
  onMenu: (menu: OpenMenu) => void;
  cellMenu: ((cell: Cell<Row>) => readonly MenuEntry[]) | undefined;
}
