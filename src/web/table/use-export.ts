import { useRef, useState } from 'react';
import { type ExportFile, type ExportOptions, makeExport } from '#web/exports/make-export.ts';
import { downloadFile } from '#web/ui/download-file.ts';
import { type ExportSource, type ExportScope, rowsOfScope, scopeTruncation } from './export-scope.ts';

export interface ExportChoice extends ExportOptions {
  scope: ExportScope;
  hasAllColumns: boolean;
}

/** The file of a choice; `rows` are what is exported, which for "everything" had to be fetched first. */
export function exportOf<Row>(
  source: ExportSource<Row>,
  choice: ExportChoice,
  rows: readonly Row[],
): Promise<ExportFile> {
  const { columns, shownColumnIds, target } = source;
  const shown = shownColumnIds.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  return makeExport(
    {
      rows,
      columns: choice.hasAllColumns ? columns : shown,
      allColumns: columns,
      target,
      truncation: scopeTruncation(choice.scope, rows.length, source),
      time: new Date(),
    },
    choice,
  );
}

export type ExportRun =
  | { step: 'idle' }
  | { step: 'fetching'; loaded: number; total: number | null }
  | { step: 'done'; file: ExportFile }
  | { step: 'failed'; reason: string };

/** Makes the file of a choice and hands it to the browser; fetches what is missing first, with progress, until cancelled. */
export function useExport<Row>(source: ExportSource<Row>) {
  const [run, setRun] = useState<ExportRun>({ step: 'idle' });
  const controller = useRef<AbortController | null>(null);
  const rowsOf = async (scope: ExportScope): Promise<readonly Row[]> => {
    const { fetchAll } = source.target;
    if (scope !== 'everything' || !fetchAll) return rowsOfScope(scope, source);
    controller.current = new AbortController();
    setRun({ step: 'fetching', loaded: source.loadedRows.length, total: source.paging?.total ?? null });
    const onProgress = (loaded: number, total: number | null) => setRun({ step: 'fetching', loaded, total });
    return fetchAll({ signal: controller.current.signal, onProgress });
  };
  const start = async (choice: ExportChoice) => {
    try {
      const file = await exportOf(source, choice, await rowsOf(choice.scope));
      downloadFile(file.name, file.text, file.mediaType);
      setRun({ step: 'done', file });
    } catch (error) {
      const wasCancelled = controller.current?.signal.aborted === true;
      setRun(
        wasCancelled
          ? { step: 'idle' }
          : { step: 'failed', reason: error instanceof Error ? error.message : String(error) },
      );
    }
  };
  return { run, start, cancel: () => controller.current?.abort() };
}
