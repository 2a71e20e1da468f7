import type { Engine } from '#server/engine/engine.ts';

/** Announcements of today, AS names, and allocations of the registries. */
const routing = ['origin_as', 'country_of', 'as_names', 'allocation_of', 'asn_allocation_of'] as const;

/** Dictionaries of the engine by what makes them stale: their tables change only by imports, at midnight and by a refresh of scores. */
export const dictionaries = {
  routing,
  /** The same, and the ranges with listings or facts. */
  imports: [...routing, 'covering_ranges'],
  /** The snapshots of the latest refresh. */
  scores: ['asn_standing', 'subnet_standing'],
} as const;

/**
 * Loads the large dictionaries unless they are loaded. Otherwise the first look-up of an address loads them and takes a second or two
 * longer. @throws EngineError
 */
export async function warmDictionaries(engine: Engine): Promise<void> {
  await engine.query(
    {
      name: 'dictionaries',
      sql: `SELECT dictGet('origin_as', 'asn', ip), dictGet('country_of', 'country', ip), dictHas('as_names', toUInt64(0))
            FROM (SELECT toIPv6('::') AS ip)`,
    },
    { limits: 'upkeep' },
  );
}

/** Reloads dictionaries. @param onReloaded called with how many are done @throws EngineError */
export async function reloadDictionaries(
  engine: Engine,
  names: readonly string[],
  onReloaded?: (done: number) => void,
): Promise<void> {
  for (const [index, name] of names.entries()) {
    await engine.command({ name: 'dictionaries', sql: `SYSTEM RELOAD DICTIONARY ${name}` }, { limits: 'upkeep' });
    onReloaded?.(index + 1);
  }
}
