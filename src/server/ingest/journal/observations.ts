import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_EPOCH_SECONDS, timestampToEpochSeconds } from '#model/dates.ts';
import { addressOfReverseZone, canonicalIp } from '#model/ip-address.ts';
import { isRecordType, type RecordType } from '#model/record-type.ts';
import { type Engine, type Shard, shardsOf, toEngineError } from '#server/engine/engine.ts';
import {
  type ObservationBlock,
  observationEncoder,
  observationFile,
  observationHead,
  type ObservationRow,
} from './observation-rows.ts';
import { hostName, isPresented, presentedData } from './record-data.ts';

/** A passive DNS observation of a source; times are 'yyyy-mm-dd hh:mm:ss' UTC or epoch seconds. */
export interface Observation {
  readonly rrtype: string;
  readonly rrname: string;
  readonly rdata: string;
  /** All members of the answer that contained the rdata (NS and MX); only the rdata unless given. */
  readonly rrset?: readonly string[];
  readonly first_seen: string | number;
  readonly last_seen: string | number;
  readonly count: number;
  readonly ttl: number;
  readonly sources: number;
}

/** A batch of one import. Sequence numbers begin at 1 and increase by one. */
export interface Batch {
  readonly import: number;
  readonly sequence: number;
}

export interface Written {
  readonly written: number;
  readonly rejected: number;
}

/** One insert is one block up to 1,048,449 rows, one of which is the watermark. */
const maxBatchRows = 1_000_000;

/** The tables that the views of `obs` fill, not atomically, with the column that identifies a name in each. */
export const observationTables = {
  fwd: 'rname',
  rev: 'rname',
  names: 'qname',
  txt: 'rname',
  rrsets: 'rname',
  rrsets_by_hash: 'rname',
  contributions: 'rname',
} as const;
export type ObservationTable = keyof typeof observationTables;
const tables = Object.keys(observationTables) as ObservationTable[];

/** Checks and encodes rows. @returns the block of the valid rows, and the others with the reason */
export function blockOf(rows: readonly Observation[]): { readonly block: ObservationBlock; readonly bad: Reject[] } {
  const encoder = observationEncoder();
  const bad: Reject[] = [];
  for (const row of rows) {
    const result = normaliseObservation(row);
    if (typeof result === 'string') bad.push({ line: JSON.stringify(row), reason: result });
    else encoder.add(result);
  }
  return { block: encoder.take(), bad };
}

/** The content of a file for `RowFile`: the rows of the block, and last the watermark of the batch. */
export function fileContent({ pieces }: ObservationBlock, batch: Batch): readonly Uint8Array[] {
  const mark = observationEncoder();
  mark.add(watermark(batch));
  return [observationHead, ...pieces, ...mark.take().pieces];
}

/**
 * Writes a batch of observations and its watermark as one block. Invalid rows go to `rejects` with the reason. A batch that has
 * arrived is not written again, and one that arrived in only some tables (the process was killed between two views) is written to
 * the others, so repeating an import from its first batch is exact.
 * @throws RangeError for more than 999,999 rows; EngineError
 */
export async function writeObservations(engine: Engine, rows: readonly Observation[], batch: Batch): Promise<Written> {
  assertOneBlock(rows.length);
  const { block, bad } = blockOf(rows);
  await withRowFile(fileContent(block, batch), async (file) => {
    if (await writeFileOfBlock(engine, file, batch)) await writeRejects(engine, bad, batch);
  });
  return { written: block.count, rejected: bad.length };
}

/** Inserts rows of `obs` into a table of the same columns. @throws EngineError */
export async function insertBlock(engine: Engine, table: string, block: ObservationBlock): Promise<void> {
  await withRowFile([observationHead, ...block.pieces], (file) => engine.insert(table, observationFile(file)));
}

async function withRowFile(content: readonly Uint8Array[], use: (file: string) => Promise<void>): Promise<void> {
  const file = join(tmpdir(), `sightline-${randomUUID()}.rows`);
  try {
    await writeFile(file, content, { mode: 0o600 }).catch((error: unknown) => {
      throw toEngineError(error);
    });
    await use(file);
  } finally {
    await rm(file, { force: true });
  }
}

/** Adds invalid rows to `rejects`. @throws EngineError */
export async function writeRejects(engine: Engine, bad: readonly Reject[], batch: Batch): Promise<void> {
  if (bad.length === 0) return;
  await engine.insert(
    'rejects',
    bad.map((reject) => ({ import: batch.import, ...reject })),
  );
}

