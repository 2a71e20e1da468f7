import type { NsChanges } from '#contract/generated/types.gen.ts';
import { dateToIsoDate } from '#model/dates.ts';
import { type NsStretch, nsTimeline } from '#model/ns-timeline.ts';
import type { Engine, QueryOptions } from '#server/engine/engine.ts';
import { readDomain } from '#server/input/name.ts';
import { nameServerDensity } from '#server/queries/density.ts';
import { nsEpisodesQuery } from '#server/queries/domain-facts.ts';
import type { DomainSubject } from '#server/queries/domain-subject.ts';
import { nsKinds } from '#server/queries/name-server-standing.ts';
import { nsChanges, nsChangesSummary } from '#server/serializers/ns-changes.ts';
import type { Handler } from './handler.ts';

/** C7: the changes and their summary. */
export const domainNsChanges: Handler<'domainNsChanges'> = async ({ path, query, signal }, { engine, now }) => {
  const subject = readDomain('domain', path.domain);
  const told = await changesOf(engine, 'domainNsChanges', subject, { signal, now: now() });
  if (!told) return { nschanges: unknownChanges(subject) };
  return { nschanges: { ...(query.summary !== 1 && { nschanges: told.changes }), results_summary: told.summary } };
};

/** C8: the summary alone. */
export const domainNsChangesSummary: Handler<'domainNsChangesSummary'> = async ({ path, signal }, { engine, now }) => {
  const subject = readDomain('domain', path.domain);
  const told = await changesOf(engine, 'domainNsChangesSummary', subject, { signal, now: now() });
  return { nschanges: told ? { results_summary: told.summary } : unknownChanges(subject) };
};

function unknownChanges({ domain, query }: DomainSubject): NsChanges {
  return { domain, query, error: 'Not found' };
}

interface Told {
  readonly changes: ReturnType<typeof nsChanges>;
  readonly summary: ReturnType<typeof nsChangesSummary>;
}

type Options = QueryOptions & { readonly now: Date };

/** Null when passive DNS never saw name servers of the domain. */
async function changesOf(engine: Engine, name: string, subject: DomainSubject, options: Options): Promise<Told | null> {
  const { now, ...queryOptions } = options;
  const timeline = nsTimeline(await engine.query(nsEpisodesQuery(name, [subject.domain]), queryOptions));
  return timeline.length === 0 ? null : tellNsChanges(engine, name, { subject, timeline, now }, queryOptions);
}

/** The changes in a timeline that is already there, and their summary. */
export async function tellNsChanges(
  engine: Engine,
  name: string,
  { subject, timeline, now }: { subject: DomainSubject; timeline: readonly NsStretch[]; now: Date },
  options: QueryOptions,
): Promise<Told> {
  const servers = [...new Set(timeline.flatMap(({ members }) => members))];
  const [densities, kindsOf] = await Promise.all([
    engine.query(nameServerDensity(servers), options),
    nsKinds(engine, name, { servers, today: dateToIsoDate(now) }, options),
  ]);
  const density = new Map(densities.map((row) => [row.subject, row.density]));
  const densityOf = (server: string) => density.get(server) ?? 0;
  const changes = nsChanges({ subject, timeline, kindsOf, densityOf, now });
  return { changes, summary: nsChangesSummary(changes, subject) };
}
