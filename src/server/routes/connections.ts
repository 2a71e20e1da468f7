import type { ConnectionRow } from '#contract/generated/types.gen.ts';
import { type Connection, connectionAttributes, formatConnection, parseConnection } from '#model/connection.ts';
import { fewOthers } from '#model/connection-strength.ts';
import { apartOf, type Gap, gapOf } from '#model/connection-time.ts';
import { epochSecondsToTimestamp, isoDateToDate } from '#model/dates.ts';
import { canonicalDomain } from '#model/domain-name.ts';
import { canonicalIp } from '#model/ip-address.ts';
import type { QueryOptions } from '#server/engine/engine.ts';
import { badInput } from '#server/http/api-error.ts';
import { subjectOf } from '#server/input/name.ts';
import type { AttributeRow } from '#server/queries/connection-attributes.ts';
import {
  type MemberRow,
  type MembersQueries,
  mostListed,
  sharingAddresses,
  sharingNames,
} from '#server/queries/connections.ts';
import type { Handler, Services } from './handler.ts';
import { listedToday } from './listed-today.ts';
import { mostScored, scoreAddresses, type ScoredMember, scoreNames, scoresOf, type Side } from './member-scores.ts';
import { tagsOf } from './member-tags.ts';
import { relatedSubjects, rounded } from './related-subjects.ts';
import { textOf, type WeighedValue, weighedValues } from './weighed-values.ts';

/** What a subject shares with others, the most telling first, and who shares the most with it. */
const connections: Handler<'connections'> = async ({ path, signal }, services) => {
  const { subject, own, values } = await weighedValues(path.type, path.subject, services, { signal });
  const crowded = values.filter(({ count }) => count > fewOthers);
  const [samples, related] = await Promise.all([
    listedShares(crowded, services, { signal }),
    path.type === 'nameserver' ? [] : relatedSubjects(values, own.domain, services, { signal }),
  ]);
  const rows = values.map((value) => {
    const share = samples.get(value.row);
    return {
      ...value,
      share,
      gap: gapToAll(value),
      chosen: share ? share.worst : value.members.slice(0, fewOthers),
    };
  });
  const sideOfRelated = own.domain === undefined ? 'address' : 'name';
  const relatives = related.map(({ subject: member }) => ({ side: sideOfRelated, member }) as const);
  const scoreOf = await scoresOf(
    rows.flatMap(({ side, chosen }) => chosen.map((member) => ({ side, member }))),
    services,
    { signal, first: relatives },
  );
  const tagged = await tagsOf(
    relatives.flatMap((each) => scoreOf(each) ?? []),
    services,
    { signal },
  );
  const answers = rows.map(({ row, side, count, population, bits, fact, share, gap, chosen }): ConnectionRow => {
    const scored = chosen.flatMap((member) => {
      const found = scoreOf({ side, member });
      return found ? [{ subject: member, type: typeOf(side), ...found.score }] : [];
    });
    const worst = scored.toSorted(
      (a, b) => (b.risk_score ?? 0) - (a.risk_score ?? 0) || compare(a.subject, b.subject),
    )[0];
    return {
      attribute: row.attribute,
      value: row.value,
      label: row.label,
      ...(row.seen > 0 && { last_seen: epochSecondsToTimestamp(row.seen) }),
      members: side,
      shared_by: count,
      population,
      bits: rounded(bits),
      ...(fact && { fact }),
      ...(gap && { apart: apartOf(gap) }),
      ...(share && { sampled: share.sampled, listed: share.listed }),
      scored: scored.length,
      worst: worst ?? null,
    };
  });
  return {
    subject,
    type: path.type,
    related: related.map((each) => ({
      ...each,
      ...scoreOf({ side: sideOfRelated, member: each.subject })?.score,
      tags: tagged.get(each.subject)?.tags ?? [],
    })),
    connections: answers.toSorted(mostTellingFirst),
  };
};

/** How far the subject and all others that have a value are apart in time; undefined where some others are not known. */
function gapToAll({ row, count, members, periods }: WeighedValue): Gap | undefined {
  return count === members.length ? gapOf({ first: row.first, last: row.seen }, periods) : undefined;
}

/** Members of a crowded value whose scores are looked up: few, so that those of rare values are looked up as well. */
const crowdedScored = 10;

/**
 * How many of the recent members of each value a list names today; hosts below one registrable domain count once.
 * @throws EngineError
 */
