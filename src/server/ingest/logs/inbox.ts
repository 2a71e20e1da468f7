import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type DownloadError, errorText } from '#model/errors.ts';
import { DropFolder, isSettled, type DroppedFile } from '#server/ingest/feeds/fetch/drop-folder.ts';
import type { LogOutcome } from './import-log.ts';
import { reportLines, shownReport } from './log-report.ts';
import type { UnknownLog } from './read-log.ts';

/** What came of a file; 'retry' leaves it where it is, for another try, and 'gone' when it is not there any more. */
export type InboxOutcome = LogOutcome | UnknownLog | DownloadError | 'cancelled' | 'retry' | 'gone';

export interface InboxOptions {
  /** Absolute. Files in it are imported and moved to `done` or `failed` below it, each with a report. */
  readonly folder: string;
  readonly everyMilliseconds: number;
  /** Imports one file; called again for one that was to be retried and has gone. */
  readonly importFile: (file: string) => Promise<InboxOutcome>;
  /** Gets what an operator should read. */
  readonly report: (message: string) => void;
}

interface Unmoved {
  readonly file: DroppedFile;
  readonly how: 'done' | 'failed';
  readonly text: string;
}

/**
 * Looks again and again whether files were put into the folder. A file counts once two looks find it unchanged. What could not be
 * written (a full disk, a server that is away) stays and is tried again.
 * @returns gives up what is under way, and ends when that has ended
 */
export function watchInbox({ folder, everyMilliseconds, importFile, report }: InboxOptions): () => Promise<void> {
  const inbox = new DropFolder(folder);
  const stop = new AbortController();
  /** Files that are dealt with but could not be moved: not imported again unless they change. */
  const unmoved = new Map<string, Unmoved>();
  const retried = new Set<string>();
  let seen: readonly DroppedFile[] = [];
  let said = '';
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    try {
      await mkdir(folder, { recursive: true });
      const waiting = await inbox.waiting();
      const names = new Set(waiting.map(({ name }) => name));
      for (const name of unmoved.keys()) if (!names.has(name)) unmoved.delete(name);
      for (const name of retried) if (!names.has(name)) await importOne(name);
      for (const file of waiting) {
        if (stop.signal.aborted) break;
        const left = unmoved.get(file.name);
        const before = seen.filter(({ name }) => name === file.name);
        if (left && isSettled([left.file], [file])) await settle(left);
        else if (isSettled(before, [file])) await take(file);
      }
      seen = waiting;
      said = '';
    } catch (error) {
      const message = `The inbox ${folder} cannot be read: ${errorText(error)}.`;
      // once, not at every look
      if (!stop.signal.aborted && message !== said) report(message);
      said = message;
    }
    if (!stop.signal.aborted) timer = setTimeout(() => void (looking = look()), everyMilliseconds).unref();
  };

  const importOne = async (name: string): Promise<InboxOutcome> => {
    const outcome = await importFile(join(folder, name));
    if (outcome === 'retry') retried.add(name);
    else retried.delete(name);
    return outcome;
  };

  const take = async (file: DroppedFile): Promise<void> => {
    const outcome = await importOne(file.name);
    if (outcome === 'retry' || outcome === 'gone') return;
    if (outcome === 'cancelled')
      await settle({ file, how: 'failed', text: failedReport(file, 'The import was cancelled.') });
    else if (outcome instanceof Error) await settle({ file, how: 'failed', text: failedReport(file, outcome.message) });
    else await settle({ file, how: 'done', text: doneReport(file, outcome) });
  };

  const settle = async ({ file, how, text }: Unmoved): Promise<void> => {
    const { name } = file;
    const isNew = !unmoved.has(name);
    unmoved.delete(name);
    try {
      await inbox.settle([file], how, text);
    } catch (error) {
      const isThere = (await inbox.waiting()).some((each) => each.name === name);
      if (isThere) unmoved.set(name, { file, how, text });
      const words = isThere
        ? `The log ${name} cannot be moved to ${join(folder, how)}: ${errorText(error)}. It stays in the inbox, is not imported again, and is moved once that is possible.`
        : `The log ${name} has left the inbox, but its report cannot be written to ${join(folder, how)}: ${errorText(error)}.`;
      if (isNew) report(`${words}\n${text}`);
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
