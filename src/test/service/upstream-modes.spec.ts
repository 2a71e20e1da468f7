import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { offlineClient } from '#server/live/open-outbound-client.ts';
import { openTestService, type TestAnswer } from '#test/server/collection.ts';
import type { Question } from '#test/server/parameter-case.ts';
import { provided } from '#test/server/provider-records.ts';
import { observation, observedSet } from '#test/server/seeded-observations.ts';
import { replayRecordedShapes } from '#test/server/provider-answers.ts';
import { basePath, openReplayProvider, providerKey, withProvider } from '#test/server/replay-provider.ts';
import { useOpened } from '#test/server/use-opened.ts';
import { operationRules, upstreamRoutes } from '#server/upstream/operation-rules.ts';

/** A collection that is empty, and a provider that answers in the shapes of hosted deployments. */
const log: string[] = [];
afterAll(() => expect(log.join('\n'), 'the key is in no log').not.toContain(providerKey));
const provider = useOpened(openReplayProvider);
const service = useOpened(() =>
  openTestService({ live: offlineClient(), env: withProvider(provider.url), log: (line) => log.push(line) }),
);

/** Every operation that may be routed to a provider. */
const routedOperations = Object.keys(operationRules) as OperationId[];

const { domain, address, address6, asn, server, nshash } = provided;
const values: Readonly<Record<string, string | number | readonly (string | number)[]>> = {
  ipv4: address,
  ipv6: address6,
  domain,
  asn,
  subnet: '198.51.100.0',
  mask: 24,
  nameserver: server,
  qtype: 'a',
  qname: domain,
  qanswer: address,
  query: domain,
  from_ns: 'park1.parking.test',
  to_ns: server,
  domains: [domain],
  asns: [asn],
  dates: [20_260_101],
};

const special: Partial<Record<OperationId, Readonly<Record<string, string>>>> = {
  padnsTranslate: { qtype: 'nshash', query: nshash },
  padnsDensity: { qtype: 'nssrv', query: server },
  padnsReverse: { qname: address },
  padnsUnsanctioned: { qname: '*.brightloom.example' },
};

/** A question about subjects of the replayed provider. */
function providerQuestionOf(id: OperationId): Question {
  const of = (name: string) =>
    special[id]?.[name] ?? (name === 'ips' ? [id.includes('v6') ? address6 : address] : values[name]);
  const path = operations[id].path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(of(name))));
  const needed = parameters[id].filter(({ required, in: place }) => required && place !== 'path');
  const query = needed.filter((each) => each.in === 'query').map(({ name }) => `${name}=${String(of(name))}`);
  const body = needed.filter((each) => each.in === 'body').map(({ name }) => [name, of(name)]);
  return {
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    ...(body.length > 0 && { body: Object.fromEntries(body) as Record<string, unknown> }),
  };
}

const asked = { headers: { 'sightline-upstream': 'ask' } };
function ask(id: OperationId): Promise<TestAnswer> {
  const { path, body } = providerQuestionOf(id);
  return body ? service.post(path, body, asked) : service.get(path, asked);
}

async function inMode(route: string): Promise<void> {
  const families = ['lists', 'records', 'live', 'rankings'];
  await service.reconfigure({ SIGHTLINE_UPSTREAM_ROUTES: families.map((family) => `${family}=${route}`).join(',') });
  await service.engine.command({ name: 'spec', sql: 'TRUNCATE TABLE upstream_answers' });
}

describe.each(upstreamRoutes)('every operation, answered by %s', (route) => {
  beforeAll(() => inMode(route));
  beforeEach(() => {
    provider.clear();
    replayRecordedShapes(provider);
  });

  it.each(routedOperations)('%s', async (id) => {
    const { status, body, headers } = await ask(id);
    if (route === 'own') {
      expect(provider.requests).toEqual([]);
      expect(body).not.toHaveProperty('upstream');
      return;
    }
    expect(status).toBe(200);
    const { path } = providerQuestionOf(id);
    const sent = provider.requests.filter((each) => each.path.startsWith(path.replace(/\?.*$/, '')));
    expect(sent, 'the question reached the provider once, with the key').toHaveLength(1);
    expect(sent[0]).toMatchObject({ method: operations[id].method, headers: { 'x-api-key': providerKey } });
    expect(body['upstream']).toMatchObject({ route });
    expect(['answered', 'not_needed']).toContain(headers['sightline-upstream']);
    // cousins that the provider does not have are no answer of it
    if (id !== 'domainCousins')
      expect(JSON.stringify(body['response'])).toMatch(/brightloom|198\.51\.100|2001:db8:5::|64510/i);
    const texts = JSON.stringify(body);
    expect(texts).not.toMatch(/alexa_|tranco_/);
    expect(texts).not.toContain(providerKey);
  });
});

