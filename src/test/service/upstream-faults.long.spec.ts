// @module-tag long
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { offlineClient } from '#server/live/open-outbound-client.ts';
import { openTestService } from '#test/server/collection.ts';
import { openReplayProvider, providerKey, type Reply, sendJson, withProvider } from '#test/server/replay-provider.ts';
import { useOpened } from '#test/server/use-opened.ts';

/** A provider that misbehaves in every way that was seen, behind a collection that is empty. */
const log: string[] = [];
afterAll(() => expect(log.join('\n'), 'the key is in no log').not.toContain(providerKey));
const provider = useOpened(openReplayProvider);
/** Where redirects lead, which are not followed. */
const otherHost = useOpened(openReplayProvider);
afterAll(() => expect(otherHost.requests).toEqual([]));
const service = useOpened(() =>
  openTestService({
    live: offlineClient(),
    env: withProvider(provider.url),
    log: (line) => log.push(line),
    upstream: {
      waits: {
        answerMilliseconds: 300,
        jobAnswerMilliseconds: 300,
        jobMilliseconds: 400,
        pollMilliseconds: 20,
        breakMilliseconds: 60_000,
      },
    },
  }),
);
beforeEach(async () => {
  provider.clear();
  // a new start: nothing is known of what the provider did before, but what was kept and sent stays
  await service.reconfigure({});
});

let count = 0;
/** A name that no test asked about before. */
const freshName = () => `name-${(count += 1)}.example`;
const forward = (name: string) => `/explore/padns/lookup/query/ns/${name}`;
const kept = async (name: string) =>
  service.engine.query<{ question: string }>({
    name: 'spec',
    sql: 'SELECT question FROM upstream_answers WHERE position(question, {name:String}) > 0',
    params: { name },
  });
const flush = () => service.get('/sightline/upstream?limit=0');

