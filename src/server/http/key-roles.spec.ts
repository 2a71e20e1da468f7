import { describe, expect, it } from 'vitest';
import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { type KeyRole, keyRoles } from '#model/api-key.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { rolesFor } from './key-roles.ts';

const keyOf = (role: KeyRole) => `a-key-of-the-role-${role}`;
const service = useTestService({
  env: { SIGHTLINE_API_KEYS: keyRoles.map((role) => `my-${role}:${role}:${keyOf(role)}`).join(',') },
});

const every = Object.keys(operations) as OperationId[];
const allowed = (role: KeyRole) => every.filter((id) => rolesFor(id).includes(role));

/** What changes the collection, the sources or the imports, or looks outside because a person asked for it. */
const changes = [
  'sourcesRecommended',
  'sourceAdd',
  'sourcePreview',
  'sourceChange',
  'sourceFetch',
  'sourceRemove',
  'logImportAdd',
  'logImportChange',
  'logImportContent',
  'ingest',
  'collectNow',
  'domainWhoisLive',
  'judge',
  'judgementTakeBack',
  'outfeedAdd',
  'outfeedRemove',
] as const satisfies readonly OperationId[];

/** Calls an operation without valid values: the role is judged before them. @returns status and error */
async function call(id: OperationId, role: KeyRole) {
  const { method, path } = operations[id];
  const url = path.replace(/\{\w+\}/g, 'x');
  const caller = { key: keyOf(role) };
  const { status, body } = method === 'GET' ? await service.get(url, caller) : await service.post(url, {}, caller);
  return { status, error: body['error'] as { code: string; message: string } | null };
}

describe('the roles of keys', () => {
  it.each(keyRoles)('are checked by the service in every operation: %s', async (role) => {
    const refused: string[] = [];
    for (const id of every) if ((await call(id, role)).error?.code === 'not_allowed') refused.push(id);
    expect(refused).toEqual(every.filter((id) => !rolesFor(id).includes(role)));
  });

  it('let a reader and an assistant change nothing', () => {
    for (const role of ['reader', 'assistant'] as const)
      expect(allowed(role).filter((id) => changes.some((change) => change === id))).toEqual([]);
    const posts = allowed('reader').filter((id) => operations[id].method === 'POST');
    expect(posts.filter((id) => !id.endsWith('Bulk'))).toEqual([
      'hosting',
      'riskScores',
      'upstreamCost',
      'watchEventsSeen',
    ]);
  });

  it('show sources, imports and the provider to a reader, and not to an assistant', () => {
    const settings = allowed('reader').filter((id) => !allowed('assistant').includes(id));
    expect(settings).toEqual([
      'sources',
      'upstreamStatus',
      'upstreamCost',
      'outfeeds',
      'outfeedPreview',
      'watches',
      'watchEvents',
      'watchEventsSeen',
      'logImports',
      'logImport',
    ]);
  });

  it('let a log shipper push, a feed reader read feeds alone, and an administrator everything', () => {
    expect([allowed('ingest'), allowed('feed'), allowed('admin')]).toEqual([['ingest'], [], every]);
    expect(rolesFor('elastic')).toEqual(['admin', 'ingest']);
    expect(rolesFor('watchFeed')).toEqual(['reader', 'analyst', 'admin', 'feed']);
  });

  it('let an analyst collect, seal evidence, judge and watch, and manage nothing', () => {
    const more = allowed('analyst').filter((id) => !allowed('reader').includes(id));
    const judging = ['judge', 'judgementTakeBack'];
    const watching = ['watchAdd', 'watchPreview', 'watchMute', 'watchRemove'];
    expect(more).toEqual(['domainWhoisLive', 'collectNow', 'evidenceSeal', ...judging, ...watching]);
  });

  it('name the key, its role and the roles that may', async () => {
    expect(await call('sourceFetch', 'reader')).toEqual({
      status: 403,
      error: {
        code: 'not_allowed',
        message: 'The key "my-reader" has the role reader. This needs a key with the role admin.',
      },
    });
  });

  it('hold for the paths of existing clients', async () => {
    const path = '/explore/padns/lookup/domain/asns/www.example.test';
    expect((await service.get(path, { key: keyOf('reader') })).status).toBe(200);
    expect((await service.get(path, { key: keyOf('ingest') })).status).toBe(403);
  });
});
