import type { OperationId } from '#contract/generated/operations.gen.ts';
import { dateToIsoDate, dayIntToIsoDate } from '#model/dates.ts';
import { dailyHistory } from '#server/serializers/daily-history.ts';
import { withEvidence } from '#server/serializers/evidence.ts';
import { listedOnNameserver, notFound, nsRecord, unknownSubject } from '#server/serializers/reputation-records.ts';
import { condition } from '#server/queries/condition.ts';
import { nsKinds, nsPresenceQuery } from '#server/queries/name-server-standing.ts';
import { historyQuery, rankQuery, snapshots } from '#server/queries/reputation.ts';
import { evidenceOfServers } from './evidence.ts';
import type { Caller, Handler, Services } from './handler.ts';
import { readOwnerName } from '#server/input/name.ts';
import { asnReputations } from './reputation-asn.ts';
import { networkReputations } from './reputation-network.ts';
import { latestScoresDay } from './scores-day.ts';

type Asked = Pick<Caller, 'signal'> & {
  readonly query: { readonly explain?: 0 | 1 };
};

/** D4 */
const nsReputationRank: Handler<'nsReputationRank'> = async ({ query, signal }, { engine }) => {
  const { limit = 100, explain } = query;
  const rows = await engine.query(rankQuery('nsReputationRank', snapshots.nameServer, limit), { signal });
  return { ns_server_reputation_rank: rows.map((row) => nsRecord(row, explain === 1)) };
};

/** D5 */
const nsReputation: Handler<'nsReputation'> = async (call, services) => {
  const server = readOwnerName('nameserver', call.path.nameserver);
  const [records, [evidence], kindsOf] = await Promise.all([
    nsRecords('nsReputation', server, 1, call, services),
    evidenceOfServers('nsReputation', [server], call, services),
    nsKinds(
      services.engine,
      'nsReputation',
      { servers: [server], today: dateToIsoDate(services.now()) },
      { signal: call.signal },
    ),
  ]);
  // the domains on a sinkhole are listed because they were taken over: that does not speak against who runs it
  const verdict = kindsOf(server).has('sinkhole') ? { verdict: 'sinkholed' as const } : {};
  const found = records?.map((record) => ({ ...record, ...verdict })) ?? [unknownSubject({ ns_server: server })];
  return { ns_server_reputation: found.map((record) => withEvidence(record, evidence)) };
};

/** D6 */
const nsReputationHistory: Handler<'nsReputationHistory'> = async (call, services) => {
  const server = readOwnerName('nameserver', call.path.nameserver);
  const records = await nsRecords('nsReputationHistory', server, call.query.limit ?? 100, call, services);
  return { ns_server_reputation_history: records ?? notFound };
};

/** D7 */
const nameServersListed: Handler<'nameServersListed'> = async ({ query, signal }, { engine }) => {
  const rank = rankQuery('nameServersListed', snapshots.nameServer, query.limit ?? 100, 'listed');
  return { listed_on_nameserver: (await engine.query(rank, { signal })).map(listedOnNameserver) };
};

/** Null when no domain was ever seen on the server. One on which none was ever listed has the score 0 today. */
async function nsRecords(
  name: OperationId,
  server: string,
  limit: number,
  { query, signal }: Asked,
  { engine, now }: Services,
) {
  const isIt = condition('ns_server = {server:String}', { server });
  const latest = await latestScoresDay(name, { engine, now }, signal);
  const [rows, [presence]] = await Promise.all([
    engine.query(historyQuery(name, snapshots.nameServer, isIt, limit), { signal }),
    engine.query(nsPresenceQuery(name, [server], dayIntToIsoDate(latest) ?? ''), { signal }),
  ]);
  if (rows.length === 0 && !presence?.density) return null;
  const ns_server_domain_density = presence?.active ?? 0;
  const quiet = { ns_server: server, ns_server_reputation: 0, ns_server_domain_density, ns_server_domains_listed: 0 };
  return dailyHistory(rows, latest, limit, (day) => ({ ...quiet, day })).map((row) =>
    nsRecord(row, query.explain === 1),
  );
}

export const reputation = {
  ...asnReputations,
  nsReputationRank,
  nsReputation,
  nsReputationHistory,
  nameServersListed,
  ...networkReputations,
};
