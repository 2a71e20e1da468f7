import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { openFolder, readOrQuarantine, replaceFile } from '#server/disk/durable-file.ts';
import type { Engine } from '#server/engine/engine.ts';
import { currentWriter, killStatementsOf, type WriterRow } from '#server/queries/service-records.ts';
import { isRunningHere } from './process-row.ts';

interface WriterOptions {
  readonly engine: Engine;
  /** The name of this process, which gives signs of life already. */
  readonly process: string;
  /** The data folder. Absolute. */
  readonly folder: string;
  /** Called once when another process has become the writer: this one must not write any more. */
  readonly onLost: (message: string) => void;
  readonly everyMilliseconds?: number;
  /** Gets what an operator should read. */
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
 * Of the processes that share a ClickHouse server, one writes the collection. It has the row of the highest term in `service_writer`;
 * with it, the process looks every few seconds whether the row is still its own.
 *
 * The row of a process that is gone is taken over: at once when it was closed, or had the same data folder; else when it has given no sign
 * of life for 15 seconds. Two processes that start at the same moment may both insert a row: the first row counts, and the other process
 * ends at its first look at the latest.
 * @returns ends the looking @throws OtherWriter; EngineError, or the error of the disk
 */
export async function takeWriterRow(options: WriterOptions): Promise<() => void> {
  const { engine, process, onLost, everyMilliseconds = 3000 } = options;
  const folder = await folderName(options);
  const read = async (): Promise<WriterRow | undefined> => (await engine.query(currentWriter()))[0];
  const before = await readGone(read, folder);
  // on a cluster the statements are those of its nodes
  if (before && !engine.cluster) await engine.command(killStatementsOf(before.process), { limits: 'search' });
  await engine.insert('service_writer', [{ term: (before?.term ?? 0) + 1, process, folder }]);
  const now = await read();
  if (now && now.process !== process) throw new OtherWriter(now);
  let isLost = false;
  // a busy store answers several looks at once
  const look = async (): Promise<void> => {
    const writer = await read();
    if (isLost || !writer || writer.process === process) return;
    isLost = true;
    clearInterval(timer);
    onLost(`The process ${writer.process} writes this collection now, so this one stops.`);
  };
  // an outage of the store is reported by what needs it
  const timer = setInterval(() => void look().catch(() => undefined), everyMilliseconds).unref();
  return () => clearInterval(timer);
}

/** @returns the last writer, which is gone @throws OtherWriter */
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