/**
 * Writes a block from a file, as `writeObservations`.
 * @param file with `fileContent`; absolute
 * @param isNew no part of the batch can have arrived
 * @returns whether any of it was missing
 */
export async function writeFileOfBlock(engine: Engine, file: string, batch: Batch, isNew = false): Promise<boolean> {
  const outcomes = await Promise.allSettled(shardsOf(engine).map((store) => writeToShard(store, file, batch, isNew)));
  for (const each of outcomes) if (each.status === 'rejected') throw toEngineError(each.reason);
  return outcomes.some((each) => each.status === 'fulfilled' && each.value);
}

async function writeToShard(store: Shard, file: string, batch: Batch, isNew: boolean): Promise<boolean> {
  const missing = isNew ? tables : await tablesWithout(store, batch);
  if (missing.length === 0) return false;
  if (missing.length === tables.length) await store.insertShare('obs', observationFile(file));
  else await resend(store, file, missing, `obs_again_${batch.import}`);
  return true;
}

/** @throws RangeError when the rows and their watermark would not be one block */
export function assertOneBlock(count: number): void {
  if (count >= maxBatchRows) throw new RangeError(`a batch of ${count} rows would not be one block`);
}

/**
 * The row that shows that a batch arrived. No real name contains a blank, and with one name per import, merges keep the highest
 * sequence number of each import.
 */
function watermark(batch: Batch): ObservationRow {
  const nothing = { rdata: '', rrset: [], first_seen: 0, last_seen: 0, count: 0, ttl: 0, sources: 0 };
  return { rrtype: 'WATERMARK', rrname: watermarkName(batch.import), ...nothing, wmseq: batch.sequence };
}

function watermarkName(importId: number): string {
  return `import ${importId}`;
}

async function tablesWithout(store: Shard, batch: Batch): Promise<ObservationTable[]> {
  const sequences = new Map((await arrivedAt(store, batch.import)).map((row) => [row.name, row.sequence]));
  return tables.filter((table) => (sequences.get(table) ?? 0) < batch.sequence);
}

/** The sequence number of the newest batch of an import that is in every table, or 0. */
export async function lastSequence(engine: Engine, importId: number): Promise<number> {
  const arrived = await arrivedIn(engine, importId);
  return Math.min(...arrived.map((row) => row.sequence));
}

/** The tables that lack the newest batch of an import: if no batch is in doubt, they have lost rows. */
export async function laggingTables(engine: Engine, importId: number): Promise<string[]> {
  const arrived = await arrivedIn(engine, importId);
  const newest = Math.max(...arrived.map((row) => row.sequence));
  return [...new Set(arrived.filter((row) => row.sequence < newest).map((row) => row.name))];
}

interface Arrived {
  readonly name: ObservationTable;
  readonly sequence: number;
}

async function arrivedIn(engine: Engine, importId: number): Promise<readonly Arrived[]> {
  return (await Promise.all(shardsOf(engine).map((store) => arrivedAt(store, importId)))).flat();
}

/** The newest batch in each table of a shard, including batches that only another replica has so far: they must not be sent twice. */
async function arrivedAt({ engine, localTable, settle }: Shard, importId: number): Promise<readonly Arrived[]> {
  await settle(tables);
  return engine.query({
    name: 'observations',
    sql: tables
      .map((table) => {
        const key = observationTables[table];
        const value = key === 'qname' ? '{name:String}' : 'reverse({name:String})';
        return `SELECT '${table}' AS name, max(wmseq) AS sequence FROM ${localTable(table)} WHERE rrtype = 'WATERMARK' AND ${key} = ${value}`;
      })
      .join('\nUNION ALL\n'),
    params: { name: watermarkName(importId) },
  });
}

/** Fills tables by the SELECTs of their views over the same block, so that the views are the only definition. */
async function resend(store: Shard, file: string, missing: readonly ObservationTable[], again: string): Promise<void> {
  const { engine, localTable, insertShare } = store;
  const run = (sql: string): Promise<void> =>
    engine.command({ name: 'observations', sql, settings: oneBlock }, { limits: 'upkeep' });
  await run(`DROP TABLE IF EXISTS ${again} SYNC`);
  await run(`CREATE TABLE ${again} AS obs ENGINE = Memory`);
  await insertShare('obs', observationFile(file), again);
  for (const table of missing) await run(`INSERT INTO ${localTable(table)} ${await rowsOfView(store, table, again)}`);
  await run(`DROP TABLE ${again} SYNC`);
}

