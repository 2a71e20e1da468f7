import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import type { Watch, WatchEvents, Watches, WatchPreview } from '#contract/generated/types.gen.ts';
import { openWebhooks } from '#server/live/webhooks.ts';
import { key } from '#test/server/collection.ts';
import { useFeedStage } from '#test/server/feed-stage.ts';
import { logClient } from '#test/server/log-client.ts';
import { useOpened } from '#test/server/use-opened.ts';
import { isSigned, openWebhookReceiver, receiverAllowance } from '#test/server/webhook-receiver.ts';
import { zeekLog } from '#test/server/zeek-log.ts';

const address = '198.51.100.7';
const start = new Date();
const keys = {
  reader: 'a-key-of-a-reader-x',
  analyst: 'a-key-of-an-analyst',
  admin: key,
  feed: 'a-key-of-a-feed-reader',
};
const env = {
  SIGHTLINE_API_KEYS: Object.entries(keys)
    .map(([role, text]) => `my-${role}:${role}:${text}`)
    .join(','),
};
const receiver = useOpened(openWebhookReceiver);
const stage = useFeedStage(() => ({
  start,
  hasScores: false,
  env,
  overrides: {
    detectMilliseconds: 500,
    deliverMilliseconds: 100,
    sendWebhook: openWebhooks({ testAllowance: receiverAllowance(receiver.port) }),
  },
}));
beforeAll(() => stage.service().refreshDaily());

const client = logClient(stage);
const events = (query = '', key: string = keys.analyst) =>
  client.get<Required<WatchEvents>>(`/sightline/watchevents${query}`, key);
const watches = async () => (await client.get<Required<Watches>>('/sightline/watches')).watches;

async function watch(body: object): Promise<Required<Watch>> {
  const { status, response, error } = await client.send('/sightline/watches', body, { key: keys.analyst });
  if (status !== 200) throw new Error(`${status} ${error?.message}`);
  return response as Required<Watch>;
}

/** A log of names at the address, some minutes after the start of the hour. */
async function importLog(names: readonly string[], minutesLater: number): Promise<void> {
  const at = start.getTime() / 1000 - 7200 + minutesLater * 60;
  const log = zeekLog(names.map((name) => [at, name, address]));
  const id = await client.upload('dns.log', Buffer.from(log), { start: 1 });
  expect(await client.settled(id)).toMatchObject({ state: 'done' });
}

let clock = start.getTime();
function pass(seconds: number): void {
  clock += seconds * 1000;
  stage.pass(seconds);
}

/** Lets a minute pass, imports, and waits until there are so many events. */
async function importAndTell(names: readonly string[], minutesLater: number, total: number): Promise<void> {
  pass(60);
  await importLog(names, minutesLater);
  await expect.poll(async () => (await events()).total, { timeout: 60_000 }).toBe(total);
}

const names = Array.from({ length: 1000 }, (_, index) => `old-${index}.watch.test`);
let made: Required<Watch>;

