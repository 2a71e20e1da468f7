/** Live look-ups by the real outbound client, to servers on loopback in place of the internet. */
import { paths } from '#web/url/paths.ts';
import { expect, panel, tabTo, test } from './fixtures.ts';
import { ANSWERS } from './internet.ts';

test('live whois is queried on a click, and text of the registrant stays text', async ({ page }) => {
  const view = `${paths.domain(ANSWERS.hostileDomain)}?tab=whois`;
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/whoislive/') && asked.push(request.url()));
  await page.goto(view);
  await expect(page.getByRole('list', { name: 'Stored records' })).toBeVisible();
  const now = panel(page, 'Whois now');
  await expect(now).toContainText('They may notice');
  expect(asked, 'opening the view sends nothing out').toEqual([]);

  await now.getByRole('button', { name: 'Query registry now' }).click();
  const name = now.getByRole('row', { name: /^Name changed/ });
  await expect(name).toContainText(`<img src=x onerror="document.title='owned'">`);
  await expect(name.getByText('U+202E')).toBeVisible();
  await expect(now.locator('img, b')).toHaveCount(0);
  await expect(now).toContainText('differs from the newest stored record: registrar, created');
  await now.getByText('Raw answer of the registry').click();
  await expect(now.getByText(ANSWERS.registrar).last()).toBeVisible();
  await expect(page).not.toHaveTitle('owned');
  expect(asked).toHaveLength(1);
  await expect(page).toHaveURL(view);
});

test('the live infrastructure tag is shown beside the collected one', async ({ page }) => {
  const view = `${paths.domain(ANSWERS.movedDomain)}?tab=related`;
  await page.goto(view);
  await expect(panel(page, 'Infrastructure tag')).toContainText('Name servers');
  const now = panel(page, 'Infrastructure tag now');
  await expect(now).toContainText('the target may notice');
  await now.getByRole('button', { name: 'Query DNS now' }).click();
  await expect(now.getByRole('link', { name: ANSWERS.movedTo }).first()).toBeVisible();
  await expect(now.getByText('changed')).not.toHaveCount(0);
  await expect(page).toHaveURL(view);
  await now.getByRole('link', { name: ANSWERS.movedTo }).first().click();
  await expect(page).toHaveURL(paths.domain(ANSWERS.movedTo));
});

test('a whois server inside a private network is refused, with the reason, and the page stays usable', async ({
  page,
}) => {
  const view = paths.domain(ANSWERS.insideDomain);
  await page.goto(view);
  const collect = panel(page, 'Collect now');
  // by keyboard alone
  await tabTo(page, collect.getByRole('button', { name: 'Collect all' }));
  await page.keyboard.press('Enter');
  const outcome = collect.getByRole('list', { name: 'Outcome of Registration' });
  await expect(outcome).toContainText('Not sent');
  await expect(outcome).toContainText('The whois server whois.inside.invalid has no public address');
  await expect(outcome).toContainText('nothing was sent to it');
  await expect(outcome).toContainText('Cause: the registry');
  await expect(collect).toContainText('it may not exist');
  await expect(collect).toContainText('Nothing was collected.');
  await expect(page).toHaveURL(view);
  await page.getByRole('link', { name: 'The same name as a name server' }).click();
  await expect(page).toHaveURL(paths.nameServer(ANSWERS.insideDomain));

  // the same for a known domain, in the tab of its whois records
  const tab = `${paths.domain(ANSWERS.insideKnownDomain)}?tab=whois`;
  await page.goto(tab);
  const now = panel(page, 'Whois now');
  await tabTo(page, now.getByRole('button', { name: 'Query registry now' }));
  await page.keyboard.press('Enter');
  const alert = now.getByRole('alert');
  await expect(alert).toContainText('Whois now: Target refused');
  await expect(alert).toContainText('The whois server whois.inside.invalid has no public address');
  await expect(alert).toContainText('does not connect to private networks');
  await expect(alert).toContainText('Status 502');
  await expect(now.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(page).toHaveURL(tab);
});

test('an unknown domain is collected on a click, and its page fills without a reload', async ({ page }) => {
  await page.goto(paths.domain(ANSWERS.freshDomain));
  await expect(page.getByText('Nothing is known about this domain', { exact: true })).toBeVisible();
  const collect = panel(page, 'Collect now');
  await expect(collect).toContainText('Their owner may notice');
  await expect(collect).toContainText('Some registrars notify the owner');
  // by keyboard alone
  await tabTo(page, collect.getByRole('button', { name: 'Collect all' }));
  await page.keyboard.press('Enter');
  const dns = collect.getByRole('list', { name: 'Outcome of DNS' });
  await expect(dns.getByRole('listitem').filter({ hasText: '192.0.2.77' })).toContainText('Found');
  await expect(dns.getByRole('listitem').filter({ hasText: 'AAAA' })).toContainText('None');
  await expect(collect.getByRole('list', { name: 'Outcome of Registration' })).toContainText('2026-11-20');
  await expect(page.getByText('Nothing is known about this domain', { exact: true })).toHaveCount(0);
  await page.getByRole('tab', { name: 'DNS' }).click();
  await expect(page.getByRole('link', { name: ANSWERS.freshMail }).first()).toBeVisible();
});

test('an unknown address is collected: its PTR record and the name that points back', async ({ page }) => {
  await page.goto(paths.ip(ANSWERS.freshAddress));
  const collect = panel(page, 'Collect now');
  await expect(collect.getByRole('button', { name: 'Query registry' })).toHaveCount(0);
  await collect.getByRole('button', { name: 'Look up DNS' }).click();
  await expect(collect).toContainText('2 records collected');
  await page.getByRole('tab', { name: 'Names' }).click();
  await expect(page.getByRole('link', { name: ANSWERS.freshPointer }).first()).toBeVisible();
});
