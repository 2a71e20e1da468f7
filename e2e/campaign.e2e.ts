/** The campaign around a subject: graph, tables, and its way into the investigation. */
import { LANDMARKS } from '#sample/landmarks.ts';
import { paths } from '#web/url/paths.ts';
import { save } from './downloads.ts';
import { objections } from './axe.ts';
import { expect, panel, test } from './fixtures.ts';

const flagship = LANDMARKS.homoglyphDomain.indicator;
const lookAlikes = [
  'harborline-bank-support.test',
  'harborlne-bank.example',
  'harbor1ine-bank.example',
  'harborline-bank.invalid',
];

test('the same-operator section leads to the campaign, which goes into the investigation as a whole', async ({
  page,
}) => {
  await page.goto(paths.domain(flagship));
  await panel(page, 'Connections').getByRole('link', { name: 'Show all with their links' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`${paths.campaign('domain', flagship)}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Campaign around ${flagship}`);
  const subjects = panel(page, 'Subjects');
  await expect(subjects.getByRole('img', { name: /^7 subjects and \d+ links/ })).toBeVisible();
  await subjects.getByRole('radio', { name: 'Table' }).press('Space');
  for (const each of lookAlikes)
    await expect(subjects.getByRole('row', { name: each }).first()).toContainText(/Critical|High/);
  await expect(subjects.getByRole('row')).toHaveCount(8);
  await expect(page).toHaveURL(/s\.view=table/);
  await expect(panel(page, 'Links').getByRole('grid')).toContainText(/Registrant e-mail \S+: \d+\.\d bits/);
  expect(await objections(page)).toEqual([]);

  await page.getByRole('button', { name: 'Add all to the investigation' }).press('Enter');
  await expect(page).toHaveURL(/\/investigation/);
  for (const each of lookAlikes)
    await expect(page.getByRole('treeitem').filter({ hasText: each }).first()).toContainText(/same .*bits/);
});

test('the links of a campaign are exported with their values', async ({ page }) => {
  await page.goto(paths.campaign('ip', LANDMARKS.c2Address.indicator));
  const links = panel(page, 'Links');
  await links.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const { name, text } = await save(page, () => dialog.getByRole('button', { name: 'Download' }).click());
  expect(name).toContain('campaign-links');
  expect(text).toMatch(/JARM \w+: \d+\.\d bits/);
});

test('a subject without links says so', async ({ page }) => {
  await page.goto(paths.campaign('domain', LANDMARKS.unknownDomain.indicator));
  await expect(panel(page, 'Links')).toContainText('Nothing is linked with this subject');
});
