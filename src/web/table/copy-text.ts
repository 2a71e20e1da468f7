import { guardFormula } from '#web/exports/formula-guard.ts';
import { announce } from '#web/ui/announcer.tsx';
import { cellText } from './cell-text.ts';
import type { Column } from './column.ts';

/** Puts a text on the clipboard and says so; a refusal of the browser is said as well. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} copied`);
  } catch {
    announce('The browser refused to copy', 'assertive');
  }
}

/** Rows as lines of cells parted by tabs, which spreadsheets take apart: so cells that would run as formulas are guarded. */
export function rowsAsText<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const line = (row: Row) =>
    columns
      .map((column) => cellText(column.value(row), column.kind))
      .map((text) => guardFormula(text).replace(/[\t\r\n]+/g, ' '))
      .join('\t');
  return rows.map(line).join('\n');
}
