import { dateToIsoDate } from '#model/dates.ts';
import type { QueryOptions } from '#server/engine/engine.ts';
import { currentlyListed } from '#server/queries/connections.ts';
import { ownerDomain } from '#server/queries/owner-domain.ts';
import type { Services } from './handler.ts';

/**
 * Those of names and addresses that a list names today. As on the page of a domain, a listed name below it counts, unless it gives out names.
 * @throws EngineError
 */
export async function listedToday(
  hosts: readonly string[],
  { engine, now }: Pick<Services, 'engine' | 'now'>,
  options: QueryOptions,
): Promise<ReadonlySet<string>> {
  if (hosts.length === 0) return new Set();
  const domains = new Set(hosts.flatMap((host) => ownerDomain(host) ?? []));
  const rows = await engine.query(currentlyListed(hosts, [...domains], dateToIsoDate(now())), options);
  const asked = new Set(hosts);
  return new Set(rows.flatMap(({ host }) => (asked.has(host) ? host : (ownerDomain(host) ?? []))));
}
