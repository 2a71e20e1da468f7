import { VisibleText } from '#web/ui/VisibleText.tsx';
import type { Cell, CellRenderers } from './column.ts';

/** A cell shows one line; what is longer is cut here and shown in full on request, so a 64 kB TXT record costs no layout. */
const MAX_SHOWN = 300;

const numberFormat = new Intl.NumberFormat('en');

function DefaultContent<Row>({ cell }: { cell: Cell<Row> }) {
  if (cell.text === '') return <span className="text-faint">–</span>;
  if (cell.column.kind === 'number' && typeof cell.value === 'number') return numberFormat.format(cell.value);
  if (cell.column.kind === 'flag')
    return <span className={cell.value === true ? undefined : 'text-faint'}>{cell.text}</span>;
  const shown = cell.text.length > MAX_SHOWN ? `${cell.text.slice(0, MAX_SHOWN)}…` : cell.text;
  return <VisibleText text={shown} className={cell.column.kind === 'indicator' ? 'font-mono' : undefined} />;
}

interface CellContentProps<Row> {
  cell: Cell<Row>;
  renderers: CellRenderers<Row>;
}

/** What a cell shows: by its column, else by its kind, else its text, which an attacker may have written. */
export function CellContent<Row>({ cell, renderers }: CellContentProps<Row>) {
  const render = cell.column.cell ?? (cell.text === '' ? undefined : renderers[cell.column.kind]);
  return render ? render(cell) : <DefaultContent cell={cell} />;
}
