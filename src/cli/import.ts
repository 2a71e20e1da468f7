import { open, readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { SingleBar } from 'cli-progress';
import { z } from 'zod';
import { lackWords } from '#server/ingest/logs/import-input.ts';
import { shownImport, type ShownImport } from '#server/ingest/logs/import-store.ts';
import { reportLines } from '#server/ingest/logs/log-report.ts';
import { formatNumber } from '#model/format.ts';
import { toFailure } from '#web/api/failure.ts';
import { print, say } from './output.ts';
import { baseOf, CommandFailure, failureWords, type ServiceOptions } from './service.ts';

const pieceBytes = 8_000_000;
const maxTries = 10;
const pipeWords =
  'Only files can be sent, because the service needs their size first: write the output of a pipe to a file. Packed logs are sent as they are.';

interface ImportOptions extends ServiceOptions {
  readonly dryRun: boolean;
  readonly format: string;
  readonly source: string;
  readonly columns: string;
  readonly day: string;
  readonly origin: string;
}

const envelope = z.object({ response: z.unknown() });

/**
 * `sightline import FILE ...`: sends logs to the service, which imports them. Of a folder, it sends every file in it and in its folders.
 * @throws CommandFailure when a file was not imported
 */
export async function importLogs(paths: readonly string[], options: ImportOptions): Promise<void> {
  // yargs drops a hyphen
  if (paths.length === 0) throw new CommandFailure(pipeWords, 2);
  const sender = new LogSender({ ...options, url: baseOf(options.url) });
  let failed = 0;
  for (const { file, isNamed } of await filesIn(paths)) {
    await print(`${file}\n`);
    try {
      const { lines, isDone } = await sender.importOne({ file, isNamed });
      for (const line of lines) await print(`  ${line}\n`);
      if (!isDone) failed += 1;
    } catch (error) {
      await print(`  ${failureWords(error)}\n`);
      failed += 1;
    }
  }
  if (failed > 0) throw new CommandFailure('');
}

interface FoundFile {
  readonly file: string;
  /** Named on the command line. The others were found in a folder, and are skipped if they are not logs. */
  readonly isNamed: boolean;
}

/** The files, and those in folders: none that begins with a dot, and no links. */
async function filesIn(paths: readonly string[]): Promise<readonly FoundFile[]> {
  const found = paths.map(async (path) => {
    const about = await stat(path).catch(() => undefined);
    if (!about?.isDirectory()) return [{ file: path, isNamed: true }];
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(path, join(entry.parentPath, entry.name)));
    const shown = names.filter((name) => !name.split(sep).some((part) => part.startsWith('.'))).toSorted();
    if (shown.length === 0) say(`${path}: no files in this folder`);
    const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name);
    if (links.length > 0) say(`${path}: links are not followed: ${links.join(', ')}`);
    return shown.map((name) => ({ file: join(path, name), isNamed: false }));
  });
  return (await Promise.all(found)).flat();
}

interface Outcome {
  /** What to print about the file. */
  readonly lines: readonly string[];
  readonly isDone: boolean;
}

/** Sends files to the service and follows their imports. */
class LogSender {
  readonly #options: ImportOptions;

  constructor(options: ImportOptions) {
    this.#options = options;
  }

  /** Imports a file, or only reports what is in it (`dryRun`). */
  async importOne({ file, isNamed }: FoundFile): Promise<Outcome> {
    const isDry = this.#options.dryRun;
    if (!isNamed && (await stat(file)).size === 0) {
      return { lines: ['Not imported. The file is empty.'], isDone: true };
    }
    const announced = await this.#announce(file);
    await this.#send(file, announced);
    let shown = await this.#follow(announced.id, ['checking', 'uploading']);
    if (!isNamed && shown.state === 'failed') {
      await this.#change(announced.id, 'discard');
      return { lines: [`Not imported. ${shown.error}`], isDone: true };
    }
    // nothing is imported while a part of the log lacks a fact; of an archive, the other logs are
    const isArchive = (shown.check?.file_count ?? 0) > 0;
    const lack = shown.state === 'checked' && !isArchive ? lackWords(shown.check?.asks ?? []) : undefined;
    if (shown.state === 'checked' && !isDry && lack === undefined) shown = await this.#change(announced.id, 'start');
    const isOnlyChecked = isDry || lack !== undefined;
    if (!isOnlyChecked) shown = await this.#follow(announced.id, ['waiting', 'checking', 'importing']);
    const report = isOnlyChecked ? shown.check : shown.report;
    if (isOnlyChecked) await this.#change(announced.id, 'discard');
    const isKnown = shown.state === 'known';
    return {
      lines: [
        ...(lack === undefined ? [] : [isDry ? lack : `Not imported. ${lack}`]),
        ...(shown.error === null ? [] : [shown.error]),
        ...(isKnown ? ['Nothing new: the same content was imported or pushed before.'] : []),
        ...(report ? reportLines(report) : []),
      ],
      isDone: lack === undefined && ['checked', 'done', 'known'].includes(shown.state),
    };
  }

