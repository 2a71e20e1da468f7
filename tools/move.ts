// `npm run move -- --to TARGET`: copies the collection into another store, and says how to use it from then on.
//
//   --to http://user:password@host:8123/database   a ClickHouse server
//   --to FOLDER                                    the embedded engine in another data folder
//   --from ...                                     in place of what the environment names (SIGHTLINE_CLICKHOUSE_URL, SIGHTLINE_DATA)
//   --replace                                      puts it in the place of a collection that the target holds
//
// Stop the service first. The source stays as it is; a move that was cut off is run again with the same words.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { observationJournal } from '#server/collect/observation-journal.ts';
import { dictionaries, reloadDictionaries } from '#server/collect/dictionaries.ts';
import { storeIntegrity } from '#server/collect/store-integrity.ts';
import { readConfig } from '#server/config.ts';
import { checkFolder } from '#server/disk/check-folder.ts';
import { openChdb } from '#server/engine/chdb-engine.ts';
import { type Engine, EngineError } from '#server/engine/engine.ts';
import { dictionaryCredentials, openServer } from '#server/engine/http-engine.ts';
import { migrate } from '#server/engine/migrate.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { moveCollection, MoveError } from '#server/move/move-collection.ts';

/** A server, or a data folder of the embedded engine. */
type Place = { readonly url: string } | { readonly folder: string };

/** npm runs it in the checkout. */
const schemaFolder = 'src/server/engine/schema';

class UsageError extends Error {}

try {
  await main();
} catch (error) {
  const isExpected = error instanceof MoveError || error instanceof EngineError || error instanceof UsageError;
  console.error(isExpected ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

function readArguments() {
  try {
    return parseArgs({
      options: { to: { type: 'string' }, from: { type: 'string' }, replace: { type: 'boolean', default: false } },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function main(): Promise<void> {
  const values = readArguments();
  if (!values.to)
    throw new UsageError(
      'Say where to: npm run move -- --to http://user:password@host:8123/database, or --to FOLDER for the embedded engine',
    );
  const config = readConfig();
  if (config.clickhouseCluster !== undefined)
    throw new UsageError(
      'A collection on a cluster cannot be moved yet: moves are between a data folder and one server.',
    );
  const [url] = config.clickhouseUrls;
  const to = placeOf(values.to);
  const from = values.from ? placeOf(values.from) : url !== undefined ? { url } : { folder: config.dataFolder };
  if (nameOf(from) === nameOf(to)) throw new UsageError(`The collection is in ${nameOf(to)} already.`);
  const engines: Engine[] = [];
  try {
    const source = await open(from);
    engines.push(source);
    // batches that were acknowledged and not yet written belong to the collection
    const data = 'folder' in from ? from.folder : config.dataFolder;
    await observationJournal(source, join(data, 'journal'), console.error).settle();
    const target = await open(to);
    engines.push(target);
    await move(source, target, { replace: values.replace });
    await reloadDictionaries(target, [...dictionaries.imports, ...dictionaries.scores]);
    if ('folder' in to) await storeIntegrity(target, join(to.folder, 'store-parts.json'), console.error).take([]);
  } finally {
    await Promise.all(engines.map((engine) => engine.close()));
  }
  console.log(advice(to, config.dataFolder));
}

function placeOf(text: string): Place {
  return /^https?:\/\//.test(text) ? { url: text } : { folder: resolve(text) };
}

/** Without the password, for the screen. */
function nameOf(place: Place): string {
  if ('folder' in place) return place.folder;
  if (!URL.canParse(place.url)) return place.url;
  const { host, pathname } = new URL(place.url);
  return `${host}${pathname === '/' ? '/sightline' : pathname}`;
}

/** With the newest schema: both sides of a move have the same tables. */
async function open(place: Place): Promise<Engine> {
  const limits = statementLimits(2e9);
  if ('folder' in place) {
    checkFolder(place.folder);
    mkdirSync(join(place.folder, 'store'), { recursive: true });
  }
  const engine =
    'url' in place
      ? await openServer({ url: place.url, limits })
      : await openChdb({ path: join(place.folder, 'store'), database: 'sightline', sessions: 4, limits });
  const credentials = dictionaryCredentials('url' in place ? place.url : undefined);
  await migrate(engine, { folder: schemaFolder, credentials });
  return engine;
}

async function move(from: Engine, to: Engine, { replace }: { readonly replace: boolean }): Promise<void> {
  const startedAt = Date.now();
  let told = startedAt;
  const moved = await moveCollection({
    ...{ from, to, replace },
    onTable: ({ table, rows, kept }) =>
      console.log(
        `  ${table}: ${count(rows)} rows, the same on both sides${kept > 0 ? ` (${count(kept)} were there)` : ''}`,
      ),
    onRows: (done, all) => {
      if (Date.now() - told < 10_000) return;
      told = Date.now();
      console.log(`  ${Math.floor((100 * done) / all)} % copied`);
    },
  });
  const rows = moved.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Moved ${count(rows)} rows of ${moved.length} tables in ${Math.round((Date.now() - startedAt) / 1000)} s.`,
  );
}

function count(rows: number): string {
  return rows.toLocaleString('en');
}

function advice(to: Place, dataFolder: string): string {
  const kept = 'Keys, jobs, settings of feeds and uploaded logs';
  if ('url' in to)
    return `Start the service with SIGHTLINE_CLICKHOUSE_URL set to this address. ${kept} stay in ${dataFolder}.`;
  const copied =
    to.folder === dataFolder
      ? ''
      : ` ${kept} are in ${dataFolder}: copy the rest of it, without store and store-parts.json.`;
  return `Start the service with SIGHTLINE_DATA=${to.folder} and without SIGHTLINE_CLICKHOUSE_URL.${copied}`;
}
