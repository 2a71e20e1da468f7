import type { OperationId } from '#contract/generated/operations.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { dateToIsoDate, type DayInt, dayIntToIsoDate } from '#model/dates.ts';
import type { ShownTag } from '#model/subject-tags.ts';
import { reputationVerdictState } from '#model/verdict.ts';
import { readOwnerName } from '#server/input/name.ts';
import { announcedOn, announcedQuery } from '#server/queries/address-origin.ts';
import { condition } from '#server/queries/condition.ts';
import { latestScoresDay } from '#server/queries/data-day.ts';
import type { Coverage } from '#server/queries/coverage.ts';
import { nsKinds, nsPresenceQuery } from '#server/queries/name-server-reputation.ts';
import {
  type AsnNameRow,
  asnNamesQuery,
  type AsnReputationRow,
  historyQuery,
  type NsReputationRow,
  rankQuery,
  type Snapshot,
  snapshots,
  type TakedownRow,
} from '#server/queries/reputation.ts';
import {
  dailyHistory,
  asnAllocation,
  asnRankRecord,
  asnRecord,
  missingDataMark,
  listedOnNameserver,
  notFound,
  nsRecord,
  takedownHistoryRecord,
  takedownRecord,
  unknownSubject,
} from '#server/serializers/reputation-records.ts';
import { withEvidence } from '#server/serializers/evidence.ts';
import { evidenceOfAsns, evidenceOfServers, rankedTags, tagField } from './evidence.ts';
import type { Caller, Handler, Services } from './handler.ts';
import { networkReputations } from './reputation-network.ts';

/** D1 */
const takedownReputationRank: Handler<'takedownReputationRank'> = async (call, services) => {
  const { explain } = call.query;
  const ranked = await rankedAsns('takedownReputationRank', snapshots.takedown, call, services);
  const now = services.now();
  return {
    takedown_reputation_rank: ranked.map(({ row, named, tags }) => ({
      ...takedownRecord(row, named, now, explain === 1),
      ...tags,
    })),
  };
};

/** D2 */
const takedownReputation: Handler<'takedownReputation'> = async (call, services) => {
  const { asn } = call.path;
  const [found, coverage] = await Promise.all([
    historyOf('takedownReputation', snapshots.takedown, quietTakedown, asn, 1, call, services),
    services.coverage(),
  ]);
  const [row] = found?.rows ?? [];
  if (!found || !row) return { takedown_reputation: unknownSubject({ asn }) };
  const record = takedownRecord(row, found.named, services.now(), call.query.explain === 1);
  return { takedown_reputation: { ...record, ...takedownMark(row, coverage) } };
};

/** D3 */
const takedownReputationHistory: Handler<'takedownReputationHistory'> = async (call, services) => {
  const { limit = 100, explain } = call.query;
  const name = 'takedownReputationHistory';
  const [found, coverage] = await Promise.all([
    historyOf(name, snapshots.takedown, quietTakedown, call.path.asn, limit, call, services),
    services.coverage(),
  ]);
  const records = found?.rows.map((row) => ({
    ...takedownHistoryRecord(row, found.named, explain === 1),
    ...takedownMark(row, coverage),
  }));
  return { takedown_reputation_history: records ?? notFound };
};

/** Without a current list, no open listing says nothing about the operator. */
function takedownMark(
  { asn, items_num_listed: base, asn_takedown_reputation: reputation }: TakedownRow,
  coverage: Coverage,
) {
  return base > 0 || coverage.isListable('asn', formatAsn(asn)) ? {} : missingDataMark({ reputation, base });
}

/** D8 */
const asnReputationRank: Handler<'asnReputationRank'> = async (call, services) => {
  const { explain } = call.query;
  const ranked = await rankedAsns('asnReputationRank', snapshots.asn, call, services);
  const now = services.now();
  return {
    asn_reputation_rank: ranked.map(({ row, named, tags }) => ({
      ...asnRankRecord(row, named, now, explain === 1),
      ...tags,
    })),
  };
};

