// A process of kills.long.spec.ts: settles the routing data that the last process left, writes which days are loaded, and loads one
// snapshot after another up to the given day of the month.
import { parseArgs } from 'node:util';
import { formatIpv4 } from '#model/ip-address.ts';
import { settleRouting } from '#server/ingest/feeds/apply/apply-routing.ts';
import { openFolderStore } from './folder-store.ts';
import { reportEvent } from './report-event.ts';
import { stageEntries } from './staged-routing.ts';
import type { RoutingEntry } from '#server/ingest/feeds/read/entry.ts';

const { values } = parseArgs({
  options: { folder: { type: 'string', default: '' }, until: { type: 'string', default: '' } },
});
const engine = await openFolderStore(values.folder, 1.2e9);
await settleRouting(engine);
const loaded = await loadedDays();
reportEvent({ days: loaded });
for (let day = Object.keys(loaded).length + 1; day <= Number(values.until); day += 1) {
  const asOf = `2026-11-${String(day).padStart(2, '0')}`;
  reportEvent({ staging: asOf });
  await stageEntries(engine, { importId: 42, source: 'feed:spec', rank: 2, asOf }, announcements(day));
  reportEvent({ applying: asOf });
  await settleRouting(engine);
  reportEvent({ acknowledged: asOf });
}
reportEvent({ days: await loadedDays() });
await engine.close();

/** By day: the number of announced prefixes, and a hash of them. */
async function loadedDays(): Promise<Record<string, object>> {
  const rows = await engine.query<{ day: string; rows: number; hash: string }>({
    name: 'spec',
    sql: `SELECT toString(s.day) AS day, count() AS rows, toString(sum(cityHash64(first, length, asn))) AS hash
          FROM (SELECT * FROM prefixes FINAL) AS p
          CROSS JOIN (SELECT DISTINCT day FROM routing_snapshots FINAL) AS s
          WHERE p.valid_from <= s.day AND p.valid_to >= s.day GROUP BY s.day ORDER BY s.day`,
    settings: { max_memory_usage: 1e9 },
  });
  return Object.fromEntries(rows.map(({ day, ...print }) => [day, print]));
}

/** 60,000 prefixes; a tenth of them changes every day. */
function announcements(day: number): RoutingEntry[] {
  return Array.from({ length: 60_000 }, (_, index): RoutingEntry => {
    const moved = (index * 7919 + day * 104_729) % 10 === 0;
    const prefix = `${formatIpv4(0x0b_00_00_00 + index * 256)}/24`;
    return { what: 'announcement', prefix, asns: [moved ? 1000 + day : 1 + (index % 500)] };
  });
}
