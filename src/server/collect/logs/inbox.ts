import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DownloadError } from '#model/download-error.ts';
import { dropFolder, isSettled, type DroppedFile } from '#server/collect/feeds/drop-folder.ts';
import type { LogOutcome } from './import-log.ts';
import { reportLines, shownReport } from './log-report.ts';
import type { UnknownLog } from './read-log.ts';

export interface InboxOptions {
  /** Absolute. Files in it are imported and moved to `done` or `failed` below it, each with a report. */
  readonly folder: string;
  readonly everyMilliseconds: number;
  /** Imports one file. @returns what came of it; 'retry' leaves the file where it is, for another try */
  readonly importFile: (file: string) => Promise<LogOutcome | UnknownLog | DownloadError | 'cancelled' | 'retry'>;
  /** Gets what an operator should read. */
  readonly report: (message: string) => void;
}

/**
 * Looks again and again whether files were put into the folder. A file counts once two looks find it unchanged. What could not be
 * written (a full disk, a server that is away) stays and is tried again.
 * @returns gives up what is under way, and ends when that has ended
 */
export function watchInbox({ folder, everyMilliseconds, importFile, report }: InboxOptions): () => Promise<void> {
  const inbox = dropFolder(folder);
  const stop = new AbortController();
  /** Files that could neither be imported nor moved: not again until they change. */
  const left = new Map<string, string>();
  let seen: readonly DroppedFile[] = [];
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    try {
      await mkdir(folder, { recursive: true });
      const waiting = await inbox.waiting();
      for (const file of waiting) {
        const before = seen.filter(({ name }) => name === file.name);
        if (stop.signal.aborted) break;
        if (isSettled(before, [file]) && left.get(file.name) !== JSON.stringify(file)) await take(file);
      }
      seen = waiting;
    } catch (error) {
      if (!stop.signal.aborted) report(`The inbox ${folder} cannot be read. ${wordsOf(error)}`);
    }
    if (!stop.signal.aborted) timer = setTimeout(() => void (looking = look()), everyMilliseconds).unref();
  };

  const take = async (file: DroppedFile): Promise<void> => {
    const outcome = await importFile(join(folder, file.name));
    if (outcome === 'retry') return;
    if (outcome === 'cancelled') await settle(file, 'failed', failedReport(file, 'The import was cancelled.'));
    else if (outcome instanceof Error) await settle(file, 'failed', failedReport(file, outcome.message));
    else await settle(file, 'done', doneReport(file, outcome));
  };

  const settle = async (file: DroppedFile, how: 'done' | 'failed', text: string): Promise<void> => {
    try {
      await inbox.settle([file], how, text);
      left.delete(file.name);
    } catch (error) {
      left.set(file.name, JSON.stringify(file));
      report(`The log ${file.name} stays in the inbox, for it cannot be moved. ${wordsOf(error)}\n${text}`);
    }
  };

  let looking = look();
  return async () => {
    stop.abort(new Error('The service is closing.'));
    clearTimeout(timer);
    await looking;
  };
}

/** What a person finds beside a file that was imported. */
function doneReport({ name }: DroppedFile, outcome: LogOutcome): string {
  if (outcome.state === 'known')
    return `File: ${name}\nResult: nothing new. A file of the same content was imported before (${outcome.rows} records, up to ${outcome.asOf}).\n`;
  return `File: ${name}\nResult: imported\n${reportLines(shownReport(outcome)).join('\n')}\n`;
}

function failedReport({ name }: DroppedFile, message: string): string {
  return `File: ${name}\nResult: not imported. ${message}\nTo try again, move the file back into the inbox.\n`;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
