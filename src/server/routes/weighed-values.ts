import { groupBy } from '#model/group-by.ts';
import { chunksOf } from '#model/chunks.ts';
import { connectionAttributes, isWithheld } from '#model/connection.ts';
import { bitsOf, fewOthers } from '#model/connection-strength.ts';
import type { Period } from '#model/connection-time.ts';
import { activeDays, dateToIsoDate, firstOfLastDays } from '#model/dates.ts';
import { reverseName } from '#model/domain-name.ts';
import type { QueryOptions } from '#server/engine/engine.ts';
import { readIp } from '#server/input/address.ts';
import { readDomain } from '#server/input/name.ts';
import { addressOfKey } from '#server/queries/address-key.ts';
import { addressAttributes, type AttributeRow, domainAttributes } from '#server/queries/connection-attributes.ts';
import { type ServiceKind, servicesAmong } from '#server/queries/connection-services.ts';
import { joinedShards, type Own, sharedQuery } from '#server/queries/connections.ts';
import type { Services } from './handler.ts';
import type { Side } from './member-scores.ts';

/** A value of a subject, weighed, with others that have it. */
export interface WeighedValue {
  readonly row: AttributeRow;
  readonly side: Side;
  /** How many others have it. */
  readonly count: number;
  /** How many subjects have any value of the attribute. */
  readonly population: number;
  readonly bits: number;
  /** The fact for which the value weighs nothing. */
  readonly fact: ServiceKind | undefined;
  /** Names or addresses as text: all that have it, or some of many. */
  readonly members: readonly string[];
  /** When each of them was seen with it; empty where that is not known. */
  readonly periods: readonly Period[];
  /** Of a value that more than `fewOthers` have: some of those that were seen with it in the last 30 days. */
  readonly recent: readonly string[];
}

export interface ConnectedSubject {
  /** In its canonical form. */
  readonly subject: string;
  readonly own: Own;
  readonly values: readonly WeighedValue[];
}

/**
 * The values of a subject, how many others share each, and how telling that is.
 * @throws ApiError 400
 * @throws EngineError
 */
export async function weighedValues(
  type: 'ip' | 'domain' | 'nameserver',
  text: string,
  services: WeighServices,
  options: QueryOptions,
): Promise<ConnectedSubject> {
  const { subject, queries, known, own } = readSubject(type, text);
  const read = await Promise.all(queries.map((query) => services.engine.query(query, options)));
  const since = dateToIsoDate(firstOfLastDays(activeDays, services.now()));
  const found = [...known, ...read.flat()].filter((row) => !isWithheld(row));
  return { subject, own, values: await weigh(found, services, { ...options, own, since }) };
}

type WeighServices = Pick<Services, 'engine' | 'populations' | 'now'>;

/** Values of which the members are looked up in one statement. */
const weighedAtOnce = 300;

/**
 * Weighs values, in their order.
 * @param own those that are not counted as others @param since 'yyyy-mm-dd', of recent members; without it, none are listed
 * @throws EngineError
 */
export async function weigh(
  rows: readonly AttributeRow[],
  { engine, populations, now }: WeighServices,
  { own = {}, since, ...options }: QueryOptions & { readonly own?: Own; readonly since?: string },
): Promise<WeighedValue[]> {
  if (rows.length === 0) return [];
  const batches = chunksOf(rows, weighedAtOnce);
  const [populationOf, services, shared] = await Promise.all([
    populations(),
    servicesAmong(rows, engine, { ...options, today: dateToIsoDate(now()) }),
    Promise.all(batches.map((batch) => engine.query(sharedQuery(batch, own, since), options))),
  ]);
  return batches.flatMap((batch, at) => {
    const byPlace = groupBy(shared[at] ?? [], ({ place }) => place);
    return batch.map((row, place): WeighedValue => {
      const {
        shared: count = 0,
        members = [],
        firsts = [],
        lasts = [],
        recent = [],
      } = joinedShards(byPlace.get(place) ?? []) ?? {};
      const side = connectionAttributes[row.attribute];
      const population = populationOf(row);
      const texts = members.map((member) => textOf(side, member));
      const periods = firsts.map((first, each) => ({ first, last: lasts[each] ?? 0 }));
      const fact = services.get(row);
      const bits = fact ? 0 : bitsOf(count + 1, population);
      return {
        row,
        side,
        count,
        population,
        bits,
        fact,
        members: texts,
        periods,
        recent: count > fewOthers ? recent.map((member) => textOf(side, member)) : [],
      };
    });
  });
}

interface Subject {
  readonly subject: string;
  readonly queries: ReturnType<typeof addressAttributes>;
  /** The subject as an attribute of others: an address that names point to, a name server of domains. */
  readonly known: readonly AttributeRow[];
  readonly own: Own;
}

function readSubject(type: 'ip' | 'domain' | 'nameserver', text: string): Subject {
  if (type === 'ip') {
    const ip = readIp(text);
    const known = [{ attribute: 'address', value: ip, label: '', first: 0, seen: 0 } as const];
    return { subject: ip, queries: addressAttributes(ip), known, own: { ip } };
  }
  const subject = readDomain('subject', text);
  const { query, domain } = subject;
  const known = [{ attribute: 'name-server', value: query, label: '', first: 0, seen: 0 } as const];
  return {
    subject: query,
    queries: domainAttributes(subject),
    known: type === 'nameserver' ? known : [],
    own: { domain },
  };
}

/** The display text of a stored member. */
export function textOf(side: Side, member: string): string {
  return side === 'name' ? reverseName(member) : addressOfKey(member);
}
