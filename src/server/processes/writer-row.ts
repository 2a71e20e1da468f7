import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { openFolder, readOrQuarantine, replaceFile } from '#server/disk/durable-file.ts';
import { type Engine, EngineError } from '#server/engine/engine.ts';
import {
  createWriterKey,
  currentWriter,
  killStatementsOf,
  takeWriterKey,
  type WriterRow,
  type WriterTable,
} from '#server/queries/service-records.ts';
import { isRunningHere } from './process-row.ts';

interface WriterOptions {
  readonly engine: Engine;
  /** The name of this process, whose heartbeats have begun. */
  readonly process: string;
  /** The data folder. Absolute. */
  readonly folder: string;
  /** Called once when another process has become the writer: this one must not write any more. */
  readonly onLost: (message: string) => void;
  readonly everyMilliseconds?: number;
  /** Called with messages for the operator. */
  readonly report: (message: string) => void;
}

/** Another process writes the collection; the message says which one, and what to do. */
export class OtherWriter extends Error {
  override readonly name = 'OtherWriter';
  constructor({ process }: WriterRow) {
    super(
      `The process ${process} writes this collection already, and only one may. Start this one with SIGHTLINE_ROLE=api and SIGHTLINE_WRITER_URL, or stop the other one first.`,
    );
  }
}

/**
 * Of the processes that share a ClickHouse server, one writes the collection: the process that has the writer row. It checks every few
 * seconds that the row is still its own.
 *
 * The row of a process that has ended is taken over: at once when it was closed, or had the same data folder; else when its last
 * heartbeat is 15 seconds old. Of two processes that start at the same moment, one gets the row. Where the server has Keeper, the row
 * is in a KeeperMap table and the other process is refused at once. Elsewhere both may insert into `service_writer`: the first row counts,
 * and the other process ends at its first check at the latest.
 * @returns ends the checks @throws OtherWriter; EngineError, or the error of the disk
 */
export async function takeWriterRow(options: WriterOptions): Promise<() => void> {
  const { engine, process, onLost, everyMilliseconds = 3000 } = options;
  const folder = await folderName(options);
  const table = await writerTable(engine);
  const readIn = async (from: WriterTable): Promise<WriterRow | undefined> =>
    (await engine.query(currentWriter(from)))[0];
  const read = () => readIn(table);
  const before = await readGone(read, folder);
  // the last writer may have started before the server had Keeper
  const last = before ?? (await readGone(() => readIn('service_writer'), folder));
  // on a cluster, statements run under ids of its nodes
  if (last && !engine.cluster) await engine.command(killStatementsOf(last.process), { limits: 'search' });
  let failure: unknown = new EngineError('failed', 'no row of a writer was kept');
  if (table === 'service_writer_key')
    await nodesOf(engine)[0]
      ?.command(takeWriterKey({ process, folder }, before))
      .catch((error) => (failure = error));
  else await engine.insert('service_writer', [{ term: (before?.term ?? 0) + 1, process, folder }]);
  const now = await read();
  // Keeper refuses a process whose row another one has taken meanwhile
  if (now?.process !== process) throw now && now.term !== before?.term ? new OtherWriter(now) : failure;
  let isLost = false;
  // a busy store may answer several checks at once
  const look = async (): Promise<void> => {
    const writer = await read();
    if (isLost || !writer || writer.process === process) return;
    isLost = true;
    clearInterval(timer);
    onLost(`The process ${writer.process} writes this collection now, so this one stops.`);
  };
  // calls that need the store report an outage
  const timer = setInterval(() => void look().catch(() => undefined), everyMilliseconds).unref();
  return () => clearInterval(timer);
}

/** Creates the table in Keeper where the server has one and may keep tables in it. @throws EngineError */
async function writerTable(engine: Engine): Promise<WriterTable> {
  const { cluster, database } = engine;
  if (cluster?.form === 'shards') return 'service_writer'; // a cluster without Keeper
  const create = createWriterKey(`/sightline/${cluster?.name ?? 'server'}/${database}/writer`);
  try {
    await Promise.all(nodesOf(engine).map((node) => node.command(create)));
    return 'service_writer_key';
  } catch (error) {
    // the server refused the table; any other fault is an outage
    if (error instanceof EngineError && (error.fault === 'failed' || error.fault === 'denied')) return 'service_writer';
    throw error;
  }
}

/** All of them reach the same Keeper. */
function nodesOf(engine: Engine): readonly Engine[] {
  return engine.cluster?.nodes().map((node) => node.engine) ?? [engine];
}

/** @returns the last writer, which has ended @throws OtherWriter */
async function readGone(read: () => Promise<WriterRow | undefined>, folder: string): Promise<WriterRow | undefined> {
  const first = await read();
  for (let row = first; ; row = await read()) {
    if (!row || row.isAlive === 0) return row;
    if (isRunningHere(row.process)) throw new OtherWriter(row);
    // the process that had this folder was killed
    if (row.folder === folder) return row;
    if (row.process !== first?.process || row.seen !== first.seen) throw new OtherWriter(row);
    await pause(500);
  }
}

const stored = z.object({ id: z.string() });

/** The name of a data folder, which stays the same over all starts. */
async function folderName({ folder, report }: WriterOptions): Promise<string> {
  const file = join(folder, 'writer.json');
  await openFolder(folder);
  const found = await readOrQuarantine(file, (value) => stored.parse(value), report);
  const { id } = found ?? { id: randomUUID() };
  if (!found) await replaceFile(file, JSON.stringify({ id }));
  return id;
}
