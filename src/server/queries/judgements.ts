import { coveringEntries } from '#model/judgement-match.ts';
import type { Judgement, JudgementKind } from '#model/judgement.ts';
import type { Engine, Query } from '#server/engine/engine.ts';
import { subnetText } from './address-key.ts';
import { readOnce } from './read-once.ts';
import { isoInstant, sqlInstant } from './instants.ts';

/** The judgements that hold on a day. */
export interface Judgements {
  /** The newest first. */
  readonly all: readonly Judgement[];
  /**
   * The judgements that hold for a subject, the nearest first: its own, then those of networks around it or of names above it.
   * @param subject canonical text: an address, a network, a name or "AS64500"
   */
  holdingFor(subject: string): readonly Judgement[];
  /** Whether the never-flag list has any entry. */
  readonly hasNeverFlagged: boolean;
  /**
   * The entry of the never-flag list that covers a subject: findings, watches and published lists leave such subjects out, and count
   * them. An AS covers the prefixes that it announces today as well.
   * @param subject canonical text
   */
  neverFlagged(subject: string): Judgement | undefined;
}

/** Those of subjects that the never-flag list covers. @param read reads them; not called while the list is empty @throws EngineError */
export async function neverFlaggedAmong(
  { hasNeverFlagged, neverFlagged }: Judgements,
  read: () => Promise<readonly string[]>,
): Promise<string[]> {
  return hasNeverFlagged ? (await read()).filter((subject) => neverFlagged(subject) !== undefined) : [];
}

interface ReaderOptions {
  readonly engine: Engine;
  readonly now: () => Date;
  /** The entries of SIGHTLINE_NEVER_FLAG. */
  readonly configured: readonly Judgement[];
}

/** Whether subjects are judged, and whether findings, watches and published lists must leave them out. */
export function judgementReader({ engine, now, configured }: ReaderOptions): () => Promise<Judgements> {
  return readOnce({ engine, now, read: (today) => readJudgements(engine, configured, today) });
}

async function readJudgements(engine: Engine, configured: readonly Judgement[], today: string): Promise<Judgements> {
  const rows = await engine.query(currentJudgementsQuery(today));
  const all = [...rows.map(judgementOf), ...configured];
  const coverings = coveringEntries(all);
  const never = all.filter(({ kind }) => kind === 'never-flag');
  const neverCoverings = coveringEntries([...never, ...(await announcedBy(engine, never, today))]);
  return {
    all,
    holdingFor: (subject) => coverings.of(subject),
    hasNeverFlagged: never.length > 0,
    neverFlagged(subject) {
      const [entry] = neverCoverings.of(subject);
      return entry && 'of' in entry ? entry.of : entry;
    },
  };
}

/** A prefix that an AS of the never-flag list announces. */
interface AnnouncedEntry {
  readonly subject: string;
  readonly below: false;
  readonly of: Judgement;
}

async function announcedBy(engine: Engine, never: readonly Judgement[], today: string): Promise<AnnouncedEntry[]> {
  const byAsn = new Map(never.flatMap((entry) => (/^AS\d+$/.test(entry.subject) ? [[entry.subject, entry]] : [])));
  if (byAsn.size === 0) return [];
  const asns = [...byAsn.keys()].map((asn) => Number(asn.slice(2)));
  const rows = await engine.query(announcedPrefixesQuery(asns, today));
  return rows.flatMap(({ asn, subnet }) => {
    const of = byAsn.get(`AS${asn}`);
    return of ? [{ subject: subnet, below: false as const, of }] : [];
  });
}

interface JudgementRow {
  /** ISO 8601. */
  readonly at: string;
  readonly subject: string;
  readonly below: number;
  readonly kind: JudgementKind;
  readonly text: string;
  readonly reason: string;
  readonly author: string;
  /** '1900-01-01' without an end. */
  readonly until: string;
}

const noEnd = '1900-01-01';

/** SQL of the judgements that hold on the day `today`. */
export const currentJudgements = `
  SELECT * FROM (SELECT * FROM judgements ORDER BY version DESC LIMIT 1 BY subject, kind, text)
  WHERE removed = 0 AND (until = '${noEnd}' OR until >= {today:String})`;

function currentJudgementsQuery(today: string): Query<JudgementRow> {
  return {
    name: 'judgements',
    sql: `
      SELECT ${isoInstant('at')} AS at, subject, below, kind, text, reason, author, toString(until) AS until
      FROM (${currentJudgements}) ORDER BY version DESC`,
    params: { today },
  };
}

function announcedPrefixesQuery(
  asns: readonly number[],
  today: string,
): Query<{ readonly asn: number; readonly subnet: string }> {
  return {
    name: 'judgements',
    sql: `
      SELECT asn, ${subnetText('first', 'length')} AS subnet FROM prefixes FINAL
      WHERE asn IN {asns:Array(UInt32)} AND valid_from <= toDate32({today:String}) AND valid_to >= toDate32({today:String})`,
    params: { asns, today },
  };
}

function judgementOf({ subject, below, kind, text, reason, author, at, until }: JudgementRow): Judgement {
  return {
    subject,
    below: below === 1,
    kind,
    text,
    reason,
    author,
    at,
    until: until === noEnd ? null : until,
    configured: false,
  };
}

/** A judgement that is about to be written. */
export interface JudgementVersion extends Omit<Judgement, 'at' | 'configured'> {
  readonly removed: boolean;
}

/** Writes new versions, which hold from now on. Only one call may run at a time. @throws EngineError */
export async function writeJudgements(engine: Engine, versions: readonly JudgementVersion[], now: Date): Promise<void> {
  const [last] = await engine.query<{ readonly version: number }>({
    name: 'judgements',
    sql: 'SELECT max(version) AS version FROM judgements',
  });
  const at = sqlInstant(now.toISOString());
  const rows = versions.map(({ below, until, removed, ...rest }, index) => ({
    ...rest,
    at,
    version: (last?.version ?? 0) + 1 + index,
    below: Number(below),
    until: until ?? noEnd,
    removed: Number(removed),
  }));
  await engine.insert('judgements', rows);
}
