import { createContext } from 'react';
import type { FullValue } from './ValueDialog.tsx';

/** What cells need of their table besides its state. */
export interface TableView {
  /** Opens the whole value of a cell in a dialog. */
  readonly showValue: (value: FullValue) => void;
  /** Called after a filter was set from a cell, which may be gone: focuses the cell in its place. */
  readonly keepFocus: () => void;
}

export const TableViewContext = createContext<TableView>({ showValue: () => undefined, keepFocus: () => undefined });
