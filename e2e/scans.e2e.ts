import type { Page } from '@playwright/test';
import { C2_MARKS } from '#sample/landmarks.ts';
import { paths } from '#web/url/paths.ts';
import { expect, LANDMARKS, omnibox, panel, sameAddress, tabTo, test } from './fixtures.ts';
import { ANSWERS } from './internet.ts';

const listed = LANDMARKS.c2Address.indicator;
const others = [LANDMARKS.c2AddressRecent.indicator, LANDMARKS.c2AddressUnlisted.indicator];
const byJarm = paths.scans({ what: 'jarm', jarm_hash: C2_MARKS.jarm });
const byIcon = paths.scans({ what: 'favicon', mmh3: String(C2_MARKS.faviconMmh3) });

/** The answer holds the three hosts of the crew. */
async function expectCrew(page: Page, title: string): Promise<void> {
  const table = panel(page, title);
  for (const ip of [listed, ...others]) await expect(table.getByRole('link', { name: ip, exact: true })).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(4);
}

test('what a listed host shares leads to the other hosts of its crew: JARM, icon, certificate', async ({ page }) => {
  const scans = `${paths.ip(listed)}?tab=scans`;
  await page.goto(scans);
  await panel(page, 'JARM').getByRole('link', { name: C2_MARKS.jarm }).click();
  await expect(page).toHaveURL(byJarm);
  await expectCrew(page, `JARM: ${C2_MARKS.jarm}, seen in the last 180 days`);
  await page.reload();
  await expect(page).toHaveURL(byJarm);
  await expectCrew(page, `JARM: ${C2_MARKS.jarm}, seen in the last 180 days`);

  await page.goBack();
  await expect(page).toHaveURL(scans);
  await panel(page, 'Favicon')
    .getByRole('link', { name: String(C2_MARKS.faviconMmh3) })
    .first()
    .click();
  await expect(page).toHaveURL(byIcon);
  await expectCrew(page, `Favicon: ${C2_MARKS.faviconMmh3}`);

  await page.goBack();
  const fingerprint = panel(page, 'Certificates').getByRole('link', { name: /^[0-9a-f]{40}$/ });
  const sha1 = await fingerprint.innerText();
  await fingerprint.click();
  await expect(page).toHaveURL(paths.scans({ what: 'certificates', fingerprint_sha1: sha1 }));
  await expectCrew(page, `Certificates: ${sha1}, seen in the last 180 days`);
  await page.getByRole('link', { name: others[1] ?? '', exact: true }).click();
  await expect(page).toHaveURL(paths.ip(others[1] ?? ''));
});

test('by keyboard alone: a pasted JARM, narrowed to a network, and its icons', async ({ page }) => {
  await page.goto('/');
  await expect(omnibox(page)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.insertText(C2_MARKS.jarm);
  await expect(page.getByRole('option').first()).toContainText('JARM fingerprint');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(byJarm);
  await expectCrew(page, `JARM: ${C2_MARKS.jarm}, seen in the last 180 days`);

  await tabTo(page, page.getByRole('radio', { name: 'Table', exact: true }));
  await page.keyboard.press('ArrowRight');
  const overTime = sameAddress(`${byJarm}&t.view=timeline`);
  await expect(page).toHaveURL(overTime);
  const bars = panel(page, /^JARM: /).getByRole('button', { name: new RegExp(`^[\\d.]+, ${C2_MARKS.jarm}`) });
  await expect(bars).toHaveCount(3);
  await tabTo(page, bars.first());
  await page.keyboard.press('End');
  await expect(bars.last()).toBeFocused();
  const ip = (await bars.last().getAttribute('aria-label'))?.split(',')[0] ?? '';
  expect([listed, ...others]).toContain(ip);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.ip(ip));
  await page.goBack();
  await expect(page).toHaveURL(overTime);

  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await tabTo(page, edit);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('IPv4 address'));
  await page.keyboard.insertText('192.0.2.0');
  await page.keyboard.press('Tab');
  await page.keyboard.insertText('24');
  await expect(page.getByText('192.0.2.0/24: 256 addresses.')).toBeVisible();
  await page.keyboard.press('Enter');
  const narrowed = paths.scans({ what: 'jarm', jarm_hash: C2_MARKS.jarm, ipv4: '192.0.2.0', netmask: '24' });
  await expect(page).toHaveURL(narrowed);
  await expect(panel(page, /^JARM: /).getByRole('row')).toHaveCount(2);

  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'JARM' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByLabel('File name or pattern')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Open directories' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(paths.scans({ what: 'certificates', ipv4: '192.0.2.0', netmask: '24' }));
});

test('an open directory grows from scan to scan; its files lead to the hosts that list them', async ({ page }) => {
  const ip = LANDMARKS.openDirectory.indicator;
  await page.goto(`${paths.ip(ip)}?tab=scans`);
  const directory = panel(page, 'Open directories');
  await expect(directory.getByText(/· 2 new/).first()).toBeVisible();
  await expect(directory.getByText('new', { exact: true }).first()).toBeVisible();
  await directory.getByRole('link', { name: 'loader.exe' }).first().click();
  const url = paths.scans({ what: 'opendir', filename: 'loader.exe' });
  await expect(page).toHaveURL(url);
  const found = panel(page, /^Open directories: loader.exe(, whole listings)?, seen in the last 180 days$/);
  await expect(found.getByRole('row')).toHaveCount(5);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Show', { exact: true }).selectOption('full');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(`${url}&result_mode=full`);
  await expect(found.getByRole('link', { name: 'out/mailboxes.csv' })).toBeVisible();
  await page.reload();
  await expect(found.getByRole('link', { name: 'out/mailboxes.csv' })).toBeVisible();
});

