import { readTag } from '#model/judgement.ts';
import { ApiError, badInput } from '#server/http/api-error.ts';
import { mayManage } from '#server/http/key-roles.ts';
import { neverPublished } from '#server/ingest/outfeeds/never-published.ts';
import { valuesInBand } from '#server/ingest/outfeeds/renew.ts';
import { unpublishable, wantedCounts, wantedSample } from '#server/ingest/outfeeds/wanted.ts';
import { dateToIsoDate } from '#model/dates.ts';
import {
  listingSourcesQuery,
  type OutfeedDefinition,
  type OutfeedRow,
  outfeedsQuery,
} from '#server/queries/outfeeds.ts';
import { microTime } from '#server/serializers/outfeed-stix.ts';
import { serialOf } from '#server/serializers/outfeed-formats.ts';
import { type AllServices, type Call, type LiveHandler, writerOf } from './handler.ts';
import { riskScorer } from './member-scores.ts';

/** All feeds: they change without a call, so no answer is cached. */
const outfeeds: LiveHandler<'outfeeds'> = {
  answer: (call, services) => listOf(call, services),
};

async function listOf({ signal, role }: Pick<Call<'outfeeds'>, 'signal' | 'role'>, services: AllServices) {
  const { engine, coverage, detectors } = services;
  const [feeds, sources, { titleOf }, { all }] = await Promise.all([
    engine.query(outfeedsQuery(), { signal }),
    engine.query(listingSourcesQuery(), { signal }),
    coverage(),
    services.judgements(),
  ]);
  return {
    feeds: feeds.map(recordOf),
    sources: sources.map(({ source }) => ({ id: source, title: titleOf(source) })),
    detectors: detectors.map(({ id, title }) => ({ id, title })),
    tags: [...new Set(all.flatMap(({ kind, text }) => (kind === 'tag' ? [text] : [])))].toSorted(),
    can_manage: mayManage(role),
  };
}

function recordOf(feed: OutfeedRow) {
  const { created, state, error, ranAt, changed, leftOut, mark: _, ...definition } = feed;
  return {
    ...definition,
    created_at: new Date(created * 1000).toISOString(),
    state: state === '' ? ('waiting' as const) : state,
    error: error || null,
    renewed_at: ranAt === '' ? null : `${ranAt.replace(' ', 'T')}Z`,
    changed_at: changed === 0 ? null : microTime(changed),
    serial: changed === 0 ? null : serialOf(feed),
    left_out: leftOut.map(([reason, count]) => ({ reason, count })),
  };
}

const outfeedAdd: LiveHandler<'outfeedAdd'> = {
  answer: async (call, services) => {
    const feed = definitionOf(call.body, services.detectors);
    if (!/^[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?$/.test(feed.name))
      throw badInput('name', 'The name needs lower-case letters, digits and hyphens, such as phishing-domains.');
    // a search that cannot be run is refused now
    if (feed.holds === 'search') await services.searchValues(feed.request, call.signal);
    if (!(await writerOf(services).outfeeds.add(feed)))
      throw new ApiError(409, 'not_now', `There is a feed with the name ${feed.name}. Remove it first.`);
    return listOf(call, services);
  },
};

const outfeedRemove: LiveHandler<'outfeedRemove'> = {
  answer: async (call, services) => {
    if (!(await writerOf(services).outfeeds.remove(call.path.feed)))
      throw new ApiError(404, 'no_such_feed', 'There is no feed with this name.');
    return listOf(call, services);
  },
};

/** Values whose scores are looked up for a preview; more are estimated from them. */
const sampled = 200;
/** Values of a search that are compared for a preview; more are estimated from them. */
const searched = 1000;

/** How many entries a feed would hold. */
const outfeedPreview: LiveHandler<'outfeedPreview'> = {
  answer: async ({ query, signal }, services) => {
    const feed = definitionOf({ name: '', ...query }, services.detectors);
    const found = feed.holds === 'search' ? await services.searchValues(feed.request, signal) : [];
    const today = { today: dateToIsoDate(services.now()), values: found.slice(0, searched) };
    const counts = await services.engine.query(wantedCounts(feed, today), { signal });
    const kept = counts.find(({ reason }) => reason === '') ?? { domains: 0, addresses: 0 };
    const left_out = counts
      .filter(({ reason }) => reason !== '')
      .map(({ reason, domains, addresses }) => ({ reason, count: domains + addresses }));
    const all = kept.domains + kept.addresses;
    const sample = await services.engine.query(wantedSample(feed, today, sampled), { signal });
    const isNever = neverPublished(await services.judgements());
    const fitting = sample.filter((row) => unpublishable(row) === '' && !isNever(row.value));
    const high = feed.holds === 'score' ? await valuesInBand(fitting, feed.band, riskScorer(services)) : undefined;
    const inBand = fitting.filter(({ value }) => high?.has(value) ?? true);
    const share = (kind: 'domain' | 'other') => {
      const isOf = (row: { kind: string }) => (row.kind === 'domain') === (kind === 'domain');
      const tested = sample.filter(isOf).length;
      const count = kind === 'domain' ? kept.domains : kept.addresses;
      const part = tested === 0 ? count : (count * inBand.filter(isOf).length) / tested;
      return Math.round(part * Math.max(1, found.length / searched));
    };
    return {
      domains: share('domain'),
      addresses: share('other'),
      is_estimate: all > sample.length || found.length > searched,
      examples: inBand.slice(0, 10).map(({ value }) => value),
      left_out,
    };
  },
};

/** @throws ApiError 400 */
function definitionOf(body: Call<'outfeedAdd'>['body'], detectors: AllServices['detectors']): OutfeedDefinition {
  const {
    name,
    holds,
    kind = 'both',
    category = '',
    source = '',
    detector = '',
    tag = '',
    request = '',
    ...rest
  } = body;
  const { band = 'high', tlp = 'amber' } = rest;
  if (detector !== '' && !detectors.some(({ id }) => id === detector))
    throw badInput('detector', `There is no detector '${detector}'.`);
  // it is in the comments of a zone
  if (!/^[\x21-\x7e]*$/.test(source)) throw badInput('source', 'No source has a name with such characters.');
  if (tag !== '' && readTag(tag) !== tag) throw badInput('tag', 'No tag is written like this.');
  if (holds === 'search' && !/^[\x21-\x7e]+$/.test(request))
    throw badInput('request', 'Send the API URL of a search, with escapes.');
  const isListed = holds === 'listing' || holds === 'score';
  return {
    name,
    holds,
    kind,
    band,
    tlp,
    category: isListed ? category : '',
    source: isListed ? source : '',
    detector: holds === 'finding' ? detector : '',
    tag: holds === 'judged' ? tag : '',
    request: holds === 'search' ? request : '',
  };
}

export const outfeedHandlers = { outfeeds, outfeedAdd, outfeedRemove, outfeedPreview };
