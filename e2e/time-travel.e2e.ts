import type { Locator } from '@playwright/test';
import { dateToIsoDate, plusDays } from '#model/dates.ts';
import { expect, LANDMARKS, openInApp, openPage, panel, sameAddress, tabTo, test } from './fixtures.ts';

const dayMilliseconds = 86_400_000;
const daysAgo = (days: number) => plusDays(dateToIsoDate(new Date()), -days);
/** The links of the rows in their order, once the scores are there. */
async function rowsOf(records: Locator): Promise<readonly string[]> {
  await expect(records.locator('tbody tr').first()).toBeVisible();
  return records.locator('tbody tr [data-column="1"]').allInnerTexts();
}

const domain = LANDMARKS.c2Domain.indicator;
/** The second host came later than this, the first was there before. */
const day = daysAgo(90);

test('a day in the past changes passive DNS answers, is kept during navigation, and can be left', async ({ page }) => {
  await page.goto(`/domain/${domain}?tab=dns&qtype=a`);
  const records = panel(page, `A records of ${domain}`);
  await expect(records.getByRole('grid')).toContainText(LANDMARKS.c2AddressRecent.indicator);

  await page.getByRole('banner').getByRole('button', { name: 'As of now' }).click();
  await page.getByRole('button', { name: '90 days ago' }).click();
  await expect(page).toHaveURL(`/domain/${domain}?tab=dns&qtype=a&asof=${day}`);
  const whois = page.getByRole('tab', { name: 'Whois' });
  await expect(whois).toHaveAttribute('href', `/domain/${domain}?tab=whois&qtype=a&asof=${day}`);
  await expect(page.getByRole('region', { name: 'Time travel' })).toContainText(`As of ${day}`);
  await expect(records.getByRole('grid')).toContainText(LANDMARKS.c2Address.indicator);
  await expect(records.getByRole('grid')).not.toContainText(LANDMARKS.c2AddressRecent.indicator);
  await expect(records).toContainText(`As of ${day}: first seen on or before that day`);

  await records.getByRole('link', { name: LANDMARKS.c2Address.indicator }).click();
  await expect(page).toHaveURL(`/ip/${LANDMARKS.c2Address.indicator}?asof=${day}`);
  await openPage(page, 'Hunt', 'Rankings');
  await expect(page).toHaveURL(`/rankings/asn?asof=${day}`);
  await expect(page.getByRole('main')).toContainText(`rankings cannot be looked up as of ${day}`);
  await page.reload();
  await expect(page).toHaveURL(`/rankings/asn?asof=${day}`);

  await page.getByRole('region', { name: 'Time travel' }).getByRole('button', { name: 'Back to now' }).click();
  await expect(page).toHaveURL('/rankings/asn');
  await expect(page.getByRole('region', { name: 'Time travel' })).toHaveCount(0);
});

