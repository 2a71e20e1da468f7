import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ObservationJournal } from '#server/ingest/journal/observation-journal.ts';
import { dictionaries, reloadDictionaries } from '#server/ingest/dictionaries.ts';
import { storeIntegrity } from '#server/ingest/store-integrity.ts';
import { readConfig } from '#server/config.ts';
import { checkFolder } from '#server/disk/check-folder.ts';
import { openChdb } from '#server/engine/chdb-engine.ts';
import { openCluster } from '#server/engine/cluster-engine.ts';
import { type Engine, EngineError } from '#server/engine/engine.ts';
import { dictionaryCredentials, openServer } from '#server/engine/http-engine.ts';
import { type Limits, statementLimits } from '#server/engine/statement-limits.ts';
import { moveCollection, MoveError } from '#server/move/move-collection.ts';
import { serverSide, type Side } from '#server/move/move-side.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { readSchema } from '#server/schema/forms.ts';
import { errorText } from '../src/model/errors.ts';
import { formatNumber } from '../src/model/format.ts';

const usage = `npm run move -- --to TARGET: copies the collection into another store, and prints how to use that from then on.

  --to http://user:password@host:8123/database   a ClickHouse server
  --to URL,URL,... --to-cluster NAME             a cluster: the URLs of all its nodes, and its name in remote_servers
  --to FOLDER                                    the embedded engine in another data folder
  --native HOST:PORT                             address of the native protocol of the server, if not the host of the URL and the
                                                 configured port
  --from ... [--from-cluster NAME]               the source, if not that of SIGHTLINE_CLICKHOUSE_URL or SIGHTLINE_DATA
  --replace                                      replaces a collection that the target holds

Stop the service first. The source is not changed. Run an interrupted move again with the same arguments.`;

/** A server or a cluster, or a data folder of the embedded engine. */
type Place = { readonly urls: readonly string[]; readonly cluster: string | undefined } | { readonly folder: string };

/** The folder in which npm was called. */
const schemaFolder = 'src/server/schema';
const schema = readSchema(schemaFolder);

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
      options: {
        to: { type: 'string' },
        'to-cluster': { type: 'string' },
        from: { type: 'string' },
        'from-cluster': { type: 'string' },
        native: { type: 'string' },
        replace: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${errorText(error)}\n\n${usage}`);
  }
}

async function main(): Promise<void> {
  const values = readArguments();
  if (values.help) return console.log(usage);
  if (!values.to) throw new UsageError(`Name the target.\n\n${usage}`);
  const config = readConfig();
  const { clickhouseUrls: urls, clickhouseCluster: cluster } = config;
  const to = placeOf(values.to, values['to-cluster']);
  const configured = urls.length > 0 ? { urls, cluster } : { folder: config.dataFolder };
  const from = values.from ? placeOf(values.from, values['from-cluster']) : configured;
  if ('folder' in from && 'folder' in to)
    throw new UsageError('Between two data folders, copy the folder while the service is stopped.');
  if (nameOf(from) === nameOf(to)) throw new UsageError(`The collection is in ${nameOf(to)} already.`);
  const engines: Engine[] = [];
  try {
    const source = await open(from);
    engines.push(source);
    // batches that were acknowledged and not yet written belong to the collection
    const data = 'folder' in from ? from.folder : config.dataFolder;
    await new ObservationJournal(source, join(data, 'journal'), console.error).settle();
    const target = await open(to);
    engines.push(target);
    const sides = [await sideOf(from, source, values.native), await sideOf(to, target, values.native)] as const;
    await move(...sides, { replace: values.replace });
    await reloadDictionaries(target, [...dictionaries.imports, ...dictionaries.scores]);
    if ('folder' in to) await storeIntegrity(target, join(to.folder, 'store-parts.json'), console.error).take([]);
  } finally {
    await Promise.all(engines.map((engine) => engine.close()));
  }
  console.log(advice(to, config.dataFolder));
}

function placeOf(text: string, cluster: string | undefined): Place {
  if (!/^https?:\/\//i.test(text)) {
    if (/^[^./][^/]*:/.test(text))
      throw new UsageError(
        'The address of a server begins with http:// or https://, and a folder with a colon with / or ./',
      );
    return { folder: resolve(text) };
  }
  const urls = text.split(',').map((url) => url.trim());
  if (cluster === undefined && urls.length > 1)
    throw new UsageError('Several URLs are the nodes of a cluster: name it with --to-cluster or --from-cluster.');
  return { urls, cluster };
}

/** The name of a place without its password, for the screen. */
function nameOf(place: Place): string {
  if ('folder' in place) return place.folder;
  return place.urls.map(nameOfServer).join(', ');
}

function nameOfServer(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return `${host}${pathname === '/' ? '/sightline' : pathname}`;
}

/** Opens a store and creates its tables: both sides of a move need the same schema. */
async function open(place: Place): Promise<Engine> {
  const limits = statementLimits(2e9);
  const engine = await openEngine(place, limits);
  const credentials = dictionaryCredentials('urls' in place ? place.urls[0] : undefined);
  await createSchema(engine, { folder: schemaFolder, credentials });
  return engine;
}

function openEngine(place: Place, limits: Limits): Promise<Engine> {
  if ('folder' in place) {
    checkFolder(place.folder);
    mkdirSync(join(place.folder, 'store'), { recursive: true });
    return openChdb({ path: join(place.folder, 'store'), database: 'sightline', sessions: 4, limits });
  }
  const { urls, cluster } = place;
  if (cluster !== undefined) return openCluster({ urls, cluster, schema, limits, report: console.error });
  return openServer({ url: urls[0] ?? '', limits });
}

/** @param native native address of a single server; at most one side is one */
async function sideOf(place: Place, engine: Engine, native: string | undefined): Promise<Side> {
  if ('folder' in place) return { engine };
  return serverSide(engine, { url: place.urls[0] ?? '', native, schema });
}

async function move(from: Side, to: Side, { replace }: { readonly replace: boolean }): Promise<void> {
  const startedAt = Date.now();
  const moved = await moveCollection({
    from,
    to,
    schema,
    replace,
    onTable: ({ table, rows, isKept }) =>
      console.log(`  ${table}: ${formatNumber(rows)} rows, the same on both sides${isKept ? ' (copied before)' : ''}`),
    onRows: (table, done, all) => console.log(`  ${table}: ${formatNumber(done)} of ${formatNumber(all)} rows`),
  });
  const rows = moved.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Moved ${formatNumber(rows)} rows of ${moved.length} tables in ${Math.round((Date.now() - startedAt) / 1000)} s.`,
  );
}

function advice(to: Place, dataFolder: string): string {
  const kept = 'Keys, jobs, documents of feeds and uploaded logs';
  if ('urls' in to) {
    const cluster = to.cluster === undefined ? '' : ` and SIGHTLINE_CLICKHOUSE_CLUSTER=${to.cluster}`;
    return `Start the service with SIGHTLINE_CLICKHOUSE_URL set to ${to.cluster === undefined ? 'this address' : 'these addresses'}${cluster}. ${kept} stay in ${dataFolder}.`;
  }
  const copied =
    to.folder === dataFolder
      ? ''
      : ` ${kept} are in ${dataFolder}: copy the rest of it, without store and store-parts.json.`;
  return `Start the service with SIGHTLINE_DATA=${to.folder} and without SIGHTLINE_CLICKHOUSE_URL.${copied}`;
}
