import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations } from './generated/operations.gen.ts';
import { parameters, type Parameter } from './generated/parameters.gen.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
}
interface Answer {
  $ref?: string;
  description: string;
  content: { 'application/json': { schema: Schema } };
}
interface Document {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Answer> }>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> };
}

const document = JSON.parse(readFileSync(new URL('../../public/openapi.json', import.meta.url), 'utf8')) as Document;
const documented = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const families = { A: 13, B: 4, C: 14, D: 16, E: 8, F: 2, G: 3 };
const items = Object.entries(families).flatMap(([family, size]) =>
  Array.from({ length: size }, (_, index) => `${family}${index + 1}`),
);

/** Sightline's own. */
const ownOperations = [
  'asnListed',
  'asnListedNames',
  'audit',
  'campaign',
  'collectNow',
  'collection',
  'connectionMembers',
  'connections',
  'evidenceKey',
  'evidenceSeal',
  'findings',
  'hosting',
  'ingest',
  'judge',
  'judgementTakeBack',
  'judgements',
  'logImport',
  'logImportAdd',
  'logImportChange',
  'logImportContent',
  'logImportRemoval',
  'logImports',
  'lookAlikes',
  'news',
  'outfeedAdd',
  'outfeedPreview',
  'outfeedRemove',
  'outfeeds',
  'ownKey',
  'quality',
  'retroHunt',
  'riskScores',
  'serverDomains',
  'similarPages',
  'sourceAdd',
  'sourceChange',
  'sourceFetch',
  'sourcePreview',
  'sourceRemoval',
  'sourceRemove',
  'sources',
  'sourcesRecommended',
  'subnetContents',
  'upstreamCost',
  'upstreamStatus',
  'watchAdd',
  'watchEvents',
  'watchEventsSeen',
  'watchMute',
  'watchPreview',
  'watchRemove',
  'watches',
];
/** They refuse what the state of a feed or an import does not allow. */
const conflicting = new Set([
  'sourceChange',
  'sourceFetch',
  'sourceRemoval',
  'sourceRemove',
  'logImportAdd',
  'logImportChange',
  'logImportContent',
  'logImportRemoval',
  'outfeedAdd',
]);

function parameterOf(operationId: keyof typeof operations, name: string): Parameter | undefined {
  return parameters[operationId].find((each) => each.name === name);
}

function resolved<Node extends { $ref?: string }>(node: Node): Node {
  if (!node.$ref) return node;
  const keys = node.$ref.slice(2).split('/');
  return resolved(keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as Node);
}