test('panels with current data only say so, by keyboard as well', async ({ page }) => {
  await page.goto(`/domain/${domain}`);
  await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'As of now' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: '90 days ago' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/domain/${domain}?asof=${day}`);
  await expect(page.getByRole('main')).toContainText(`it cannot be computed as of ${day}`);
  await expect(page.getByRole('region', { name: 'Time travel' })).toContainText('Panels without history are grey');
  await expect(panel(page, 'Connections')).toContainText('current data');
  await expect(panel(page, `DNS on ${day}`)).not.toContainText('current data');
  await expect(panel(page, `DNS on ${day}`)).not.toContainText(LANDMARKS.c2AddressRecent.indicator);
  await expect(panel(page, 'Event timeline')).toContainText(`Events that began by ${day}`);
});

test('a day is typed as ISO text, or as a time ago', async ({ page }) => {
  await page.goto(`/ip/${LANDMARKS.c2Address.indicator}?tab=announcements`);
  await page.getByRole('banner').getByRole('button', { name: 'As of now' }).click();
  const field = page.getByRole('textbox', { name: 'As of this day (UTC)' });
  await expect(field).toBeFocused();
  await page.keyboard.type('-90d');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Time travel' })).toContainText(`As of ${day}`);
  const first = page.getByRole('textbox', { name: 'First day' });
  await expect(first).toHaveValue(day);
  await first.fill('2026-02-31');
  await expect(first).toHaveAccessibleDescription('Enter a day up to today, as yyyy-mm-dd.');
  await first.fill('2026-02-28');
  await expect(page).toHaveURL(/days\.from=2026-02-28/);
});

test('an impossible day is ignored', async ({ page }) => {
  await page.goto(`/domain/${domain}?asof=2999-01-01`);
  await expect(page.getByRole('banner').getByRole('button', { name: 'As of now' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Time travel' })).toHaveCount(0);
  await expect(page).toHaveURL(`/domain/${domain}?asof=2999-01-01`);
});

test('a shared link opens the same rows a week later', { tag: '@long' }, async ({ page }) => {
  const address = `/search/padns?mode=forward&qtype=a&qname=${domain}&last_seen_after=-30d`;
  await page.goto(address);
  const records = panel(page, `A records of ${domain}, last seen in the last 30 days`);
  await expect(records.getByRole('grid')).toContainText(LANDMARKS.c2Address.indicator);
  await records.getByRole('button', { name: /^Menu of A records/ }).click();
  await page.getByRole('menuitem', { name: 'Share …' }).click();
  const dialog = page.getByRole('dialog');
  const permalink = await dialog.getByRole('region', { name: 'Permalink' }).innerText();
  expect(new URL(permalink).searchParams.get('last_seen_after')).toBe(daysAgo(30));
  expect(new URL(permalink).searchParams.get('first_seen_before')).toMatch(/^\d{10}$/);
  await expect(dialog).toContainText('Records first seen later are left out.');
  await expect(dialog.getByRole('region', { name: 'API URL' })).toContainText(`last_seen_after=${daysAgo(30)}`);
  await expect(dialog.getByRole('region', { name: 'Summary for a ticket' })).toContainText('[.]');
  await expect(dialog).not.toContainText('end-to-end-key');

  // a period of the page, and one that its address leaves out
  const views = [
    { address: `/subnet/198.19.41.0/24?tab=names&seen=7d`, title: 'Names in the network', days: 7 },
    { address: `/ns/${LANDMARKS.badNameServer.indicator}?tab=transfers`, title: 'Moved in', days: 90 },
  ];
  const linked = [];
  for (const { address: shown, title, days } of views) {
    await page.keyboard.press('Escape');
    await openInApp(page, shown);
    const rows = await rowsOf(panel(page, title));
    await panel(page, title)
      .getByRole('button', { name: `Menu of ${title}` })
      .click();
    await page.getByRole('menuitem', { name: 'Share …' }).click();
    await expect(dialog).toContainText('The link has fixed times in place of those that count back from now:');
    await expect(dialog).toContainText('Records first seen later are left out.');
    const link = await dialog.getByRole('region', { name: 'Permalink' }).innerText();
    expect(new URL(link).searchParams.get('until')).toMatch(/^\d{10}$/);
    await expect(dialog.getByRole('region', { name: 'API URL' })).toContainText(/(first_seen|change_date)_before=/);
    linked.push({ link, title, days, rows });
  }
  await page.clock.setFixedTime(Date.now() + 7 * dayMilliseconds);
  for (const { link, title, days, rows } of linked) {
    await page.goto(link);
    await expect(page.getByRole('radio', { name: `since ${daysAgo(days)}` }).first()).toBeChecked();
    await expect(page.getByRole('main')).toContainText('Shared link: tables leave out what was first seen after');
    expect(await rowsOf(panel(page, title))).toEqual(rows);
  }
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('link', { name: 'Which domains' }).click();
  await expect(page).toHaveURL(/(?=.*tab=transfers)(?=.*until=)/);
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(page).not.toHaveURL(/until=/);
  await page.goto(permalink);
  const frozen = page.getByRole('region', {
    name: new RegExp(`^A records of ${domain}, first seen until .*, last seen since ${daysAgo(30)}$`),
  });
  await expect(frozen.getByRole('grid')).toContainText(LANDMARKS.c2Address.indicator);
  await expect(page).toHaveURL(sameAddress(permalink));
});
