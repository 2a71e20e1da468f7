import type { Locator, Page } from '@playwright/test';
import { dateToIsoDate, plusDays } from '#model/dates.ts';
import { paths } from '#web/url/paths.ts';
import { expect, holdBack, LANDMARKS, omnibox, openInApp, panel, sameAddress, tabTo, test } from './fixtures.ts';

const brand = LANDMARKS.brandDomain.indicator;
const asset = LANDMARKS.unsanctionedAsset.indicator;
const flux = LANDMARKS.fluxDomain.indicator;
const server = LANDMARKS.badNameServer.indicator;

test('a search by name and answer finds names like the bank’s outside its network, by keyboard alone', async ({
  page,
}) => {
  await page.goto('/search/padns');
  const form = page.getByRole('form', { name: 'Passive DNS search' });
  await tabTo(page, form.getByRole('radio', { name: 'Forward' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(form.getByRole('radio', { name: 'Name and answer' })).toBeChecked();
  await tabTo(page, form.getByRole('textbox', { name: 'Name or pattern' }));
  await page.keyboard.type('*harborline-bank*');
  await page.keyboard.press('Enter');
  const address = form.getByRole('textbox', { name: 'Address or pattern' });
  await expect(address).toBeFocused();
  await expect(form).toContainText('Enter an answer');
  await page.keyboard.type('192.0.2.0');
  await tabTo(page, form.locator('summary'));
  await page.keyboard.press('Enter');
  await tabTo(page, form.getByRole('textbox', { name: 'Netmask' }));
  await page.keyboard.type('26');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, form.getByRole('button', { name: 'Request preview' }), { backwards: true });
  await expect(form.getByText('/padns/lookup/both/')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(form).toContainText('/padns/lookup/both/a/*harborline-bank*/192.0.2.0?netmask=26&net=notin');
  await page.keyboard.press('Escape');
  await tabTo(page, form.getByRole('textbox', { name: 'Netmask' }));
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/mode=both&qtype=a&qname=\*harborline-bank\*&qanswer=192\.0\.2\.0&netmask=26&net=notin/);
  const records = panel(page, 'A records of *harborline-bank* outside 192.0.2.0/26');
  const search = records.getByRole('searchbox', { name: 'Search this table' });
  await search.fill(asset);
  await expect(records.getByRole('link', { name: asset, exact: true })).toBeVisible();
  await search.fill('192.0.2.10');
  await expect(records).toContainText(/0 of [\d,]+ rows/);
});

test('the bank’s page starts the search for its unsanctioned assets, and the URL keeps it', async ({ page }) => {
  await page.goto(`/domain/${brand}?tab=dns`);
  await page.getByRole('button', { name: 'Look for unsanctioned assets' }).click();
  await expect(page).toHaveURL(
    /mode=unsanctioned&qtype=a&qname=\*harborline-bank\*&nsname=ns1\.harborline-bank\.example(;|%3B)ns2\.harborline-bank\.example&network=192\.0\.2\.0(\/|%2F)26/,
  );
  // what is left out is named
  const records = panel(
    page,
    'Unsanctioned assets like *harborline-bank*, outside 192.0.2.0/26, not on ns1.harborline-bank.example or ns2.harborline-bank.example, first seen in the last 30 days',
  );
  const found = records.getByRole('row').filter({ hasText: asset });
  await expect(found.first()).toContainText(brand);
  await expect(found.first()).toContainText('AS64500');
  await expect(records.getByRole('link', { name: `www.${brand}`, exact: true })).toHaveCount(0);
  await expectSameAfterReload(page, asset);

  // the default window is part of the query: it can be removed, and returns
  const query = queryOf(page);
  await expect(query).toContainText('First seen after-30d (default)');
  await query.getByRole('button', { name: 'Remove First seen after' }).click();
  await expect(page).toHaveURL(/first_seen_after=0/);
  await expect(panel(page, /^Unsanctioned assets .*, first seen at any time$/).getByRole('grid')).toBeVisible();
  await expect(query).toContainText('First seen afterany time');
  await query.getByRole('button', { name: 'Remove First seen after' }).click();
  await expect(records.getByRole('grid')).toBeVisible();
});

test('a set hash opens its servers, above the names that have them', async ({ page }) => {
  await page.goto(`/ns/${server}?tab=domains`);
  const hash = await panel(page, 'Sets of name servers').getByRole('link').first().innerText();
  await omnibox(page).fill(hash);
  await expect(page.getByRole('option').first()).toContainText('name-server set hash');
  await omnibox(page).press('Enter');
  await expect(page).toHaveURL(`/search/padns?mode=reverse&qtype=nshash&qname=${hash}`);
  const set = panel(page, 'This set of name servers');
  await expect(set.getByRole('link', { name: server })).toBeVisible();
  await expect(panel(page, `Names with the name-server set ${hash}`).getByRole('row').nth(1)).toContainText('NS');

  await queryOf(page)
    .getByRole('button', { name: /^Record type/ })
    .click();
  await expect(page.getByLabel('Record type')).toBeFocused();
  await page.getByLabel('Record type').selectOption('mxhash');
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
  await panel(page, 'This set of mail servers').getByRole('link', { name: 'name servers' }).click();
  await expect(set.getByRole('link', { name: server })).toBeVisible();
});

test('the first records appear before their total is known, and a list that is complete is not counted', async ({
  page,
}) => {
  const counted: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('with_metadata=1')) counted.push(new URL(request.url()).pathname);
  });
  const release = await holdBack(page, /with_metadata=1/);
  await page.goto('/search/padns?mode=forward&qtype=a&qname=*harborline-bank*&limit=5');
  const records = panel(page, 'A records of *harborline-bank*');
  await expect(records).toContainText('5 rows loaded, more available');
  await expect(records).toContainText('*harborline-bank*5, more available');
  await expect(records.getByRole('link', { name: /harborline-bank/ }).first()).toBeVisible();
  release();
  await expect(records).toContainText(/5 rows loaded of (?!5 )\d+/);
  await records.getByRole('button', { name: 'Load more' }).click();
  await expect(records).toContainText(/10 rows loaded of (?!10 )\d+/);
  expect(counted).toHaveLength(1);
  // Refresh reloads the first page, drops the later ones and counts again
  await records.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Refresh' }).click();
  await expect(records).toContainText(/5 rows loaded of (?!5 )\d+/);
  await expect.poll(() => counted.length).toBe(2);

  await page.goto('/search/padns?mode=forward&qtype=a&qname=*harborline-bank*&limit=1000');
  await expect(records.getByRole('link', { name: /harborline-bank/ }).first()).toBeVisible();
  await expect(records).not.toContainText('more available');
  expect(counted).toHaveLength(2);
});

