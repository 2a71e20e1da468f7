// `npm run check:log -- FILE ...`: what the inbox would make of logs. Reads them and changes nothing.
//
//   --format zeek-dns   in place of recognising the format
//   --lines 100000      read no further
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DownloadError } from '#model/download-error.ts';
import { eachBatch } from '#server/collect/feeds/read-feed.ts';
import { logFormats } from '#server/collect/logs/formats.ts';
import { reportLines } from '#server/collect/logs/inbox.ts';
import { readLog, UnknownLog } from '#server/collect/logs/read-log.ts';

const { values, positionals } = parseArgs({
  options: { format: { type: 'string' }, lines: { type: 'string' } },
  allowPositionals: true,
});
if (positionals.length === 0) {
  console.error('Name one file or more: npm run check:log -- FILE ... Formats:');
  for (const { format, title } of logFormats) console.error(`  ${format.padEnd(16)}${title}`);
  process.exit(2);
}
for (const name of positionals) {
  const file = resolve(name);
  console.log(name);
  const startedAt = performance.now();
  try {
    if (!existsSync(file)) throw new UnknownLog('There is no such file.');
    const batches = readLog({
      file,
      format: values.format,
      ...(values.lines !== undefined && { maxLines: Number(values.lines) }),
    });
    const report = await eachBatch(batches, undefined, () => Promise.resolve());
    for (const line of reportLines(report)) console.log(`  ${line}`);
    const seconds = (performance.now() - startedAt) / 1000;
    const speed = Math.round(report.lines / seconds).toLocaleString('en');
    console.log(`  Read in ${seconds.toFixed(1)} s, ${speed} lines a second`);
  } catch (error) {
    if (!(error instanceof UnknownLog) && !(error instanceof DownloadError)) throw error;
    console.log(`  ${error.message}`);
    process.exitCode = 1;
  }
}
