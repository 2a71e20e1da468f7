// `npm run bench:retro`: how long an update of a feed takes to find what own logs had resolved. Records and entries are generated: half of
// the entries are names and half addresses, and the given share of each is in the records.
//
//   --records 20000000    records of own logs
//   --entries 1000000     new entries of the feed
//   --found 0.1           share of the entries that the logs had resolved
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchFolder } from './bench-folder.ts';
import { formatNumber } from '#model/format.ts';
import { openChdb } from '#server/engine/chdb-engine.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { noteRetroHunt } from '#server/ingest/feeds/apply/retro-hunt.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { machineState, verdict } from './service/figures.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '20000000' },
    entries: { type: 'string', default: '1000000' },
    found: { type: 'string', default: '0.1' },
  },
});
const [records, entries, found] = [Number(values.records), Number(values.entries), Number(values.found)];
const maxSeconds = 10;
const rowsAtOnce = 1_000_000;
const importId = 1000;

/** SQL: a name and an address of a number; about four records share an address. */
const nameOf = (number: string) =>
  `concat('h', lower(hex(cityHash64(${number}))), '.d', toString(${number} % 99991), '.example')`;
const addressOf = (number: string) => `IPv4NumToString(toUInt32(cityHash64(intDiv(${number}, 4))))`;

const { folder, removeFolder } = benchFolder();
const engine = await openChdb({
  path: join(folder, 'store'),
  database: 'sightline',
  sessions: 2,
  limits: statementLimits(2e9),
});
const small = { max_threads: 1, max_block_size: 65_536, min_insert_block_size_rows: 262_144 };
const run = (sql: string) => engine.command({ name: 'bench', sql, settings: small }, { limits: 'upkeep' });
try {
  await createSchema(engine, { folder: join(import.meta.dirname, '../server/schema') });
  for (let at = 0; at < records; at += rowsAtOnce)
    await run(`
      INSERT INTO contributions (rname, rrtype, answer, rrset, day, import, first_seen, last_seen, count, ttl, sources, wmseq)
      SELECT reverse(${nameOf('number')}), 'A', ${addressOf('number')}, [], 0, ${1_000_000 + at / rowsAtOnce},
        '2026-06-01 00:00:00', '2026-06-20 00:00:00', 1 + number % 50, 60, 4, 1
      FROM numbers(${at}, ${Math.min(rowsAtOnce, records - at)})`);
  // entries that are not found have numbers beyond the records; every fifth number, so that addresses differ
  const numbers = `SELECT if(number % 1000 < ${found * 1000}, (number * 5) % ${records}, ${records} + number * 5) AS n, number % 2 AS isName FROM numbers(${entries})`;
  await run(`
    INSERT INTO listings_next (import, kind, indicator, host, ip, category, source, first_listed, last_listed, expires, is_new)
    SELECT ${importId}, 'host', host, host, if(isName, toIPv6('::'), toIPv6(host)), 'malware', 'feed:bench', '2026-07-01', '2026-07-01', '2026-07-31', 1
    FROM (SELECT isName, if(isName, ${nameOf('n')}, ${addressOf('n')}) AS host FROM (${numbers}))`);
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  await noteRetroHunt(engine, importId);
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(before);
  const [hits] = await engine.query<{ rows: number }>({
    name: 'bench',
    sql: 'SELECT count() AS rows FROM retro_hunt FINAL',
  });
  console.log(`${machineState()}. At most ${maxSeconds} s.\n`);
  console.log('| records | new entries | found | time | processor time |\n| --- | --- | --- | --- | --- |');
  const cells = [
    formatNumber(records),
    formatNumber(entries),
    formatNumber(hits?.rows ?? 0),
    `${seconds.toFixed(1)} s`,
    `${((user + system) / 1e6).toFixed(1)} s`,
  ];
  console.log(`| ${cells.join(' | ')} | ${verdict(seconds <= maxSeconds)}`);
  process.exitCode = seconds <= maxSeconds ? 0 : 1;
} finally {
  await engine.close();
  removeFolder();
}
