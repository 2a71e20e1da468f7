// A process of kills.long.spec.ts: settles the batches that the last process left in doubt, writes what the tables hold, and loads one
// batch after another.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ObservationJournal } from '#server/ingest/journal/observation-journal.ts';
import { lastSequence } from '#server/ingest/journal/observations.ts';
import { openFolderStore } from './folder-store.ts';
import { reportEvent } from './report-event.ts';
import { seededObservations } from './seeded-observations.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    seed: { type: 'string', default: '' },
    rows: { type: 'string', default: '' },
    names: { type: 'string', default: '' },
    /** Writes the contents and ends. */
    look: { type: 'boolean', default: false },
  },
});
const importId = 100;
const address = (hex: string) => `IPv6NumToString(toFixedString(unhex(${hex}), 16))`;
const owner = `if(rrtype IN ('PTR4', 'PTR6'), ${address('rname')}, reverse(rname))`;
const times = 'toUnixTimestamp(first_seen), toUnixTimestamp(last_seen)';

/** SQL of the lines in the naive merge of the spec, by table. */
const lines: Readonly<Record<string, string>> = {
  fwd: `rrtype, ${owner}, answer, ${times}, count, ttl`,
  rev: `rrtype, if(rrtype IN ('A', 'AAAA'), IPv6NumToString(ip), reverse(arev)), ${owner}, ${times}, count, ttl`,
  names: `rrtype, qname, ${times}`,
  txt: `rrtype, answer, reverse(rname), ${times}, count, ttl`,
  rrsets: `rrtype, reverse(rname), arrayStringConcat(members, ','), toUInt16(day), ${times}, count`,
  rrsets_by_hash: `rrtype, arrayStringConcat(members, ','), reverse(rname), ${times}, count`,
};

const engine = await openFolderStore(values.folder, 2e9);
const journal = new ObservationJournal(engine, join(values.folder, 'journal'), (message) => {
  throw new Error(message);
});
const settled = await journal.settle();
const arrived = await lastSequence(engine, importId);
const prints: Record<string, { count: number; hash: string }> = {};
for (const [table, line] of Object.entries(lines)) {
  const rows = await engine.query<{ line: string }>({
    name: 'spec',
    sql: `SELECT concatWithSeparator('|', ${line}) AS line FROM ${table} FINAL WHERE rrtype != 'WATERMARK' ORDER BY line`,
  });
  const text = rows.map((row) => `${row.line}\n`).join('');
  prints[table] = { count: rows.length, hash: createHash('sha256').update(text).digest('hex') };
}
reportEvent({ arrived, settled, prints });
if (!values.look)
  for (let sequence = arrived + 1; ; sequence += 1) {
    const batch = { seed: values.seed, sequence, rows: Number(values.rows), names: Number(values.names) };
    await journal.write(seededObservations(batch), { import: importId, sequence });
    reportEvent({ acknowledged: sequence });
  }
await engine.close();