async function listedShares(values: readonly WeighedValue[], services: Services, options: QueryOptions) {
  const shares = new Map<AttributeRow, { worst: readonly string[]; sampled: number; listed: number }>();
  if (values.length === 0) return shares;
  const samples = values.map(({ row, side, recent }) => ({
    row,
    recent,
    groupOf: (member: string) => (side === 'name' ? subjectOf(member).domain : member),
  }));
  const hosts = new Set(samples.flatMap(({ recent, groupOf }) => [...recent, ...recent.map(groupOf)]));
  const listedHosts = await listedToday([...hosts], services, options);
  for (const { row, recent, groupOf } of samples) {
    const onLists = recent.filter((member) => listedHosts.has(member) || listedHosts.has(groupOf(member)));
    const count = (members: readonly string[]) => new Set(members.map(groupOf)).size;
    shares.set(row, { worst: onLists.slice(0, crowdedScored), sampled: count(recent), listed: count(onLists) });
  }
  return shares;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Order: the most telling values first, values of the subject alone last. */
function mostTellingFirst(one: ConnectionRow, other: ConnectionRow): number {
  const isOwn = ({ shared_by: count = 0 }: ConnectionRow) => Number(count === 0);
  return (
    isOwn(one) - isOwn(other) ||
    (other.bits ?? 0) - (one.bits ?? 0) ||
    (other.worst?.risk_score ?? -1) - (one.worst?.risk_score ?? -1) ||
    compare(`${one.attribute} ${one.value}`, `${other.attribute} ${other.value}`)
  );
}

function typeOf(side: Side): 'ip' | 'domain' {
  return side === 'name' ? 'domain' : 'ip';
}

/** The members that share all of the given attributes. */
const connectionMembers: Handler<'connectionMembers'> = async ({ query, signal }, services) => {
  const asked = query.with.map(readConnection);
  const { limit = 100, skip = 0 } = query;
  const [addresses, names] = await Promise.all([
    listed('address', sharingAddresses(asked, { limit, skip }), services, { signal }),
    listed('name', sharingNames(asked, { limit, skip }), services, { signal }),
  ]);
  return { with: asked.map(formatConnection), addresses, names };
};

async function listed(side: Side, queries: MembersQueries | null, services: Services, options: QueryOptions) {
  if (!queries) return null;
  const { engine } = services;
  const [rows, [count]] = await Promise.all([
    engine.query(queries.rows, options),
    engine.query(queries.total, options),
  ]);
  const total = count?.total ?? 0;
  const scoreAll = side === 'name' ? scoreNames : scoreAddresses;
  const members = rows.map((row) => ({ ...row, text: textOf(side, row.member) }));
  const scores = new Map<string, ScoredMember>();
  for (let first = 0; first < members.length; first += mostScored) {
    const texts = members.slice(first, first + mostScored).map(({ text }) => text);
    for (const [text, found] of await scoreAll(texts, services, options)) scores.set(text, found);
  }
  return {
    total: Math.min(total, mostListed),
    more: total > mostListed,
    records: members.map(({ text, seen }: MemberRow & { readonly text: string }) => ({
      subject: text,
      type: typeOf(side),
      ...(seen > 0 && { last_seen: epochSecondsToTimestamp(seen) }),
      ...scores.get(text)?.score,
    })),
  };
}

/** @throws ApiError 400 */
function readConnection(text: string): Connection {
  const read = parseConnection(text);
  const known = Object.keys(connectionAttributes).join(', ');
  if (!read)
    throw badInput('with', `Send with as attribute:value, such as jarm:2ad2ad16d2ad. The attributes are ${known}.`);
  const { attribute } = read;
  const value = canonical(read);
  if (value === null)
    throw badInput('with', `This is not a value of ${attribute}. Send ${wanted[attribute] ?? 'text'}.`);
  return { attribute, value };
}

const wanted: Partial<Record<Connection['attribute'], string>> = {
  address: 'an IP address',
  'ns-set': 'the hash of a set, 32 hex digits',
  favicon: 'the mmh3 of an icon, a whole number',
  created: 'a day, such as 2026-11-25',
  'first-certificate': 'a day, such as 2026-11-25',
  'registrar-day': 'both, such as example registrar on 2026-11-25',
  'name-server': 'a host name',
  mx: 'a host name',
  cname: 'a host name',
  certificate: 'its SHA-1 or SHA-256',
  'certificate-names': 'its SHA-1 or SHA-256',
  jarm: '62 hex digits',
};

function canonical({ attribute, value }: Connection): string | null {
  const lower = value.toLowerCase();
  const matching = (pattern: RegExp) => (pattern.test(lower) ? lower : null);
  switch (attribute) {
    case 'address':
      return canonicalIp(value);
    case 'name-server':
    case 'mx':
    case 'cname':
      return canonicalDomain(value);
    case 'ns-set':
      return matching(/^[0-9a-f]{32}$/);
    case 'certificate':
    case 'certificate-names':
      return matching(/^(?:[0-9a-f]{40}|[0-9a-f]{64}|sha256:[0-9a-f]{33})$/);
    case 'jarm':
      return matching(/^[0-9a-z]{62}$/);
    case 'favicon':
      return /^-?\d{1,10}$/.test(value) && Math.abs(Number(value)) <= 2 ** 31 ? value : null;
    case 'created':
      return matching(/^\d{4}-\d{2}-\d{2}$/);
    case 'first-certificate':
      return isoDateToDate(value) ? value : null;
    case 'registrar-day':
      return matching(/^.+ on \d{4}-\d{2}-\d{2}$/);
    case 'registrar':
    case 'registrant-email':
    case 'registrant-org':
    case 'registrant-name':
      return lower;
    default:
      return value;
  }
}

export const connectionHandlers = { connections, connectionMembers };
