import { createContext } from 'react';

/** What an indicator can do to the table it stands in. */
export interface TableActions {
  readonly filterByValue: () => void;
  readonly excludeValue: () => void;
}

/** Set around each cell of a table; null elsewhere. */
export const TableActionsContext = createContext<TableActions | null>(null);
