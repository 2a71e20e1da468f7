import { dateToIsoDate, firstOfLastDays, isoDateToDate, plusDays } from '#model/dates.ts';
import { parseCidr } from '#model/cidr.ts';
import { quietHoursText } from '#model/quiet-hours.ts';
import { nameServer } from '#model/indicator-kind.ts';
import { indicatorText } from '#model/indicator-of.ts';
import { recogniseValue } from '#model/recognise-value.ts';
import type { Engine } from '#server/engine/engine.ts';
import { badInput, shortened } from '#server/http/api-error.ts';
import {
  everyEvent,
  type HistoryRow,
  historyQuery,
  lastEventsQuery,
  watchEventCountQuery,
  watchEventsQuery,
} from '#server/queries/watches.ts';
import { mostShown, mostWatches, type subjectTypes, type Watch, type WatchTarget } from '#server/watches/watch.ts';
import type { PartReading } from '#server/watches/watch-service.ts';
import { eventOf, markSeen, seenUntil, type StoredEvent } from '#server/watches/watch-store.ts';
import { targetWords } from '#server/watches/watch-words.ts';
import { paths } from '#web/url/paths.ts';
import { subjectPath } from '#web/url/subject-path.ts';
import {
  type AllServices,
  type Call,
  type LiveHandler,
  type Services,
  type WriterServices,
  writerOf,
} from './handler.ts';

type Watches = WriterServices['watches'];
type Detectors = AllServices['detectors'];

const previewDays = 30;

const watches: LiveHandler<'watches'> = {
  answer: (_, services) => listed(writerOf(services).watches, services),
};

const watchAdd: LiveHandler<'watchAdd'> = {
  async answer({ body, author, urlOf }, services) {
    const target = readTarget(body, services.detectors);
    const { watches: service } = writerOf(services);
    const watch = await service.add({
      target,
      author,
      title: body.title?.trim() || titleOf(target, services.detectors),
      page: readPage(body.page ?? '', target),
      origin: readOrigin(body.dashboard || urlOf('')),
      webhookUrl: readWebhook(body.webhook ?? ''),
    });
    const secret = watch.webhook && { webhook_secret: watch.webhook.secret };
    return { ...recordOf(watch, { service, detectors: services.detectors, lastEvent: null }), ...secret };
  },
};

const watchPreview: LiveHandler<'watchPreview'> = {
  async answer({ body, signal }, services) {
    const target = readTarget(body, services.detectors);
    const readings = await writerOf(services).watches.preview(target, signal);
    const history = await services.engine.query(historyQuery(), { signal, limits: 'list' });
    const today = dateToIsoDate(services.now());
    const since = dateToIsoDate(firstOfLastDays(previewDays, services.now()));
    const parts = readings.map((reading) => previewOf(reading, history, { since, today }));
    const known = parts.filter(({ days }) => days);
    return {
      words: targetWords(target, body.title?.trim() || titleOf(target, services.detectors), services.detectors),
      entries: parts.reduce((sum, { entries }) => sum + (entries ?? 0), 0),
      days: previewDays,
      times: known.length === 0 ? null : new Set(known.flatMap(({ days }) => days ?? [])).size,
      parts: parts.map(({ days, ...part }) => ({ ...part, told_days: days ? days.length : null })),
    };
  },
};

const watchMute: LiveHandler<'watchMute'> = {
  async answer({ path, body: { until } }, services) {
    if (until !== '' && !(/^\d{4}-\d{2}-\d{2}$/.test(until) && isoDateToDate(until)))
      throw badInput('until', 'Send the last day of the mute as yyyy-mm-dd, or nothing to end it.');
    if (until !== '' && until < dateToIsoDate(services.now()))
      throw badInput('until', 'This day is over. Send today or a later day.');
    const { watches: service } = writerOf(services);
    await service.mute(path.watch_id, until);
    return listed(service, services);
  },
};

