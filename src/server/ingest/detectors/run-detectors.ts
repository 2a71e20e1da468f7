import { createHash } from 'node:crypto';
import { formatCidr, parseCidr } from '#model/cidr.ts';
import { errorText } from '#model/errors.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { isJudgedName } from '#model/judgement-match.ts';
import type { Engine, Settings } from '#server/engine/engine.ts';
import { detectorRunsQuery, type DetectorRunRow } from '#server/queries/findings.ts';
import { groupsInOrder } from '#server/queries/groups-in-order.ts';
import { runQuality } from '#server/ingest/quality/run-quality.ts';
import { repeat } from '#server/timing/repeat.ts';
import { dateToIsoDate } from '#model/dates.ts';
import { importIds } from '#server/ingest/ledger.ts';
import { checkedStatement } from './check-statement.ts';
import { type Detector, detectorNeeds, detectorParams } from './detector.ts';

/** Findings of one detector that are kept: more would be a list of ordinary subjects. */
const mostFindings = 5000;

/** A detector reads all records within the memory of one statement: the right side of a large join is spread over files. */
const findSettings: Settings = { ...groupsInOrder, join_algorithm: 'grace_hash' };

interface Found {
  readonly subject: string;
  readonly first: string;
  readonly last: string;
  readonly summary: string;
  readonly evidence: readonly (readonly string[])[];
}

interface Kept extends Found {
  readonly appeared: string;
  /** The detector may have found subjects of another type then. */
  readonly type: string;
}

/** Newest time of the DNS records in epoch seconds, 0 without any. */
interface Reach {
  readonly until: number;
}

export interface DetectorRunOptions {
  /** 'yyyy-mm-dd' */
  readonly today: string;
  readonly detectors: readonly Detector[];
  readonly signal?: AbortSignal;
  /** Asked before each detector: whether the rest stays due. */
  readonly waits?: () => boolean;
}

/**
 * Runs the detectors whose last run read another state of the collection, was on another day, or had another statement or thresholds.
 * The run of each is noted; one that fails does not stop the others. @returns how many ran @throws EngineError when a run cannot be noted
 */
export async function runDetectors(engine: Engine, options: DetectorRunOptions): Promise<number> {
  const { today, detectors, signal, waits = () => false } = options;
  const [mark, runs] = await Promise.all([collectionMark(engine, today), engine.query(detectorRunsQuery())]);
  const markOf = (detector: Detector) => `${mark} ${definitionMark(detector)}`;
  const due = detectors.filter((each) => runs.find(({ detector }) => detector === each.id)?.mark !== markOf(each));
  if (due.length === 0 || waits()) return 0;
  const [{ until } = { until: 0 }] = await engine.query<Reach>(
    {
      name: 'findings',
      sql: "SELECT toUnixTimestamp(max(last_seen)) AS until FROM fwd WHERE rrtype != 'WATERMARK'",
      settings: { max_threads: 1 },
    },
    { limits: 'upkeep' },
  );
  let count = 0;
  for (const detector of due) {
    if (waits()) break;
    const before = runs.find((run) => run.detector === detector.id);
    const run = await runOne(engine, detector, { today, until, signal, before });
    await engine.insert('detector_runs', [
      { detector: detector.id, mark: markOf(detector), data_until: Math.floor(until / 86_400), ...run },
    ]);
    count += 1;
  }
  return count;
}

/** Identifies the imports of the collection, the removed ones too, and the day. */
export async function collectionMark(engine: Engine, today: string): Promise<string> {
  const [row] = await engine.query<{ readonly mark: string }>({
    name: 'findings',
    sql: `
      SELECT concat(toString(count()), ' ', toString(max(at))) AS mark FROM imports
      WHERE state IN ('done', 'removed') AND import NOT IN ({scores:UInt32}, {nsTransfers:UInt32})`,
    params: { scores: importIds.scores, nsTransfers: importIds.nsTransfers },
  });
  return `${today} ${row?.mark ?? ''}`;
}

/** Identifies what a detector looks for. */
function definitionMark(detector: Detector): string {
  const definition = JSON.stringify([detector.sql, detector.subject, detectorParams(detector, 0)]);
  return createHash('sha256').update(definition).digest('hex').slice(0, 12);
}

/** Marks the findings of detectors that are not there any more as gone. @param today 'yyyy-mm-dd' */
export async function endFindingsOfOthers(
  engine: Engine,
  detectors: readonly Detector[],
  today: string,
): Promise<void> {
  const ids = detectors.map(({ id }) => id);
  const others = 'FROM findings AS f FINAL WHERE f.gone = toDate(0) AND f.detector NOT IN {ids:Array(String)}';
  const [found] = await engine.query({
    name: 'findings',
    sql: `SELECT 1 ${others} LIMIT 1`,
    params: { ids },
  });
  if (!found) return;
  await engine.command({
    name: 'findings',
    sql: `
      INSERT INTO findings SELECT * REPLACE (toDate({today:String}) AS gone, now64(6) AS written) ${others}`,
    params: { ids, today },
  });
}

interface RunContext extends Reach {
  readonly today: string;
  readonly signal: AbortSignal | undefined;
  readonly before: DetectorRunRow | undefined;
}

