import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { formatNumber } from '#model/format.ts';
import { feedReaders } from '#server/ingest/feeds/read/readers.ts';
import { openDocument } from '#server/ingest/feeds/read/open-document.ts';
import { benchFormats, type BenchFormat } from './documents.ts';

/** Reads a file of this many rows in each format, as a feed does, and prints rows per second and memory. */
export async function measureFormats(folder: string, rows: number): Promise<void> {
  for (const format of benchFormats) {
    const file = join(folder, `bench-${format.reader}.txt`);
    await writeLines(file, rows, format.line, format.head);
    const { entries, rejects, seconds, peakBytes } = await readFile(file, format);
    rmSync(file);
    if (entries < rows * 0.99 || rejects > rows * 0.01)
      throw new Error(`${format.reader}: ${rows} rows gave ${entries} entries and ${rejects} rejects`);
    const perSecond = formatNumber(Math.round(rows / seconds));
    console.log(`${format.reader.padEnd(16)}${perSecond.padStart(12)} rows/s   +${(peakBytes / 1e6).toFixed(0)} MB`);
  }
}

async function readFile(
  file: string,
  { reader, mapping }: BenchFormat,
): Promise<{ entries: number; rejects: number; seconds: number; peakBytes: number }> {
  const none = () => undefined;
  const documents = await openDocument(file, { name: file, onAsOf: none, onMore: none });
  const before = process.memoryUsage.rss();
  let [entries, rejects, peakBytes] = [0, 0, 0];
  const startedAt = performance.now();
  for (const document of documents)
    for await (const entry of feedReaders[reader](document, { ...(mapping && { mapping }) })) {
      if (entry.what === 'reject') rejects += 1;
      else entries += 1;
      if (entries % 10_000 === 0) peakBytes = Math.max(peakBytes, process.memoryUsage.rss() - before);
    }
  return { entries, rejects, seconds: (performance.now() - startedAt) / 1000, peakBytes };
}

export async function writeLines(file: string, rows: number, line: (row: number) => string, head = ''): Promise<void> {
  const stream = createWriteStream(file);
  stream.write(head);
  for (let from = 0; from < rows; from += 10_000) {
    const count = Math.min(10_000, rows - from);
    const text = Array.from({ length: count }, (_, at) => `${line(from + at)}\n`).join('');
    if (!stream.write(text)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
}
