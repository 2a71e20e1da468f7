/** A watch by keyboard, an import that brings something new, the badge in the header and the event. */
import type { Page } from '@playwright/test';
import { zeekLog } from '#test/server/zeek-log.ts';
import { objections } from './axe.ts';
import { expect, expectNoSidewaysScroll, pressGoTo, settled, tabTo } from './fixtures.ts';
import { sourcesKeys } from './service-address.ts';
import { watchesTest as test } from './sources-stand.ts';

const address = '203.0.113.88';
const headers = { 'x-api-key': sourcesKeys.manages };

/** Imports a log with one name at the address. */
async function importName({ request }: Page, name: string, minute: number): Promise<void> {
  const content = zeekLog([[Date.UTC(2026, 9, 20, 8, minute) / 1000, name, address]]);
  const data = { name: 'dns.log', bytes: content.length, start: 1 };
  const made = await request.post('/api/v1/sightline/imports', { headers, data });
  const { id } = ((await made.json()) as { response: { id: string } }).response;
  await request.post(`/api/v1/sightline/imports/${id}/content?offset=0`, {
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    data: Buffer.from(content),
  });
  const state = async () => {
    const shown = await request.get(`/api/v1/sightline/imports/${id}`, { headers });
    return ((await shown.json()) as { response: { state: string } }).response.state;
  };
  await expect.poll(state, { timeout: 60_000 }).toBe('done');
}

test('watches an address by keyboard, and tells what an import brought', async ({ visit, stand }) => {
  const page = await visit(sourcesKeys.looksUp);
  await page.request.put('/test/clock', { data: { aheadSeconds: stand.aheadSeconds } }); // detectors and watches run from now on
  await importName(page, 'before.watched.test', 0);
  await page.goto(`/ip/${address}`);
  await settled(page);
  await tabTo(page, page.getByRole('button', { name: 'Watch', exact: true }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Watch' });
  await expect(dialog).toContainText(`You watch the IPv4 address ${address}`);
  expect(await objections(page)).toEqual([]);
  await tabTo(page, dialog.getByRole('button', { name: 'Save watch' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  await importName(page, 'after.watched.test', 1);
  const badge = page.getByRole('link', { name: 'Watches, 1 unread' });
  await expect(async () => {
    await page.reload();
    await expect(badge).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 90_000 });
  await pressGoTo(page, 'w');
  await expect(page.getByRole('heading', { level: 1, name: 'Watches' })).toBeVisible();
  const event = page.getByRole('list', { name: 'Events' }).getByRole('listitem').first();
  await expect(event).toContainText(`after.watched.test A ${address}`);
  await expect(event).not.toContainText('before.');
  await expect(event).toContainText('1 new');
  await expect(badge).toBeHidden();
  expect(await objections(page)).toEqual([]);
  // an XML parser that is not ours reads the feed
  const atom = await page.request.get('/watches.atom', { headers });
  const parsed = await page.evaluate(
    (xml) => {
      const { documentElement: feed } = new DOMParser().parseFromString(xml, 'application/xml');
      return [feed.namespaceURI, feed.localName, feed.getElementsByTagName('entry').length];
    },
    await atom.text(),
  );
  expect(parsed).toEqual(['http://www.w3.org/2005/Atom', 'feed', 1]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: `Mute the watch ${address}` }).click();
  await page.getByRole('menuitem', { name: 'Mute for a week' }).click();
  await expect(page.getByRole('list', { name: 'Watches' })).toContainText('Muted until');
  await page.getByRole('button', { name: `Remove the watch ${address}` }).click();
  await page.getByRole('dialog', { name: 'Remove watch' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Nothing is watched')).toBeVisible();
});
