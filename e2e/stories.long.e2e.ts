/** The five stories of the sample collection as an analyst works on them: from the clipboard to a shared investigation. */
import type { Locator, Page } from '@playwright/test';
import { C2_MARKS } from '#sample/landmarks.ts';
import { stixFaults } from '#test/model/stix-rules.ts';
import { paths } from '#web/url/paths.ts';
import { save, saveInvestigation } from './downloads.ts';
import { chooseFromMenu, expect, LANDMARKS, omnibox, openPage, panel, pressGoTo, tabTo, test } from './fixtures.ts';

const flux = LANDMARKS.fluxDomain.indicator;
const brand = LANDMARKS.brandDomain.indicator;
const server = LANDMARKS.badNameServer.indicator;

test('a phishing link: the domain hops over networks and name servers, its address leads to a home network', async ({
  page,
}) => {
  await paste(page, `hxxps://${flux.replace('.', '[.]')}/session?id=1`);
  await expect(page).toHaveURL(paths.domain(flux));
  const header = subjectHeader(page);
  await expect(header).toContainText(/still listed/);
  await expect(header).toContainText(/Records seen\s*A \d+ · NS \d+/);
  await expect(header).toContainText(/IPv4, 30 days\s*\d+ in \d+ networks/);
  await expect(header).toContainText(/NS changes, all time\s*6, last \d+ days ago/);

  await page.getByRole('tab', { name: 'Name servers' }).click();
  await expect(panel(page, 'Name-server changes')).toContainText(
    '6 changes between 4 sets of name servers; 3 back to a previous set',
  );
  await page.getByRole('tab', { name: 'Whois' }).click();
  await expect(panel(page, 'Whois history')).toContainText('Bargain Bin Domains');
  await page.getByRole('tab', { name: 'IP diversity' }).click();
  await panel(page, 'IP diversity').getByRole('grid').getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/ip\/198\.1[89]\./);
  const ip = page.url().slice(page.url().lastIndexOf('/') + 1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ip);
  await subjectHeader(page)
    .getByRole('link', { name: /^AS\d+$/ })
    .click();
  await expect(page).toHaveURL(/\/asn\/\d+$/);

  await openInvestigation(page, [flux, ip, /^AS\d+/]);
  const bundle = JSON.parse((await saveInvestigation(page, 'STIX 2.1')).text) as Parameters<typeof stixFaults>[0];
  expect(stixFaults(bundle)).toEqual([]);
  expect(bundle.objects).toEqual(
    expect.arrayContaining([expect.objectContaining({ type: 'domain-name', value: flux })]),
  );
  expect(bundle.objects).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'ipv4-addr', value: ip })]));
});

test('a listed command-and-control host: other hosts with its certificate, JARM and icon, listed or not', async ({
  page,
}) => {
  const [listed, recent, unlisted] = [
    LANDMARKS.c2Address.indicator,
    LANDMARKS.c2AddressRecent.indicator,
    LANDMARKS.c2AddressUnlisted.indicator,
  ];
  const beacon = 'cdn-metrics-sync.invalid';
  await paste(page, `${listed.replaceAll('.', '[.]')}:443`);
  await expect(page).toHaveURL(paths.ip(listed));
  await expect(subjectHeader(page)).toContainText(C2_MARKS.certificateCommonName);
  await page.getByRole('tab', { name: 'Shared infrastructure' }).click();
  for (const mark of ['certificate', 'JARM', 'favicon']) {
    const others = panel(page, `Same ${mark}`).getByRole('list');
    await expect(others.getByRole('listitem')).toHaveCount(2);
    await expect(others).toContainText(recent);
    await expect(others).toContainText(unlisted);
  }
  await expect(page).toHaveURL(`${paths.ip(listed)}?tab=shared`);
  await panel(page, 'Same JARM').getByRole('link', { name: unlisted }).click();
  await expect(page).toHaveURL(paths.ip(unlisted));
  await expect(panel(page, 'Listings')).toContainText('Not listed');
  await page.getByRole('tab', { name: 'Names', exact: true }).click();
  await page.getByRole('link', { name: beacon, exact: true }).first().click();
  await expect(page).toHaveURL(paths.domain(beacon));

  await openInvestigation(page, [listed, unlisted, beacon]);
  const { steps } = JSON.parse((await saveInvestigation(page, 'JSON')).text) as {
    steps: { subject: { value: string } }[];
  };
  expect(steps.map(({ subject }) => subject.value)).toEqual([listed, unlisted, beacon]);
});

