// `npm run import -- FILE ...`: sends logs to the running service, which imports them. Of a folder, it sends every file in it and in its
// folders.
//
//   --dry-run               reports what is in them, and changes nothing
//   --format zeek-dns       the format; detected by default
//   --source branch-office  the name of the sensor
//   --columns name=Query,answer=IP   the columns of a table: field=column
//   --day 2026-11-25        when the records of a log without times were seen (zone files, tables without a column of times)
//   --origin example.test   the zone of a zone file without $ORIGIN
//   --url http://127.0.0.1:8787      the service
//   --key KEY               an API key; the first of SIGHTLINE_ADMIN_KEYS or SIGHTLINE_API_KEYS by default
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { z } from 'zod';
import { lackWords } from '#server/ingest/logs/import-input.ts';
import { reportLines } from '#server/ingest/logs/log-report.ts';
import { shownImport, type ShownImport } from '#server/ingest/logs/import-store.ts';
import { errorText } from '../src/model/errors.ts';
import { formatNumber } from '../src/model/format.ts';

const pieceBytes = 8_000_000;
const maxTries = 10;
const { values, positionals: files } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    format: { type: 'string', default: '' },
    source: { type: 'string', default: '' },
    columns: { type: 'string', default: '' },
    day: { type: 'string', default: '' },
    origin: { type: 'string', default: '' },
    url: { type: 'string', default: `http://127.0.0.1:${process.env['SIGHTLINE_PORT'] ?? '8787'}` },
    key: { type: 'string', default: firstKey() },
  },
  allowPositionals: true,
});

const envelope = z.object({
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  response: z.unknown(),
});

/** The service refused the request; a retry would not help. */
class Refused extends Error {}

if (files.length === 0) {
  console.error('Name one file or more: npm run import -- FILE ... [--dry-run] [--format NAME] [--source NAME]');
  const { formats } = z
    .object({ formats: z.array(z.object({ format: z.string(), title: z.string() })) })
    .parse(await ask('GET', '/sightline/imports').catch(() => ({ formats: [] })));
  for (const { format, title } of formats) console.error(`  ${format.padEnd(16)}${title}`);
  process.exit(2);
}
for (const { file, isNamed } of await filesIn(files)) {
  console.log(file);
  try {
    if (!(await importOne(file, isNamed))) process.exitCode = 1;
  } catch (error) {
    console.log(`  ${errorText(error)}`);
    process.exitCode = 1;
  }
}

interface FoundFile {
  readonly file: string;
  /** On the command line. Of a folder, files that are no logs are left out. */
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
    if (shown.length === 0) console.log(`${path}: no files in this folder`);
    return shown.map((name) => ({ file: join(path, name), isNamed: false }));
  });
  return (await Promise.all(found)).flat();
}

async function importOne(file: string, isNamed: boolean): Promise<boolean> {
  const isDry = values['dry-run'];
  if (!isNamed && (await stat(file)).size === 0) {
    console.log('  Not imported. The file is empty.');
    return true;
  }
  const announced = await announce(file);
  await send(file, announced);
  let shown = await follow(announced.id, ['checking', 'uploading']);
  if (!isNamed && shown.state === 'failed') {
    console.log(`  Not imported. ${shown.error}`);
    await change(announced.id, 'discard');
    return true;
  }
  // nothing is imported while a part of the log lacks a fact; of an archive, the other logs are
  const isArchive = (shown.check?.file_count ?? 0) > 0;
  const lack = shown.state === 'checked' && !isArchive ? lackWords(shown.check?.asks ?? []) : undefined;
  if (shown.state === 'checked' && !isDry && lack === undefined) shown = await change(announced.id, 'start');
  const isOnlyChecked = isDry || lack !== undefined;
  if (!isOnlyChecked) shown = await follow(announced.id, ['checking', 'checked', 'waiting', 'importing']);
  const report = isOnlyChecked ? shown.check : shown.report;
  if (isOnlyChecked) await change(announced.id, 'discard');
  if (lack !== undefined) console.log(`  ${isDry ? '' : 'Not imported. '}${lack}`);
  if (shown.error !== null) console.log(`  ${shown.error}`);
  if (shown.state === 'known') console.log('  Nothing new: the same content was imported or pushed before.');
  for (const line of report ? reportLines(report) : []) console.log(`  ${line}`);
  return lack === undefined && ['checked', 'done', 'known'].includes(shown.state);
}

