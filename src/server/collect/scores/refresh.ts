import { dateToIsoDate, isoDateToDate, SECONDS_PER_DAY } from '#model/dates.ts';
import { dictionaries, reloadDictionaries } from '#server/collect/dictionaries.ts';
import { beginImport, finishImport, importIds, importState, type ImportRecord } from '#server/collect/ledger.ts';
import type { Engine } from '#server/engine/engine.ts';
import { refreshRankAsn, refreshReputationAsn, refreshReputationTakedown } from './asn-snapshots.ts';
import { refreshReputationIp, refreshReputationNs, refreshReputationSubnet } from './network-snapshots.ts';
import { isEngineToday, refreshDay } from './day-refresh.ts';
import type { DaySpan } from './sql-parts.ts';

const snapshots = [
  refreshReputationAsn,
  refreshReputationTakedown,
  refreshRankAsn,
  refreshReputationSubnet,
  refreshReputationIp,
  refreshReputationNs,
];

/** How many snapshots a refresh writes. */
export const snapshotCount = snapshots.length;

/** How far back a whole history of scores goes, in days, today included. */
const historyDays = 400;

/**
 * Writes every snapshot of every day of the span, notes the last day in the ledger and reloads what look-ups read of them. Days
 * that were written before are replaced. Today alone, as after an import, takes a shorter way to the same rows. `onSnapshot`
 * hears how many are done. One refresh runs at a time; others wait for it. The dictionaries of imports must be up to date (collect/dictionaries.ts).
 * @throws EngineError
 */
export function refreshScores(engine: Engine, span: DaySpan, onSnapshot?: (done: number) => void): Promise<void> {
  return engine.inTurn(() => refreshNow(engine, span, onSnapshot));
}

async function refreshNow(engine: Engine, span: DaySpan, onSnapshot?: (done: number) => void): Promise<void> {
  const isToday = span.from === span.to && (await isEngineToday(engine, span.to));
  await (isToday ? refreshDay(engine, span.to, onSnapshot) : refreshSpan(engine, span, onSnapshot));
  await finishImport(engine, scoresRecord(`${span.from}..${span.to}`, span.to), snapshots.length);
  await reloadDictionaries(engine, dictionaries.scores);
}

async function refreshSpan(engine: Engine, span: DaySpan, onSnapshot?: (done: number) => void): Promise<void> {
  for (const [index, snapshot] of snapshots.entries()) {
    await engine.command(snapshot(span), { limits: 'upkeep' });
    onSnapshot?.(index + 1);
  }
}

/**
 * Says that the scores of today are out of date: `missingDays` counts today among the missing days until a refresh has ended,
 * also after a restart. @param today 'yyyy-mm-dd'
 */
export async function oweScores(engine: Engine, today: string): Promise<void> {
  const last = await importState(engine, importIds.scores);
  const yesterday = addDays(today, -1);
  if (last && last.asOf > yesterday) await beginImport(engine, scoresRecord('', yesterday));
}

function scoresRecord(digest: string, asOf: string): ImportRecord {
  return { id: importIds.scores, source: 'scores', kind: 'scores', digest, licence: '', sample: false, asOf };
}

/** The whole history up to a day ('yyyy-mm-dd'). */
export function historyUpTo(today: string): DaySpan {
  return { from: addDays(today, 1 - historyDays), to: today };
}

/**
 * The days between the last refresh and today that have no snapshot yet, today included; null when today has one. After
 * a long time off, the history has no gap.
 */
export async function missingDays(engine: Engine, today: string): Promise<DaySpan | null> {
  const last = await importState(engine, importIds.scores);
  if (!last) return historyUpTo(today);
  if (last.asOf >= today) return null;
  const from = addDays(last.asOf, 1);
  const earliest = historyUpTo(today).from;
  return { from: from < earliest ? earliest : from, to: today };
}

function addDays(day: string, days: number): string {
  const date = isoDateToDate(day);
  if (!date) throw new RangeError(`no day: ${day}`);
  return dateToIsoDate(new Date(date.getTime() + days * SECONDS_PER_DAY * 1000));
}
