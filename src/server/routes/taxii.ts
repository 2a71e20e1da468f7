import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { v5 } from 'uuid';
import { ApiError, badInput } from '#server/http/api-error.ts';
import { toApiError } from '#server/http/failures.ts';
import { type EntryVersion, type OutfeedRow, outfeedsQuery, versionsQuery } from '#server/queries/outfeeds.ts';
import type { VersionSearch } from '#server/queries/outfeeds.ts';
import { indicatorOf, microTime, milliTime, readTime } from '#server/serializers/outfeed-stix.ts';
import type { Services } from './handler.ts';
import { outfeedConfig } from './outfeed-files.ts';

const taxiiType = 'application/taxii+json;version=2.1';
const stixType = 'application/stix+json;version=2.1';
const root = '/taxii2/feeds';
const collectionPath = `${root}/collections/:collection`;

/** Objects of one page, at most and where the caller names no number. */
const [mostObjects, usualObjects] = [10_000, 1000];

type Call = FastifyRequest<{ Params: { collection: string; object: string }; Querystring: Record<string, unknown> }>;

/** TAXII 2.1 (OASIS standard): each published feed is a collection of indicators that is read only. */
export function registerTaxii(app: FastifyInstance, services: Pick<Services, 'engine'>): void {
  const { engine } = services;
  void app.register((scope, _, done) => {
    scope.setErrorHandler(answerTaxiiFailure);
    const route = (path: string, answer: (request: Call, reply: FastifyReply) => Promise<object>) =>
      scope.get(path, { config: outfeedConfig }, async (request, reply) => {
        checkAccept(request.headers.accept);
        const body = await answer(request as Call, reply);
        return send(reply, body);
      });

    // relative (TAXII 2.1, 4.1.1): behind a proxy, the client alone knows scheme and host
    route('/taxii2', async () => ({
      title: 'Sightline',
      description: 'Feeds of this deployment',
      default: `${root}/`,
      api_roots: [`${root}/`],
    }));
    route(root, async () => ({ title: 'Feeds', versions: [taxiiType], max_content_length: 1 }));
    route(`${root}/collections`, async () => ({
      collections: (await engine.query(outfeedsQuery())).filter(({ changed }) => changed > 0).map(describeCollection),
    }));
    route(collectionPath, async (request) => describeCollection(await collectionOf(request, services)));
    const list = (path: string, answer: (feed: OutfeedRow, page: readonly EntryVersion[]) => object) =>
      route(`${collectionPath}${path}`, async (request, reply) => {
        const feed = await collectionOf(request, services);
        const search = readSearch(request);
        const found = await engine.query(versionsQuery(feed, { ...search, limit: search.limit + 1 }));
        const page = found.slice(0, search.limit);
        const [first, last] = [page[0], page.at(-1)];
        if (!first || !last) {
          if (request.params.object !== undefined && search.after < 0) throw noSuchObject();
          return {};
        }
        void reply.header('x-taxii-date-added-first', microTime(first.at));
        void reply.header('x-taxii-date-added-last', microTime(last.at));
        const more = found.length > page.length;
        return { ...(more && { more, next: String(last.at) }), ...answer(feed, page) };
      });
    const objects = (feed: OutfeedRow, page: readonly EntryVersion[]) => ({
      objects: page.map((version) => indicatorOf(feed, version)),
    });
    list('/objects', objects);
    list('/objects/:object', objects);
    list('/objects/:object/versions', (_feed, page) => ({ versions: page.map(({ at }) => milliTime(at)) }));
    list('/manifest', (_feed, page) => ({
      objects: page.map(({ id, at }) => ({
        id: `indicator--${id}`,
        date_added: microTime(at),
        version: milliTime(at),
        media_type: stixType,
      })),
    }));
    done();
  });
}

/** As bytes: fastify would add a charset to text, which the media type does not have. */
function send(reply: FastifyReply, body: object): FastifyReply {
  return reply.type(taxiiType).send(Buffer.from(JSON.stringify(body)));
}