test('a query that ran folds into chips, which open the form at their field or can be removed', async ({ page }) => {
  const asked = { from_ns: '*', to_ns: server, days: '365' };
  await page.goto(paths.transfers({ ...asked, order: 'asc' }));
  const query = queryOf(page);
  const form = page.getByRole('form', { name: 'Search for transfers' });
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await expect(query.getByRole('listitem')).toHaveText([
    'From name server*',
    `To name server${server}`,
    'Days365',
    'Orderoldest first',
  ]);
  await expect(form).toHaveCount(0);
  // one of the two name servers is enough
  await expect(query.getByRole('button', { name: /^Remove / })).toHaveCount(4);
  await page.getByRole('button', { name: 'Request preview' }).click();
  await expect(page.getByRole('dialog', { name: 'Request preview' })).toContainText(`to_ns=${server}&days=365`);
  await page.keyboard.press('Escape');
  await query.getByRole('button', { name: 'Remove Order' }).click();
  await expect(page).toHaveURL(sameAddress(paths.transfers(asked)));
  await expect(query.getByRole('listitem')).toHaveCount(3);
  await expect(edit).toBeFocused();
  await query.getByRole('button', { name: 'Days 365' }).press('Enter');
  await expect(form.getByRole('textbox', { name: 'Days' })).toBeFocused();
  await page.keyboard.type('90');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(sameAddress(paths.transfers({ ...asked, days: '90' })));
  await expect(query).toContainText('Days90');
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.getByRole('textbox', { name: 'From name server' })).toBeFocused();
  await page.goBack();
  await expect(query).toContainText('Days365');
  await expect(form).toHaveCount(0);
});

