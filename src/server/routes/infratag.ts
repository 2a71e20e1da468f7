import pMap from 'p-map';
import type { DomainInfratagData, Infratag } from '#contract/generated/types.gen.ts';
import { dateToEpochSeconds, epochSecondsToIsoDate } from '#model/dates.ts';
import type { SelfMatch } from '#model/infratag.ts';
import type { Engine, QueryOptions } from '#server/engine/engine.ts';
import { answerItems, type RefusedItem } from '#server/input/bulk-items.ts';
import { readDomain, readDomainItems, registrableDomain } from '#server/input/name.ts';
import { readTime } from '#server/input/time.ts';
import { LiveError } from '#server/live/outbound-client.ts';
import type { DomainSubject } from '#model/domain-name.ts';
import { collectedHosts, type DomainHosts, type Moment, tagContext } from '#server/queries/infratag.ts';
import { infratagRecord, tagClusterList } from '#server/serializers/infratag.ts';
import type { AllServices, Call, LiveHandler } from './handler.ts';
import { liveAnswers } from './live-answers.ts';

/** C5 */
const domainInfratag: LiveHandler<'domainInfratag'> = {
  isCacheable: ({ query }) => query.mode === 'padns' || query.as_of !== undefined,
  answer: async ({ path, query, signal }, services) => {
    const subjects = [readDomain('domain', path.domain)];
    const plan = { name: 'domainInfratag', subjects, ...readOptions(query, services.now()) };
    const [tag] = await infratags(plan, signal, services, askOne);
    return { infratag: tag };
  },
};

/** C6. Options may be in the body; the query takes precedence. */
const domainInfratagBulk: LiveHandler<'domainInfratagBulk'> = {
  isCacheable: ({ query, body }) => (query.mode ?? body.mode) === 'padns' || (query.as_of ?? body.as_of) !== undefined,
  answer: tagMany,
};

async function tagMany({ query, body, signal }: Call<'domainInfratagBulk'>, services: AllServices): Promise<unknown> {
  const { domains, ...inBody } = body;
  const options = { ...inBody, ...query };
  const how = { name: 'domainInfratagBulk', ...readOptions(options, services.now()) };
  const ask = (subjects: readonly DomainSubject[]) => infratags({ ...how, subjects }, signal, services, askMany);
  const refuse = ({ sent, error }: RefusedItem): Infratag => ({ domain: sent, error });
  const tags = await answerItems(readDomainItems(domains), ask, refuse);
  return { infratags: tags, ...(options.clusters === 1 && { tag_clusters: tagClusterList(tags) }) };
}

/** C5, C6: infrastructure tags. */
export const infratagHandlers = { domainInfratag, domainInfratagBulk };

interface TagOptions {
  /** Undefined: live unless that is off. */
  readonly mode: 'live' | 'padns' | undefined;
  readonly match: SelfMatch;
  readonly at: Moment | undefined;
}

type GivenOptions = NonNullable<DomainInfratagData['query']>;

function readOptions({ mode, match = 'self', as_of }: GivenOptions, now: Date): TagOptions {
  if (as_of === undefined) return { mode, match, at: undefined };
  const read = (edge: 'start' | 'end') => readTime('as_of', as_of, dateToEpochSeconds(now), edge, 'restricted');
  const to = read('end');
  // C5: as_of sets the mode
  return { mode: 'padns', match, at: { from: read('start'), to, day: epochSecondsToIsoDate(to) } };
}

interface TagPlan extends TagOptions {
  /** The operationId. */
  readonly name: string;
  readonly subjects: readonly DomainSubject[];
}

/** The DNS answer of each subject, or a text that says why the query failed. */
type Found = DomainHosts | string;
type AskDns = (subjects: readonly DomainSubject[], signal: AbortSignal, services: AllServices) => Promise<Found[]>;

async function infratags(
  plan: TagPlan,
  signal: AbortSignal,
  services: AllServices,
  askDns: AskDns,
): Promise<Infratag[]> {
  const live = plan.mode === 'padns' ? null : await askIfOpen(plan, signal, services, askDns);
  if (!live) return collectedTags(services.engine, plan, { signal });
  return tagsOf(services.engine, { ...plan, mode: 'live' }, live, { signal });
}

/** The parts of a tag query without its mode. */
type CollectedPlan = Pick<TagPlan, 'name' | 'subjects' | 'match'> & Partial<Pick<TagPlan, 'at'>>;

/** mode=padns: tags of the collection, in the order of the subjects. @throws EngineError */
export async function collectedTags(
  engine: Engine,
  { at, ...plan }: CollectedPlan,
  options: QueryOptions,
): Promise<Infratag[]> {
  const found = await collectedHosts(engine, { ...plan, at }, options);
  return tagsOf(engine, { ...plan, at, mode: 'padns' }, found, options);
}

async function tagsOf(
  engine: Engine,
  plan: Omit<TagPlan, 'mode'> & { readonly mode: 'live' | 'padns' },
  found: readonly Found[],
  options: QueryOptions,
): Promise<Infratag[]> {
  const { mode, match, subjects } = plan;
  const addresses = found.flatMap((hosts) => (typeof hosts === 'string' ? [] : hosts.addresses));
  const context = await tagContext(engine, plan, addresses, options);
  return subjects.map((subject, index) =>
    infratagRecord({ subject, hosts: found[index] ?? 'Not found', mode, match, registrableDomain, ...context }),
  );
}

/**
 * Null when the service makes no outbound traffic and live was not requested explicitly: the tag then comes from the
 * collection, and its mode says so.
 */
async function askIfOpen(
  plan: TagPlan,
  signal: AbortSignal,
  services: AllServices,
  askDns: AskDns,
): Promise<Found[] | null> {
  try {
    return await askDns(plan.subjects, signal, services);
  } catch (error) {
    if (plan.mode === undefined && error instanceof LiveError && error.fault === 'offline') return null;
    throw error;
  }
}

const askOne: AskDns = (subjects, signal, services) =>
  Promise.all(subjects.map((subject) => liveHosts(subject, signal, services)));

/** Subjects resolved at the same time, with three DNS queries each: few enough for a home resolver. */
const mostDomainsAtOnce = 25;

/** A failed name does not affect the others. */
const askMany: AskDns = (subjects, signal, services) =>
  pMap(
    subjects,
    (subject) =>
      liveHosts(subject, signal, services).catch((error: unknown) => {
        const concernsAll = !(error instanceof LiveError) || error.fault === 'offline' || error.fault === 'cancelled';
        if (concernsAll) throw error;
        return error.message;
      }),
    { concurrency: mostDomainsAtOnce },
  );

async function liveHosts(subject: DomainSubject, signal: AbortSignal, services: AllServices): Promise<DomainHosts> {
  const ask = (name: string, type: 'A' | 'NS' | 'MX') => liveAnswers(name, type, signal, services);
  const [addresses, nameServers, mailServers] = await Promise.all([
    ask(subject.query, 'A'),
    ask(subject.domain, 'NS'),
    ask(subject.domain, 'MX'),
  ]);
  return { addresses, nameServers, mailServers };
}
