import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOutboundClient } from '#server/live/open-outbound-client.ts';
import { openTestService, type TestService } from '#test/server/collection.ts';
import { type LoopbackDns, openLoopbackDns, rootQuestion } from '#test/server/loopback-internet.ts';
import { observation } from '#test/server/seeded-observations.ts';

// A machine without a way to the internet: its resolver answers, and says that no name exists.
let dns: LoopbackDns;
let service: TestService;
beforeAll(async () => {
  dns = await openLoopbackDns();
  dns.zone.delete(rootQuestion);
  service = await openTestService({
    rows: { obs: [observation('A', 'acme.example', '192.0.2.1', ['2026-11-10', '2026-11-18'])] },
    now: new Date('2026-11-21T12:00:00Z'),
    live: openOutboundClient({ offline: false, testAllowance: { resolvers: [dns.server], routes: {} } }),
  });
});
afterAll(async () => {
  await service.close();
  await dns.close();
});

const failure = async (path: string) => {
  const { status, body } = await service.get(path);
  const { code, message } = body['error'] as { code: string; message: string };
  return { status, code, message };
};
const cutOff = { status: 502, code: 'live_failed', message: expect.stringContaining('cannot resolve internet names') };

describe('live look-ups of a machine that cannot look up names', () => {
  it.each([
    ['padnsIpDiversity', '/explore/padns/lookup/ipdiversity/a/acme.example?scope=live'],
    ['padnsIpDiversity, of a name that is not collected', '/explore/padns/lookup/ipdiversity/a/no.example?timeline=1'],
    ['padnsIpDiversity, aaaa', '/explore/padns/lookup/ipdiversity/aaaa/acme.example'],
    ['domainInfratag', '/explore/domain/infratag/acme.example?mode=live'],
    ['domainInfratag, live by default', '/explore/domain/infratag/acme.example'],
    ['domainWhoisLive', '/explore/domain/whoislive/acme.example'],
    ['scanFavicon', '/explore/scandata/ipv4/favicon?favicon_mmh3_from_url=http://acme.example/favicon.ico'],
  ])('%s fails, and says why', async (_, path) => expect(await failure(path)).toEqual(cutOff));

  it('a list of domains says so for each', async () => {
    const { response } = await service.post('/explore/bulk/domain/infratags', { domains: ['acme.example'] });
    expect(response.infratags).toEqual([
      { domain: 'acme.example', mode: 'live', error: expect.stringContaining('cannot resolve internet names') },
    ]);
  });

  it('a timeline comes from the collection, whose counts fit it', async () => {
    const { response } = await service.get('/explore/padns/lookup/ipdiversity/a/acme.example?timeline=1');
    expect(response.records).toMatchObject([{ ip_diversity_all: 1, timeline: [{ ip: '192.0.2.1' }] }]);
    expect(response.records[0]).not.toHaveProperty('scope');
  });

  it('nothing of it joins the collection', async () => {
    await service.findings.flush();
    const { response } = await service.get('/sightline/collection');
    expect(response.sources.filter(({ source }: { source: string }) => source === 'live')).toEqual([]);
  });
});
