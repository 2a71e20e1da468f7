import PQueue from 'p-queue';
import { dateToEpochSeconds, dateToIsoDate } from '#model/dates.ts';
import { sourceBit } from '#model/record-source.ts';
import { EngineError, type Engine } from '#server/engine/engine.ts';
import type { WhoisRow } from '#server/queries/domain-facts.ts';
import { finishImport, importIds, type ImportRecord } from './ledger.ts';
import { type Observation, pointerOwner } from './journal/observations.ts';
import type { ObservationJournal } from './journal/observation-journal.ts';

/** A resource record from a resolver; the records of one answer come together. */
interface ResolvedRecord {
  readonly name: string;
  readonly type: string;
  readonly data: string;
  readonly ttl: number;
}

/** A row of `whois`; times are 'yyyy-mm-dd hh:mm:ss', and absent if the record lacks them. */
export interface WhoisFinding extends Omit<WhoisRow, 'date' | 'import' | 'created' | 'updated' | 'expires'> {
  readonly domain: string;
  readonly created?: string;
  readonly updated?: string;
  readonly expires?: string;
}

/** Adds the results of live look-ups to the collection, with the source `live`. Recording never delays an answer. */
export interface LiveFindings {
  recordDns(records: readonly ResolvedRecord[]): void;
  recordWhois(finding: WhoisFinding): void;
  /** Resolves when everything recorded so far was written, or reported as not written. */
  flush(): Promise<void>;
}

export interface LiveFindingsOptions {
  readonly engine: Engine;
  /** Completes a batch that a crash cut in half, and numbers the batches. */
  readonly journal: Pick<ObservationJournal, 'append'>;
  readonly onError: (error: unknown) => void;
  readonly now: () => Date;
  /** Findings of this time go into one batch, because the store needs few inserts. */
  readonly gatherMilliseconds: number;
}

export function openLiveFindings(options: LiveFindingsOptions): LiveFindings {
  const { engine, journal, onError, now, gatherMilliseconds } = options;
  let observations: Observation[] = [];
  let registrations: object[] = [];
  let timer: NodeJS.Timeout | undefined;
  const writes = new PQueue({ concurrency: 1 });

  /** Inserts all rows at once; a row that the store cannot read is found by halves, so the others are written. @returns how many were written */
  const insertRegistrations = async (rows: readonly object[]): Promise<number> => {
    if (rows.length === 0) return 0;
    try {
      await engine.insert('whois', rows);
      return rows.length;
    } catch (error) {
      // an outage affects all rows
      if (rows.length === 1 || !(error instanceof EngineError && error.fault === 'failed')) {
        onError(error);
        return 0;
      }
    }
    const half = Math.ceil(rows.length / 2);
    return (await insertRegistrations(rows.slice(0, half))) + (await insertRegistrations(rows.slice(half)));
  };
  const appendObservations = async (rows: readonly Observation[]): Promise<number> => {
    if (rows.length === 0) return 0;
    // a failed batch stays in the journal, which sends it again
    const done = await journal.append(importIds.live, rows).catch(onError);
    return done?.written ?? 0;
  };
  const write = async (): Promise<void> => {
    const [seen, registered] = [observations, registrations];
    [observations, registrations] = [[], []];
    if (seen.length + registered.length === 0) return;
    const written = (await insertRegistrations(registered)) + (await appendObservations(seen));
    if (written === 0) return;
    const id = importIds.live;
    await finishImport(engine, { id, ...liveRecord(dateToIsoDate(now())) }, (await rowsSoFar(engine, id)) + written);
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return writes.add(write).catch(onError);
  };
  const later = (): void => {
    timer ??= setTimeout(() => void flush(), gatherMilliseconds).unref();
  };
  return {
    recordDns: (records) => {
      observations.push(...observationsOf(records, now()));
      later();
    },
    recordWhois: (finding) => {
      registrations.push({ ...wellFormed(finding), date: dateToIsoDate(now()), import: importIds.live });
      later();
    },
    flush,
  };
}

/** The ledger gets a line whenever the source grows; the newest one counts all rows. */
function liveRecord(asOf: string): Omit<ImportRecord, 'id'> {
  const head = { source: 'live', kind: 'observations', digest: '', licence: 'own look-ups' };
  return { ...head, asOf };
}

async function rowsSoFar(engine: Engine, id: number): Promise<number> {
  const [line] = await engine.query<{ rows: number }>({
    name: 'live-findings',
    sql: 'SELECT max(rows) AS rows FROM imports WHERE import = {id:UInt32}',
    params: { id },
  });
  return line?.rows ?? 0;
}

/** Replaces lone surrogates, which JSON may contain and the store cannot hold. */
function wellFormed(finding: WhoisFinding): WhoisFinding {
  const fields = Object.entries(finding).map(([field, value]: [string, string | readonly string[]]) => [
    field,
    typeof value === 'string' ? value.toWellFormed() : value.map((text) => text.toWellFormed()),
  ]);
  return Object.fromEntries(fields) as WhoisFinding;
}

/** Records of one answer as observations of this moment; each member of a set gets the whole set. */
function observationsOf(records: readonly ResolvedRecord[], at: Date): Observation[] {
  const seen = dateToEpochSeconds(at);
  const rrsets = new Map<string, string[]>();
  for (const { name, type, data } of records) {
    const rrset = rrsets.get(`${type} ${name}`) ?? [];
    rrsets.set(`${type} ${name}`, rrset);
    rrset.push(data.toWellFormed());
  }
  return records.flatMap(({ name, type, data, ttl }) => {
    const owner = type === 'PTR' ? pointerOwner(name) : { rrtype: type, rrname: name.toWellFormed() };
    if (!owner) return [];
    const rrset = rrsets.get(`${type} ${name}`) ?? [];
    const rdata = data.toWellFormed();
    return [{ ...owner, rdata, rrset, first_seen: seen, last_seen: seen, count: 1, ttl, sources: sourceBit('live') }];
  });
}