/** D9 */
const asnReputation: Handler<'asnReputation'> = async (call, services) => {
  const { asn } = call.path;
  const [found, [evidence], coverage] = await Promise.all([
    historyOf('asnReputation', snapshots.asn, quietAsn, asn, 1, call, services),
    evidenceOfAsns('asnReputation', [asn], call, services),
    services.coverage(),
  ]);
  const [row] = found?.rows ?? [];
  if (!found || !row) return { asn_reputation: [withEvidence(unknownSubject({ asn }), evidence)] };
  const isListable = coverage.isListable('asn', formatAsn(asn));
  const verdict = reputationVerdictState({ ...shareOfAsn(row), isListable });
  const allocated = asnAllocation(found.named, services.now());
  const record = { ...asnRecord(row, found.named, call.query.explain === 1), ...allocated, verdict };
  return { asn_reputation: [withEvidence(record, evidence)] };
};

/** D10 */
const asnReputationHistory: Handler<'asnReputationHistory'> = async (call, services) => {
  const { limit = 100, explain } = call.query;
  const { asn } = call.path;
  const [found, coverage] = await Promise.all([
    historyOf('asnReputationHistory', snapshots.asn, quietAsn, asn, limit, call, services),
    services.coverage(),
  ]);
  const isListable = coverage.isListable('asn', formatAsn(asn));
  const records = found?.rows.map((row) => ({
    ...asnRecord(row, found.named, explain === 1),
    ...missingDataMark({ ...shareOfAsn(row), isListable }),
  }));
  return { asn_reputation_history: records ?? notFound };
};

function shareOfAsn({ asn_reputation: reputation, ips_num_active: base, ips_num_listed: listed }: AsnReputationRow) {
  return { reputation, base, listed };
}

/** The row of a day on which the ASN had nothing active and nothing listed. */
type QuietRow<Row> = (asn: number, day: DayInt, ipsInAsn: number) => Row;

const quietAsn: QuietRow<AsnReputationRow> = (asn, day, ips_in_asn) => ({
  asn,
  day,
  asn_reputation: 0,
  ips_in_asn,
  ips_num_active: 0,
  ips_num_listed: 0,
});

const quietTakedown: QuietRow<TakedownRow> = (asn, day, ips_in_asn) => ({
  asn,
  day,
  asn_takedown_reputation: 0,
  ips_in_asn,
  ips_num_listed: 0,
  items_num_listed: 0,
  listings_max_age: 0,
});

interface AsnHistory<Row> {
  readonly named: AsnNameRow;
  readonly rows: readonly Row[];
}

/** Null when nothing is known about the ASN: no name, no announcement and no score. */
async function historyOf<Row extends AsnReputationRow | TakedownRow>(
  name: OperationId,
  snapshot: Snapshot<Row>,
  quiet: QuietRow<Row>,
  asn: number,
  limit: number,
  { signal }: Pick<Caller, 'signal'>,
  { engine, now }: Services,
): Promise<AsnHistory<Row> | null> {
  const subject = condition('asn = {asn:UInt32}', { asn });
  const [rows, [named], announced, latest] = await Promise.all([
    engine.query(historyQuery(name, snapshot, subject, limit), { signal }),
    engine.query(asnNamesQuery(name, [asn]), { signal }),
    engine.query(announcedQuery(name, [asn]), { signal }),
    latestScoresDay(name, { engine, now }, signal),
  ]);
  if (!named || (named.isNamed === 0 && announced.length === 0 && rows.length === 0)) return null;
  const sizeOn = (day: DayInt) => announcedOn(announced, asn, dayIntToIsoDate(day) ?? '');
  return { named, rows: dailyHistory(rows, latest, limit, (day) => quiet(asn, day, sizeOn(day))) };
}

interface RankCall extends Pick<Caller, 'signal'> {
  readonly query: { readonly limit?: number | undefined; readonly explain?: 0 | 1 | undefined };
}

async function rankedAsns<Row extends AsnReputationRow | TakedownRow>(
  name: OperationId,
  snapshot: Snapshot<Row>,
  { query: { limit = 100, explain }, signal }: RankCall,
  services: Services,
): Promise<{ readonly row: Row; readonly named: AsnNameRow; readonly tags: { readonly tags?: ShownTag[] } }[]> {
  const { engine } = services;
  const rows = await engine.query(rankQuery(name, snapshot, limit), { signal });
  const asns = rows.map(({ asn }) => asn);
  const [names, tags] = await Promise.all([
    asns.length > 0 ? engine.query(asnNamesQuery(name, asns), { signal }) : [],
    explain === 1 ? rankedTags.asns(name, asns, { signal }, services) : [],
  ]);
  const nameOf = new Map(names.map((row) => [row.asn, row]));
  return rows.flatMap((row, index) => {
    const named = nameOf.get(row.asn);
    return named ? [{ row, named, tags: tagField(tags[index]) }] : [];
  });
}

