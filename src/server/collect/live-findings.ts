import { dateToEpochSeconds, dateToIsoDate } from '#model/dates.ts';
import { addressOfReverseZone } from '#model/reverse-zone-name.ts';
import { parseIpv4 } from '#model/ip-address.ts';
import type { Engine } from '#server/engine/engine.ts';
import { finishImport, importIds, type ImportRecord } from './ledger.ts';
import { sourceBits, type Observation } from './observations.ts';
import type { ObservationJournal } from './observation-journal.ts';

/** A resource record as a resolver gave it just now; the records of one answer come together. */
export interface ResolvedRecord {
  readonly name: string;
  readonly type: string;
  readonly data: string;
  readonly ttl: number;
}

/** A row of `whois`; times are 'yyyy-mm-dd hh:mm:ss' and left out where the record does not say. */
export interface WhoisFinding {
  readonly domain: string;
  readonly created?: string;
  readonly updated?: string;
  readonly expires?: string;
  readonly registrar: string;
  readonly name: string;
  readonly org: string;
  readonly emails: readonly string[];
  readonly address: readonly string[];
  readonly city: string;
  readonly state: string;
  readonly zipcode: string;
  readonly country: string;
  readonly nameservers: readonly string[];
  readonly whois_server: string;
}

/** What live look-ups learn, added to the collection with the source `live`. Recording never holds up an answer. */
export interface LiveFindings {
  recordDns(records: readonly ResolvedRecord[]): void;
  recordWhois(finding: WhoisFinding): void;
  /** Resolves when everything recorded so far is in the collection, or was reported as not written. */
  flush(): Promise<void>;
}

export interface LiveFindingsOptions {
  readonly engine: Engine;
  /** Keeps a batch that a crash cut in half, and numbers the batches one after another. */
  readonly journal: Pick<ObservationJournal, 'append'>;
  readonly onError: (error: unknown) => void;
  readonly now?: () => Date;
  /** Findings of this long go into one batch: the store wants few inserts. */
  readonly gatherMilliseconds?: number;
}

export function openLiveFindings({
  engine,
  journal,
  onError,
  now = () => new Date(),
  gatherMilliseconds = 1000,
}: LiveFindingsOptions): LiveFindings {
  let observations: Observation[] = [];
  let registrations: object[] = [];
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();

  const write = async (): Promise<void> => {
    const [seen, registered] = [observations, registrations];
    [observations, registrations] = [[], []];
    if (seen.length + registered.length === 0) return;
    if (registered.length > 0) await engine.insert('whois', registered);
    const { written } = seen.length > 0 ? await journal.append(importIds.live, seen) : { written: 0 };
    const day = dateToIsoDate(now());
    await finishImport(engine, liveRecord(day), (await rowsSoFar(engine)) + written + registered.length);
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    turn = turn.then(write).catch(onError);
    return turn;
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
      registrations.push({ ...finding, date: dateToIsoDate(now()), import: importIds.live });
      later();
    },
    flush,
  };
}

/** The ledger has a line for each time the source grew; the newest one counts all of it. */
function liveRecord(asOf: string): ImportRecord {
  const head = { source: 'live', kind: 'observations', digest: '', licence: 'own look-ups', sample: false };
  return { id: importIds.live, ...head, asOf };
}

async function rowsSoFar(engine: Engine): Promise<number> {
  const [line] = await engine.query<{ rows: number }>({
    name: 'live-findings',
    sql: 'SELECT max(rows) AS rows FROM imports WHERE import = {id:UInt32}',
    params: { id: importIds.live },
  });
  return line?.rows ?? 0;
}

/** Records of one answer as observations of this moment: members of one set know each other. */
export function observationsOf(records: readonly ResolvedRecord[], at: Date): Observation[] {
  const seen = dateToEpochSeconds(at);
  return records.flatMap(({ name, type, data, ttl }) => {
    const owner = type === 'PTR' ? pointerOwner(name) : { rrtype: type, rrname: name };
    if (!owner) return [];
    const rrset = records.filter((other) => other.name === name && other.type === type).map((other) => other.data);
    return [
      { ...owner, rdata: data, rrset, first_seen: seen, last_seen: seen, count: 1, ttl, sources: sourceBits.live },
    ];
  });
}

/** The store keeps pointers by address; one elsewhere than in a reverse zone has no place in it. */
function pointerOwner(name: string): Pick<Observation, 'rrtype' | 'rrname'> | null {
  const address = addressOfReverseZone(name);
  return address === null ? null : { rrtype: parseIpv4(address) === null ? 'PTR6' : 'PTR4', rrname: address };
}
