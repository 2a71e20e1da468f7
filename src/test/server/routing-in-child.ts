// Run by routing-crash.spec.ts in a process of its own, because it is killed there: settles what the last process left,
// loads the snapshot of a day if it is told one, and says what is announced on every day it has.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatIpv4 } from '#model/ip-address.ts';
import { openRoutingSnapshot, settleRouting, type RoutingEntry } from '#server/ingest/feeds/routing-snapshot.ts';
import { openChdb } from '#server/engine/chdb-engine.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';

const { values } = parseArgs({
  options: { folder: { type: 'string', default: '' }, day: { type: 'string', default: '' } },
});
const path = join(values.folder, 'store');
const engine = await openChdb({ path, database: 'sightline', sessions: 2, limits: statementLimits(1.2e9) });
await settleRouting(engine);
if (values.day !== '') {
  const snapshot = await openRoutingSnapshot(engine, {
    importId: 42,
    source: 'feed:spec',
    rank: 2,
    asOf: values.day,
  });
  await snapshot.add(announcements(Number(values.day.slice(-2))));
  console.warn('staging');
  await snapshot.stage();
  console.warn('applying');
  await snapshot.apply();
}
const rows = await engine.query<{ day: string; rows: number; hash: string }>({
  name: 'spec',
  sql: `SELECT toString(s.day) AS day, count() AS rows, toString(sum(cityHash64(first, length, asn))) AS hash
        FROM (SELECT * FROM prefixes FINAL) AS p
        CROSS JOIN (SELECT DISTINCT day FROM routing_snapshots FINAL) AS s
        WHERE p.valid_from <= s.day AND p.valid_to >= s.day GROUP BY s.day ORDER BY s.day`,
  settings: { max_memory_usage: 1e9 },
});
await engine.close();
console.warn(JSON.stringify({ days: Object.fromEntries(rows.map(({ day, ...print }) => [day, print])) }));

/** 60,000 prefixes, of which every day changes a tenth. */
function announcements(day: number): RoutingEntry[] {
  return Array.from({ length: 60_000 }, (_, index): RoutingEntry => {
    const moved = (index * 7919 + day * 104_729) % 10 === 0;
    const prefix = `${formatIpv4(0x0b_00_00_00 + index * 256)}/24`;
    return { what: 'announcement', prefix, asns: [moved ? 1000 + day : 1 + (index % 500)], isAsSet: false };
  });
}