test('the heading of the results states the query, with every negation and the time', async ({ page }) => {
  const asked: readonly (readonly [path: string, title: string])[] = [
    [
      paths.padns({
        mode: 'both',
        qtype: 'a',
        qname: '*harborline*',
        qanswer: '192.0.2.0',
        netmask: '26',
        match: 'neq',
        network: '198.51.100.0/24',
        net: 'notin',
        asnum: '64500',
        asn: 'notin',
        last_seen_after: '-12h',
      }),
      'A records of *harborline* but not with 192.0.2.0/26, outside 198.51.100.0/24, not in AS64500, last seen in the last 12 hours',
    ],
    [
      paths.transfers({ from_ns: '*', to_ns: server, days: '365', registrar: 'Nightowl' }),
      `Moved from * to ${server}, in the last 365 days, registrar Nightowl`,
    ],
    [
      paths.certificates({ domain: brand, cert_issuer: 'Granite*', date_max: '2026-06-30' }),
      `Certificates of ${brand}, issued by Granite*, issued until 2026-06-30`,
    ],
    [paths.scans({ what: 'jarm', ipv4: '203.0.113.66' }), 'JARM: 203.0.113.66, seen in the last 180 days'],
    [paths.asnSearch({ asname_starts_with: 'cinder' }), 'AS names that begin with cinder'],
    [
      paths.diversitySearch({ asn_diversity_min: '4', asnum: '64500', asn: 'notin' }),
      'Hosts with at least 4 ASNs · not AS numbers 64500',
    ],
  ];
  await page.goto('/nowhere');
  for (const [path, title] of asked) {
    await openInApp(page, path);
    await expect(panel(page, title)).toBeVisible();
  }
});

test('a time is chosen from presets or typed as a relative time, in date fields as well', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  await page.goto(paths.certificates({ domain: brand, date_min: '2026-01-01', date_max: '2026-06-30' }));
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('form', { name: 'Search for certificates' });
  const presets = form.getByRole('radiogroup', { name: 'Issued on or after: presets' });
  await expect(presets.getByRole('radio', { name: 'Custom' })).toBeChecked();
  await presets.getByRole('radio', { name: '7 d' }).check();
  const since = form.getByRole('textbox', { name: 'Issued on or after' });
  const day = (days: number) => plusDays(dateToIsoDate(new Date()), -days);
  await expect(since).toHaveValue('-7d');
  await expect(since).toHaveAccessibleDescription(day(7));
  await expect(form.getByRole('textbox', { name: 'Issued on or before' })).toHaveValue('');
  await presets.getByRole('radio', { name: 'Custom' }).click();
  await expect(since).toBeFocused();
  await page.keyboard.type('-400d');
  await expect(presets.getByRole('radio', { name: 'Custom' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(sameAddress(paths.certificates({ domain: brand, date_min: '-400d' })));
  await expect(panel(page, `Certificates of ${brand}, issued in the last 400 days`).getByRole('grid')).toBeVisible();
  expect(asked.some((url) => url.includes(`date_min=${day(400)}`))).toBe(true);

  await page.goto(paths.padns({ mode: 'unsanctioned', qname: '*harborline*' }));
  await queryOf(page)
    .getByRole('button', { name: /^First seen after/ })
    .click();
  const seen = page.getByRole('radiogroup', { name: 'First seen after: presets' });
  await expect(seen.getByRole('radio', { name: '30 d' })).toBeChecked();
  await seen.getByRole('radio', { name: '24 h' }).check();
  await expect(page.getByRole('textbox', { name: 'First seen after' })).toHaveValue('-24h');
  await seen.getByRole('radio', { name: 'Any' }).check();
  await expect(page.getByRole('textbox', { name: 'First seen after' })).toHaveValue('0');
});

test('each field of the AS-name form has a hint of its own', async ({ page }) => {
  await page.goto(paths.asnSearch());
  const fields = page.getByRole('form').getByRole('textbox');
  await expect(fields.first()).toBeVisible();
  const hints = await fields.evaluateAll((all) =>
    all.map((field) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? ''),
  );
  expect(new Set(hints).size).toBe(hints.length);

  // and a single result has no controls for many rows
  await page.goto(paths.asnSearch({ asname_starts_with: 'cinder' }));
  const found = panel(page, 'AS names that begin with cinder');
  await expect(found.getByRole('row')).toHaveCount(2);
  await expect(found.getByRole('button', { name: 'Export' })).toBeVisible();
  await expect(found.getByRole('searchbox')).toHaveCount(0);
  await expect(found.getByRole('button', { name: /^(Filters|Columns)$/ })).toHaveCount(0);
});

test('an invalid search focuses the field to fix, wherever it is', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  // in a closed group of parameters, and invalid only together with another one
  await page.goto(paths.diversitySearch());
  const form = page.getByRole('form');
  await form.getByText('More parameters').click();
  await form.getByRole('textbox', { name: 'AS numbers' }).fill('64500');
  await form.getByRole('combobox', { name: 'How many must match' }).selectOption('limit');
  await form.getByText('More parameters').click();
  await form.getByRole('button', { name: 'Search', exact: true }).click();
  await expectRefused(
    form.getByRole('textbox', { name: 'Chosen ASNs: at least' }),
    'Enter a minimum or maximum number',
  );

  const wrong: readonly (readonly [path: string, field: string, problem: string])[] = [
    [paths.certificates({ domain: brand, limit: 'many' }), 'Records per page', 'A whole number from'],
    [paths.transfers({ from_ns: '*', to_ns: '*', change_date_after: 'soon' }), 'Moved on or after', 'A day such as'],
    [paths.scans({ what: 'jarm', ipv4: '999.1.1.1' }), 'IPv4 address', 'Enter an IPv4 address'],
    [paths.asnSearch({ asname: 'cinder', asnum: 'x' }), 'AS number', 'An AS number such as'],
    [paths.padns({ qtype: 'a', qname: brand, last_seen_after: 'soon' }), 'Last seen after', 'is not a time'],
  ];
  for (const [path, label, problem] of wrong) {
    await page.goto(path);
    const field = page.getByRole('form').getByRole('textbox', { name: label, exact: true });
    await expectRefused(field, problem);
    await page.getByRole('heading', { level: 1 }).click();
    await page.getByRole('form').getByRole('button', { name: 'Search', exact: true }).click();
    await expectRefused(field, problem);
  }
});

async function expectRefused(field: Locator, problem: string): Promise<void> {
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport({ ratio: 1 });
  await expect(field).toHaveAccessibleDescription(new RegExp(problem));
  const isCovered = await field.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect();
    return document.elementFromPoint(left + 4, top + 4) !== element;
  });
  expect(isCovered).toBe(false);
}