/**
 * The columns of a table that its view fills, and the SELECT of the view over other rows of `obs`.
 * @param rows a table or a sub-query with an alias
 */
export async function rowsOfView({ engine }: Shard, table: ObservationTable, rows: string): Promise<string> {
  const [view] = await engine.query<{ select: string; columns: string }>({
    name: 'observations',
    sql: `
      SELECT as_select AS select, (
        SELECT arrayStringConcat(groupArray(name), ', ') FROM (
          SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {view:String} ORDER BY position)) AS columns
      FROM system.tables WHERE database = currentDatabase() AND name = {view:String}`,
    params: { view: `obs_${table}` },
  });
  if (!view) throw new Error(`the schema has no view obs_${table}`);
  return `(${view.columns}) ${view.select.replace(/\bFROM (`?\w+`?\.)?obs\b/, () => `FROM ${rows}`)}`;
}

const oneBlock = { max_block_size: maxBatchRows, max_threads: 1, max_insert_threads: 1 };

interface Reject {
  readonly line: string;
  readonly reason: string;
}

/** The owner of a PTR record as an observation has it: the address of the name; null for a name outside of the reverse zones. */
export function pointerOwner(name: string): Pick<Observation, 'rrtype' | 'rrname'> | null {
  const address = addressOfReverseZone(name);
  return address === null ? null : { rrtype: address.includes(':') ? 'PTR6' : 'PTR4', rrname: address };
}

/** The row in the form of the store, or the reason why it is invalid. */
export function normaliseObservation(row: Observation): ObservationRow | string {
  const { rrtype } = row;
  if (!isRecordType(rrtype)) return `the record type '${rrtype}' is not kept`;
  const rrname = rrtype === 'PTR4' || rrtype === 'PTR6' ? address(row.rrname, rrtype) : hostName(row.rrname);
  if (rrname === null) return 'the queried name is not valid for this record type';
  const rdata = normaliseAnswer(rrtype, row.rdata);
  if (rdata === null) return `the answer is not valid for a record of type ${rrtype}`;
  const [first_seen, last_seen] = [epochSeconds(row.first_seen), epochSeconds(row.last_seen)];
  if (first_seen === null || last_seen === null) return 'a time is missing or out of range';
  if (first_seen > last_seen) return 'it was last seen before it was first seen';
  const { count, ttl, sources } = row;
  if (!Number.isSafeInteger(count) || count < 1) return 'the count is not a positive integer';
  if (!Number.isSafeInteger(ttl) || ttl < 0 || ttl > 0xffff_ffff) return 'the ttl is out of range';
  const rrset = rrtype === 'NS' || rrtype === 'MX' ? answerSet(row.rrset ?? [], rdata) : [];
  if (rrset === null) return 'a member of the answer is not a host name';
  return { rrtype, rrname, rdata, rrset, first_seen, last_seen, count, ttl, sources, wmseq: 0 };
}

function normaliseAnswer(rrtype: RecordType, rdata: string): string | null {
  if (rrtype === 'A' || rrtype === 'AAAA') return address(rdata, rrtype);
  // text is kept unchanged as evidence; the store cannot hold lone surrogates
  if (rrtype === 'TXT' || rrtype === 'SOA') return rdata.isWellFormed() ? rdata : null;
  return isPresented(rrtype) ? presentedData(rrtype, rdata) : hostName(rdata);
}

/** The members of a set in one order, so that a set has one hash. */
function answerSet(members: readonly string[], rdata: string): string[] | null {
  const names = members.map(hostName);
  if (names.some((name) => name === null)) return null;
  return [...new Set([...(names as string[]), rdata])].sort();
}

/** The canonical text of an address of the family of the record type. */
function address(text: string, rrtype: 'A' | 'AAAA' | 'PTR4' | 'PTR6'): string | null {
  const isIpv6 = rrtype === 'AAAA' || rrtype === 'PTR6';
  return text.includes(':') === isIpv6 ? canonicalIp(text) : null;
}

function epochSeconds(time: string | number): number | null {
  const seconds = typeof time === 'number' ? Math.floor(time) : timestampToEpochSeconds(time);
  return seconds !== null && seconds >= 0 && seconds <= MAX_EPOCH_SECONDS ? seconds : null;
}
