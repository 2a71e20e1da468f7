import { once } from 'node:events';
import { toCsv } from '#web/exports/csv.ts';
import type { ExportColumn } from '#web/exports/export-target.ts';
import { toNdjson } from '#web/exports/json.ts';
import type { ServiceOptions } from './service.ts';

const rowFormats = ['text', 'csv', 'ndjson'] as const;

/** Options of every command that prints rows. */
export const formatOptions = {
  format: {
    choices: rowFormats,
    default: process.stdout.isTTY ? ('text' as const) : ('ndjson' as const),
    defaultDescription: 'text in a terminal, otherwise ndjson',
    describe: 'Format of the output; csv and ndjson are those of the dashboard',
  },
  raw: { type: 'boolean', default: false, describe: 'CSV: keep cells that a spreadsheet would run as formulas' },
} as const;

/** Their values, and those of the options of the service. */
export interface RowOptions extends ServiceOptions {
  readonly format: (typeof rowFormats)[number];
  readonly raw: boolean;
}

/** Writes to the standard output, and waits while its reader is busy. A reader that leaves, such as `head`, ends the command. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** Ends the command quietly when the reader of its output leaves. Called once. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
}

/** Writes to the standard error. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

interface RowFormat {
  readonly format: 'csv' | 'ndjson';
  /** CSV: cells that a spreadsheet would run as a formula stay as they are. */
  readonly raw: boolean;
}

/** Prints rows in the formats of the dashboard's exports, part by part. */
export function rowPrinter<Row>(columns: readonly ExportColumn<Row>[], { format, raw }: RowFormat) {
  let isFirst = true;
  return async (rows: readonly Row[]): Promise<void> => {
    if (format === 'ndjson') return await print(toNdjson(rows, columns));
    const text = toCsv(rows, columns, { isRaw: raw, hasBom: false });
    await print(isFirst ? text : text.slice(text.indexOf('\n') + 1));
    isFirst = false;
  };
}

/** Rows in columns; the first row gives their number, and a long cell at the end of a line wraps in the terminal. */
export function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, place) => Math.max(...rows.map((cells) => cells[place]?.length ?? 0)));
  const lineOf = (cells: readonly string[]) => cells.map((text, place) => text.padEnd(widths[place] ?? 0)).join('  ');
  return rows.map((cells) => `${lineOf(cells).trimEnd()}\n`).join('');
}
