import { dateToIsoDate } from '#model/dates.ts';
import type { QueryOptions } from '#server/engine/engine.ts';
import { registrableDomain } from '#server/input/name.ts';
import { currentlyListed } from '#server/queries/connections.ts';
import { listedBelowQuery } from '#server/queries/domain-dossier.ts';
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
  const today = dateToIsoDate(now());
  const domains = [...new Set(hosts.map(registrableDomain))];
  const below = (await engine.query(listedBelowQuery('connections', domains, today), options)).map(({ host }) => host);
  const listed = new Set(
    (await engine.query(currentlyListed([...hosts, ...below], today), options)).map(({ host }) => host),
  );
  return new Set([...listed, ...below.filter((host) => listed.has(host)).map(registrableDomain)]);
}