/** The namespace of the ids of collections. */
const namespace = '5d3d1d2e-8a0c-4bfb-9b4e-2f6f7a3d5c11';

function describeCollection({ name, created }: OutfeedRow) {
  return {
    // a feed that is defined again is another collection
    id: v5(`${name} ${created}`, namespace),
    title: name,
    alias: name,
    can_read: true,
    can_write: false,
    media_types: [stixType],
  };
}

/** @throws ApiError 404 */
async function collectionOf({ params }: Call, { engine }: Pick<Services, 'engine'>): Promise<OutfeedRow> {
  const feeds = await engine.query(outfeedsQuery());
  const asked = params.collection.toLowerCase();
  const feed = feeds.find((each) => each.changed > 0 && [each.name, describeCollection(each).id].includes(asked));
  if (feed) return feed;
  throw new ApiError(404, 'no_such_collection', 'There is no such collection.');
}

function noSuchObject(): ApiError {
  return new ApiError(404, 'no_such_object', 'The collection has no such object.');
}

/** @throws ApiError 406 */
function checkAccept(accept = '*/*'): void {
  const takes = accept.split(',').some((range) => {
    const [type = '', ...rest] = range.split(';').map((part) => part.trim().toLowerCase());
    const version = rest.find((part) => part.startsWith('version='));
    return ['*/*', 'application/*', 'application/taxii+json'].includes(type) && (!version || version === 'version=2.1');
  });
  if (!takes) throw new ApiError(406, 'not_acceptable', `This is answered as ${taxiiType}.`);
}

/** The filters and the page of a request. @throws ApiError 400 */
function readSearch({ params, query, routeOptions }: Call): VersionSearch {
  const text = (name: string) => {
    const value = [query[name]].flat().at(-1);
    return typeof value === 'string' ? value : '';
  };
  const limit = text('limit') === '' ? usualObjects : Number(text('limit'));
  if (!Number.isInteger(limit) || limit < 1) throw badInput('limit', 'limit must be a whole number above 0.');
  const next = text('next');
  if (!/^\d{0,16}$/.test(next)) throw badInput('next', 'next is not one that this service gave out.');
  const after = text('added_after') === '' ? -1 : readTime(text('added_after'));
  if (after === null) throw badInput('added_after', 'added_after must be a time such as 2026-11-29T00:00:00.000000Z.');
  const listOf = (name: string) => (text(name) === '' ? [] : text(name).split(','));
  const isVersions = routeOptions.url?.endsWith('/versions') === true;
  const isExcluded = !includes(listOf('match[type]'), 'indicator') || !includes(listOf('match[spec_version]'), '2.1');
  const ids = params.object === undefined ? listOf('match[id]') : [params.object];
  return {
    after: next === '' ? after : Math.max(Number(next), after),
    // no entry has the id ''
    ids: isExcluded ? [''] : ids.map((id) => id.toLowerCase().replace(/^indicator--/, '')),
    versions: isVersions ? ['all'] : versionsOf(listOf('match[version]')),
    limit: Math.min(limit, mostObjects),
  };
}

function includes(list: readonly string[], value: string): boolean {
  return list.length === 0 || list.includes(value);
}

/** @throws ApiError 400 */
function versionsOf(words: readonly string[]): VersionSearch['versions'] {
  if (words.length === 0) return ['last'];
  return words.map((word) => {
    if (word === 'last' || word === 'first' || word === 'all') return word;
    const time = readTime(word);
    if (time === null) throw badInput('match[version]', 'match[version] takes last, first, all, or times.');
    return Math.floor(time / 1000);
  });
}

/** The error message of TAXII in place of the envelope. */
function answerTaxiiFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, code, message, retryAfterSeconds } = toApiError(error, request);
  if (status >= 500) request.log.error({ err: error }, 'failed');
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  const body = { title: message, error_code: code, http_status: String(status) };
  void send(reply.code(status), body);
}
