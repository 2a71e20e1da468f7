// @module-tag long
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { offlineClient } from '#server/live/open-outbound-client.ts';
import { openTestService } from '#test/server/collection.ts';
import { provided } from '#test/server/provider-records.ts';
import { openReplayProvider, sendJson, withProvider } from '#test/server/replay-provider.ts';
import { replayRecordedShapes } from '#test/server/provider-answers.ts';
import { useOpened } from '#test/server/use-opened.ts';

/** What leaves this service, and how much of it. */
const provider = useOpened(openReplayProvider);
const service = useOpened(() => openTestService({ live: offlineClient(), env: withProvider(provider.url) }));
beforeEach(async () => {
  provider.clear();
  await service.reconfigure({});
});

let count = 0;
/** A name that no test asked about before. */
const freshName = () => `name-${(count += 1)}.example`;
const forward = (name: string) => `/explore/padns/lookup/query/ns/${name}`;

describe('equal questions', () => {
  it('of a thousand at once are asked once', async () => {
    provider.replyToAll(
      (_, response) =>
        void pause(100).then(() =>
          sendJson(response, 200, {
            status_code: 200,
            error: null,
            response: { ip2asn: [{ ip: '198.51.100.99', asn: 64510, sp_risk_score: 7 }] },
          }),
        ),
    );
    const answers = await Promise.all(
      Array.from({ length: 1000 }, () => service.get('/explore/enrich/ipv4/198.51.100.99')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ response }) => JSON.stringify(response))).size).toBe(1);
    expect(provider.requests).toHaveLength(1);
  });
});

describe('the policy', () => {
  beforeEach(() => replayRecordedShapes(provider));
  const enrich = `/explore/enrich/domain/${provided.domain}`;
  const because = (reason: string) => ({ headers: { 'sightline-upstream': reason } });
  const forget = () => service.engine.command({ name: 'spec', sql: 'TRUNCATE TABLE upstream_answers' });

  it('pages: views ask; cards and bulk do not by themselves, and do on request', async () => {
    await forget();
    const { body } = await service.get(enrich, because('background'));
    expect(body['upstream']).toMatchObject({ state: 'not_asked', code: 'not_by_itself' });
    const bulk = await service.post('/explore/bulk/domain/riskscore', { domains: [provided.domain] });
    expect(bulk.response).toMatchObject([{ upstream_state: 'not_asked' }]);
    expect(provider.requests).toEqual([]);
    expect((await service.get(enrich)).body['upstream']).toMatchObject({ state: 'answered' });
    const pressed = await service.post(
      '/explore/bulk/domain/riskscore',
      { domains: [provided.domain] },
      because('ask'),
    );
    expect(pressed.response).toMatchObject([{ sp_risk_score: 88, score_source: 'upstream' }]);
  });

  it('button: only what is pressed for, and then what is kept', async () => {
    await forget();
    await service.reconfigure({ SIGHTLINE_UPSTREAM_ASK: 'button' });
    expect((await service.get(enrich)).body['upstream']).toMatchObject({ state: 'not_asked', code: 'button' });
    expect(provider.requests).toEqual([]);
    expect((await service.get(enrich, because('ask'))).body['upstream']).toMatchObject({ state: 'answered' });
    expect((await service.get(enrich)).body['upstream']).toMatchObject({ state: 'cached' });
  });

  it('always: bulk too', async () => {
    await forget();
    await service.reconfigure({ SIGHTLINE_UPSTREAM_ASK: 'always' });
    const { response } = await service.post('/explore/bulk/domain/riskscore', { domains: [provided.domain] });
    expect(response).toMatchObject([{ sp_risk_score: 88 }]);
  });

  it('offline: nothing is sent, and it says so', async () => {
    await forget();
    await service.reconfigure({ SIGHTLINE_OFFLINE: 'on', SIGHTLINE_UPSTREAM_ASK: 'always' });
    const { status, body } = await service.get(enrich, because('ask'));
    expect(status).toBe(200);
    expect(body['upstream']).toMatchObject({ state: 'not_asked', code: 'offline' });
    expect((await service.get('/sightline/upstream')).response.state).toBe('offline');
    expect(provider.requests).toEqual([]);
  });

  it('never-send: neither alone nor in bulk, whoever asks, while the others are answered', async () => {
    await forget();
    await service.reconfigure({
      SIGHTLINE_UPSTREAM_NEVER: 'brightloom.example, 198.51.100.0/24',
      SIGHTLINE_UPSTREAM_ASK: 'always',
    });
    expect((await service.get(enrich, because('fresh'))).body['upstream']).toMatchObject({
      state: 'not_asked',
      code: 'never_send',
    });
    const wide = await service.get(
      '/explore/padns/lookup/query/a/_?regex=%5E.*%5C.brightloom%5C.example%24&prefer=job_id',
      because('ask'),
    );
    await service.get(`/explore/job/${wide.response.job_status.job_id}?max_wait=20`);
    await service.get('/explore/padns/lookup/query/a/*.brightloom.example', because('ask'));
    expect(provider.requests).toEqual([]);
    const { response } = await service.post('/explore/bulk/domain/riskscore', {
      domains: [provided.domain, 'else.example'],
    });
    expect(response).toMatchObject([{ upstream_state: 'not_asked' }, { sp_risk_score: 88 }]);
    expect(provider.requests.map(({ body }) => body)).toEqual([{ domains: ['else.example'] }]);
  });
});

