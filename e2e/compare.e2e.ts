/** Two subjects side by side: from a value, from the investigation and by hand; what differs, and what both share. */
import { LANDMARKS } from '#sample/landmarks.ts';
import { paths } from '#web/url/paths.ts';
import { chooseFromMenu, expect, expectNoSidewaysScroll, panel, pressGoTo, test } from './fixtures.ts';

const ip = LANDMARKS.c2Address.indicator;
const [recent, unlisted] = [LANDMARKS.c2AddressRecent.indicator, LANDMARKS.c2AddressUnlisted.indicator];

test('a value is compared with the subject of its page: verdicts, differing facts, and what both share', async ({
  page,
}) => {
  await page.goto(paths.ip(ip));
  const other = panel(page, 'Connections').getByRole('link', { name: recent }).first();
  await other.press('.');
  await chooseFromMenu(page, `Compare with ${ip}`);
  await expect(page).toHaveURL(paths.compare([ip, recent]));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Compare ${ip} with ${recent}`);
  for (const subject of [ip, recent]) await expect(panel(page, subject)).toContainText(/100\s*Critical/);
  const facts = panel(page, 'Facts');
  await expect(facts.getByRole('row', { name: /^Autonomous system/ })).toContainText('differs');
  await expect(facts.getByRole('row', { name: /^JARM/ })).toContainText('same');
  await expect(facts).toContainText(/\d+ of 11 differ/);
  const shared = panel(page, 'Shared by both').getByRole('listitem');
  await expect(shared.filter({ hasText: 'Favicon' })).toContainText('Shared by 3');
  await panel(page, 'Shared by both').getByRole('link', { name: 'Open all that share these 5' }).click();
  await expect(panel(page, 'Addresses').getByRole('link', { name: unlisted })).toBeVisible();
  await page.goBack();

  // the other way round, and a name with an address, on a phone
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(page).toHaveURL(paths.compare([recent, ip]));
  // the URL changes before the page does, and the form is reset with the page
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Compare ${recent} with ${ip}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('First domain or address').fill('update-telemetry[.]test');
  await page.getByLabel('First domain or address').press('Enter');
  await expect(page).toHaveURL(paths.compare([LANDMARKS.c2Domain.indicator, ip]));
  await expect(panel(page, 'Shared by both')).toContainText(ip);
  await expect(facts).toContainText('facts that apply only to domains or only to addresses are not shown.');
  const headers = await facts.getByRole('columnheader', { name: /\./ }).all();
  for (const header of headers) expect((await header.boundingBox())?.width).toBeGreaterThan(100);
  expect(headers).toHaveLength(2);
  await expectNoSidewaysScroll(page);
});

test('two steps of the investigation are compared, and steps that cannot be compared say so', async ({ page }) => {
  for (const subject of [ip, unlisted]) {
    await page.goto(paths.ip(subject));
    await expect(page.getByRole('main').locator('header').first()).toContainText(/still listed|is listed for|is on /);
  }
  await pressGoTo(page, 'i');
  await page.getByRole('treeitem', { name: ip }).focus();
  await page.getByRole('button', { name: 'Compare with' }).click();
  await chooseFromMenu(page, new RegExp(`^${unlisted}`));
  await expect(page).toHaveURL(paths.compare([ip, unlisted]));

  // by hand: the latest subject is filled in already
  await pressGoTo(page, 'm');
  await expect(page).toHaveURL(paths.compare());
  await expect(page.getByLabel('First domain or address')).toHaveValue(unlisted);
  await page.getByLabel('Second domain or address').fill('AS64666');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByText('Enter a domain or an IP address.')).toBeVisible();
  await page.getByLabel('Second domain or address').fill('never-seen-here.example');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(panel(page, 'never-seen-here.example')).toContainText(/Unknown.*Nothing is known about this domain/);
  await expect(panel(page, 'Shared by both')).toContainText('The latest 30 addresses and 10 values of each other kind');

  await pressGoTo(page, 'm');
  await page.getByRole('link', { name: 'Two hosts of one operator' }).click();
  await expect(page).toHaveURL(paths.compare([ip, unlisted]));
  await expect(panel(page, 'Shared by both')).toContainText('JARM');
});