  /** The entry of a file in the import log; an interrupted upload with the same options is continued. */
  async #announce(file: string): Promise<ShownImport> {
    const found = await stat(file).catch(() => undefined);
    if (found && !found.isFile()) throw new CommandFailure(pipeWords);
    if (!found) throw new CommandFailure('The file does not exist.');
    if (found.size === 0) throw new CommandFailure('The file is empty.');
    const name = basename(file);
    const log = z.object({ imports: z.array(shownImport) }).parse(await this.#ask('GET', '/sightline/imports'));
    const { format, source, columns, day, origin } = this.#options;
    const about = { name, bytes: found.size, format, source, day, origin, columns };
    const isSame = (each: ShownImport) => isDeepStrictEqual({ ...each, ...about }, each);
    const before = log.imports.find((each) => each.state === 'uploading' && isSame(each));
    if (before) return before;
    const body = JSON.stringify({ ...about, start: 0, columns: columns || undefined });
    return shownImport.parse(await this.#ask('POST', '/sightline/imports', body));
  }

  async #send(file: string, { id, received: before, bytes }: ShownImport): Promise<void> {
    const bar = progressBar('Sent', bytes);
    const handle = await open(file);
    try {
      let received = before;
      while (received < bytes) {
        bar.update(received);
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(pieceBytes), 0, pieceBytes, received);
        if (bytesRead === 0) throw new CommandFailure('The file became shorter while it was sent.');
        const piece = buffer.subarray(0, bytesRead);
        const path = `/sightline/imports/${id}/content?offset=${received}`;
        ({ received } = shownImport.parse(await this.#ask('POST', path, piece)));
      }
      bar.update(received);
    } finally {
      bar.stop();
      await handle.close();
    }
  }

  /** Waits until the import is in none of these states. An import that has written nothing yet is shown as `checking`. */
  async #follow(id: string, states: readonly string[]): Promise<ShownImport> {
    let bar: SingleBar | undefined;
    try {
      for (;;) {
        const shown = shownImport.parse(await this.#ask('GET', `/sightline/imports/${id}`));
        if (!states.includes(shown.state)) return shown;
        const word = shown.state === 'importing' ? 'Written' : shown.state === 'checking' ? 'Checked' : undefined;
        if (word !== undefined) {
          bar ??= progressBar(word, shown.bytes);
          bar.update(shown.read, { word, lines: shown.lines === 0 ? '' : formatNumber(shown.lines) });
        }
        await pause(300);
      }
    } finally {
      bar?.stop();
    }
  }

  async #change(id: string, action: string): Promise<ShownImport> {
    return shownImport.parse(await this.#ask('POST', `/sightline/imports/${id}`, JSON.stringify({ action })));
  }

  /** @returns the member `response`; retries while the service is down or busy */
  async #ask(method: string, path: string, body?: string | Buffer): Promise<unknown> {
    const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(`${this.#options.url}/api/v1${path}`, {
        method,
        headers: { 'x-api-key': this.#options.key, ...(body !== undefined && { 'content-type': type }) },
        ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
      }).catch(() => undefined);
      const content: unknown = await answer?.json().catch(() => undefined);
      const read = envelope.safeParse(content);
      if (answer?.ok && read.success) return read.data.response;
      const failure = toFailure(content, answer);
      const mayPass = !answer || answer.status === 429 || answer.status === 503;
      if (!mayPass || tries === maxTries) throw failure;
      await pause((failure.retryAfterSeconds ?? tries / 2) * 1000);
    }
  }
}

function progressBar(word: string, bytes: number): SingleBar {
  const format = '  {word} {bar} {percentage} % {lines}';
  const bar = new SingleBar({ format, barsize: 30, hideCursor: true, clearOnComplete: true });
  bar.start(bytes, 0, { word, lines: '' });
  return bar;
}