describe('the quota', () => {
  beforeEach(() => replayRecordedShapes(provider));

  it('says what a run of 2,000 would cost, and the run stops at 80 %', async () => {
    const { response: before } = await service.get('/sightline/upstream');
    const limit = before.quota.day.used + 20;
    const soft = Math.floor(limit * 0.8) - before.quota.day.used;
    await service.reconfigure({ SIGHTLINE_UPSTREAM_DAY_CALLS: String(limit) });
    const names = Array.from({ length: 2000 }, (_, index) => `bulk-${index}.example`);
    const cost = await service.post('/sightline/upstream/cost', { operation: 'domainRiskScoreBulk', items: names });
    expect(cost.response).toMatchObject({
      items: 2000,
      kept: 0,
      withheld: 0,
      to_send: 2000,
      calls: 20,
      calls_left: Math.max(0, soft),
    });
    expect(provider.requests).toEqual([]);
    const answers = [];
    for (let from = 0; from < names.length; from += 100)
      answers.push(
        await service.post(
          '/explore/bulk/domain/riskscore',
          { domains: names.slice(from, from + 100) },
          { headers: { 'sightline-upstream': 'ask' } },
        ),
      );
    expect(provider.requests).toHaveLength(Math.max(0, soft));
    expect(answers.at(-1)).toMatchObject({ status: 503, body: { error: { code: 'upstream_over_quota' } } });
    // pages go on to the hard limit
    expect((await service.get(`/explore/enrich/domain/${freshName()}`)).body['upstream']).toMatchObject({
      state: 'answered',
    });
    const again = await service.post('/sightline/upstream/cost', { operation: 'domainRiskScoreBulk', items: names });
    expect(again.response.kept).toBe(100 * Math.max(0, soft));
  });

  it('ends at the hard limit, also after a restart', async () => {
    const { response: before } = await service.get('/sightline/upstream');
    await service.reconfigure({ SIGHTLINE_UPSTREAM_DAY_CALLS: String(before.quota.day.used + 1) });
    expect((await service.get(forward(freshName()))).status).toBe(200);
    expect((await service.get(forward(freshName()))).body['error']).toMatchObject({ code: 'upstream_over_quota' });
    await service.reconfigure({ SIGHTLINE_UPSTREAM_DAY_CALLS: String(before.quota.day.used + 1) });
    expect((await service.get(forward(freshName()))).body['error']).toMatchObject({ code: 'upstream_over_quota' });
    expect((await service.get('/sightline/upstream')).response.state).toBe('over_quota');
    expect(provider.requests).toHaveLength(1);
  });
});
