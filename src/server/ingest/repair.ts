import type { Engine } from '#server/engine/engine.ts';
import { scoreTables, teamTables } from './collection-tables.ts';
import { forgetLostFeeds, hasFeeds } from './feeds/apply/lost-feeds.ts';
import { type FirstLoadOptions } from './first-load.ts';
import { importIds, importState, restartFirstLoad } from './ledger.ts';
import { ownerOf } from './journal/removal.ts';
import { packagedSources, sampleImportId, sampleSource } from './packaged-sources.ts';
import { dictionariesStep, importAgain, runSteps, scoresStep, transfersStep, type Step } from './run-import.ts';
import type { Damage } from './store-integrity.ts';

/** A table that can be rebuilt from others: the statement that writes all its rows, and the tables it reads. */
interface Sibling {
  readonly table: string;
  readonly reads: readonly string[];
  readonly insert: string;
}

const addressText = (ip: string) => `replaceOne(IPv6NumToString(${ip}), '::ffff:', '')`;
const seen = 'first_seen, last_seen, count, ttl, sources, wmseq';

/** Types kept in `txt` instead of `rev`. */
const ofValues = "'TXT', 'SOA', 'SRV', 'DS', 'SVCB', 'HTTPS', 'CAA'";

/** Passive DNS: each table can be rebuilt from others (schema/2-passive-dns.sql), except `rrsets`. */
const siblings: readonly Sibling[] = [
  {
    table: 'fwd',
    reads: ['rev', 'txt'],
    insert: `
      INSERT INTO fwd
      SELECT rname, rrtype,
             multiIf(rrtype = 'A', ${addressText('ip')}, rrtype = 'AAAA', IPv6NumToString(ip), reverse(arev)), ${seen}
      FROM rev FINAL
      UNION ALL
      SELECT rname, rrtype, answer, ${seen} FROM txt FINAL WHERE rrtype IN (${ofValues})`,
  },
  {
    table: 'rev',
    reads: ['fwd'],
    insert: `
      INSERT INTO rev (rrtype, ip, arev, rname, ${seen})
      SELECT rrtype, if(rrtype IN ('A', 'AAAA'), toIPv6(answer), toIPv6('::')),
             if(rrtype IN ('A', 'AAAA'), '', reverse(answer)), rname, ${seen}
      FROM fwd FINAL WHERE rrtype NOT IN (${ofValues})`,
  },
  {
    table: 'names',
    reads: ['fwd'],
    insert: `
      INSERT INTO names
      SELECT ${ownerOf}, rrtype, first_seen, last_seen, wmseq
      FROM fwd FINAL`,
  },
  {
    table: 'txt',
    reads: ['fwd'],
    insert: `INSERT INTO txt SELECT rrtype, answer, rname, ${seen} FROM fwd FINAL WHERE rrtype IN (${ofValues}, 'WATERMARK')`,
  },
  {
    table: 'rrsets_by_hash',
    reads: ['rrsets'],
    insert: `
      INSERT INTO rrsets_by_hash
      SELECT rrtype, hash, rname, members, first_seen, last_seen, count, wmseq FROM rrsets FINAL`,
  },
];
const passiveDns = [...siblings.map(({ table }) => table), 'rrsets'];

/** Tables that a view of the schema fills from one other table: its SELECT fills them again without changing existing rows. */
const indexes = [
  'certificate_hosts',
  'certificate_digests',
  'first_certificates',
  'icon_hosts',
  'icons',
  'jarm_hosts',
  'listed_below',
  'opendir_files',
  'page_hosts',
  'tls_hosts',
  'whois_values',
];

const derived = new Set([...scoreTables, 'ns_transfers', ...siblings.map(({ table }) => table), ...indexes]);
/** Tables that live look-ups and imports of the user's own data write into. */
const withOwnRows = new Set([
  ...passiveDns,
  'contributions',
  'kept_evidence',
  'whois',
  'rejects',
  'imports',
  'pushes',
  'certificates',
  'certificate_names',
  'tls_fingerprints',
  'scan_certificates',
  'scan_favicon',
  'scan_headers',
  'scan_html',
  'scan_jarm',
]);

/**
 * Rebuilds lost rows: derived data from other tables, open data and the sample collection from their packages. If the collection
 * contains nothing else, the next `firstLoad` loads all of it again. Feeds that lost rows are read again from their kept documents.
 * @returns the damage that cannot be repaired: what the team wrote and set, rows of live look-ups, of the user's own imports, and the history of feeds
 * @throws EngineError
 */