const watchRemove: LiveHandler<'watchRemove'> = {
  async answer({ path }, services) {
    const { watches: service } = writerOf(services);
    await service.remove(path.watch_id);
    return listed(service, services);
  },
};

const watchEvents: LiveHandler<'watchEvents'> = {
  async answer({ query: { watch = '', event = '', limit = 50, skip = 0 }, owner, signal }, { engine }) {
    const seen = await seenUntil(engine, owner);
    const [rows, [own], [all]] = await Promise.all([
      engine.query(watchEventsQuery({ watch, event }, { limit, skip }), { signal }),
      engine.query(watchEventCountQuery({ watch, event }, seen), { signal }),
      engine.query(watchEventCountQuery(everyEvent, seen), { signal }),
    ]);
    return {
      total: own?.total ?? 0,
      unread: all?.unread ?? 0,
      events: rows.map((row) => eventRecord(eventOf(row), seen)),
    };
  },
};

const watchEventsSeen: LiveHandler<'watchEventsSeen'> = {
  async answer({ body: { until }, owner, signal }, { engine, now }) {
    const time = Date.parse(until);
    if (!Number.isFinite(time)) throw badInput('until', 'Send the time of an event, such as 2026-11-29T08:00:00.000Z.');
    const seen = Math.max(await seenUntil(engine, owner), Math.min(time, now().getTime()));
    await markSeen(engine, owner, seen);
    return { unread: await unreadSince(seen, engine, signal) };
  },
};

/** How many events of watches a key has not seen. @param owner its id @throws EngineError */
export async function unreadEvents(owner: string, { engine }: Pick<Services, 'engine'>, signal: AbortSignal) {
  return unreadSince(await seenUntil(engine, owner), engine, signal);
}

async function unreadSince(seen: number, engine: Engine, signal: AbortSignal): Promise<number> {
  const [all] = await engine.query(watchEventCountQuery(everyEvent, seen), { signal });
  return all?.unread ?? 0;
}

/** @throws ApiError 400 */
function readTarget(
  { what, type = 'domain', subject = '', ...body }: Call<'watchAdd'>['body'],
  detectors: Detectors,
): WatchTarget {
  if (what === 'search') return { what, request: body.request ?? '' };
  if (what === 'subject') return { what, type, subject: readSubject(type, subject) };
  const { detector = '', network = '' } = body;
  if (!detectors.some(({ id }) => id === detector))
    throw badInput('detector', `There is no such detector. Send one of: ${detectors.map(({ id }) => id).join(', ')}.`);
  if (network !== '' && !parseCidr(network))
    throw badInput('network', 'Send a network as CIDR, such as 192.0.2.0/24, or nothing.');
  return { what, detector, network };
}

/** The canonical text. @throws ApiError 400 */
function readSubject(type: (typeof subjectTypes)[number], text: string): string {
  const { interpretations } = recogniseValue(text);
  const found = interpretations.find(({ kind }) => kind === type);
  if (found) return found.value;
  // any domain name may be a name server
  const name = type === 'name-server' ? interpretations.find(({ kind }) => kind === 'domain') : undefined;
  if (name) return nameServer(name.value).value;
  throw badInput('subject', `'${shortened(text)}' is not of the type ${type}.`);
}

function titleOf(target: WatchTarget, detectors: Detectors): string {
  if (target.what === 'subject') return indicatorText({ kind: target.type, value: target.subject });
  const words =
    target.what === 'search' ? target.request : targetWords(target, '', detectors).replace('findings', 'Findings');
  return words.slice(0, 120);
}

/** A path below the dashboard. @throws ApiError 400 */
function readPage(page: string, target: WatchTarget): string {
  if (/^\/(?![/\\])[^\s\\]*$/.test(page)) return page;
  if (page !== '') throw badInput('page', 'Send a path of the dashboard, such as /domain/login-acme.example.');
  if (target.what === 'search') return paths.watches();
  return target.what === 'finding'
    ? paths.findings({ detector: target.detector })
    : subjectPath(target.type, target.subject);
}

