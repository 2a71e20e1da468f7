import PQueue from 'p-queue';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { client } from '#contract/generated/client.gen.ts';
import { operations } from '#contract/generated/operations.gen.ts';
import type { LogImport, LogImportAdd } from '#contract/generated/types.gen.ts';
import { ApiFailure } from '#web/api/failure.ts';
import { pause } from '#web/api/pause.ts';
import { type Envelope, fetchAnswer } from '#web/api/query.ts';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { paths } from '#web/url/paths.ts';

/** A file that this browser uploads. The upload continues on other pages and ends with the tab. */
export interface Upload {
  readonly key: string;
  /** '' until the file is announced to the service. */
  readonly importId: string;
  readonly name: string;
  readonly bytes: number;
  readonly source: string;
  /** paused: waits for its next attempt · stopped: failed, until the analyst retries · sent: the service has the whole file. */
  readonly phase: 'queued' | 'sending' | 'paused' | 'stopped' | 'sent';
  /** Bytes that the service has. */
  readonly sent: number;
  /** Bytes that it had when this run began. */
  readonly from: number;
  /** Epoch milliseconds: when this run began, and when the service last answered. */
  readonly startedAt: number;
  readonly seenAt: number;
  /** Why it is paused or stopped. */
  readonly problem: string;
}

/** The calls and the clock that sendFile needs. */
export interface UploadPort {
  readonly list: (signal: AbortSignal) => Promise<readonly LogImport[]>;
  readonly announce: (file: LogImportAdd, signal: AbortSignal) => Promise<LogImport>;
  readonly look: (id: string, signal: AbortSignal) => Promise<LogImport>;
  readonly send: (id: string, offset: number, piece: Blob, signal: AbortSignal) => Promise<LogImport>;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

interface SendTask {
  readonly file: File;
  readonly source: string;
  readonly pieceBytes: number;
  /** The import to continue; '' to look for one. */
  readonly importId: string;
  /** Another upload sends to this import. */
  readonly isTaken: (id: string) => boolean;
  readonly tell: (news: Partial<Pick<Upload, 'importId' | 'phase' | 'sent' | 'problem'>>) => void;
  readonly signal: AbortSignal;
}

const mostTries = 10;
/** One after another: two files of the same name and size must not continue the same import. */
const announcing = new PQueue({ concurrency: 1 });

/**
 * Announces a file to the service and sends it piece by piece; continues an interrupted upload of the same name and size.
 * Temporary failures are retried.
 * @throws the last failure, once retries are used up or cannot help
 */
export async function sendFile(task: SendTask, port: UploadPort): Promise<void> {
  const { file, pieceBytes, tell, signal } = task;
  const attempt = async (work: () => Promise<LogImport>, heals = mayHeal): Promise<LogImport> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (signal.aborted || tries >= mostTries || !heals(error)) throw error;
        tell({ phase: 'paused', problem: uploadProblem(error) });
        await port.pause(pauseMilliseconds(tries, error), signal);
        signal.throwIfAborted();
      }
    }
  };
  let entry = await announcing.add(async () => {
    tell({ phase: 'sending' });
    const begun = await attempt(() => begin(task, port));
    tell({ importId: begun.id ?? '' });
    return begun;
  });
  const id = entry.id ?? '';
  for (;;) {
    const offset = entry.received ?? 0;
    tell({ phase: 'sending', sent: offset, problem: '' });
    if (entry.state !== 'uploading' || offset >= file.size) break;
    const piece = await readPiece(file, offset, pieceBytes);
    entry = await attempt(() => sendPiece(id, offset, piece), mayHealPiece);
  }
  tell({ phase: 'sent', sent: file.size });

  async function sendPiece(to: string, offset: number, piece: Blob): Promise<LogImport> {
    try {
      return await port.send(to, offset, piece, signal);
    } catch (error) {
      // the piece or its answer was lost on the way: ask how much the service has
      if (!isConflict(error)) throw error;
      const now = await port.look(to, signal);
      if (now.state === 'uploading' && now.received === offset) throw error;
      return now;
    }
  }
}

async function begin({ importId, file, source, isTaken, signal }: SendTask, port: UploadPort): Promise<LogImport> {
  if (importId !== '') return port.look(importId, signal);
  const left = (await port.list(signal)).find((each) => isLeftOf(file, each) && !isTaken(each.id ?? ''));
  if (left) return left;
  return port.announce({ name: file.name, bytes: file.size, ...(source && { source }) }, signal);
}

