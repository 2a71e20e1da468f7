// A table of docs/operations.md: where the dashboard uses each operation and which of its parameters can be set there, from
// the list that the end-to-end tests go through (src/test/places).
import { operations } from '#contract/generated/operations.gen.ts';
import { operationIds, placesOf, reachedParameters } from '#test/places/subject-places.ts';
import type { Place } from '#test/places/place.ts';

export function placeTable(): string {
  const rows = operationIds.map((id) => {
    const { item } = operations[id];
    const names = reachedParameters(id).map((name) => `\`${name}\``);
    return `| ${item ?? ''} | \`${id}\` | ${placeWords(placesOf(id))} | ${names.join(' ')} |\n`;
  });
  return `| item | operation | where it is used | parameters that can be set there |\n| --- | --- | --- | --- |\n${rows.join('')}`;
}

/** Lists each place once, grouped by route: `/asn/:asn` Overview: Reputation of the AS; ... */
function placeWords(places: readonly Place[]): string {
  const routes = new Map<string, Set<string>>();
  for (const { route, where } of places) routes.set(route, new Set([...(routes.get(route) ?? []), where]));
  return [...routes].map(([route, wheres]) => `\`${route}\` ${[...wheres].join('; ')}`).join(' · ');
}
