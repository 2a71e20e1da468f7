import { Parser, ReadEntry } from 'tar';
import { errorText } from '#model/errors.ts';
import { damaged } from './unpack-streams.ts';

export interface TarEntry {
  readonly name: string;
  /** Links, devices and the like have no content. */
  readonly isFile: boolean;
  /** To be read before the next entry is asked for; the rest of it is skipped. @throws DownloadError where it is damaged */
  readonly content: AsyncIterable<Buffer>;
}

/** Headers of long names and of extensions are read into memory. */
const maxMetaEntrySize = 100_000;
const files = new Set(['File', 'OldFile', 'ContiguousFile']);
const folders = new Set(['Directory', 'GNUDumpDir']);

/**
 * The entries of a tar archive in their order, without folders.
 * @throws the error of the bytes of the archive and, at the end, DownloadError for entries that could not be found
 */
export async function* tarEntries(archive: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  /** Of the chunk that was read last. */
  const events: (ReadEntry | Buffer | Error | 'end')[] = [];
  const parser = new Parser({
    maxMetaEntrySize,
    filter: (_, entry) => !(entry instanceof ReadEntry) || !folders.has(entry.type),
    onReadEntry: (entry) => {
      events.push(entry);
      entry.on('data', (chunk) => events.push(chunk));
      entry.on('end', () => events.push('end'));
    },
    onwarn: (_, message) => events.push(new Error(errorText(message))),
  });
  parser.on('error', (error: Error) => events.push(error));
  const source = archive[Symbol.asyncIterator]();
  let isEnded = false;
  let failure: Error | undefined;
  try {
    for (let event = await next(); event !== undefined; event = await next()) {
      if (event instanceof Error) failure ??= event;
      if (event instanceof ReadEntry)
        yield { name: event.path, isFile: files.has(event.type), content: contentOfEntry() };
    }
    if (failure) throw damaged('tar archive', failure);
  } finally {
    await source.return?.();
  }

  async function next() {
    while (events.length === 0 && !isEnded) {
      const part = await source.next();
      isEnded = part.done === true;
      if (part.done) parser.end();
      else parser.write(part.value);
    }
    return events.shift();
  }

  async function* contentOfEntry(): AsyncGenerator<Buffer> {
    for (let event = await next(); event !== undefined && event !== 'end'; event = await next()) {
      if (event instanceof Error) throw damaged('tar archive', event);
      if (Buffer.isBuffer(event)) yield event;
    }
  }
}
