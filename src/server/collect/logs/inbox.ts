import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DownloadError } from '#model/download-error.ts';
import { dropFolder, isSettled, type DroppedFile } from '#server/collect/feeds/drop-folder.ts';
import type { LogOutcome } from './import-log.ts';
import { UnknownLog } from './read-log.ts';

export interface InboxOptions {
  /** Absolute. Files in it are imported and moved to `done` or `failed` below it, each with a report. */
  readonly folder: string;
  readonly everyMilliseconds: number;
  /** Imports one file. */
  readonly importFile: (file: string, signal: AbortSignal) => Promise<LogOutcome>;
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
    try {
      const outcome = await importFile(join(folder, file.name), stop.signal);
      await settle(file, 'done', doneReport(file, outcome));
    } catch (error) {
      if (stop.signal.aborted) return;
      const isOfFile =
        error instanceof UnknownLog || (error instanceof DownloadError && error.whose !== 'this-machine');
      if (isOfFile) await settle(file, 'failed', failedReport(file, error.message));
      else report(`The log ${file.name} could not be imported and stays in the inbox. ${wordsOf(error)}`);
    }
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
  return `File: ${name}\nResult: imported\n${reportLines(outcome).join('\n')}\n`;
}

function failedReport({ name }: DroppedFile, message: string): string {
  return `File: ${name}\nResult: not imported. ${message}\nTo try again, move the file back into the inbox.\n`;
}

/** The report of a log as lines for a terminal or a file. */
export function reportLines(log: Omit<LogOutcome & { readonly state: 'done' }, 'state'>): string[] {
  const { title, lines, seen, seenByType, rows, from, to, skipped, rejects, isWhole, cutOff } = log;
  const day = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 19);
  const types = Object.entries(seenByType).sort(([, one], [, other]) => other - one);
  return [
    `Format: ${title}`,
    `Lines: ${number(lines)}${isWhole ? '' : ' (not read to its end)'}${cutOff === undefined ? '' : `. ${cutOff}`}`,
    `Answers: ${number(seen)}, ${number(rows)} of them distinct`,
    ...types.map(([type, count]) => `  ${number(count)} x ${type}`),
    ...(from !== undefined && to !== undefined ? [`From ${day(from)} to ${day(to)} UTC`] : []),
    `Skipped: ${number(skipped.reduce((sum, { count }) => sum + count, 0))}`,
    ...skipped.map(({ reason, count }) => `  ${number(count)} x ${reason}`),
    `Rejected: ${number(rejects.count)}`,
    ...rejects.byReason.map(({ reason, count }) => `  ${number(count)} x ${reason}`),
    ...(rejects.examples.length > 0 ? ['Examples:'] : []),
    ...rejects.examples.map(({ line, reason }) => `  ${line}  (${reason})`),
  ];
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
