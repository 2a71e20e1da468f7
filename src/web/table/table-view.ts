import { createContext } from 'react';
import type { FullValue } from './ValueDialog.tsx';

/** What cells ask of the table they are in, besides its state. */
export interface TableView {
  /** Opens the whole value in a dialog, where the cell shows one line of it. */
  readonly showValue: (value: FullValue) => void;
  /** After a filter was set from a cell, which may be gone with it: the focus goes to the cell that took its place. */
  readonly keepFocus: () => void;
}

export const TableViewContext = createContext<TableView>({ showValue: () => undefined, keepFocus: () => undefined });
