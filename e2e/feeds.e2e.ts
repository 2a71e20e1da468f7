/** Feeds that the service publishes: every number is that of the service. */
import { paths } from '#web/url/paths.ts';
import { objections } from './axe.ts';
import { expect, expectNoSidewaysScroll, LANDMARKS, openPage, panel, test } from './fixtures.ts';

test('a feed is previewed, published, read and removed', async ({ page, request, apiKey }) => {
  await page.goto('/');
  await openPage(page, 'Data', 'Published feeds');
  await expect(page).toHaveURL(paths.feeds());
  await page.getByRole('button', { name: 'Publish a feed' }).click();
  const form = page.getByRole('form', { name: 'Published feed' });
  await form.getByLabel('Holds').selectOption('search');
  const search = paths.padns({ mode: 'reverse', qtype: 'a', qname: LANDMARKS.c2Address.indicator });
  await form.getByLabel('Address of the search').fill(`${new URL(page.url()).origin}${search}`);
  await page.keyboard.press('Tab');
  await expect(form).toContainText(/Entries now[1-9]\d* domains?For example.*update-telemetry\.test/);
  await form.getByLabel('Holds').selectOption('listing');
  await form.getByLabel('Category').selectOption('phishing');
  await expect(form).toContainText(/Entries now\d+ domains/);
  const count = Number(/Entries now(\d+) domains/.exec((await form.textContent()) ?? '')?.[1]);
  await form.getByLabel('Name').fill('Of the browser');
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(form.getByLabel('Name')).toHaveAccessibleDescription(/lower-case letters, digits and hyphens, such as/);
  await form.getByLabel('Name').fill('of-the-browser');
  await form.getByRole('button', { name: 'Publish' }).click();
  const feed = panel(page, 'of-the-browser');
  await expect(feed).toContainText(`${count} entries`);
  await expect(feed).toContainText('Domains on a list · Phishing');
  expect(await objections(page)).toEqual([]);

  const addresses = feed.getByRole('list', { name: 'Addresses of of-the-browser' }).getByRole('listitem');
  await expect(addresses).toHaveCount(5);
  const address = /http\S+\.txt/.exec((await addresses.first().textContent()) ?? '')?.[0] ?? '';
  const read = async () => request.get(address, { headers: { 'x-api-key': apiKey } });
  const lines = (await (await read()).text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines).toHaveLength(count);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);

  await feed.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(feed).toHaveCount(0);
  expect((await read()).status()).toBe(404);
});
