import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalDomain } from '#model/domain-name.ts';
import { MAX_EPOCH_SECONDS, timestampToEpochSeconds } from '#model/dates.ts';
import { formatIpv4, formatIpv6, parseIpv4, parseIpv6 } from '#model/ip-address.ts';
import { type Engine, type Shard, shardsOf, toEngineError } from '#server/engine/engine.ts';
import {
  type ObservationBlock,
  observationColumns,
  observationEncoder,
  observationHead,
  type ObservationRow,
  type RecordType,
  recordTypes,
} from './observation-rows.ts';

/** One passive DNS observation as a source gives it; times are 'yyyy-mm-dd hh:mm:ss' UTC or epoch seconds. */
export interface Observation {
  readonly rrtype: string;
  readonly rrname: string;
  readonly rdata: string;
  /** All members of the answer that the rdata came with (NS and MX); the rdata alone when it is not known. */
  readonly rrset?: readonly string[];
  readonly first_seen: string | number;
  readonly last_seen: string | number;
  readonly count: number;
  readonly ttl: number;
  readonly sources: number;
}

/** A batch of one import. Sequence numbers begin at 1 and go up by one, one batch at a time. */
export interface Batch {
  readonly import: number;
  readonly sequence: number;
}

export interface Written {
  readonly written: number;
  readonly rejected: number;
}

/** One insert is one block up to 1,048,449 rows (engine.md); the watermark takes one of them. */
const maxBatchRows = 1_000_000;

/** What the views of `obs` fill. Together they are one record of an observation, but they are not written atomically. */
const observationTables = {
  fwd: 'rname',
  rev: 'rname',
  names: 'qname',
  txt: 'rname',
  rrsets: 'rname',
  rrsets_by_hash: 'rname',
} as const;
type ObservationTable = keyof typeof observationTables;
const tables = Object.keys(observationTables) as ObservationTable[];

/** @returns the block of the rows that can be true, and the others with the reason */
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

/** What a file of the block holds (`RowFile`): its rows, and last the watermark of the batch. */
export function fileContent({ bytes }: ObservationBlock, batch: Batch): readonly Uint8Array[] {
  const mark = observationEncoder();
  mark.add(watermark(batch));
  return [observationHead, bytes, mark.take().bytes];
}

/**
 * Writes one batch of observations and its watermark as one block. Rows that cannot be true go to `rejects` with the
 * reason. A batch that already arrived is left alone, and one that arrived in some tables only (the process was killed
 * between two views) goes to the others: repeating an import from its first batch is therefore always exact.
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
  await withRowFile([observationHead, block.bytes], (file) =>
    engine.insert(table, { file, columns: observationColumns }),
  );
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

export async function writeRejects(engine: Engine, bad: readonly Reject[], batch: Batch): Promise<void> {
  if (bad.length === 0) return;
  await engine.insert(
    'rejects',
    bad.map((reject) => ({ import: batch.import, ...reject })),
  );
}

/**
 * The same for rows that have been judged.
 * @param file with `fileContent`; absolute
 * @param isNew no part of the batch can have arrived
 * @returns whether something of it was missing
 */
export async function writeFileOfBlock(engine: Engine, file: string, batch: Batch, isNew = false): Promise<boolean> {
  const outcomes = await Promise.allSettled(shardsOf(engine).map((store) => writeToShard(store, file, batch, isNew)));
  for (const each of outcomes) if (each.status === 'rejected') throw toEngineError(each.reason);
  return outcomes.some((each) => each.status === 'fulfilled' && each.value);
}

async function writeToShard(store: Shard, file: string, batch: Batch, isNew: boolean): Promise<boolean> {
  const missing = isNew ? tables : await tablesWithout(store, batch);
  if (missing.length === 0) return false;
  if (missing.length === tables.length) await store.insertShare('obs', { file, columns: observationColumns });
  else await resend(store, file, missing, `obs_again_${batch.import}`);
  return true;
}

/** @throws RangeError when the rows and their watermark would not be one block */
export function assertOneBlock(count: number): void {
  if (count >= maxBatchRows) throw new RangeError(`a batch of ${count} rows would not be one block`);
}

/**
 * The row that says a batch arrived. The blank in its name keeps it apart from every real name, and one name per import
 * keeps the highest sequence number of each import through merges.
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

/** The sequence number of the newest batch of an import that is in every table; 0 before the first. */
export async function lastSequence(engine: Engine, importId: number): Promise<number> {
  const arrived = await arrivedIn(engine, importId);
  return Math.min(...arrived.map((row) => row.sequence));
}