const page = '<html><body>Sign in</body></html>';
const elsewhere = () => `${otherHost.url}/`;
const faults: readonly (readonly [string, Reply, string, RegExp])[] = [
  [
    'a gateway without an envelope',
    (_, r) => sendJson(r, 401, { errors: [{ message: 'No credentials.', code: 'not_authenticated' }] }),
    'upstream_failed',
    /does not accept the key \(HTTP 401\): No credentials/,
  ],
  [
    'an unknown path at the gateway',
    (_, r) => sendJson(r, 403, { errors: [{ message: 'No.', code: 'permission_denied' }] }),
    'upstream_failed',
    /may lack the permission, or the deployment the operation/,
  ],
  [
    'a page of a proxy',
    (_, r) => r.writeHead(502, { 'content-type': 'text/html' }).end(page),
    'upstream_failed',
    /HTTP 502/,
  ],
  [
    'a page with status 200',
    (_, r) => r.writeHead(200, { 'content-type': 'text/html' }).end(page),
    'upstream_failed',
    /not JSON \(HTTP 200, text\/html\)/,
  ],
  [
    'a failure inside of status 200',
    (_, r) => sendJson(r, 200, { status_code: 500, error: 'boom', response: {} }),
    'upstream_failed',
    /HTTP 500\): boom/,
  ],
  [
    'an answer without a response',
    (_, r) => sendJson(r, 200, { status_code: 200, error: null }),
    'upstream_failed',
    /answer of the provider has no “response”/,
  ],
  ['"bad request" in a record', { records: [{ error: 'bad request' }] }, 'upstream_failed', /rejected the query/],
  [
    '429 without Retry-After',
    (_, r) => sendJson(r, 429, { errors: [{ message: 'Slow down.', code: 'throttled' }] }),
    'upstream_over_quota',
    /accepts no more calls right now: Slow down/,
  ],
  [
    'a redirect',
    (_, r) => r.writeHead(302, { location: elsewhere() }).end(),
    'upstream_failed',
    /Redirects are not followed/,
  ],
  ['silence', () => undefined, 'upstream_failed', /did not answer in time/],
  ['a connection that is cut', (_, r) => r.destroy(), 'upstream_failed', /cut the connection/],
  [
    'a job that is pending for ever',
    { job_status: { job_id: '6bd0ba36-9f30-4beb-8a7a-164123ecdc30', status: 'PENDING' } },
    'upstream_failed',
    /did not end at the provider/,
  ],
  [
    'a switch to another protocol',
    (_, r) => r.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    'upstream_failed',
    /switched to another protocol \(101\)/,
  ],
  [
    'interim responses without end',
    (_, r) => r.socket?.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)),
    'upstream_failed',
    /too many interim responses/,
  ],
  [
    'an answer nested 100,000 deep',
    (_, r) => r.end(`{"status_code":200,"response":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    'upstream_failed',
    /nested too deeply/,
  ],
  [
    'an echo of the key',
    (_, r) => sendJson(r, 400, { errors: [{ message: `bad key ${providerKey}`, code: 'x' }] }),
    'upstream_failed',
    /bad key \*\*\*/,
  ],
];

describe('where only the provider could answer', () => {
  it.each(faults)('%s is a failure, is logged as sent, and is not kept', async (_, reply, code, message) => {
    const name = freshName();
    provider.replyToAll(reply);
    const { status, body } = await service.get(forward(name));
    expect(status).toBe(code === 'upstream_failed' ? 502 : 503);
    expect(body['error']).toMatchObject({ code, message: expect.stringMatching(message) as string });
    await flush();
    expect(await kept(name)).toEqual([]);
    const { response } = await service.get('/sightline/upstream?limit=100');
    expect(response.sent.some((call: { value: string }) => call.value.includes(name))).toBe(true);
    expect(JSON.stringify(response)).not.toContain(providerKey);
  });

  it.each(faults)('%s leaves what this collection knows, and says so', async (_, reply, code) => {
    const name = freshName();
    await service.add({
      obs: [
        {
          rrtype: 'NS',
          rrname: name,
          rdata: 'ns.own.example',
          first_seen: '2026-10-01 00:00:00',
          last_seen: '2026-10-02 00:00:00',
          count: 1,
          ttl: 60,
          sources: 4,
          rrset: [],
          wmseq: 0,
        },
      ],
    });
    provider.replyToAll(reply);
    const { status, body, response } = await service.get(forward(name));
    expect(status).toBe(200);
    expect(response.records).toMatchObject([{ answer: 'ns.own.example', sources: ['own'], own_sources: ['logs'] }]);
    expect(body['upstream']).toMatchObject({ state: code.replace('upstream_', ''), sources: ['own'] });
  });

  it('a dead provider is a failure, and after five of them it is left alone', async () => {
    const dead = await openReplayProvider();
    await dead.close();
    await service.reconfigure({ SIGHTLINE_UPSTREAM_URL: dead.url });
    for (let tries = 0; tries < 5; tries += 1)
      expect((await service.get(forward(freshName()))).body['error']).toMatchObject({
        code: 'upstream_failed',
        message: expect.stringContaining('refused the connection') as string,
      });
    expect((await service.get(forward(freshName()))).body['error']).toMatchObject({
      message: expect.stringContaining('paused for a while') as string,
    });
    expect((await service.get('/sightline/upstream')).response).toMatchObject({
      state: 'resting',
      last_failure: { code: 'unreachable' },
    });
  });

  it('after 429 nothing is sent for a while', async () => {
    provider.replyToAll((_, response) => sendJson(response, 429, {}));
    await service.get(forward(freshName()));
    provider.replyToAll({ records: [] });
    expect((await service.get(forward(freshName()))).body['error']).toMatchObject({ code: 'upstream_over_quota' });
    expect(provider.requests).toHaveLength(1);
  });
});

describe('a key with characters that JSON and URLs escape', () => {
  const secret = 'a-"quoted"/key+with\\all';
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), encodeURI(secret)];
  const texts = async () => {
    await flush();
    const tables = await Promise.all(
      ['upstream_answers', 'upstream_calls'].map((table) =>
        service.engine.query({ name: 'spec', sql: `SELECT * FROM ${table}` }),
      ),
    );
    const status = (await service.get('/sightline/upstream?limit=100')).body;
    // strings as they are, and as the answer and the log carry them
    return [...log, JSON.stringify([tables, status])].flatMap((text) => [
      text,
      text.replaceAll('\\\\', '\\').replaceAll('\\"', '"'),
    ]);
  };

  it.each(forms)('is in no answer, log or stored row when the provider echoes it as %s', async (form) => {
    await service.reconfigure({ SIGHTLINE_UPSTREAM_KEY: secret });
    const [refused, answered] = [freshName(), freshName()];
    provider.reply(forward(refused), (_, r) => sendJson(r, 400, { errors: [{ message: `bad ${form}`, code: form }] }));
    provider.reply(forward(answered), { records: [{ query: answered, answer: form, [form]: 1 }] });
    const answers = [await service.get(forward(refused)), await service.get(forward(answered))];
    expect(provider.requests.map(({ headers }) => headers['x-api-key'])).toEqual([secret, secret]);
    expect(answers.map(({ status }) => status)).toEqual([502, 200]);
    expect(answers[1]?.response.records[0]).toMatchObject({ answer: '***', '***': 1 });
    const all = [...(await texts()), JSON.stringify(answers.map(({ body }) => body))].join('\n');
    expect(forms.filter((each) => all.includes(each))).toEqual([]);
  });
});

describe('what is kept', () => {
  const seen = {
    answer: 'ns.host.example',
    count: 3,
    first_seen: '2026-01-02 03:04:05',
    last_seen: '2026-02-02 03:04:05',
    ttl: 300,
    type: 'NS',
  };

  it('a kept answer is reused, refreshed on request, and shown with its age when the provider fails', async () => {
    const name = freshName();
    provider.replyToAll({ records: [{ ...seen, query: name }] });
    const first = await service.get(forward(name));
    expect(first.body['upstream']).toMatchObject({ state: 'answered' });
    expect((await service.get(forward(name))).body['upstream']).toMatchObject({
      state: 'cached',
      age_seconds: expect.any(Number) as number,
    });
    expect(provider.requests).toHaveLength(1);
    await service.get(forward(name), { headers: { 'sightline-upstream': 'fresh' } });
    expect(provider.requests).toHaveLength(2);
    provider.replyToAll((_, response) => response.destroy());
    const stale = await service.get(forward(name), { headers: { 'sightline-upstream': 'fresh' } });
    expect(stale.status).toBe(200);
    expect(stale.response.records).toEqual(first.response.records);
    expect(stale.body['upstream']).toMatchObject({
      state: 'stale',
      code: 'unreachable',
      asked_at: expect.any(String) as string,
    });
  });

  it('outlives the process', async () => {
    const name = freshName();
    provider.replyToAll({ records: [{ ...seen, query: name }] });
    await service.get(forward(name));
    await service.reconfigure({});
    expect((await service.get(forward(name))).body['upstream']).toMatchObject({ state: 'cached' });
    expect(provider.requests).toHaveLength(1);
  });
});

describe('a job of the provider', () => {
  it('has an id and an address of this service', async () => {
    const name = freshName();
    const theirs = '6bd0ba36-9f30-4beb-8a7a-164123ecdc30';
    let polls = 0;
    const pending = { job_status: { job_id: theirs, status: 'PENDING', get: `${provider.url}/secret` } };
    const done = {
      records: [
        {
          answer: 'ns.late.example',
          query: name,
          type: 'NS',
          count: 1,
          first_seen: '2026-01-02 03:04:05',
          last_seen: '2026-02-02 03:04:05',
        },
      ],
    };
    provider.replyToAll(pending);
    provider.reply('/explore/job/', (_, response) => {
      polls += 1;
      sendJson(response, 200, { status_code: 200, error: null, response: polls > 2 ? done : pending });
    });
    const { response } = await service.get(`${forward(name)}?prefer=job_id`);
    expect(response.job_status.job_id).not.toBe(theirs);
    expect(response.job_status.get).toContain(`/api/v1/explore/job/${response.job_status.job_id}`);
    const result = await service.get(`/explore/job/${response.job_status.job_id}?max_wait=25`);
    expect(result.response.records).toMatchObject([{ answer: 'ns.late.example', sources: ['upstream'] }]);
    expect(result.body['upstream']).toMatchObject({ state: 'answered' });
    expect(provider.requests[0]?.path).toContain('max_wait=25');
    expect(JSON.stringify([response, result.body])).not.toContain(theirs);
  });
});
