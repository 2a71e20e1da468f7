import type { IpDiversityRecord, PadnsIpDiversityAnswer } from '#contract/generated/types.gen.ts';
import { dateToEpochSeconds, firstOfLastDays } from '#model/dates.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { readHostScope, readOwnerName } from '#server/input/name.ts';
import { LiveError } from '#server/live/outbound-client.ts';
import type { HostScope } from '#server/queries/condition.ts';
import { diversityTimeline, type DiversityWindow, ipDiversity, liveTimeline } from '#server/queries/diversity.ts';
import {
  type DiversityDetail,
  diversityRecord,
  liveDiversityRecord,
  timelinesByHost,
} from '#server/serializers/diversity-record.ts';
import { type AllServices, type Call, listOf, type LiveHandler, type Services } from './handler.ts';
import { liveAnswers } from './live-answers.ts';

/**
 * E7. Decision: live is set automatically only where no scope is given. So the collected timeline can be requested
 * everywhere, and looking at it sends nothing out.
 */
export const padnsIpDiversity: LiveHandler<'padnsIpDiversity'> = {
  isCacheable: (call) => liveUse(call) === 'never',
  answer: answerDiversity,
};

type DiversityCall = Call<'padnsIpDiversity'>;

function liveUse({ path, query }: Pick<DiversityCall, 'path' | 'query'>): 'only' | 'first' | 'never' {
  const { scope, timeline, verbose } = query;
  if (scope !== undefined) return scope === 'live' ? 'only' : 'never';
  return timeline === 1 || verbose === 1 || path.qtype === 'aaaa' ? 'first' : 'never';
}

async function answerDiversity(
  { path, query, signal }: DiversityCall,
  services: AllServices,
): Promise<PadnsIpDiversityAnswer> {
  const { scope, window: windowDays = 30 } = query;
  const detail = { asn: query.asn !== 0, timeline: query.timeline === 1, verbose: query.verbose === 1 };
  const window: DiversityWindow = {
    type: path.qtype === 'a' ? 'A' : 'AAAA',
    seenAfter: Math.max(0, dateToEpochSeconds(firstOfLastDays(windowDays, services.now())) - 1),
  };
  const asked = { window, detail, signal };
  const live = () => answeredNow(readOwnerName('query', path.query), asked, services);
  if (scope === 'live') return orNote(await live(), path.query, window.type);
  const collected = () => observed(readHostScope('query', path.query, scope ?? 'host'), asked, services);
  return liveUse({ path, query }) === 'first' ? orCollected(live, collected) : collected();
}

/** An empty list alone could as well be a look-up that failed. */
function orNote(found: Found, host: string, type: DiversityWindow['type']): PadnsIpDiversityAnswer {
  if (found.records.length > 0) return found;
  return {
    ...found,
    note: `DNS answered that ${host} has no ${type} record now: the name has none, or does not exist.`,
  };
}

interface Asked {
  readonly window: DiversityWindow;
  readonly detail: DiversityDetail;
  readonly signal: AbortSignal;
}

interface Found {
  readonly records: IpDiversityRecord[];
  /** Present when there are more hosts than one answer lists. */
  readonly truncated?: true;
}
type Answer = () => Promise<Found>;

/** Live was not requested by name: what was observed is worth more than a failure, when there is anything. */
async function orCollected(live: Answer, collected: Answer): Promise<Found> {
  try {
    return await live();
  } catch (error) {
    if (!(error instanceof LiveError) || error.fault === 'cancelled') throw error;
    const found = await collected();
    if (found.records.length === 0) throw error;
    return { ...found, records: found.records.map((record) => ({ ...record, live_error: error.message })) };
  }
}

async function observed(scope: HostScope, { window, detail, signal }: Asked, { engine }: Services): Promise<Found> {
  const lookup = { ...window, scope };
  const [rows, timeline] = await Promise.all([
    engine.query(ipDiversity(lookup), { signal }),
    detail.timeline || detail.verbose ? engine.query(diversityTimeline(lookup), { signal }) : [],
  ]);
  const byHost = timelinesByHost(timeline);
  const { page, ...cut } = listOf(rows);
  return { records: page.map((row) => diversityRecord(row, byHost.get(row.host) ?? [], detail)), ...cut };
}

/** The addresses of now, and with timeline or verbose those of the window. */
async function answeredNow(host: string, { window, detail, signal }: Asked, services: AllServices): Promise<Found> {
  const { engine, now } = services;
  const isListed = detail.timeline || detail.verbose;
  const answers = await liveAnswers(host, window.type, signal, services);
  const addresses = answers.flatMap((answer) => canonicalIp(answer) ?? []);
  const at = dateToEpochSeconds(now());
  const scope: HostScope = { kind: 'host', name: host };
  const lookup = { ...window, scope };
  const [current, collected, [counted]] = await Promise.all([
    addresses.length > 0 ? engine.query(liveTimeline({ host, type: window.type, addresses, at }), { signal }) : [],
    isListed ? engine.query(diversityTimeline(lookup), { signal }) : [],
    isListed ? engine.query(ipDiversity(lookup), { signal }) : [],
  ]);
  if (current.length + collected.length === 0) return { records: [] };
  return { records: [liveDiversityRecord({ host, now: current, collected, counted }, detail)] };
}