/** The entry of a file in the import log; an interrupted upload is continued. */
async function announce(file: string): Promise<ShownImport> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new Refused('There is no such file.');
  if (found.size === 0) throw new Refused('The file is empty.');
  const name = basename(file);
  const log = z.object({ imports: z.array(shownImport) }).parse(await ask('GET', '/sightline/imports'));
  const { format, source, columns, day, origin } = values;
  const isSame = (each: ShownImport) =>
    each.name === name && each.bytes === found.size && each.day === day && each.origin === origin;
  const before = log.imports.find((each) => each.state === 'uploading' && isSame(each));
  if (before) return before;
  const about = { name, bytes: found.size, format, source, day, origin, start: 0, ...(columns && { columns }) };
  return shownImport.parse(await ask('POST', '/sightline/imports', JSON.stringify(about)));
}

async function send(file: string, { id, received: before, bytes }: ShownImport): Promise<void> {
  const bar = progressBar('Sent', bytes);
  const handle = await open(file);
  try {
    let received = before;
    while (received < bytes) {
      bar.update(received);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(pieceBytes), 0, pieceBytes, received);
      if (bytesRead === 0) throw new Refused('The file became shorter while it was sent.');
      const piece = buffer.subarray(0, bytesRead);
      const path = `/sightline/imports/${id}/content?offset=${received}`;
      ({ received } = shownImport.parse(await ask('POST', path, piece)));
    }
    bar.update(received);
  } finally {
    bar.stop();
    await handle.close();
  }
}

/** Waits until the import has left these states. */
async function follow(id: string, states: readonly string[]): Promise<ShownImport> {
  let bar: SingleBar | undefined;
  try {
    for (;;) {
      const shown = shownImport.parse(await ask('GET', `/sightline/imports/${id}`));
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

async function change(id: string, action: string): Promise<ShownImport> {
  return shownImport.parse(await ask('POST', `/sightline/imports/${id}`, JSON.stringify({ action })));
}

/** @returns the member `response`; retries while the service is down or busy */
async function ask(method: string, path: string, body?: string | Buffer): Promise<unknown> {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(`${values.url}/api/v1${path}`, {
      ...{ method, headers: { 'x-api-key': values.key, ...(body !== undefined && { 'content-type': type }) } },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    }).catch((error: unknown) => error);
    const mayPass = !(answer instanceof Response) || answer.status === 429 || answer.status === 503;
    if (answer instanceof Response && !mayPass) {
      const { error, response } = envelope.parse(await answer.json());
      if (error) throw new Refused(error.code === 'key_missing' ? `${error.message} Give it as --key.` : error.message);
      return response;
    }
    if (tries === maxTries)
      throw new Refused(
        `The service at ${values.url} does not answer. Start it with npm start, or name it with --url.`,
      );
    const wait = answer instanceof Response ? Number(answer.headers.get('retry-after') ?? 1) : tries / 2;
    await pause(wait * 1000);
  }
}

function progressBar(word: string, bytes: number): SingleBar {
  const format = '  {word} {bar} {percentage}% {lines}';
  const bar = new SingleBar({ format, barsize: 30, hideCursor: true, clearOnComplete: true });
  bar.start(bytes, 0, { word, lines: '' });
  return bar;
}

function firstKey(): string {
  const { SIGHTLINE_ADMIN_KEYS: admin = '', SIGHTLINE_API_KEYS: plain = '' } = process.env;
  return (admin || plain).split(',')[0]?.trim() ?? '';
}