/** The tables that lack the newest batch of an import, once no batch is in doubt any more: they have lost rows. */
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

/** Which batch each table of a shard has. What another replica has acknowledged counts: sent again, it would be there twice. */
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

/** The views' own SELECTs over the same block, so that there is one definition of what a table takes from `obs`. */
async function resend(
  { engine, localTable, insertShare }: Shard,
  file: string,
  missing: readonly ObservationTable[],
  again: string,
): Promise<void> {
  const run = (sql: string): Promise<void> =>
    engine.command({ name: 'observations', sql, settings: oneBlock }, { limits: 'upkeep' });
  await run(`DROP TABLE IF EXISTS ${again} SYNC`);
  await run(`CREATE TABLE ${again} AS obs ENGINE = Memory`);
  await insertShare('obs', { file, columns: observationColumns }, again);
  for (const table of missing) {
    const [view] = await engine.query<{ select: string }>({
      name: 'observations',
      sql: 'SELECT as_select AS select FROM system.tables WHERE database = currentDatabase() AND name = {view:String}',
      params: { view: `obs_${table}` },
    });
    if (!view) throw new Error(`the schema has no view obs_${table}`);
    await run(`INSERT INTO ${localTable(table)} ${view.select.replace(/\bFROM (`?\w+`?\.)?obs\b/, `FROM ${again}`)}`);
  }
  await run(`DROP TABLE ${again} SYNC`);
}

const oneBlock = { max_block_size: maxBatchRows, max_threads: 1, max_insert_threads: 1 };

interface Reject {
  readonly line: string;
  readonly reason: string;
}

/** The row as the store keeps it, or in words why it cannot be true. */
export function normaliseObservation(row: Observation): ObservationRow | string {
  const { rrtype } = row;
  if (!isRecordType(rrtype)) return `the record type '${rrtype}' is not kept`;
  const rrname = rrtype === 'PTR4' || rrtype === 'PTR6' ? address(row.rrname, rrtype) : hostName(row.rrname);
  if (rrname === null) return 'the name that was asked for is not a name of this record type';
  const rdata = normaliseAnswer(rrtype, row.rdata);
  if (rdata === null) return `the answer is none of a record of type ${rrtype}`;
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

function isRecordType(text: string): text is RecordType {
  return (recordTypes as readonly string[]).includes(text);
}

function normaliseAnswer(rrtype: RecordType, rdata: string): string | null {
  if (rrtype === 'A' || rrtype === 'AAAA') return address(rdata, rrtype);
  // text is evidence as it stands; only a lone surrogate has no form in the store
  if (rrtype === 'TXT' || rrtype === 'SOA') return rdata.isWellFormed() ? rdata : null;
  return hostName(rdata);
}

/** Each member of a set carries the whole set in one order, so that one set has one hash. */
function answerSet(members: readonly string[], rdata: string): string[] | null {
  const names = members.map(hostName);
  if (names.some((name) => name === null)) return null;
  return [...new Set([...(names as string[]), rdata])].sort();
}

/** The one text form of an address of the family that the record type has. */
function address(text: string, rrtype: 'A' | 'AAAA' | 'PTR4' | 'PTR6'): string | null {
  if (rrtype === 'A' || rrtype === 'PTR4') {
    const value = parseIpv4(text);
    return value === null ? null : formatIpv4(value);
  }
  const value = parseIpv6(text);
  return value === null ? null : formatIpv6(value);
}

/**
 * Lower case, no trailing dot. Names that resolvers really see break the rules of host names (blanks excepted), so what
 * is ASCII is kept as it is; other scripts become A-labels.
 */
function hostName(text: string): string | null {
  const name = text.toLowerCase().replace(/\.$/, '');
  if (/[^\x21-\x7e]/.test(name)) return canonicalDomain(name);
  return name.length > 0 && name.length <= 253 && !/^\.|\.\./.test(name) ? name : null;
}

function epochSeconds(time: string | number): number | null {
  const seconds = typeof time === 'number' ? Math.floor(time) : timestampToEpochSeconds(time);
  return seconds !== null && seconds >= 0 && seconds <= MAX_EPOCH_SECONDS ? seconds : null;
}
