import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { IpReputation } from '#contract/generated/types.gen.ts';
import { addressCount, type Cidr, formatCidr, lastAddress, parseCidr } from '#model/cidr.ts';
import { dateToDayInt, dateToIsoDate, type DayInt } from '#model/dates.ts';
import { formatIp } from '#model/ip-address.ts';
import { isInternal } from '#model/reserved-space.ts';
import { reputationVerdictState } from '#model/verdict.ts';
import { readIpv4, readSubnet } from '#server/input/address.ts';
import { addressDossiers } from '#server/queries/address-dossier.ts';
import { coveringPrefixesQuery } from '#server/queries/routing-history.ts';
import { keyOf, mapped } from '#server/queries/address-key.ts';
import { condition } from '#server/queries/condition.ts';
import { latestScoresDay } from '#server/queries/data-day.ts';
import {
  historyQuery,
  rankQuery,
  snapshots,
  type SubnetReputationRow,
  announcementsQuery,
  subnetAllocationsQuery,
  subnetHistoryQuery,
} from '#server/queries/reputation.ts';
import {
  dailyHistory,
  missingDataMark,
  ipRankRecord,
  ipRecord,
  notFound,
  subnetRankRecord,
  subnetRecord,
  unknownSubject,
} from '#server/serializers/reputation-records.ts';
import { withEvidence } from '#server/serializers/evidence.ts';
import { evidenceOfSubnets, rankedTags, tagField } from './evidence.ts';
import type { Caller, Handler, Services } from './handler.ts';

/** D11 */
const subnetReputationRank: Handler<'subnetReputationRank'> = async (call, services) => {
  const { engine, now } = services;
  const { limit = 100, explain } = call.query;
  const { signal } = call;
  const rows = await engine.query(rankQuery('subnetReputationRank', snapshots.subnet, limit), { signal });
  const subnets = rows.map((row) => row.subnet);
  const cidrs = subnets.flatMap((subnet) => parseCidr(subnet) ?? []);
  const [allocations, tags] = await Promise.all([
    rows.length > 0 ? engine.query(subnetAllocationsQuery(subnets), { signal }) : [],
    explain === 1 ? rankedTags.subnets('subnetReputationRank', cidrs, call, services) : [],
  ]);
  const allocatedOf = new Map(allocations.map((row) => [row.subnet, row.allocated]));
  return {
    subnet_reputation_rank: rows.map((row, index) => ({
      ...subnetRankRecord(row, allocatedOf.get(row.subnet) ?? 19000101, now(), explain === 1),
      ...tagField(tags[index]),
    })),
  };
};

/** D12 */
const subnetReputation: Handler<'subnetReputation'> = async (call, services) => {
  const cidr = readSubnet('subnetReputation', call.path);
  const [found, [evidence], coverage] = await Promise.all([
    subnetRows('subnetReputation', cidr, 1, call, services),
    evidenceOfSubnets('subnetReputation', [cidr], call, services),
    services.coverage(),
  ]);
  const subnet = formatCidr(cidr);
  const [row] = found?.rows ?? [];
  const isOwn = isInternal('subnet', subnet);
  if (!found || !row) {
    const unknown = { ...unknownSubject({ subnet }), ...(isOwn && { verdict: 'internal' as const }) };
    return { subnet_reputation: [withEvidence(unknown, evidence)] };
  }
  const verdict = reputationVerdictState({
    ...shareOfSubnet(row),
    isListable: coverage.isListable('subnet', subnet),
    isInternal: isOwn,
  });
  const record = { ...subnetRecord(row, call.query.explain === 1), ...found.asked, verdict };
  return { subnet_reputation: [withEvidence(record, evidence)] };
};

/** D13 */
const subnetReputationHistory: Handler<'subnetReputationHistory'> = async (call, services) => {
  const cidr = readSubnet('subnetReputationHistory', call.path);
  const [found, coverage] = await Promise.all([
    subnetRows('subnetReputationHistory', cidr, call.query.limit ?? 100, call, services),
    services.coverage(),
  ]);
  const isListable = coverage.isListable('subnet', formatCidr(cidr));
  const records = found?.rows.map((row) => ({
    ...subnetRecord(row, call.query.explain === 1),
    ...found.asked,
    ...missingDataMark({ ...shareOfSubnet(row), isListable }),
  }));
  return { subnet_reputation_history: records ?? unknownSubject({ subnet: formatCidr(cidr) }) };
};

function shareOfSubnet(row: SubnetReputationRow) {
  return { reputation: row.subnet_reputation, base: row.ips_num_active, listed: row.ips_num_listed };
}

interface SubnetRows {
  readonly rows: readonly SubnetReputationRow[];
  /** Names the queried subnet when rows are of a larger one. */
  readonly asked: { readonly query?: string };
}

/**
 * The days of the subnet, and beside them those of the announced prefixes inside of it, which count apart. On a day on which it was
 * not announced itself it has the sum of those; without any today, the days are those of the smallest announced subnet that contains
 * it, which the record's `subnet` shows, except for days on which it had data itself. Null without that.
 */
