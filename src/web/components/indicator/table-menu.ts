import { createContext } from 'react';
import type { MenuEntry } from '#web/ui/menu-entry.ts';

/** What the table around an indicator can do with its cell: filter, exclude, copy. Nothing outside of tables. */
export const TableMenuContext = createContext<() => readonly MenuEntry[]>(() => []);