describe('what a provider answers', () => {
  beforeAll(() => inMode('upstream'));
  beforeEach(() => {
    provider.clear();
    replayRecordedShapes(provider);
  });

  it('is in the names and kinds of the contract, with fields of its own kept', async () => {
    const { response } = await service.get(`/explore/enrich/domain/${provided.domain}?explain=1&scan_data=1`);
    expect(response).toMatchObject({
      domain_urls: { results_summary: { toplist_rank: null, toplist_top10k: false, toplist_top10k_score: 0 } },
      domain_string_frequency_probability: { avg_probability: 2.68955 },
      host_flags: [{ host_has_open_s3_bucket: false }],
      scan_data: { favicon: [{ favicon_mmh3: -699551 }] },
      score_source: 'upstream',
      score_provider: new URL(provider.url).host,
    });
    expect(response.domaininfo.whois_created_date).toMatch(/^\d{4}-\d\d-\d\d 08:14:27$/);
    const { response: four } = await service.get(`/explore/enrich/ipv4/${provided.address}`);
    expect(four.ip2asn[0]).toMatchObject({
      density: 37,
      ip_is_tor_exit_node: false,
      ip_has_open_directory: true,
      ip_is_ipfs_node: false,
    });
    const { response: certificates } = await service.get(`/explore/domain/certificates/${provided.domain}`);
    expect(certificates.domain_certificates[0].not_before).toMatch(/T16:03:36$/);
    expect(certificates.domain_certificates[0]).toMatchObject({ wildcard: 1, sources: ['upstream'] });
  });

  it('may be no: then nothing is known, of either', async () => {
    const { status, response, body } = await service.get(`/explore/enrich/domain/${provided.unknown}`);
    expect(status).toBe(200);
    expect(response.domaininfo).toMatchObject({ error: 'No data for this zone' });
    expect(body['upstream']).toMatchObject({ state: 'answered' });
  });

  it('comes from the configured base path, with nothing that is ours to decide', async () => {
    await service.get(
      `/explore/padns/lookup/query/ns/${provided.domain}?max_wait=3&with_metadata=1&limit=50&skip=0&subdomains=0`,
    );
    const [request] = provider.requests;
    expect(request?.path).toBe(`/explore/padns/lookup/query/ns/${provided.domain}?limit=50&max_wait=25`);
    expect(basePath).toBe('/api/v1/merge-api');
  });
});

describe('existing clients ask as ever', () => {
  beforeAll(() => inMode('upstream'));
  beforeEach(() => {
    provider.clear();
    replayRecordedShapes(provider);
  });

  it.each([
    `/explore/enrich/domain/${provided.domain}/?format=json&explain=True`,
    `/explore/padns/lookup/both/A/${provided.domain}/*/?sort=${encodeURIComponent('last_seen/-&sort=query/+')}&max_wait=2&max_wait=25`,
    `/explore/ipreputation/subnet/198.51.100.0%2F24`,
    `/explore/padns/lookup/query/a/${provided.domain}?output_format=cof`,
  ])('%s', async (path) => {
    const { status, body } = await service.get(path);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status_code: 200, error: null, upstream: { state: 'answered' } });
    expect(provider.requests).toHaveLength(1);
    expect(provider.requests[0]?.path).not.toMatch(/format=json|max_wait=2(?!5)/);
  });

  it('a bulk summary too', async () => {
    const { response } = await service.post('/explore/bulk/summary/domain', { domains: [provided.domain] }, asked);
    expect(response).toMatchObject([{ sp_risk_score: 88 }]);
  });
});

it.each([`/connections/domain/${provided.domain}`, `/connections/asn/${provided.asn}`])(
  'only an own collection answers %s, and while it is empty that is said and nothing is sent',
  async (path) => {
    provider.clear();
    const { status, body } = await service.get(path, asked);
    expect(status).toBe(200);
    expect(body['upstream']).toMatchObject({ state: 'not_asked', code: 'own_only' });
    expect(provider.requests).toEqual([]);
  },
);

describe('a subject that this collection has seen and cannot judge', () => {
  beforeAll(async () => {
    await inMode('own-then-upstream');
    const seen: [string, string] = ['2018-05-03', '2018-05-03'];
    await service.add({
      obs: [
        observation('A', provided.domain, provided.address, seen),
        ...observedSet('NS', provided.zone, [provided.server], seen),
      ],
    });
  });
  beforeEach(() => {
    provider.clear();
    replayRecordedShapes(provider);
  });

  // its own score of 0 says nothing
  const theirs = {
    score_source: 'upstream',
    other_scores: { source: 'own', verdict: 'insufficient', sp_risk_score: 0 },
  };
  it('has the judgement of the provider, with what is known here', async () => {
    const { response, body } = await service.get(`/explore/enrich/domain/${provided.domain}`, asked);
    expect(response).toMatchObject({ ...theirs, sp_risk_score: 88 });
    expect(body['upstream']).toMatchObject({ state: 'answered', sources: ['own', 'upstream'] });
    const { response: four } = await service.get(`/explore/ipv4/ipv4info/${provided.address}`, asked);
    expect(four.ip2asn[0]).toMatchObject(theirs);
    expect(four.ip2asn[0].sp_risk_score).toBeGreaterThan(0);
    const { response: server } = await service.get(`/explore/nsreputation/nameserver/${provided.server}`, asked);
    expect(server.ns_server_reputation[0]).toMatchObject({ other_scores: { verdict: 'insufficient' } });
  });

  it('in bulk too', async () => {
    const { response } = await service.post('/explore/bulk/domain/riskscore', { domains: [provided.domain] }, asked);
    expect(response).toMatchObject([{ ...theirs, domain: provided.domain, sp_risk_score: 88 }]);
    const subjects = { ips: [provided.address], domains: [provided.domain] };
    const { response: all } = await service.post('/sightline/riskscores', subjects, asked);
    expect(all).toMatchObject({ ips: [{ ...theirs, ip: provided.address }], domains: response });
  });
});

it('has a rule for each of the 59 operations beside the job', () => {
  const items = Object.values(operations).filter(({ item, operationId }) => item !== null && operationId !== 'job');
  expect(Object.keys(operationRules).sort()).toEqual(items.map(({ operationId }) => operationId).sort());
  expect(items).toHaveLength(59);
});