test('a header finds the servers that send it, as a table and as what changed', async ({ page }) => {
  await page.goto(paths.scans({ what: 'headers' }));
  await page.getByLabel('Part of a header').fill('X-Amber-Build: 1.9');
  await page.keyboard.press('Enter');
  const url = paths.scans({ what: 'headers', header_search: 'X-Amber-Build: 1.9' });
  await expect(page).toHaveURL(url);
  const found = panel(page, 'Headers: X-Amber-Build: 1.9');
  for (const ip of [listed, ...others]) await expect(found.getByRole('link', { name: ip }).first()).toBeVisible();
  await found.getByRole('radio', { name: 'Changes' }).check();
  await expect(page).toHaveURL(sameAddress(`${url}&t.view=picture`));
  await found.getByRole('link', { name: '1.9.3' }).first().click();
  await expect(page).toHaveURL(paths.scans({ what: 'headers', header_search: 'x-amber-build: 1.9.3' }));
});

test('the scans of a network are shown by kind', async ({ page }) => {
  const subnet = LANDMARKS.badSubnet.indicator;
  await page.goto(`${paths.subnet(subnet)}?tab=scans`);
  await expect(panel(page, `Certificates in ${subnet}`).getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('radio', { name: 'JARM' }).check();
  await expect(page).toHaveURL(`${paths.subnet(subnet)}?tab=scans&scan=jarm`);
  await page.reload();
  const jarms = panel(page, `JARM in ${subnet}`);
  await expect(jarms.getByRole('link', { name: C2_MARKS.jarm })).toBeVisible();
});

test('an icon by URL is fetched only on a click, and never from a private address', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('favicon_mmh3_from_url=') && request.url().includes('/api/')) asked.push(request.url());
  });
  const refused: readonly (readonly [url: string, reason: RegExp])[] = [
    ['http://127.0.0.1/', /not a public address \(loopback\)/],
    ['http://169.254.169.254/latest', /not a public address \(linkLocal\)/],
    ['http://[::ffff:127.0.0.1]/', /not a public address/],
    ['http://2130706433/', /not a public address \(loopback\)/],
    [`http://${ANSWERS.insideServer}/favicon.ico`, /Nothing is sent to \S+: it has an address that is not a public/],
    [`http://${ANSWERS.iconServer}/elsewhere.ico`, /127\.0\.0\.1.*not a public address \(loopback\)/],
  ];
  await page.goto(paths.scans({ what: 'favicon' }));
  const field = page.getByLabel('or the icon at a URL');
  const fetchIcon = page.getByRole('button', { name: 'Fetch the icon and search' });
  for (const [url, reason] of refused) {
    const chip = page.getByRole('button', { name: /^Icon at a URL/ });
    await expect(field.or(chip)).toBeVisible();
    if (await chip.isVisible()) await chip.click();
    await field.fill(url);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(paths.scans({ what: 'favicon', favicon_mmh3_from_url: url }));
    await expect(page.getByText('its server sees the request')).toBeVisible();
    await fetchIcon.click();
    const failure = page.getByRole('alert').filter({ hasText: 'Target refused' });
    await expect(failure).toContainText(reason);
    await expect(failure).toContainText('Status 400');
    await expect(page.getByRole('list', { name: 'Query', exact: true })).toContainText(url);
  }
  expect(asked).toHaveLength(refused.length);

  const url = `http://${ANSWERS.iconServer}/favicon.ico`;
  await page.goto(paths.scans({ what: 'favicon', favicon_mmh3_from_url: url }));
  await expect(fetchIcon).toBeVisible();
  expect(asked, 'a link sends nothing out').toHaveLength(refused.length);
  await fetchIcon.click();
  await expect(panel(page, `Favicon: ${url}`)).toContainText('No scan matches');
});

test('a hash that scans cannot be searched by says so', async ({ page }) => {
  await page.goto(paths.scans({ what: 'certificates', fingerprint_sha1: 'c'.repeat(32) }));
  await expect(page.getByText('This is an MD5').first()).toBeVisible();
  await expect(page.getByText('Invalid search')).toBeVisible();
  // a pasted SHA-256 may be that of a certificate
  await omnibox(page).fill('c'.repeat(64));
  await expect(page.getByRole('option').first()).toContainText('SHA-256: certificate, or file hash');
  await expect(page.getByRole('option', { name: 'Names on the certificate' })).toBeVisible();
  await omnibox(page).press('Enter');
  await expect(page).toHaveURL(paths.scans({ what: 'certificates', fingerprint_sha1: 'c'.repeat(64) }));
  await expect(page.getByText('Invalid search')).toBeHidden();
  await expect(
    page.getByText('No certificate with this SHA-256 in the collection. If it is the hash of a file'),
  ).toBeVisible();
});