const asnReputations = {
  takedownReputationRank,
  takedownReputation,
  takedownReputationHistory,
  asnReputationRank,
  asnReputation,
  asnReputationHistory,
};

/** D4 */
const nsReputationRank: Handler<'nsReputationRank'> = async (call, services) => {
  const { limit = 100, explain } = call.query;
  const { signal } = call;
  const rows = await services.engine.query(rankQuery('nsReputationRank', snapshots.nameServer, limit), { signal });
  const servers = rows.map(({ ns_server }) => ns_server);
  const tags = explain === 1 ? await rankedTags.servers('nsReputationRank', servers, call, services) : [];
  return {
    ns_server_reputation_rank: rows.map((row, index) => ({
      ...nsRecord(row, explain === 1),
      ...tagField(tags[index]),
    })),
  };
};

/** D5 */
const nsReputation: Handler<'nsReputation'> = async (call, services) => {
  const server = readOwnerName('nameserver', call.path.nameserver);
  const [rows, [evidence], coverage, kindsOf] = await Promise.all([
    nsRows('nsReputation', server, 1, call, services),
    evidenceOfServers('nsReputation', [server], call, services),
    services.coverage(),
    nsKinds(
      services.engine,
      'nsReputation',
      { servers: [server], today: dateToIsoDate(services.now()) },
      { signal: call.signal },
    ),
  ]);
  const [row] = rows ?? [];
  if (!row) return { ns_server_reputation: [withEvidence(unknownSubject({ ns_server: server }), evidence)] };
  const verdict = reputationVerdictState({
    ...shareOfServer(row),
    isListable: coverage.isListable('name-server', server),
    // the domains on a sinkhole are listed because they were malicious before the seizure: not evidence against its operator
    isSinkhole: kindsOf(server).has('sinkhole'),
  });
  return {
    ns_server_reputation: [withEvidence({ ...nsRecord(row, call.query.explain === 1), verdict }, evidence)],
  };
};

/** D6 */
const nsReputationHistory: Handler<'nsReputationHistory'> = async (call, services) => {
  const server = readOwnerName('nameserver', call.path.nameserver);
  const [rows, coverage] = await Promise.all([
    nsRows('nsReputationHistory', server, call.query.limit ?? 100, call, services),
    services.coverage(),
  ]);
  const isListable = coverage.isListable('name-server', server);
  const records = rows?.map((row) => ({
    ...nsRecord(row, call.query.explain === 1),
    ...missingDataMark({ ...shareOfServer(row), isListable }),
  }));
  return { ns_server_reputation_history: records ?? notFound };
};

function shareOfServer({ ns_server_reputation: reputation, ns_server_domain_density: base }: NsReputationRow) {
  return { reputation, base };
}

/** D7 */
const nameServersListed: Handler<'nameServersListed'> = async ({ query, signal }, { engine }) => {
  const rank = rankQuery('nameServersListed', snapshots.nameServer, query.limit ?? 100, 'listed');
  return { listed_on_nameserver: (await engine.query(rank, { signal })).map(listedOnNameserver) };
};

/** Null when no domain was ever seen on the server. The score is 0 today if none was ever listed. */
async function nsRows(
  name: OperationId,
  server: string,
  limit: number,
  { signal }: Pick<Caller, 'signal'>,
  { engine, now }: Services,
): Promise<NsReputationRow[] | null> {
  const isIt = condition('ns_server = {server:String}', { server });
  const latest = await latestScoresDay(name, { engine, now }, signal);
  const [rows, [presence]] = await Promise.all([
    engine.query(historyQuery(name, snapshots.nameServer, isIt, limit), { signal }),
    engine.query(nsPresenceQuery(name, [server], dayIntToIsoDate(latest) ?? ''), { signal }),
  ]);
  if (rows.length === 0 && !presence?.density) return null;
  const ns_server_domain_density = presence?.active ?? 0;
  const quiet = { ns_server: server, ns_server_reputation: 0, ns_server_domain_density, ns_server_domains_listed: 0 };
  return dailyHistory(rows, latest, limit, (day) => ({ ...quiet, day }));
}

export const reputation = {
  ...asnReputations,
  nsReputationRank,
  nsReputation,
  nsReputationHistory,
  nameServersListed,
  ...networkReputations,
};
