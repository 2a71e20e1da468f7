/** What own logs had resolved before a feed listed it, on a service with an empty collection. */
import { zeekLog } from '#test/server/zeek-log.ts';
import { paths } from '#web/url/paths.ts';
import { objections } from './axe.ts';
import { saveRows } from './downloads.ts';
import { expect, feedOf, holdBack, panel } from './fixtures.ts';
import { sourcesKeys } from './service-address.ts';
import { test } from './sources-stand.ts';

test.setTimeout(300_000);
const loaded = { timeout: 180_000 };

test('a feed from the drop folder lists what an own log had resolved: from Home to the evidence', async ({
  visit,
  stand,
}) => {
  const [name, address] = ['beacon.retro.test', '198.51.100.240'];
  const page = await visit(sourcesKeys.manages);
  const main = page.getByRole('main');
  await page.goto('/');
  // until it is answered, the offer of feeds has the place of the line
  await main.getByRole('button', { name: 'Not now' }).click();
  await expect(main).toContainText('Listed after you resolved it: no logs of your own.');
  await page.goto(paths.sources());
  const answeredAt = Date.parse('2026-10-20T08:00:00Z') / 1000;
  const buffer = Buffer.from(zeekLog([[answeredAt, name, address]]));
  await panel(page, 'Your own logs')
    .getByLabel('Log files')
    .setInputFiles({ name: 'hq.log', mimeType: 'text/plain', buffer });
  const row = panel(page, 'Your own logs').getByRole('listitem').filter({ hasText: 'hq.log' });
  await row.getByRole('button', { name: 'Import: hq.log' }).click(loaded);
  await expect(row).toContainText('Imported', loaded);

  await page.getByRole('button', { name: 'Add a feed of your own' }).click();
  const form = page.getByRole('form', { name: 'Own feed' });
  await form.getByLabel('Name', { exact: true }).fill('Dropped list');
  await form.getByRole('radio', { name: 'Files in a drop folder' }).check();
  await form.getByLabel('Format').selectOption('lines');
  await form.getByRole('button', { name: 'Add without preview' }).click();
  await expect(feedOf(page, 'Dropped list')).toBeVisible();
  const data = { feed: 'own-dropped-list', name: 'list.txt', text: `${address}\n` };
  expect((await page.request.put(`${stand.url}/test/drop`, { data })).ok()).toBe(true);
  await expect(feedOf(page, 'Dropped list')).toContainText('1 listing', loaded);

  // the log waits for the totals above it, hidden
  const release = await holdBack(page, '**/sightline/collection*');
  await page.goto('/');
  const card = panel(page, 'Listed after you resolved it');
  await expect(card).toContainText(
    /198\.51\.100\.240.*Listed by Dropped list \(.*\) on [\d-]{10}, \d+ days after you resolved it: 1 DNS answer, first 2026-10-20/,
  );
  await card.getByRole('link', { name: /^zeek.* #\d+$/ }).click();
  await expect(row.getByRole('button', { name: 'hq.log', exact: true })).toBeFocused();
  await expect(row.getByRole('button', { name: 'hq.log', exact: true })).toHaveAttribute('aria-expanded', 'true');
  release();
  await page.goBack();
  await card.getByRole('link', { name: 'All 1 listing' }).click();
  await expect(page).toHaveURL(paths.retroHunt());
  await expect(main.getByRole('row', { name: new RegExp(`${address}.*Dropped list`) })).toContainText(name);
  expect(await objections(page)).toEqual([]);
  await main.getByRole('button', { name: 'Export' }).click();
  const file = await saveRows(page);
  expect(file.text).toContain(address);
  expect(file.text).toContain(name);
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: 'Watch', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Watch' });
  const preview = dialog.getByRole('status');
  await expect(preview).toContainText('Listings of resolved names and addresses 1 record. The data begins on');
  await dialog.getByRole('button', { name: 'Save watch' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(paths.watches());
  await page.getByRole('list', { name: 'Watches' }).getByRole('link', { name: 'Retro-hunt' }).click();
  await expect(page).toHaveURL(paths.retroHunt());

  await main.getByRole('link', { name: address, exact: true }).first().click();
  await expect(panel(page, 'Retro-hunt')).toContainText('Dropped list');
  await expect(panel(page, 'Listings')).toContainText('Dropped list');
  await main.getByRole('tab', { name: 'Names', exact: true }).click();
  await expect(main.getByRole('link', { name, exact: true }).first()).toBeVisible();
});
