import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { key, otherKey } from '#test/server/collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';

const service = useTestService({ env: { SIGHTLINE_API_KEYS: `desk:analyst:${key},${otherKey}` } });

const list = '/sightline/sources';
const asAdmin = { key: otherKey };

describe('own feeds', () => {
  const own = { title: 'Block list of our CERT', format: 'lines' };

  it('are added, listed and removed, and survive a restart', async () => {
    const { response: added } = await service.post(`${list}/own`, own, asAdmin);
    expect(added).toMatchObject({
      id: 'own-block-list-of-our-cert',
      own: true,
      enabled: true,
      mode: 'snapshot',
      every_seconds: 86_400,
      drop_folder: join(service.folder, 'feeds/own-block-list-of-our-cert'),
    });
    const { response: again } = await service.post(`${list}/own`, own, asAdmin);
    expect(again.id).toBe('own-block-list-of-our-cert-2');
    await service.restart();
    const ids = async () => (await service.get(list)).response.feeds.map((feed: { id: string }) => feed.id);
    expect(await ids()).toEqual(expect.arrayContaining([added.id, again.id]));
    for (const { id } of [added, again]) await service.post(`${list}/${id}/remove`, undefined, asAdmin);
    expect(await ids()).not.toEqual(expect.arrayContaining([added.id]));
  });

  it('keep their key to themselves', async () => {
    const secret = 'a-secret-of-the-publisher';
    const asked = { ...own, url: 'https://lists.example/a.csv', auth_header: 'Authorization', key: secret };
    const { response: added, body } = await service.post(`${list}/own`, asked, asAdmin);
    expect(added).toMatchObject({ needs_key: true, has_key: true });
    const { body: listed } = await service.get(list);
    expect(JSON.stringify([body, listed])).not.toContain(secret);
    expect(statSync(join(service.folder, 'feeds.json')).mode & 0o777).toBe(0o600);
    const { response: without } = await service.post(`${list}/${added.id}`, { key: '' }, asAdmin);
    expect(without).toMatchObject({ has_key: false });
    await service.post(`${list}/${added.id}/remove`, undefined, asAdmin);
  });

  it('show their URL without tokens', async () => {
    const url =
      'https://lists.example/v2/4f9c1d77aa02b6e8/daily-block-list.csv?format=csv&token=a-secret-token&another-secret';
    const { response: added, body } = await service.post(`${list}/own`, { ...own, url }, asAdmin);
    expect(added.url).toBe('https://lists.example/v2/***/daily-block-list.csv?format=***&token=***&***');
    const { body: listed } = await service.get(list);
    expect(JSON.stringify([body, listed])).not.toMatch(/4f9c1d77aa02b6e8|secret/);
    await service.post(`${list}/${added.id}/remove`, undefined, asAdmin);
  });

  it.each([
    ['url', { url: 'http://lists.example/a.txt' }, 'Send an https URL'],
    ['url', { url: 'https://me:secret@lists.example/a.txt' }, 'Use auth_header'],
    ['map_indicator', { format: 'csv' }, 'Name the column'],
    ['auth_header', { auth_header: 'X Key' }, 'not the name of a request header'],
    ['delimiter', { delimiter: '::' }, 'one character'],
    ['title', { title: '' }, 'must not be empty'],
    ['confidence', { confidence: 101 }, 'at most 100'],
  ])('refuse a wrong %s', async (parameter, wrong, message) => {
    const { status, body } = await service.post(`${list}/own`, { ...own, ...wrong }, asAdmin);
    expect([status, body['error']]).toEqual([400, expect.objectContaining({ parameter })]);
    expect(body['error']).toMatchObject({ message: expect.stringContaining(message) });
  });
});

describe('keys of administrators', () => {
  it('let other keys read, and nothing else', async () => {
    expect((await service.get(list)).response).toMatchObject({ can_manage: false });
    expect((await service.get(list, asAdmin)).response).toMatchObject({ can_manage: true });
    for (const path of ['recommended', 'own', 'preview', 'any', 'any/fetch', 'any/remove']) {
      const { status, body } = await service.post(`${list}/${path}`, { title: 'x', format: 'lines' });
      expect([path, status, body['error']]).toEqual([path, 403, expect.objectContaining({ code: 'not_allowed' })]);
    }
  });
});

it('says that a feed is not there', async () => {
  const { status, body } = await service.post(`${list}/any`, { enabled: 1 }, asAdmin);
  expect([status, body['error']]).toEqual([404, expect.objectContaining({ code: 'no_such_source' })]);
});
