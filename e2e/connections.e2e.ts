/** Shared attributes: all subjects with one attribute or several, and pivots from whois and the investigation. */
import { C2_MARKS, LANDMARKS } from '#sample/landmarks.ts';
import { paths } from '#web/url/paths.ts';
import { save } from './downloads.ts';
import { chooseFromMenu, expect, holdBack, omnibox, panel, pressGoTo, sameAddress, test } from './fixtures.ts';

const ip = LANDMARKS.c2Address.indicator;
const others = [LANDMARKS.c2AddressRecent.indicator, LANDMARKS.c2AddressUnlisted.indicator];

test('the overview of an address leads to all hosts with its JARM and favicon, by keyboard', async ({ page }) => {
  await page.goto(paths.ip(ip));
  const connections = panel(page, 'Connections');
  const jarm = connections.getByRole('row', { name: /^JARM|JARM/ });
  await expect(jarm).toContainText('2 others');
  await expect(jarm).toContainText(/100\s*Critical/);
  const same = connections.getByRole('region', { name: 'Likely the same operator' });
  for (const other of others) await expect(same.getByRole('link', { name: other })).toBeVisible();
  await expect(same).toContainText('same JARM');
  // with the tags of their pages
  await expect(same.getByRole('listitem').filter({ hasText: others[0] ?? '' })).toContainText('C2');
  await connections.getByRole('checkbox', { name: /^Combine JARM/ }).focus();
  await page.keyboard.press('Space');
  await connections.getByRole('checkbox', { name: /^Combine Favicon/ }).focus();
  await page.keyboard.press('Space');
  await connections.getByRole('link', { name: 'Open all that share these 2' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Same JARM and favicon');
  await expect(page).toHaveTitle(`JARM ${C2_MARKS.jarm} · Connections · Sightline`);
  for (const other of others) await expect(panel(page, 'Addresses').getByRole('link', { name: other })).toBeVisible();
  await expect(panel(page, 'Names').getByRole('link', { name: 'update-telemetry.test', exact: true })).toBeVisible();

  // removing one attribute widens the search, and Back restores it
  await page.getByRole('button', { name: /^Remove JARM/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Same favicon');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Same JARM and favicon');
});

test('a subject, its connections and the members of shared values are watched, with a preview, and open from their watch', async ({
  page,
  ask,
}) => {
  const shared = paths.connections([
    { attribute: 'jarm', value: C2_MARKS.jarm },
    { attribute: 'favicon', value: String(C2_MARKS.faviconMmh3) },
  ]);
  // links do not say when they began
  const unknown = 'How often it would have told something in the last 30 days cannot be known';
  const known = /It would have told something on at least \d+ of the last 30 days/;
  const both = `JARM ${C2_MARKS.jarm} · Favicon ${C2_MARKS.faviconMmh3}`;
  const watched = [
    [paths.ip(ip), 'Watch', ip, 'Names', known],
    [paths.ip(ip), 'Watch connections', `Connections of ${ip}`, 'Related subjects', unknown],
    [shared, 'Watch', both, 'Names and addresses that share it', unknown],
  ] as const;
  for (const [at, button, title, part, times] of watched) {
    await page.goto(at);
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Watch' });
    const preview = dialog.getByRole('status');
    await expect(preview).toContainText(times);
    await expect(preview.getByRole('listitem').filter({ hasText: part })).toContainText(/[1-9]\d* records?/);
    await dialog.getByRole('button', { name: 'Save watch' }).click();
    await expect(dialog).toBeHidden();
    await page.goto(paths.watches());
    await page.getByRole('list', { name: 'Watches' }).getByRole('link', { name: title, exact: true }).click();
    await expect(page).toHaveURL(sameAddress(new URL(at, page.url()).href));
  }
  const { watches } = await ask<{ watches: { id: string; title: string }[] }>('/sightline/watches');
  // other tests have watches as well
  const own = watches.filter(({ title }) => watched.some(([, , each]) => each === title));
  expect(own).toHaveLength(watched.length);
  for (const { id } of own) await ask(`/sightline/watches/${id}/remove`, {});
});

test('a look-alike that is not listed yet is tied to listed siblings, on a phone and in an investigation', async ({
  page,
}) => {
  const subject = 'harborlne-bank.example';
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(paths.domain(subject));
  const email = panel(page, 'Connections').getByRole('row', { name: /Registrant e-mail/ });
  await expect(email.getByText(/^\d+\.\d\s*bits$/)).toBeVisible();
  await expect(panel(page, 'Why this score')).toContainText(/Shares \d\d\.\d bits with .+\(listed\); not counted\./);
  await pressGoTo(page, 'i');
  // a count that arrives late does not change what is chosen
  const release = await holdBack(page, '**/padns/lookup/query/**');
  await page.getByRole('treeitem').first().focus();
  await page.keyboard.press('e');
  const expand = page.getByRole('dialog', { name: /^Expand/ });
  await expand.getByRole('radio', { name: /^Likely the same operator/ }).check();
  release();
  await expect(expand.getByRole('radio', { name: /^Addresses \(A\) \d/ })).toBeVisible();
  await expand.getByRole('button', { name: 'Add 7 steps' }).click();
  await expect(page.getByRole('treeitem')).toHaveCount(8);
  await expect(page.getByRole('treeitem').last()).toContainText('likely the same operator');
});

test('rare values come first, crowded ones say how many are listed, and values that nothing else has are folded', async ({
  page,
}) => {
  await page.goto(paths.domain(LANDMARKS.c2Domain.indicator));
  const connections = panel(page, 'Connections');
  const rows = connections.getByRole('rowheader');
  await expect(rows.first()).toHaveText('Address');
  // most of its recent customers are listed
  await expect(connections.getByRole('row', { name: /Registrar Nightowl/ })).toContainText(/\d+ of \d+ domains listed/);
  await connections.getByText(/seen nowhere else$/).click();
  await expect(connections.getByRole('listitem').first()).toBeVisible();
});

test(
  'a whois value opens all domains that have it, and a scan attribute all hosts that share it',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(`${paths.domain(LANDMARKS.fluxDomain.indicator)}?tab=whois`);
    const whois = panel(page, 'Whois history');
    const pivots = (attribute: string) => whois.locator(`td a[href*="with=${attribute}"]`);
    for (const attribute of ['registrant-email', 'registrant-org'])
      await expect(pivots(attribute).first()).toBeVisible();
    await expect(whois.locator('a[href$="%3A"]'), 'pivots of nothing').toHaveCount(0);
    await whois.getByRole('link', { name: 'Bargain Bin Domains' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Same registrar');
    await expect(panel(page, 'Names')).toContainText(/1,000|rows/);

    // a pasted e-mail address searches whois; its domain comes second
    await omnibox(page).fill('Harborline-Login-example[@]nomdeplume-privacy[.]example');
    await expect(page.getByRole('option').first()).toContainText('Whois search');
    await expect(page.getByRole('option').nth(1)).toContainText(/domain.*nomdeplume-privacy\.example/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Same registrant e-mail');
    await expect(panel(page, 'Names').getByRole('link', { name: LANDMARKS.fluxDomain.indicator })).toBeVisible();

    await page.goto(paths.scans({ what: 'jarm', jarm_hash: C2_MARKS.jarm }));
    await page.getByRole('link', { name: C2_MARKS.jarm }).first().press('.');
    await chooseFromMenu(page, 'All with the same JARM');
    await expect(page).toHaveURL(paths.connections([{ attribute: 'jarm', value: C2_MARKS.jarm }]));
    await expect(panel(page, 'Addresses').getByRole('link', { name: ip })).toBeVisible();
  },
);

test('an invalid value is refused with the expected format, and an attribute can be typed', async ({ page }) => {
  await page.goto(paths.connections());
  await page.getByLabel('Attribute', { exact: true }).selectOption('Favicon');
  await page.getByLabel('Value').fill('soft');
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('Send the mmh3 of an icon, a whole number.').first()).toBeVisible();
  await page.getByRole('button', { name: /^Remove Favicon/ }).click();
  await page.getByLabel('Attribute', { exact: true }).selectOption('Favicon');
  await page.getByLabel('Value').fill(String(C2_MARKS.faviconMmh3));
  await page.getByLabel('Value').press('Enter');
  await expect(panel(page, 'Addresses').getByRole('link', { name: ip })).toBeVisible();
});

test('a step of the investigation expands by a shared attribute, which labels the edge', async ({ page }) => {
  await page.goto(paths.ip(ip));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ip);
  await page.goto(paths.investigation());
  await page.getByRole('treeitem').filter({ hasText: ip }).focus();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: `Expand ${ip}` });
  // each attribute with its value and the number of subjects that share it, after DNS and routing
  await expect(dialog.getByRole('radio')).toHaveCount(9);
  for (const name of [
    /^Names pointing to it \(A\) \d/,
    /^Network and AS 2$/,
    /^Likely the same operator 2/,
    /^Same certificate: [0-9a-f]{40} 2$/,
    `Same favicon: ${C2_MARKS.faviconMmh3} 2`,
    /^Same page body hash: -?\d+ 2$/,
    'Same page title: Amber Console 2',
    `Same JARM: ${C2_MARKS.jarm.slice(0, 40)}… 2`,
    `Same address: ${ip} 2`,
  ])
    await expect(dialog.getByRole('radio', { name, exact: true })).toBeEnabled();
  await dialog.getByRole('radio', { name: /^Same JARM/ }).check();
  await dialog.getByRole('button', { name: 'Add 2 steps' }).click();
  for (const other of others)
    await expect(page.getByRole('treeitem').filter({ hasText: other })).toContainText('same JARM');
});

test('six pivots record their reasons, and become a report in two actions', { tag: '@long' }, async ({ page }) => {
  const start = LANDMARKS.c2Domain.indicator;
  const beacon = 'cdn-metrics-sync.invalid';
  const [recent, unlisted] = [LANDMARKS.c2AddressRecent.indicator, LANDMARKS.c2AddressUnlisted.indicator];
  const records = page.getByRole('main').getByRole('grid').first();
  const shared = (attribute: RegExp) => panel(page, 'Connections').getByRole('row', { name: attribute });
  // a page that is left before its answer arrives records no verdict
  const reached = async (name: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    const header = page.getByRole('main').locator('header').first();
    await expect(header).toContainText(/Critical|High|Medium|Low|Unknown/);
  };
  await page.goto(`${paths.domain(start)}?tab=dns`);
  await reached(start);
  await records.getByRole('link', { name: ip, exact: true }).click();
  await reached(ip);
  // through the list of all hosts that share it
  await shared(/JARM/)
    .getByRole('link', { name: /^\d+ others? with the same/ })
    .click();
  await panel(page, 'Addresses').getByRole('link', { name: unlisted }).click();
  await reached(unlisted);
  await shared(/Favicon/)
    .getByRole('link', { name: recent })
    .click();
  await reached(recent);
  await shared(/Address/)
    .getByRole('link', { name: beacon })
    .click();
  await reached(beacon);
  await page.getByRole('tab', { name: 'DNS' }).click();
  const server = records.getByRole('link', { name: /^ns1\./ }).first();
  const serverName = await server.innerText();
  await server.click();
  await reached(serverName);
  await page.getByRole('tab', { name: /^Hosted domains/ }).click();
  const hosted = panel(page, 'Hosted domains').getByRole('grid').getByRole('link').first();
  const hostedName = await hosted.innerText();
  await hosted.click();
  await reached(hostedName);

  await pressGoTo(page, 'i');
  const day = '\\d{4}-\\d\\d-\\d\\d';
  const chain = [
    [start, 'Searched'],
    [ip, `resolved to, ${day}`],
    [unlisted, 'same JARM'],
    [recent, 'same favicon'],
    [beacon, 'same address'],
    [serverName, `name server, ${day}`],
    [hostedName, `hosted domains, ${day}`],
  ] as const;
  await expect(page.getByRole('treeitem')).toHaveText(
    chain.map(([name, why]) => new RegExp(`${name}.*${why}.*(Critical|High|Medium|Low|Unknown)`)),
  );
  await expect(page.getByRole('treeitem').last()).toHaveAttribute('aria-level', '7');
  await page.getByRole('button', { name: 'Export report …' }).click();
  const { name, text } = await save(page, () => page.getByRole('button', { name: 'Save report' }).click());
  expect(name).toMatch(/_report_Investigation-of-.*\.md$/);
  expect(text).toMatch(/^\| IPv4 address \| 203\[\.\]0\[\.\]113\[\.\]66 \| 100 Critical \| \d{4}-\d\d-\d\d \|/m);
  expect(text).toMatch(/\| Critical: C2.*, still listed\./);
  expect(text).toContain('· same favicon · reached');
  // links to the dashboard alone are not defanged
  expect(text.replaceAll(/\(<.*?>\)/g, '')).not.toContain(start);
  const picture = /\(data:image\/svg\+xml;base64,([^)]+)\)/.exec(text)?.[1] ?? '';
  const svg = Buffer.from(picture, 'base64').toString('utf8');
  expect(svg).toContain(`>${start} · 80 Critical`);
  for (const why of ['same JARM', 'same favicon']) expect(svg).toContain(`>${why}</text>`);
});