/** @throws ApiError 400 */
function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw badInput('dashboard', 'Send scheme and host, such as https://sightline.corp.example.');
  return url.origin;
}

/** @throws ApiError 400 */
function readWebhook(text: string): string {
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isUsable =
    url && ['http:', 'https:'].includes(url.protocol) && url.port === '' && !url.username && !url.password;
  if (!isUsable) throw badInput('webhook', 'Send an http or https URL without a port and without a password.');
  return url.href;
}

async function listed(service: Watches, { engine, detectors }: AllServices) {
  const last = new Map((await engine.query(lastEventsQuery())).map(({ watch, at }) => [watch, at]));
  const newest = service.watches.toReversed();
  return {
    limit: mostWatches,
    quiet_hours: service.quietHours ? quietHoursText(service.quietHours) : null,
    watches: newest.map((watch) => recordOf(watch, { service, detectors, lastEvent: last.get(watch.id) ?? null })),
  };
}

interface Listed {
  readonly service: Watches;
  readonly detectors: Detectors;
  readonly lastEvent: string | null;
}

function recordOf(watch: Watch, { service, detectors, lastEvent }: Listed) {
  const run = service.runOf(watch.id);
  return {
    id: watch.id,
    title: watch.title,
    what: watch.target.what,
    words: targetWords(watch.target, watch.title, detectors),
    page: watch.page,
    made_by: watch.author,
    made_at: watch.madeAt,
    muted_until: watch.mutedUntil ?? null,
    webhook_host: watch.webhook ? new URL(watch.webhook.url).host : null,
    last_event: lastEvent,
    last_run: run
      ? {
          at: run.at,
          state: run.state,
          is_first: run.isFirst,
          entries: run.entries,
          silenced: run.silenced,
          skipped: run.skipped,
        }
      : null,
  };
}

function eventRecord(event: StoredEvent, seen: number) {
  const { id, watch, title, at, why, page, isMuted, silenced, changes, delivery } = event;
  const count = (kind: string) => changes.filter(({ change }) => change === kind).length;
  return {
    id,
    watch,
    title,
    at,
    why,
    page,
    is_muted: isMuted,
    is_unread: !isMuted && Date.parse(at) > seen,
    appeared: count('appeared'),
    gone: count('gone'),
    changed: count('changed'),
    silenced,
    changes: changes.slice(0, mostShown),
    webhook: delivery?.state ?? ('none' as const),
    webhook_error: delivery?.error ?? '',
    webhook_tries: delivery?.tries ?? 0,
  };
}

interface Days {
  readonly since: string;
  readonly today: string;
}

/** The days since `since` on which records of the part began, where the data of all these days is there. */
function previewOf({ part, entries, reason }: PartReading, history: readonly HistoryRow[], { since, today }: Days) {
  const plain = { part: part.name, entries: entries?.length ?? null, reason };
  const reach = history.find((each) => each.history === part.history);
  const unknown = (why_unknown: string) => ({ ...plain, days: undefined, why_unknown });
  if (!entries) return unknown('It cannot be read.');
  if (!reach) return unknown('The records do not say when they began.');
  if (reach.last < since) return unknown(`There is no data of the last ${previewDays} days.`);
  if (reach.first > since || reach.first === '1970-01-01')
    return unknown(`The data begins on ${reach.first}, less than ${previewDays} days ago.`);
  const days = new Set(
    entries.flatMap(({ since: day }) => (day && day >= since && day <= plusDays(today, 1) ? [day] : [])),
  );
  return { ...plain, days: [...days], why_unknown: '' };
}

export const watchHandlers = {
  watches,
  watchAdd,
  watchPreview,
  watchMute,
  watchRemove,
  watchEvents,
  watchEventsSeen,
};
