import { formatNumber } from '#model/format.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { textOf, type TextSource } from './cell-text.ts';

/** A cell shows one line; longer text is cut and shown in full on request, so that a 64 kB TXT record costs no layout. */
const longestShown = 300;

/** The default cell: its text, which an attacker may have written. */
export function DefaultCell(cell: TextSource) {
  const text = textOf(cell);
  const value = cell.getValue();
  const kind = cell.column.columnDef.meta?.kind;
  if (text === '') return <span className="text-faint">–</span>;
  if (kind === 'number' && typeof value === 'number') return formatNumber(value);
  if (kind === 'flag') return <span className={value === true ? undefined : 'text-faint'}>{text}</span>;
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  return <VisibleText text={shown} className={kind === 'indicator' ? 'font-mono' : undefined} />;
}
