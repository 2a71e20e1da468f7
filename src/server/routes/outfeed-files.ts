import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#server/http/api-error.ts';
import { entriesOf, type OutfeedRow, outfeedsQuery } from '#server/queries/outfeeds.ts';
import { type OutfeedFormat, outfeedFormats } from '#server/serializers/outfeed-formats.ts';
import type { Services } from './handler.ts';

/** Programs that fetch a feed send the key as they can: also as the password of HTTP Basic, or as a bearer token. */
export const outfeedConfig = { operationId: 'outfeedFile', takesAuthorization: true };

/** `/feeds/<name>` as plain text, and with an ending in another format. */
export function registerOutfeedFiles(app: FastifyInstance, services: Pick<Services, 'engine'>): void {
  app.get<{ Params: { file: string } }>('/feeds/:file', { config: outfeedConfig }, async (request, reply) => {
    const [, name = '', ending = 'txt'] = /^([a-z0-9-]+)(?:\.([a-z]+))?$/.exec(request.params.file) ?? [];
    const format = Object.hasOwn(outfeedFormats, ending) ? outfeedFormats[ending] : undefined;
    const feed = format && (await readyOutfeed(name, services));
    if (!feed) {
      const endings = Object.keys(outfeedFormats).map((each) => `.${each}`);
      throw new ApiError(
        404,
        'no_such_feed',
        `There is no such feed. Ask for /feeds/NAME, or add one of ${endings.join(', ')}.`,
      );
    }
    const head = format.head(feed);
    void reply.headers({
      'content-type': format.type,
      etag: `W/"${createHash('sha256')
        .update(JSON.stringify([ending, head, feed.changed]))
        .digest('base64url')
        .slice(0, 22)}"`,
      'last-modified': new Date(feed.changed / 1000).toUTCString(),
      'cache-control': 'private, no-cache',
    });
    if (isFresh(request, reply)) return reply.code(304).send();
    return reply.send(Readable.from(linesOf(feed, format, services)));
  });
}

/**
 * The feed of this name, with at least one renewal; undefined when there is none.
 * @throws ApiError 503 before its first renewal, because an empty list would unblock everything
 */
async function readyOutfeed(name: string, { engine }: Pick<Services, 'engine'>): Promise<OutfeedRow | undefined> {
  const [feed] = name === '' ? [] : await engine.query(outfeedsQuery(name));
  if (feed?.changed === 0)
    throw new ApiError(503, 'feed_not_ready', 'This feed was defined just now and has no entries yet.', {
      retryAfterSeconds: 10,
    });
  return feed;
}

async function* linesOf(feed: OutfeedRow, { head, entry, tail }: OutfeedFormat, { engine }: Pick<Services, 'engine'>) {
  yield head(feed);
  let [left, count] = [0, 0];
  for await (const page of entriesOf((query) => engine.query(query), feed)) {
    const lines = page.map(entry);
    count += lines.length;
    left += lines.filter((line) => line === '').length;
    yield lines.join('');
  }
  // breaks the answer off: a shorter list would unblock what it lacks
  if (count !== feed.domains + feed.addresses) throw new Error(`the feed ${feed.name} was removed while it was read`);
  yield tail(left);
}

/** RFC 9110, 13.1: a list of entity tags decides alone; without one, the time does. */
function isFresh({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  const etag = String(reply.getHeader('etag')).slice(2);
  if (tags !== undefined) return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
  return since !== undefined && Date.parse(String(reply.getHeader('last-modified'))) <= Date.parse(since);
}