test('diversity finds the flux campaign, with the timeline of the chosen host', async ({ page }) => {
  await page.goto('/search/diversity');
  await page.getByRole('textbox', { name: 'ASNs: at least' }).fill('6');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search/diversity?asn_diversity_min=6');
  const hosts = panel(page, /^Hosts with at least \d+ ASNs$/);
  await expect(hosts.getByRole('link', { name: flux, exact: true })).toBeVisible();
  await hosts.getByRole('switch', { name: 'Timelines' }).click();
  await expect(page).toHaveURL('/search/diversity?asn_diversity_min=6&timeline=1');
  await hosts.getByLabel('Timeline of').selectOption(flux);
  await expect(page).toHaveURL(`/search/diversity?asn_diversity_min=6&timeline=1&host=${flux}`);
  await expect(hosts.getByRole('figure', { name: `IP diversity of ${flux}` })).toContainText('AS');
  await expectSameAfterReload(page, flux);
  await expect(hosts.getByLabel('Timeline of')).toHaveValue(flux);

  await page.goto(`/domain/${flux}?tab=diversity`);
  await page.getByRole('link', { name: /^Other hosts with at least/ }).click();
  await expect(page).toHaveURL('/search/diversity?asn_diversity_min=11');
  await expect(hosts.getByRole('link', { name: flux, exact: true })).toBeVisible();
});

test('DNS is queried only on a click, and a link with the live scope queries nothing', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/lookup/ipdiversity/')) asked.push(request.url());
  });
  await page.goto(`/domain/${flux}?tab=diversity&div.scope=live`);
  const diversity = panel(page, 'IP diversity');
  await expect(diversity).toContainText('may notice');
  expect(asked).toEqual([]);
  await diversity.getByRole('button', { name: 'Query DNS now' }).click();
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]).toContain('scope=live');
});

/** The chips of an explorer's query. */
function queryOf(page: Page): Locator {
  return page.getByRole('list', { name: 'Query', exact: true });
}

/** A reload shows the same rows at the same URL. */
async function expectSameAfterReload(page: Page, name: string): Promise<void> {
  const address = page.url();
  const rows = page.getByRole('row');
  await expect(rows.filter({ hasText: name }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const before = await rows.allInnerTexts();
  await page.reload();
  await expect.poll(() => rows.allInnerTexts()).toEqual(before);
  expect(page.url()).toBe(address);
}