it('makes the base line and tells nothing', async () => {
  await importLog(names, 0);
  made = await watch({
    what: 'subject',
    type: 'ipv4',
    subject: address,
    webhook: receiver.url,
    dashboard: 'https://desk.example/',
  });
  expect(made).toMatchObject({
    title: address,
    words: `the IPv4 address ${address}`,
    page: `/ip/${address}`,
    last_event: null,
  });
  expect(made.webhook_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(made.last_run).toMatchObject({ is_first: true });
  expect(made.last_run?.entries).toBeGreaterThanOrEqual(1000);
  await watch({
    what: 'search',
    request: '/api/v1/explore/padns/lookup/query/a/*.watch.test?limit=3&sort=last_seen/-',
  });
  expect(await events()).toMatchObject({ total: 0, unread: 0, events: [] });
  const [listed] = await watches();
  expect(JSON.stringify(await watches())).not.toContain('token=a');
  expect(listed).not.toHaveProperty('webhook_secret');
});

it('tells within one run what is new, and is silent about 1,000 records that were seen again', async () => {
  await importAndTell([...names, 'new.watch.test'], 10, 2);
  const told = await events();
  expect(told.unread).toBe(2);
  for (const event of told.events) {
    expect(event).toMatchObject({ appeared: 1, gone: 0, changed: 0, is_unread: true, is_muted: false });
    expect(event.changes).toEqual([
      expect.objectContaining({ change: 'appeared', key: `new.watch.test A ${address}` }),
    ]);
    expect(event.why).toMatch(/^You watch .*this changed: (names|records): 1 new\.$/);
  }
  await importLog(names, 20); // a run without an event, before those of the next tests
});

it('sends the webhook once, with a valid signature, after the receiver was down', async () => {
  const waiting = async () => (await events(`?watch=${made.id}`)).events[0];
  await expect.poll(waiting).toMatchObject({ webhook: 'waiting', webhook_tries: 1 });
  expect((await waiting())?.webhook_error).toMatch(/refused/);
  await receiver.up(500);
  pass(11);
  await expect.poll(waiting).toMatchObject({ webhook: 'waiting', webhook_tries: 2 });
  expect((await waiting())?.webhook_error).toBe('The receiver answered with the status 500.');
  await receiver.up(204);
  pass(21);
  await expect.poll(waiting).toMatchObject({ webhook: 'delivered', webhook_tries: 3, webhook_error: '' });
  pass(3600);
  await pause(500);
  expect(receiver.received).toHaveLength(2);
  const [refused, taken] = receiver.received;
  const { id } = (await waiting()) ?? {};
  expect([refused, taken].map((each) => each?.headers['webhook-id'])).toEqual([id, id]);
  expect(refused?.body).toBe(taken?.body);
  for (const each of receiver.received) expect(isSigned(each, made.webhook_secret)).toBe(true);
  expect(isSigned({ ...receiver.received[0]!, body: `${taken?.body} ` }, made.webhook_secret)).toBe(false);
  expect(JSON.parse(taken?.body ?? '')).toMatchObject({
    type: 'watch.changed',
    data: {
      event: id,
      watch: { id: made.id },
      counts: { appeared: 1, gone: 0, changed: 0 },
      links: { event: `https://desk.example/watches?event=${id}`, page: `https://desk.example/ip/${address}` },
    },
  });
});

it('counts unread events by key', async () => {
  const [newest] = (await events()).events;
  const seen = await client.send('/sightline/watchevents/seen', { until: newest?.at }, { key: keys.analyst });
  expect(seen.response).toEqual({ unread: 0 });
  expect((await events()).events.map((each) => each.is_unread)).toEqual([false, false]);
  expect((await events('', keys.reader)).unread).toBe(2);
});

it('finds the event of a link', async () => {
  const older = (await events()).events[1];
  expect(await events(`?event=${older?.id}&limit=1`)).toMatchObject({ total: 1, events: [older] });
  expect(await events('?event=gone')).toMatchObject({ total: 0, events: [] });
});

it('keeps what changes while it is muted, and tells it nowhere', async () => {
  const muted = await client.send(
    `/sightline/watches/${made.id}/mute`,
    { until: stage.today() },
    { key: keys.analyst },
  );
  expect(muted.status).toBe(200);
  await importAndTell([...names, 'later.watch.test'], 30, 4);
  expect((await events(`?watch=${made.id}`)).events[0]).toMatchObject({
    is_muted: true,
    is_unread: false,
    webhook: 'none',
  });
  expect((await events()).unread).toBe(1);
  expect(receiver.received).toHaveLength(2);
});

it('goes on after a restart', async () => {
  await stage.restart();
  stage.service().refreshDaily();
  expect((await watches()).map(({ title }) => title)).toContain(address);
  await importAndTell(['after.watch.test'], 40, 6);
  expect((await events()).events[0]?.changes).toHaveLength(1);
});

it('tells nothing about subjects that are never flagged, and counts them', async () => {
  const judged = { subjects: ['own.test'], kind: 'never-flag', reason: 'ours', below: 1 };
  expect((await client.send('/sightline/judgements', judged)).status).toBe(200);
  await importAndTell(['www.own.test', 'foreign.watch.test'], 50, 8);
  const [newest] = (await events(`?watch=${made.id}`)).events;
  expect(newest).toMatchObject({ appeared: 1, silenced: 1 });
  expect(newest?.changes?.map(({ key }) => key)).toEqual([`foreign.watch.test A ${address}`]);
});

it('says what it cannot compare, and what cannot be known before', async () => {
  const preview = async (body: object) =>
    (await client.send('/sightline/watches/preview', body, { key: keys.analyst })).response as Required<WatchPreview>;
  const young = await preview({ what: 'search', request: '/explore/padns/lookup/query/a/*.watch.test' });
  expect(young).toMatchObject({ entries: 1004, times: null, days: 30 });
  expect(young.parts[0]?.why_unknown).toMatch(/^The data begins on .*, less than 30 days ago\.$/);
  const connections = await preview({ what: 'search', request: '/connections/domain/old-1.watch.test' });
  expect(connections.parts.map(({ part, entries }) => [part, typeof entries])).toEqual([
    ['Related subjects', 'number'],
    ['Shared values', 'number'],
  ]);
  const detector = await preview({ what: 'finding', detector: 'fast-flux', network: '198.51.100.0/24' });
  expect(detector.parts[0]).toMatchObject({ entries: null });
  expect(detector.parts[0]?.reason).toMatch(/^The detector (lacks data|has not run)/);
});

it.each([
  ['request', { what: 'search', request: '/explore/domain/domaininfo/watch.test' }],
  ['request', { what: 'search', request: '/explore/padns/lookup/query/nonsense/watch.test' }],
  ['request', { what: 'search', request: '/explore/padns/lookup/query/a/watch.test?as_of=2026-01-01' }],
  ['subject', { what: 'subject', type: 'ipv4', subject: 'watch.test' }],
  ['detector', { what: 'finding', detector: 'none' }],
  ['network', { what: 'finding', detector: 'fast-flux', network: 'all' }],
  ['webhook', { what: 'subject', subject: 'watch.test', webhook: 'ftp://hooks.example/' }],
  ['webhook', { what: 'subject', subject: 'watch.test', webhook: 'https://hooks.example:8443/' }],
  ['page', { what: 'subject', subject: 'watch.test', page: '//other.example/' }],
  ['dashboard', { what: 'subject', subject: 'watch.test', dashboard: 'javascript:alert(1)' }],
])('refuses a wrong %s', async (parameter, body) => {
  const { status, error } = await client.send('/sightline/watches', body, { key: keys.analyst });
  expect([status, error]).toMatchObject([400, { parameter }]);
});

it('is a valid Atom feed, with the key as the password', async () => {
  const ask = (headers: Record<string, string>) => stage.service().app.inject({ url: '/watches.atom', headers });
  const refused = await ask({});
  expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([
    401,
    'Basic realm="Sightline", charset="UTF-8"',
  ]);
  const answer = await ask({ authorization: `Basic ${Buffer.from(`me:${keys.feed}`).toString('base64')}` });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  expect(atomFaults(answer.body)).toEqual([]);
  expect(answer.body.match(/<entry>/g)).toHaveLength(5); // without the muted events
});

it('is removed with its base, and its events stay', async () => {
  const { status } = await client.send(`/sightline/watches/${made.id}/remove`, {}, { key: keys.analyst });
  expect(status).toBe(200);
  expect((await watches()).map(({ id }) => id)).not.toContain(made.id);
  expect((await events(`?watch=${made.id}`)).total).toBe(4);
  const again = await client.send(`/sightline/watches/${made.id}/remove`, {}, { key: keys.analyst });
  expect([again.status, again.error?.code]).toEqual([404, 'no_such_watch']);
});

it('holds webhooks back in quiet hours, and sends one digest after them', async () => {
  const hour = (hours: number) => new Date(clock + hours * 3_600_000).toISOString().slice(11, 16);
  await stage.restart({ ...env, SIGHTLINE_WEBHOOK_QUIET_HOURS: `${hour(-1)}-${hour(1)}` });
  stage.service().refreshDaily();
  const request = '/explore/padns/lookup/query/a/*.quiet.test';
  await importLog(['one.quiet.test'], 60);
  const quiet = await watch({ what: 'search', request, webhook: receiver.url });
  const { total } = await events();
  const before = receiver.received.length;
  await importAndTell(['two.quiet.test'], 61, total + 1);
  await importAndTell(['three.quiet.test'], 62, total + 2);
  const own = async () => (await events(`?watch=${quiet.id}`)).events;
  await pause(500);
  expect((await own()).map(({ webhook, webhook_tries: tries }) => [webhook, tries])).toEqual([
    ['waiting', 0],
    ['waiting', 0],
  ]);
  expect(receiver.received).toHaveLength(before);
  pass(2 * 3600);
  await expect.poll(async () => (await own()).map(({ webhook }) => webhook)).toEqual(['delivered', 'delivered']);
  await pause(500);
  const sent = receiver.received.slice(before);
  expect(sent).toHaveLength(1);
  expect(isSigned(sent[0]!, quiet.webhook_secret)).toBe(true);
  const { data } = JSON.parse(sent[0]?.body ?? '');
  expect(data).toMatchObject({ event: sent[0]?.headers['webhook-id'], counts: { appeared: 2, gone: 0 } });
  expect(data.events).toEqual((await own()).map(({ id }) => id).toReversed());
  expect(data.changes.map(({ key }: { key: string }) => key.split(' ')[0])).toEqual([
    'two.quiet.test',
    'three.quiet.test',
  ]);
});

/** What RFC 4287 requires of a feed with text content, as far as this feed uses it. */
function atomFaults(xml: string): string[] {
  const faults: string[] = [];
  const check = (isGood: boolean, fault: string) => void (isGood || faults.push(fault));
  const [, feed = ''] =
    /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">(.*)<\/feed>\n$/s.exec(
      xml,
    ) ?? [];
  check(feed !== '', '4.1.1 the document is a feed in the namespace of Atom');
  const entries = [...feed.matchAll(/<entry>(.*?)<\/entry>/gs)].map(([, entry = '']) => entry);
  const head = feed.replace(/<entry>.*<\/entry>/s, '');
  const count = (text: string, element: string) => text.split(`<${element}>`).length - 1;
  const dates = /<updated>(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)<\/updated>/;
  for (const [where, text] of [['feed', head], ...entries.map((entry) => ['entry', entry])] as [string, string][]) {
    for (const element of ['id', 'title', 'updated']) check(count(text, element) === 1, `${where} has one ${element}`);
    check(dates.test(text), `3.3 ${where}: updated is a date of RFC 3339`);
    check(
      /<id>urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}<\/id>/.test(text),
      `4.2.6 ${where}: the id is an IRI`,
    );
    for (const [, attributes = ''] of text.matchAll(/<link ([^>]*)\/>/g))
      check(/href="https?:\/\/[^"\s]+"/.test(attributes), `4.2.7.1 ${where}: a link has a href`);
    check(!/&(?!amp;|lt;|gt;|quot;)/.test(text), `${where}: entities`);
  }
  check(count(head, 'author') === 1 && head.includes('<name>'), '4.1.1 the feed has an author with a name');
  check(/<link rel="self"/.test(head), '4.1.1 the feed should have a link to itself');
  const ids = [...feed.matchAll(/<id>([^<]*)<\/id>/g)].map(([, id]) => id);
  check(new Set(ids).size === ids.length, '4.2.6 ids are unique');
  for (const entry of entries)
    check(/<content type="text">[^<]*<\/content>/.test(entry), '4.1.3 text content has no elements');
  const updated = [...feed.matchAll(new RegExp(dates, 'g'))].map(([, at = '']) => at);
  check(updated[0] === updated.slice(1).toSorted().at(-1), '4.2.15 the feed was updated with its newest entry');
  return faults;
}

it('names a watched AS as everywhere else', async () => {
  expect(await watch({ what: 'subject', type: 'asn', subject: '64666' })).toMatchObject({ title: 'AS64666' });
});