export async function repair(engine: Engine, damage: readonly Damage[], options: FirstLoadOptions): Promise<Damage[]> {
  const isOfTeam = ({ table }: Damage) => (teamTables as readonly string[]).includes(table);
  const lostForGood = damage.filter(isOfTeam);
  const lost = new Set(damage.filter((each) => !isOfTeam(each)).map(({ table }) => table));
  if (lost.size === 0) return lostForGood;
  const rebuilt = siblingsInOrder(lost);
  const primary = [...lost].filter(
    (table) => !derived.has(table) || (passiveDns.includes(table) && !rebuilt.some((each) => each.table === table)),
  );
  const hasOwn = await hasOwnData(engine);
  if (primary.length > 0 && !hasOwn) {
    await restartFirstLoad(engine, options.today);
    return lostForGood;
  }
  const run = (sql: string) => engine.command({ name: 'repair', sql }, { limits: 'upkeep' });
  const withoutHistory = await forgetLostFeeds(engine, new Set(primary));
  const reload = primary.some((table) => !passiveDns.includes(table));
  const steps: Step[] = [
    ...rebuilt.map(({ table, insert }) =>
      step(table, async () => {
        await run(`TRUNCATE TABLE ${table}`);
        await run(insert);
      }),
    ),
    ...(reload ? await importAllAgain(engine, options) : []),
    ...indexes
      .filter((table) => lost.has(table))
      .map((table) => step(table, async () => run(`INSERT INTO ${table} ${await selectOfView(engine, table)}`))),
    dictionariesStep(engine),
    ...(lost.has('ns_transfers') || lost.has('rrsets') ? [transfersStep(engine, options.today)] : []),
    ...(reload || scoreTables.some((table) => lost.has(table)) ? [scoresStep(engine, options.today)] : []),
  ];
  await runSteps(steps, options.onProgress ?? (() => undefined));
  return damage.filter(
    (each) =>
      isOfTeam(each) ||
      (primary.includes(each.table) && (withOwnRows.has(each.table) || withoutHistory.includes(each.table))),
  );
}

/** The SELECT of the view that fills a table: it has the columns of the table, in their order. @throws EngineError */
async function selectOfView(engine: Engine, table: string): Promise<string> {
  const [view] = await engine.query<{ readonly select: string }>({
    name: 'repair',
    sql: `
      SELECT as_select AS select FROM system.tables
      WHERE database = currentDatabase() AND extract(create_table_query, ' TO [^.]+[.]([a-z_]+)') = {table:String}`,
    params: { table },
  });
  if (!view) throw new Error(`the schema has no view that fills ${table}`);
  return view.select;
}

function step(name: string, act: () => Promise<unknown>): Step {
  return {
    name,
    run: async (report) => {
      await act();
      report(1, 1);
    },
  };
}

/** The lost tables that can be rebuilt, each after the tables it reads. */
function siblingsInOrder(lost: ReadonlySet<string>): Sibling[] {
  const intact = new Set(passiveDns.filter((table) => !lost.has(table)));
  const order: Sibling[] = [];
  for (let isMore = true; isMore;) {
    const next = siblings.find(({ table, reads }) => !intact.has(table) && reads.every((each) => intact.has(each)));
    isMore = next !== undefined;
    if (!next) break;
    intact.add(next.table);
    order.push(next);
  }
  return order;
}

/** Steps that import open data and the sample collection again. */
async function importAllAgain(engine: Engine, { openData = packagedSources() }: FirstLoadOptions): Promise<Step[]> {
  const sample = await importState(engine, sampleImportId);
  const sources = sample ? [...openData, sampleSource(sample.asOf)] : openData;
  return sources.map((source) => importAgain(engine, source));
}

/** Whether the collection contains anything besides packaged data. */
async function hasOwnData(engine: Engine): Promise<boolean> {
  if (await hasFeeds(engine)) return true;
  const [own] = await engine.query<{ rows: number }>({
    name: 'repair',
    sql: `SELECT (SELECT count() FROM imports WHERE import = {live:UInt32} OR import >= 100)
               + (SELECT count() FROM fwd WHERE rrtype != 'WATERMARK' AND bitAnd(sources, 6) != 0)
               + (SELECT count() FROM rev WHERE rrtype != 'WATERMARK' AND bitAnd(sources, 6) != 0)
               + (SELECT count() FROM whois WHERE import = {live:UInt32} OR import >= 100) AS rows`,
    params: { live: importIds.live },
    settings: { max_rows_to_read: 0 },
  });
  return (own?.rows ?? 0) > 0;
}
