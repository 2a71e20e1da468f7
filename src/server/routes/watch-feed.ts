import type { FastifyInstance } from 'fastify';
import { everyEvent, watchEventsQuery } from '#server/queries/watches.ts';
import { atomFeed } from '#server/watches/atom-feed.ts';
import { eventOf } from '#server/watches/watch-store.ts';
import type { Services } from './handler.ts';

/** Events in the feed: as many as a reader that asks once a week may have missed. */
const mostFeedEntries = 100;

/** `/watches.atom`: the events of the watches for feed readers, which send the key as the password of HTTP Basic authentication. */
export function registerWatchFeed(app: FastifyInstance, { engine, now }: Services): void {
  const config = { operationId: 'watchFeed', takesAuthorization: true };
  app.get('/watches.atom', { config }, async (request, reply) => {
    const rows = await engine.query(watchEventsQuery(everyEvent, { limit: mostFeedEntries, skip: 0 }));
    const events = rows.map(eventOf).filter(({ isMuted }) => !isMuted);
    void reply.header('cache-control', 'private, no-cache').type('application/atom+xml; charset=utf-8');
    return atomFeed(events, { origin: `${request.protocol}://${request.host}`, now: now() });
  });
}