async function runOne(engine: Engine, detector: Detector, { before, signal, today, until }: RunContext) {
  const kept = { found: before?.found ?? 0, is_cut: before?.isCut ?? 0, missing: [] as string[], error: '' };
  try {
    const sql = await checkedStatement(engine, detector);
    const missing = await missingData(engine, detector);
    if (missing.length > 0) return { ...kept, state: 'missing', missing };
    const all = await find(engine, { ...detector, sql }, until, signal);
    checkSubjects(detector, all);
    const found = all.slice(0, mostFindings);
    const isCut = all.length > mostFindings;
    await keepHistory(engine, detector, { found, isCut, today });
    return { ...kept, state: 'found', found: found.length, is_cut: Number(isCut) };
  } catch (error) {
    signal?.throwIfAborted();
    return { ...kept, state: 'failed', error: errorText(error) };
  }
}

async function missingData(engine: Engine, { needs }: Detector): Promise<string[]> {
  const missing: string[] = [];
  for (const need of needs) {
    const { text, sql } = detectorNeeds[need];
    const rows = await engine.query({ name: 'findings', sql, settings: { max_threads: 1 } }, { limits: 'upkeep' });
    if (rows.length === 0) missing.push(text);
  }
  return missing;
}

function find(engine: Engine, detector: Detector, until: number, signal: AbortSignal | undefined): Promise<Found[]> {
  return engine.query<Found>(
    {
      name: 'findings',
      sql: `
        SELECT subject, toString(first) AS first, toString(last) AS last, summary, evidence FROM (${detector.sql})
        ORDER BY subject LIMIT {most:UInt32}`,
      params: { ...detectorParams(detector, until), most: mostFindings + 1 },
      settings: findSettings,
    },
    { limits: 'upkeep', signal },
  );
}

const isCanonical: Readonly<Record<Detector['subject'], (subject: string) => boolean>> = {
  domain: isJudgedName,
  nameserver: isJudgedName,
  ip: (subject) => canonicalIp(subject) === subject,
  subnet(subject) {
    const cidr = parseCidr(subject);
    return cidr !== null && formatCidr(cidr) === subject;
  },
  asn: (subject) => /^AS[1-9]\d*$/.test(subject),
};

/** @throws Error that names a subject whose text is not canonical: a look-up of that subject would miss its finding */
function checkSubjects({ subject: type }: Detector, found: readonly Found[]): void {
  const wrong = found.find(({ subject }) => subject.startsWith('::ffff:') || !isCanonical[type](subject));
  if (wrong)
    throw new Error(
      `The statement must return subjects in canonical text. ${wrong.subject} is not the canonical text of a subject of type ${type}.`,
    );
}

interface Result {
  readonly found: readonly Found[];
  readonly isCut: boolean;
  readonly today: string;
}

/** One insert: what was found now, and what is gone. A result that was cut says nothing about what it does not have. */
async function keepHistory(engine: Engine, { id, subject: type }: Detector, { found, isCut, today }: Result) {
  const current = await engine.query<Kept>(
    {
      name: 'findings',
      sql: `
      SELECT subject, subject_type AS type, toString(appeared) AS appeared, toString(first_seen) AS first, toString(last_seen) AS last, summary, evidence
      FROM findings FINAL WHERE detector = {id:String} AND gone = toDate(0)`,
      params: { id },
    },
    { limits: 'upkeep' },
  );
  const appearedOf = new Map(current.map(({ subject, appeared }) => [subject, appeared]));
  const isFound = new Set(found.map(({ subject }) => subject));
  const gone = isCut ? [] : current.filter(({ subject }) => !isFound.has(subject));
  const row = ({ subject, first, last, summary, evidence }: Found, subjectType: string) => ({
    detector: id,
    subject_type: subjectType,
    subject,
    first_seen: first,
    last_seen: last,
    summary,
    evidence,
  });
  const rows = [
    ...found.map((each) => ({ ...row(each, type), appeared: appearedOf.get(each.subject) ?? today, gone: 0 })),
    ...gone.map((each) => ({ ...row(each, each.type), appeared: each.appeared, gone: today })),
  ];
  if (rows.length > 0) await engine.insert('findings', rows);
}

export interface DetectorScheduleOptions {
  readonly engine: Engine;
  readonly detectors: readonly Detector[];
  readonly now: () => Date;
  readonly everyMilliseconds: number;
  /** Whether files are being imported or wait for it: the detectors, which read all records, follow when they are done. */
  readonly isBusy: () => boolean;
  /** What reads the findings: it runs after the detectors, also when one failed. */
  readonly after: (signal: AbortSignal) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** While files are being imported, the detectors wait no longer than this. */
const longestWait = 600_000;

/**
 * Runs the detectors that are due, the check of the score when it is, and `after`, at once and then again and again.
 * @returns stops them, and waits for the running one
 */
export function scheduleDetectors(options: DetectorScheduleOptions): () => Promise<void> {
  const { engine, detectors, now, everyMilliseconds, isBusy, after, onError } = options;
  let isFirst = true;
  let waitsSince: number | undefined;
  const waits = () => {
    if (isBusy()) waitsSince ??= performance.now();
    else waitsSince = undefined;
    return waitsSince !== undefined && performance.now() - waitsSince < longestWait;
  };
  const run = async (signal: AbortSignal) => {
    const today = dateToIsoDate(now());
    try {
      if (isFirst) await endFindingsOfOthers(engine, detectors, today);
      isFirst = false;
      await runDetectors(engine, { today, detectors, signal, waits });
      if (!waits()) await runQuality(engine, today, signal);
    } finally {
      await after(signal);
    }
  };
  return repeat(run, everyMilliseconds, onError);
}