/** Whether the import is an unfinished upload of this file, judged by name and size. */
export function isLeftOf(
  file: Pick<File, 'name' | 'size'>,
  { state, name, bytes }: Pick<LogImport, 'state' | 'name' | 'bytes'>,
): boolean {
  return state === 'uploading' && name === file.name && bytes === file.size;
}

class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Read before it is sent: otherwise a file that was changed or moved would look like a network failure. */
async function readPiece(file: File, offset: number, pieceBytes: number): Promise<Blob> {
  try {
    return new Blob([await file.slice(offset, offset + pieceBytes).arrayBuffer()]);
  } catch {
    throw new UnreadableFile('The file can no longer be read. It may have been changed or moved: choose it again.');
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 409;
}

const healing: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/** Any error but an ApiFailure is an answer that was cut off. */
function mayHeal(error: unknown): boolean {
  if (error instanceof ApiFailure) return error.kind === 'offline' || healing.has(error.status);
  return !(error instanceof UnreadableFile);
}

/** The service may still be writing a piece whose answer was lost. */
function mayHealPiece(error: unknown): boolean {
  return isConflict(error) || mayHeal(error);
}

function pauseMilliseconds(tries: number, error: unknown): number {
  const growing = Math.min(1000 * 2 ** (tries - 1), 30_000);
  const asked = error instanceof ApiFailure ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.min(Math.max(growing, asked), 300_000);
}

function uploadProblem(error: unknown): string {
  if (error instanceof ApiFailure || error instanceof UnreadableFile) return error.message;
  return 'The answer of the service was cut off.';
}

const port: UploadPort = {
  list: async (signal) => (await fetchAnswer({ operationId: 'logImports' }, signal)).response.imports ?? [],
  announce: async (body, signal) => (await fetchAnswer({ operationId: 'logImportAdd', body }, signal)).response,
  look: async (id, signal) =>
    (await fetchAnswer({ operationId: 'logImport', path: { import_id: id } }, signal)).response,
  send: async (id, offset, piece, signal) => {
    const { method, path } = operations.logImportContent;
    const { data } = await client.request<{ 200: Envelope<LogImport> }, unknown, true>({
      method,
      url: path,
      path: { import_id: id },
      query: { offset },
      body: piece,
      // as it is, not as JSON
      bodySerializer: null,
      headers: { 'Content-Type': 'application/octet-stream' },
      signal,
      throwOnError: true,
    });
    return data.response;
  },
  pause,
};

// -- the uploads of this tab

/** More than two uploads at a time would only share the bandwidth. */
const sending = new PQueue({ concurrency: 2 });

interface HeldFile {
  readonly file: File;
  readonly pieceBytes: number;
  readonly control: AbortController;
}

interface State {
  readonly list: readonly Upload[];
  /** By key of the upload; a file is released once it is sent. */
  readonly files: ReadonlyMap<string, HeldFile>;
  /** Uploads so far. */
  readonly count: number;
}

const uploads = createStore<State>(() => ({ list: [], files: new Map(), count: 0 }));

export function useUploads(): readonly Upload[] {
  return useStore(uploads, ({ list }) => list);
}

export function currentUploads(): readonly Upload[] {
  return uploads.getState().list;
}

/** Not finished or stopped: closing the tab would end the upload. */
export function isGoing({ phase }: Upload): boolean {
  return phase === 'queued' || phase === 'sending' || phase === 'paused';
}

interface UploadOptions {
  readonly source: string;
  readonly pieceBytes: number;
  /** Continues that import. */
  readonly importId?: string;
}

/** Queues files for upload. */
export function addUploads(chosen: readonly File[], { source, pieceBytes, importId = '' }: UploadOptions): void {
  const now = Date.now();
  const { list, files, count } = uploads.getState();
  const added = chosen.map(({ name, size: bytes }, index): Upload => {
    const key = `upload-${count + index + 1}`;
    const times = { startedAt: now, seenAt: now };
    return { key, importId, name, bytes, source, phase: 'queued', sent: 0, from: 0, ...times, problem: '' };
  });
  const held = chosen.map((file, index): [string, HeldFile] => [
    added[index]?.key ?? '',
    { file, pieceBytes, control: new AbortController() },
  ]);
  const next = { list: [...list, ...added], files: new Map([...files, ...held]), count: count + chosen.length };
  uploads.setState(next);
  for (const { key } of added) void sending.add(() => run(key));
}

/** Resumes a stopped upload. */
export function retryUpload(key: string): void {
  change(key, { phase: 'queued', problem: '' });
  void sending.add(() => run(key));
}

/** Ends an upload and removes it; the service keeps the part that it has. */
export function dropUpload(key: string): void {
  uploads.getState().files.get(key)?.control.abort();
  letGo(key);
  uploads.setState(({ list }) => ({ list: list.filter((each) => each.key !== key) }));
}

function letGo(key: string): void {
  uploads.setState(({ files }) => ({ files: new Map([...files].filter(([each]) => each !== key)) }));
}

async function run(key: string): Promise<void> {
  const upload = currentUploads().find((each) => each.key === key);
  if (!upload) return;
  const held = uploads.getState().files.get(key);
  if (!held) return change(key, { phase: 'stopped', problem: 'The file is gone: choose it again.' });
  const { signal } = held.control;
  const startedAt = Date.now();
  let isFirst = true;
  change(key, { startedAt, seenAt: startedAt });
  const tell: SendTask['tell'] = (news) => {
    if (signal.aborted) return;
    // the first answer has the bytes that the service kept from an earlier run
    const from = isFirst && news.sent !== undefined ? { from: news.sent } : {};
    if (news.sent !== undefined) isFirst = false;
    change(key, { ...news, ...from, seenAt: Date.now() });
  };
  const isTaken = (id: string) => movesElsewhere(id) || currentUploads().some((each) => each.importId === id);
  try {
    const { importId, source } = upload;
    await sendFile({ ...held, importId, source, isTaken, tell, signal }, port);
    letGo(key);
    tellElsewhere(key, 'is uploaded', 'Its dry run is on the page Sources.');
  } catch (error) {
    if (signal.aborted) return;
    change(key, { phase: 'stopped', problem: uploadProblem(error), seenAt: Date.now() });
    tellElsewhere(key, 'could not be uploaded', uploadProblem(error), 'danger');
  }
}

function change(key: string, news: Partial<Upload>): void {
  uploads.setState(({ list }) => ({ list: list.map((each) => (each.key === key ? { ...each, ...news } : each)) }));
}

/** Not on the page of the sources, where its row shows it. */
function tellElsewhere(key: string, what: string, body: string, tone: 'neutral' | 'danger' = 'neutral'): void {
  const upload = currentUploads().find((each) => each.key === key);
  if (upload && location.pathname !== paths.sources()) toasts.add({ title: `${upload.name} ${what}`, body, tone });
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

uploads.subscribe(({ list }) => {
  // only while needed: a page with this listener is not kept in the back/forward cache
  if (list.some(isGoing)) globalThis.addEventListener('beforeunload', askBeforeLeaving);
  else globalThis.removeEventListener('beforeunload', askBeforeLeaving);
});

// -- uploads of other tabs and browsers

interface Seen {
  readonly received: number;
  /** Epoch milliseconds: when it was first seen, and when it last grew while it was looked at; 0 for never. */
  readonly firstAt: number;
  readonly movedAt: number;
}

const movesForMilliseconds = 15_000;
const seen = createStore<{ readonly byId: SeenUploads }>(() => ({ byId: new Map() }));

type Received = Pick<LogImport, 'id' | 'state' | 'received'>;
type SeenUploads = ReadonlyMap<string, Seen>;

/** How far the unfinished uploads of an answer are: one that grows is sent by another tab or computer, any other was abandoned. */
export function seenAfter(byId: SeenUploads, imports: readonly Received[], now: number): SeenUploads {
  const next = imports.flatMap(({ id = '', state, received = 0 }): readonly [string, Seen][] => {
    if (state !== 'uploading') return [];
    const before = byId.get(id);
    if (!before) return [[id, { received, firstAt: now, movedAt: 0 }]];
    return [[id, before.received === received ? before : { ...before, received, movedAt: now }]];
  });
  const isSame = next.length === byId.size && next.every(([id, each]) => byId.get(id) === each);
  return isSame ? byId : new Map(next);
}

export function noteReceived(imports: readonly Received[], now: number): void {
  const { byId } = seen.getState();
  const next = seenAfter(byId, imports, now);
  if (next !== byId) seen.setState({ byId: next });
}

export function useSeenUploads(): SeenUploads {
  return useStore(seen, ({ byId }) => byId);
}

/** Whether an upload grew lately, or is new here and may still grow. */
export function isLively(each: Seen | undefined, now: number): boolean {
  return each !== undefined && now - Math.max(each.firstAt, each.movedAt) < movesForMilliseconds;
}

export function hasMoved(each: Seen | undefined, now: number): boolean {
  return each !== undefined && now - each.movedAt < movesForMilliseconds;
}

function movesElsewhere(id: string): boolean {
  return hasMoved(seen.getState().byId.get(id), Date.now());
}
