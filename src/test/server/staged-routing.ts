import { settleRouting, stageRouting, type RoutingSource } from '#server/ingest/feeds/apply/apply-routing.ts';
import type { RoutingEntry } from '#server/ingest/feeds/read/entry.ts';
import { RoutingRows } from '#server/ingest/feeds/read/routing-rows.ts';
import { StagedRows } from '#server/ingest/feeds/read/staged-rows.ts';
import type { Engine } from '#server/engine/engine.ts';

/** Stages a snapshot of these entries as `applyRouting` does. @returns the number of counted rows */
export async function stageEntries(
  engine: Engine,
  source: RoutingSource,
  entries: readonly RoutingEntry[],
): Promise<number> {
  await settleRouting(engine);
  const rows = new StagedRows();
  const routing = new RoutingRows(rows);
  for (const entry of entries) routing.add(entry);
  routing.end();
  for (const { table, lines } of rows.take()) if (lines !== '') await engine.insert(table, lines);
  return stageRouting(engine, source);
}

/** Stages and applies a snapshot of these entries. */
export async function loadEntries(
  engine: Engine,
  source: RoutingSource,
  entries: readonly RoutingEntry[],
): Promise<void> {
  await stageEntries(engine, source, entries);
  await settleRouting(engine);
}

export function announced(prefix: string, ...asns: number[]): RoutingEntry {
  return { what: 'announcement', prefix, asns };
}

export function originOf(first: string, last: string, asn: number, country = 'US', asname = `AS ${asn}`): RoutingEntry {
  return { what: 'origin', first, last, asn, asname, country };
}