test('a bulletproof network, by keyboard alone: its worst prefix and the addresses in it', async ({ page }) => {
  const { keyboard } = page;
  await page.goto('/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  await keyboard.press('/');
  await keyboard.insertText(LANDMARKS.bulletproofAsn.indicator);
  await expect(page.getByRole('option').first()).toContainText('AS64666');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(paths.asn(64666));
  await expect(subjectHeader(page)).toContainText('Cinderwall');
  await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`${paths.asn(64666)}?tab=subnets`);
  // the tab has a second table, which may load first
  const subnets = page.getByRole('grid', { name: 'Subnets of AS64666 in use' });
  const subnet = subnets.getByRole('link', { name: LANDMARKS.badSubnet.indicator, exact: true });
  await tabTo(page, subnets.locator('tbody [tabindex="0"]').first());
  for (let steps = 0; steps < 12; steps += 1) {
    if (await subnet.evaluate((link) => link === document.activeElement)) break;
    await keyboard.press('j');
  }
  await expect(subnet).toBeFocused();
  await keyboard.press('Enter');
  await expect(page).toHaveURL(paths.subnet(LANDMARKS.badSubnet.indicator));
  await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('figure', { name: `Density of ${LANDMARKS.badSubnet.indicator}` })).toBeVisible();

  await pressGoTo(page, 'i');
  await expect(page).toHaveURL(paths.investigation());
  await expect(page.getByRole('treeitem')).toHaveCount(2);
  await tabTo(page, page.getByRole('button', { name: 'Export', exact: true }).first());
  await keyboard.press('Enter');
  const { text } = await save(page, () => chooseFromMenu(page, 'Markdown'));
  expect(text).toContain('AS64666');
  expect(text).toContain(LANDMARKS.badSubnet.indicator.replaceAll('.', '[.]'));
});

test('a bad name server: nearly all of its domains are listed, the flux campaign among them', async ({ page }) => {
  await page.goto('/');
  await omnibox(page).fill(server);
  await page.getByRole('option').filter({ hasText: 'name server' }).first().click();
  await expect(page).toHaveURL(paths.nameServer(server));
  await expect(subjectHeader(page)).toContainText(/Critical.*of \d+ domains? seen on it in the last 30 days/);
  await page.getByRole('tab', { name: 'Transfers' }).click();
  await expect(panel(page, 'Moved in').getByRole('grid')).toContainText(flux);
  await page.getByRole('tab', { name: /^Hosted domains/ }).click();
  const domains = panel(page, 'Hosted domains');
  await expect(domains).toContainText('Every domain ever seen here');
  await domains.getByRole('searchbox', { name: 'Search this table' }).fill(flux);
  await domains.getByRole('link', { name: flux, exact: true }).first().click();
  await expect(page).toHaveURL(paths.domain(flux));
  await page.goBack();
  await expect(domains.getByRole('searchbox', { name: 'Search this table' })).toHaveValue(flux);
  await page.goForward();

  await openInvestigation(page, [server, flux]);
  const { name, text } = await saveInvestigation(page, 'Markdown');
  expect(name).toMatch(/_investigation_.*\.md$/);
  expect(text).toContain(server.replaceAll('.', '[.]'));
  expect(text).not.toContain(flux);
});

test('a look-alike of the bank leads to the bank, and the bank to a test system that it forgot', async ({ page }) => {
  const forgotten = LANDMARKS.unsanctionedAsset.indicator;
  await paste(page, 'https://harborl\u0456ne-bank.example/login');
  await expect(page).toHaveURL(paths.domain(LANDMARKS.homoglyphDomain.indicator));
  await expect(subjectHeader(page)).toContainText('reads harborl\u0456ne-bank.example');
  await page.getByRole('tab', { name: 'Related' }).click();
  const cousin = panel(page, 'Cousins').getByRole('row').filter({ hasText: 'homoglyph' });
  await cousin.getByRole('link', { name: brand, exact: true }).click();
  await expect(page).toHaveURL(paths.domain(brand));
  await expect(page.getByRole('main')).toContainText('No detections');
  await page.getByRole('tab', { name: 'DNS' }).click();
  await page.getByRole('button', { name: 'Look for unsanctioned assets' }).click();
  await expect(page).toHaveURL(/mode=unsanctioned/);
  await page.getByRole('main').getByRole('link', { name: forgotten, exact: true }).first().click();
  await expect(page).toHaveURL(paths.domain(forgotten));

  await openInvestigation(page, [LANDMARKS.homoglyphDomain.indicator, brand, forgotten]);
  const { bytes } = await saveInvestigation(page, /PNG/);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
});

/** The subject of the page, the verdict and the key facts. */
function subjectHeader(page: Page): Locator {
  return page
    .getByRole('main')
    .locator('header')
    .filter({ has: page.getByRole('heading', { level: 1 }) });
}

/** Fills the search with the text and presses Enter. */
async function paste(page: Page, text: string): Promise<void> {
  await page.goto('/');
  await omnibox(page).fill(text);
  await expect(page.getByRole('option').first()).toBeVisible();
  await omnibox(page).press('Enter');
}

/** The investigation holds the steps in the order in which they were taken. */
async function openInvestigation(page: Page, steps: readonly (string | RegExp)[]): Promise<void> {
  await openPage(page, 'Work', 'Investigation');
  await expect(page).toHaveURL(paths.investigation());
  for (const name of steps) await expect(page.getByRole('treeitem', { name }).first()).toBeVisible();
}