async function subnetRows(
  name: OperationId,
  cidr: Cidr,
  limit: number,
  { signal }: Pick<Caller, 'signal'>,
  { engine, now }: Reader,
): Promise<SubnetRows | null> {
  const subnet = formatCidr(cidr);
  const [first = '', last = ''] = mapped([cidr.network, lastAddress(cidr)].map(formatIp));
  const range = { first, last, length: 96 + cidr.length };
  const [days, announced, latest] = await Promise.all([
    engine.query(subnetHistoryQuery(name, range, limit), { signal }),
    engine.query(announcementsQuery(name, { first, length: range.length }), { signal }),
    latestScoresDay(name, { engine, now }, signal),
  ]);
  const ips_in_subnet = Number(addressCount(cidr));
  const quiet = { subnet, subnet_reputation: 0, ips_in_subnet, ips_num_active: 0, ips_num_listed: 0 };
  const quietOn = (day: DayInt) => ({ ...quiet, day });
  const isAnnounced = (day: number) => announced.some(({ from, to }) => from <= day && day <= to);
  const rows = days.map((row) => {
    const own = { subnet_reputation: row.reputation, ips_num_active: row.active, ips_num_listed: row.listed };
    const inside = { ips_num_active: row.insideActive, ips_num_listed: row.insideListed };
    if (row.active + row.listed === 0 && !isAnnounced(row.day))
      return { ...quietOn(row.day), subnet_reputation: row.insideReputation, ...inside };
    return { ...quietOn(row.day), ...own, contained: { prefixes: row.prefixes, ...inside } };
  });
  const [newest] = days;
  if (!isAnnounced(dateToDayInt(now())) && !(newest?.day === latest && newest.prefixes > 0)) {
    const holder = await smallestHolder(name, cidr, { engine, now }, signal);
    const found = holder && (await subnetRows(name, holder, limit, { signal }, { engine, now }));
    const own = new Map(rows.filter((row) => row.ips_num_active + row.ips_num_listed > 0).map((row) => [row.day, row]));
    if (found) return { rows: found.rows.map((row) => own.get(row.day) ?? row), asked: { query: subnet } };
    if (days.length === 0 && announced.length === 0) return null;
  }
  return { rows: dailyHistory(rows, latest, limit, quietOn), asked: {} };
}

type Reader = Pick<Services, 'engine' | 'now'>;

/** The longest prefix announced today that holds the whole subnet; null when there is none. */
async function smallestHolder(name: OperationId, subnet: Cidr, { engine, now }: Reader, signal: AbortSignal) {
  const today = dateToIsoDate(now());
  const first = formatIp(subnet.network);
  const prefixes = await engine.query(coveringPrefixesQuery(name, [first], { from: today, to: today, today }), {
    signal,
  });
  const holder = prefixes.find(({ length }) => length < 96 + subnet.length);
  return holder ? parseCidr(holder.subnet) : null;
}

/** D14 */
const ipv4Reputation: Handler<'ipv4Reputation'> = async (call, services) => {
  const ip = readIpv4('ipv4Reputation', call.path.ipv4);
  const records = await ipRecords('ipv4Reputation', ip, 1, call.query.explain === 1, call, services);
  return { ip_reputation: records ?? [unknownSubject({ ip })] };
};

/** D15 */
const ipv4ReputationHistory: Handler<'ipv4ReputationHistory'> = async (call, services) => {
  const { limit = 100, explain } = call.query;
  const ip = readIpv4('ipv4ReputationHistory', call.path.ipv4);
  const records = await ipRecords('ipv4ReputationHistory', ip, limit, explain === 1, call, services);
  return { ip_reputation_history: records ?? notFound };
};

/** Null when nothing is known about the address. The score is 0 today if no name on it was ever listed. */
async function ipRecords(
  name: OperationId,
  ip: string,
  limit: number,
  explain: boolean,
  { signal }: Pick<Caller, 'signal'>,
  { engine, now, coverage }: Services,
): Promise<IpReputation[] | null> {
  const isIt = condition('ip = toIPv6({ip:String})', { ip });
  const [rows, latest, { isListable }] = await Promise.all([
    engine.query(historyQuery(name, snapshots.ip, isIt, limit), { signal }),
    latestScoresDay(name, { engine, now }, signal),
    coverage(),
  ]);
  const isScored = rows.length > 0;
  const [dossier] = isScored ? [] : await addressDossiers(engine, { name, ips: [ip], now: now() }, { signal });
  if (dossier && !dossier.isKnown) return null;
  const ip_density = dossier?.activeDensity ?? 0;
  const quiet = { key: keyOf(ip), ip_reputation: 0, ip_density, names_num_listed: 0 };
  const areNamesListable = isListable('ipv4', ip, 'domain');
  return dailyHistory(rows, latest, limit, (day) => ({ ...quiet, day })).map((row) => ({
    ...ipRecord(row, explain),
    ...missingDataMark({ reputation: row.ip_reputation, base: row.ip_density, isListable: areNamesListable }),
  }));
}

/** D16 */
const ipv4ReputationRank: Handler<'ipv4ReputationRank'> = async ({ query, signal }, { engine }) => {
  const { limit = 100, explain } = query;
  const rows = await engine.query(rankQuery('ipv4ReputationRank', snapshots.ip, limit), { signal });
  return { ip_reputation_rank: rows.map((row) => ipRankRecord(row, explain === 1)) };
};

export const networkReputations = {
  subnetReputationRank,
  subnetReputation,
  subnetReputationHistory,
  ipv4Reputation,
  ipv4ReputationHistory,
  ipv4ReputationRank,
};
