/** The campaign around a subject: graph, tables, and its way into the investigation. */
import { LANDMARKS } from '#sample/landmarks.ts';
import { paths } from '#web/url/paths.ts';
import { saveRows } from './downloads.ts';
import { objections } from './axe.ts';
import { expect, panel, test } from './fixtures.ts';

const flagship = LANDMARKS.fluxDomain.indicator;
const hosts = [
  LANDMARKS.c2Address.indicator,
  LANDMARKS.c2AddressRecent.indicator,
  LANDMARKS.c2AddressUnlisted.indicator,
];
const mailDomain = 'secure-notices.test';
const lookAlikes = [
  LANDMARKS.homoglyphDomain.indicator,
  'harborline-bank-support.test',
  'harborlne-bank.example',
  'harbor1ine-bank.example',
  'harborline-bank.invalid',
];

test('the same-operator section leads to the campaign, which goes into the investigation as a whole', async ({
  page,
}) => {
  await page.goto(paths.domain(flagship));
  const connections = panel(page, 'Connections');
  await expect(connections.getByRole('row').nth(1)).toContainText('ns1.attic-lamp.test');
  await expect(connections.getByRole('row', { name: /Registrant e-mail/ })).toContainText(
    'kaori.sandoval-reyes@quick-post.test',
  );
  await connections.getByRole('link', { name: 'Show all with their links' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`${paths.campaign('domain', flagship)}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Campaign around ${flagship}`);
  const subjects = panel(page, 'Subjects');
  await expect(subjects.getByRole('img', { name: /^15 subjects and \d+ links/ })).toBeVisible();
  await subjects.getByRole('radio', { name: 'Table' }).press('Space');
  for (const each of [...hosts, mailDomain, ...lookAlikes])
    await expect(subjects.getByRole('row', { name: each }).first()).toContainText(/Critical|High|Medium/);
  await expect(subjects.getByRole('row')).toHaveCount(16);
  await expect(page).toHaveURL(/s\.view=table/);
  await expect(panel(page, 'Links').getByRole('grid')).toContainText(/Registrant e-mail \S+: \d+\.\d bits/);
  expect(await objections(page)).toEqual([]);

  await page.getByRole('button', { name: 'Add all to the investigation' }).press('Enter');
  await expect(page).toHaveURL(/\/investigation/);
  for (const each of lookAlikes)
    await expect(page.getByRole('treeitem').filter({ hasText: each }).first()).toContainText(/same .*bits/);
});

test('a page on a big CDN has connections, and no subject of the same operator', async ({ page }) => {
  await page.goto(paths.domain('pages.altocloud.example'));
  const connections = panel(page, 'Connections');
  await expect(connections.getByRole('row').nth(1)).toBeVisible();
  await expect(connections.getByText(/the same operator/)).toHaveCount(0);
});

test('the links of a campaign are exported with their values', async ({ page }) => {
  await page.goto(paths.campaign('ip', LANDMARKS.c2Address.indicator));
  const links = panel(page, 'Links');
  await links.getByRole('button', { name: 'Export', exact: true }).click();
  const { name, text } = await saveRows(page);
  expect(name).toContain('campaign-links');
  expect(text).toMatch(/JARM \w+: \d+\.\d bits/);
});

test('a subject without links says so', async ({ page }) => {
  await page.goto(paths.campaign('domain', LANDMARKS.unknownDomain.indicator));
  await expect(panel(page, 'Links')).toContainText('Nothing is linked with this subject');
});
