import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type DownloadError, errorText } from '#model/errors.ts';
import { DropFolder, type DroppedFile, isSettled } from '#server/ingest/feeds/fetch/drop-folder.ts';
import { repeat } from '#server/timing/repeat.ts';
import type { LogOutcome } from './import-log.ts';
import { reportLines, shownReport } from './log-report.ts';
import type { UnknownLog } from './read-log.ts';

/** How the import of a file ended. A file with 'retry' stays in the inbox for another try; one with 'gone' was removed. */
export type InboxOutcome = LogOutcome | UnknownLog | DownloadError | 'cancelled' | 'retry' | 'gone';

export interface InboxOptions {
  /** Absolute. Files in it are imported and moved to `done` or `failed` below it, each with a report. */
  readonly folder: string;
  readonly everyMilliseconds: number;
  /** Imports one file. Called again for a file that was removed before its next try. */
  readonly importFile: (file: string) => Promise<InboxOutcome>;
  /** Takes what the last import brought out of the collection. @returns whether it is out */
  readonly takeOut: () => Promise<boolean>;
  /** Called with messages for the operator. */
  readonly report: (message: string) => void;
}

interface Unmoved {
  readonly file: DroppedFile;
  readonly how: 'done' | 'failed';
  readonly text: string;
}

/**
 * Looks into the folder again and again. A file counts once two looks find it unchanged. A file that could not be written (a full disk,
 * an engine that cannot be reached) stays and is tried again.
 */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #folder: DropFolder;
  /** Files that were imported or have failed, and could not be moved: not imported again unless they change. */
  readonly #unmoved = new Map<string, Unmoved>();
  readonly #retried = new Set<string>();
  #seen: readonly DroppedFile[] = [];
  #said = '';
  #ignored: string | undefined;
  readonly #stop: () => Promise<void>;

  constructor(options: InboxOptions) {
    this.#options = options;
    this.#folder = new DropFolder(options.folder);
    this.#stop = repeat(
      (signal) => this.#look(signal),
      options.everyMilliseconds,
      (error) => this.#say(`The inbox ${options.folder} cannot be read: ${errorText(error)}.`),
    );
  }

  /** Ends the watching. Resolves when the import under way has ended. */
  close(): Promise<void> {
    return this.#stop();
  }

  async #look(signal: AbortSignal): Promise<void> {
    await mkdir(this.#options.folder, { recursive: true });
    const ignored = await this.#folder.ignored('inbox');
    if (ignored !== undefined && ignored !== this.#ignored) this.#options.report(ignored);
    this.#ignored = ignored;
    const waiting = await this.#folder.waiting();
    const names = new Set(waiting.map(({ name }) => name));
    for (const name of this.#unmoved.keys()) if (!names.has(name)) this.#unmoved.delete(name);
    for (const name of this.#retried) if (!names.has(name)) await this.#import(name);
    for (const file of waiting) {
      if (signal.aborted) return;
      const left = this.#unmoved.get(file.name);
      const before = this.#seen.filter(({ name }) => name === file.name);
      if (left && isSettled([left.file], [file])) await this.#settle(left);
      // it may have waited long for those before it
      else if (isSettled(before, [file]) && !(await this.#folder.isChanged(file))) await this.#take(file);
    }
    this.#seen = waiting;
    this.#said = '';
  }

  /** Reports a message once, not at every look. */
  #say(message: string): void {
    if (message !== this.#said) this.#options.report(message);
    this.#said = message;
  }

  async #import(name: string): Promise<InboxOutcome> {
    const outcome = await this.#options.importFile(join(this.#options.folder, name));
    if (outcome === 'retry') this.#retried.add(name);
    else this.#retried.delete(name);
    return outcome;
  }

  async #take(file: DroppedFile): Promise<void> {
    const end = await this.#folder.endOf(file);
    const outcome = await this.#import(file.name);
    if (outcome === 'retry' || outcome === 'gone') return;
    if (await this.#folder.isChanged(file)) return this.#leave(file, end);
    if (outcome === 'cancelled' || outcome instanceof Error) {
      const result =
        outcome === 'cancelled'
          ? 'cancelled. Records that were already written stay in the collection.'
          : `not imported. ${outcome.message}`;
      await this.#settle({ file, how: 'failed', text: failedReport(file, result) });
    } else await this.#settle({ file, how: 'done', text: doneReport(file, outcome) });
  }

  /** Leaves a file that was changed during its import. What it brought comes again when it has only grown, and is taken out. */
  async #leave(file: DroppedFile, end: Buffer | undefined): Promise<void> {
    const { takeOut, report } = this.#options;
    const { name } = file;
    const hasGrown = end !== undefined && (await this.#folder.endOf(file))?.equals(end) === true;
    if (hasGrown && !(await takeOut()))
      report(
        `The log ${name} has grown while it was imported, and what was imported cannot be taken out: it counts twice.`,
      );
    else report(`The log ${name} was changed while it was imported. It stays, and is imported again.`);
  }

  async #settle({ file, how, text }: Unmoved): Promise<void> {
    const { name } = file;
    const isNew = !this.#unmoved.has(name);
    this.#unmoved.delete(name);
    try {
      await this.#folder.settle([file], how, text);
    } catch (error) {
      const isThere = (await this.#folder.waiting()).some((each) => each.name === name);
      if (isThere) this.#unmoved.set(name, { file, how, text });
      const target = join(this.#options.folder, how);
      const words = isThere
        ? `The log ${name} cannot be moved to ${target}: ${errorText(error)}. It stays in the inbox, is not imported again, and is moved once that is possible.`
        : `The log ${name} has left the inbox, but its report cannot be written to ${target}: ${errorText(error)}.`;
      if (isNew) this.#options.report(`${words}\n${text}`);
    }
  }
}

/** The report beside a file that was imported. */
function doneReport({ name }: DroppedFile, outcome: LogOutcome): string {
  if (outcome.state === 'known')
    return `File: ${name}\nResult: nothing new. The same content was ${outcome.rows === 0 ? 'pushed' : 'imported'} before${outcome.rows === 0 ? '' : ` (${outcome.rows} records, up to ${outcome.asOf})`}.\n`;
  return `File: ${name}\nResult: imported\n${reportLines(shownReport(outcome)).join('\n')}\n`;
}

function failedReport({ name }: DroppedFile, result: string): string {
  return `File: ${name}\nResult: ${result}\nTo try again, move the file back into the inbox.\n`;
}
