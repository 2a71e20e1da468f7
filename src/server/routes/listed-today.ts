import { dateToIsoDate } from '#model/dates.ts';
import type { QueryOptions } from '#server/engine/engine.ts';
import { subjectOf } from '#server/input/name.ts';
import { currentlyListed } from '#server/queries/connections.ts';
import { listedBelow } from '#server/queries/domain-dossier.ts';
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
  const today = dateToIsoDate(now());
  const below = await listedBelow(engine, { name: 'connections', subjects: hosts.map(subjectOf), today }, options);
  const rows = await engine.query(currentlyListed([...hosts, ...below], today), options);
  const listed = new Set(rows.map(({ host }) => host));
  return new Set([...listed, ...below.flatMap((host) => (listed.has(host) ? (ownerDomain(host) ?? []) : []))]);
}
