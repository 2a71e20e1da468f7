// Writes into the README where the dashboard uses each operation and which of its parameters can be set there, from the list
// that the end-to-end tests go through (e2e/places/operation-places.ts).
import { tsImport } from 'tsx/esm/api';

const start = '<!-- places: written by npm run generate -->\n<!-- prettier-ignore-start -->\n';
const end = '<!-- prettier-ignore-end -->\n<!-- /places -->';

/** The README with a fresh table between its markers. */
export async function withPlaceTable(readme) {
  const from = readme.indexOf(start);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) throw new Error('README.md has lost the markers of the table of operations.');
  return `${readme.slice(0, from)}${start}\n${await placeTable()}\n${readme.slice(to)}`;
}

async function placeTable() {
  const { operationIds, placesOf, reachedParameters } = await tsImport(
    '../e2e/places/operation-places.ts',
    import.meta.url,
  );
  const { operations } = await tsImport('../src/contract/generated/operations.gen.ts', import.meta.url);
  const rows = operationIds.map((id) => {
    const { item } = operations[id];
    const names = reachedParameters(id).map((name) => `\`${name}\``);
    return `| ${item ?? ''} | \`${id}\` | ${placeWords(placesOf(id))} | ${names.join(' ')} |\n`;
  });
  return `| item | operation | where it is used | parameters that can be set there |\n| --- | --- | --- | --- |\n${rows.join('')}`;
}

/** Each place once, those of one route together: `/asn/:asn` Overview: Reputation of the AS; ... */
function placeWords(places) {
  const routes = new Map();
  for (const { route, where } of places) routes.set(route, new Set([...(routes.get(route) ?? []), where]));
  return [...routes].map(([route, wheres]) => `\`${route}\` ${[...wheres].join('; ')}`).join(' · ');
}