describe('the contract', () => {
  it('has every item of the interface exactly once, and what manages this deployment', () => {
    const named = Object.values(operations).flatMap(({ item }) => item ?? []);
    expect(named.toSorted()).toEqual(items.toSorted());
    const own = Object.values(operations).filter(({ item }) => item === null);
    expect(own.map(({ operationId }) => operationId).toSorted()).toEqual(ownOperations);
    for (const { tag, path } of own)
      expect([tag, path]).toEqual(
        tag === 'connections'
          ? ['connections', expect.stringMatching(/^\/connections/)]
          : ['service', expect.stringMatching(/^\/(sightline|ingest)\//)],
      );
  });

  it('names every operation once', () => {
    expect(documented).toHaveLength(60 + ownOperations.length);
    expect(new Set(documented.map(({ operationId }) => operationId)).size).toBe(60 + ownOperations.length);
    expect(Object.keys(operations).toSorted()).toEqual(documented.map(({ operationId }) => operationId).toSorted());
  });

  it.each(documented)('$operationId answers with the envelope, also when it fails', ({ operationId, responses }) => {
    const failures = ['400', '401', '403', '404', '429', '500', '501', '502', '503'];
    const isBulk = operations[operationId as keyof typeof operations].method === 'POST';
    const more = [...(isBulk ? ['413'] : []), ...(conflicting.has(operationId) ? ['409'] : [])];
    expect(Object.keys(responses).toSorted()).toEqual(['200', ...failures, ...more].toSorted());
    for (const answer of Object.values(responses)) {
      const schema = resolved(resolved(answer).content['application/json'].schema);
      expect(schema.required).toEqual(['status_code', 'error', 'response']);
      // of failures, and of answers with a provider behind the service
      const extensions = ['errors', 'upstream'];
      const members = Object.keys(schema.properties ?? {}).filter((name) => !extensions.includes(name));
      expect(members.toSorted()).toEqual(['error', 'response', 'status_code']);
    }
  });

  it('may answer a job only where the interface says so', () => {
    const jobs = Object.values(operations).filter((each) => each.mayAnswerJob);
    expect(jobs.map(({ item }) => item)).toEqual(['C12', 'E1', 'E2', 'E3', 'E4', 'E8']);
    for (const { operationId } of jobs)
      for (const name of ['prefer', 'max_wait', 'with_metadata', 'limit', 'skip'])
        expect(parameterOf(operationId, name), `${operationId} ${name}`).toBeDefined();
  });

  it('closes no object: fields it does not know survive', () => {
    expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
  });

  it('requires no member of a record, so that a deployment that lacks one still parses', () => {
    const strict = Object.entries(document.components.schemas).filter(([, schema]) => schema.required);
    const requests = ['IpList', 'IpDateList', 'AsnList', 'AsnDateList', 'DomainList', 'InfratagList'];
    const sources = ['CollectRequest', 'LogImportAdd', 'LogImportChange', 'SourceDescription', 'SourceSample'];
    const sealed = ['EvidenceKey', 'EvidenceSeal', 'EvidenceSealRequest'];
    const judged = ['JudgeRequest', 'TakeBackRequest'];
    const outfeeds = ['OutfeedDefinition'];
    const watches = ['WatchMuteRequest', 'WatchRequest', 'WatchSeenRequest'];
    const own = [...judged, ...sealed, ...outfeeds, ...watches];
    const upstream = ['UpstreamCost', 'UpstreamCostRequest', 'UpstreamNote', 'UpstreamStatus'];
    expect(strict.map(([name]) => name).toSorted()).toEqual(
      [...requests, ...sources, ...own, ...upstream, 'Failure', 'ErrorDetail', 'NotFound'].toSorted(),
    );
  });
});

describe('parameters', () => {
  const all = Object.entries(parameters).flatMap(([operationId, list]) =>
    list.map((parameter) => ({ where: `${operationId} ${parameter.name}`, parameter })),
  );

  it('each say what they are and what may stand there', () => {
    for (const { where, parameter } of all) {
      expect(parameter.description?.length, where).toBeGreaterThan(2);
      expect(parameter.example ?? parameter.enum ?? parameter.default, where).toBeDefined();
    }
  });

  it('whole numbers have limits on both sides', () => {
    for (const { where, parameter } of all) {
      const value = parameter.type === 'array' ? parameter.items : parameter;
      if (value?.type !== 'integer' || value.enum) continue;
      expect(value.minimum, where).toBeTypeOf('number');
      expect(value.maximum, where).toBeTypeOf('number');
    }
  });

  it('texts have a greatest length and lists a greatest number of items', () => {
    const bounded = new Set(['date']);
    for (const { where, parameter } of all) {
      if (parameter.type === 'array') expect(parameter.maxItems, where).toBeTypeOf('number');
      const value = parameter.type === 'array' ? parameter.items : parameter;
      if (value?.type !== 'string' || value.enum || bounded.has(parameter.format ?? '')) continue;
      expect(value.maxLength, where).toBeTypeOf('number');
      // a body holds the beginning of a file
      expect(value.maxLength, where).toBeLessThanOrEqual(parameter.name === 'sample' ? 100_000 : 2048);
    }
  });

  it('placeholders of the path are exactly the path parameters', () => {
    for (const { operationId, path } of Object.values(operations)) {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = parameters[operationId].filter((each) => each.in === 'path').map(({ name }) => name);
      expect(declared, operationId).toEqual(placeholders);
    }
  });

  it('enumerations of the path are taken in any letter case', () => {
    for (const { where, parameter } of all)
      if (parameter.in === 'path' && parameter.enum) expect(parameter.caseInsensitive, where).toBe(true);
  });

  // The section "Limits" of the interface, and the defaults named beside single parameters.
  it.each([
    ['scanCertificates', 'limit', { minimum: 1, maximum: 1000, default: 100 }],
    ['scanCertificates', 'window', { minimum: 1, default: 180 }],
    ['scanJarm', 'window', { default: 180 }],
    ['scanOpenDirectories', 'window', { default: 180 }],
    ['ipv4History', 'window', { default: 90 }],
    ['padnsIpDiversity', 'window', { default: 30 }],
    ['padnsIpDiversity', 'asn', { flag: true, default: 1 }],
    ['nsTransfers', 'limit', { minimum: 1, maximum: 10000, default: 100 }],
    ['nsTransfers', 'days', { default: 30 }],
    ['domainCertificates', 'limit', { minimum: 1, maximum: 10000, default: 100 }],
    ['domainCertificates', 'max_wait', { minimum: 0, maximum: 25, default: 25 }],
    ['padnsForward', 'limit', { minimum: 1, maximum: 10000, default: 100 }],
    ['padnsForward', 'max_wait', { minimum: 0, maximum: 25, default: 25 }],
    ['padnsForward', 'match', { enum: ['strict', 'self'], default: 'strict' }],
    ['padnsReverse', 'subdomains', { flag: true, default: 1 }],
    ['padnsBoth', 'match', { enum: ['eq', 'neq', 'noteq'], default: 'eq' }],
    ['padnsBoth', 'name', { type: 'array', separator: ';', maxItems: 5 }],
    ['padnsBoth', 'network', { type: 'array', separator: ';', maxItems: 5 }],
    ['padnsBoth', 'net', { default: 'in' }],
    ['padnsUnsanctioned', 'nsname', { type: 'array', separator: ';', maxItems: 5 }],
    ['padnsUnsanctioned', 'net', { default: 'notin' }],
    ['padnsUnsanctioned', 'asn', { default: 'notin' }],
    ['padnsUnsanctioned', 'match', { default: 'neq' }],
    ['padnsUnsanctioned', 'first_seen_after', { time: true, default: '-2592000' }],
    ['job', 'max_wait', { minimum: 0, maximum: 25, default: 25 }],
    ['ipv4RiskScoreBulk', 'ips', { in: 'body', required: true, minItems: 1, maxItems: 100 }],
    ['domainInfoBulk', 'domains', { in: 'body', required: true, minItems: 1, maxItems: 100 }],
    ['asnReputationRank', 'limit', { minimum: 1, maximum: 1000, default: 100 }],
    ['subnetReputation', 'mask', { minimum: 0, maximum: 32 }],
    ['asnReputation', 'asn', { minimum: 0, maximum: 4294967295 }],
  ] as const)('%s %s keeps its limits and default', (operationId, name, expected) => {
    expect(parameterOf(operationId, name)).toMatchObject(expected);
  });
});
