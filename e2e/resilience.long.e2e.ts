import { operations } from '#contract/generated/operations.gen.ts';
import { paths } from '#web/url/paths.ts';
import { expect, jumpTo, LANDMARKS, omnibox, openInApp, panel, tabTo, test } from './fixtures.ts';

const domain = LANDMARKS.fluxDomain.indicator;

test('an operation that fails affects only its panel, and a retry restores the panel', async ({ page, setFaults }) => {
  await setFaults([{ operationId: 'connections', status: 500 }]);
  await page.goto(`/domain/${domain}`);
  const connections = panel(page, 'Connections');
  const failure = connections.getByRole('alert');
  await expect(failure).toContainText('Connections: Failed');
  await expect(failure).toContainText('because a test asked for it');
  await expect(failure).toContainText('Status 500');
  await expect(panel(page, 'Why this score')).toContainText('Deciding factor');
  await expect(page.getByRole('alert')).toHaveCount(1);
  await page.getByRole('tab', { name: 'DNS' }).click();
  await expect(panel(page, `Records of ${domain}`).getByRole('grid')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`/domain/${domain}`);
  await expect(failure).toContainText('Status 500');

  await setFaults([]);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(connections).toContainText('Likely the same operator');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page).toHaveURL(`/domain/${domain}`);
});

test('by keyboard alone: past the panel that failed, and back to retry', async ({ page, setFaults }) => {
  await setFaults([{ operationId: 'connections', status: 500 }]);
  await page.goto(`/domain/${domain}`);
  const connections = panel(page, 'Connections');
  await expect(connections.getByRole('alert')).toContainText('Status 500');
  const later = panel(page, 'Findings');
  await jumpTo(page, later);
  await tabTo(page, later.getByRole('link').first());
  await setFaults([]);
  await jumpTo(page, connections, { backwards: true });
  await tabTo(page, connections.getByRole('button', { name: 'Try again' }));
  await page.keyboard.press('Enter');
  await expect(connections).toContainText('Likely the same operator');
  await expect(page).toHaveURL(`/domain/${domain}`);
});

test('when the request of the header fails, panels that do not depend on it still answer', async ({
  page,
  setFaults,
}) => {
  await setFaults([{ operationId: 'enrichIpv4', status: 500 }]);
  const ip = LANDMARKS.c2Address.indicator;
  await page.goto(`/ip/${ip}`);
  await expect(page.getByRole('heading', { level: 1, name: ip })).toBeVisible();
  await expect(page.getByRole('alert').first()).toContainText('Status 500');
  await page.getByRole('tab', { name: 'Names', exact: true }).click();
  await expect(page.getByRole('grid').first()).toContainText(LANDMARKS.c2Domain.indicator);
  await expect(page).toHaveURL(`/ip/${ip}?tab=names`);
  await setFaults([]);
  await page.getByRole('alert').first().getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main')).toContainText(/still listed/);
});

test('an operation that takes eight seconds says that it is running, leaves the rest usable, and answers', async ({
  page,
  setFaults,
}) => {
  await setFaults([{ operationId: 'connections', delayMilliseconds: 8000 }]);
  await page.goto(`/domain/${domain}`);
  const connections = panel(page, 'Connections');
  await expect(panel(page, 'Why this score')).toContainText('Deciding factor');
  await expect(connections).toHaveAttribute('aria-busy', 'true');
  await expect(connections).toContainText(/Still asking … \d+ s/);
  await page.getByRole('button', { name: /^Risk score: why \d+/ }).click();
  await expect(page.getByRole('group', { name: 'Risk score: why' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(connections).toContainText('Likely the same operator');
  await expect(connections).toHaveAttribute('aria-busy', 'false');
  await expect(page).toHaveURL(`/domain/${domain}`);
});

test('an expired key is replaced on the same page, and typed text and pending queries are kept', async ({
  page,
  setFaults,
  apiKey,
}) => {
  await page.goto('/search/padns?mode=forward');
  await page.goto(`/search/padns?mode=forward&qtype=a&qname=${LANDMARKS.cleanDomain.indicator}`);
  const records = panel(page, `A records of ${domain}`);
  await expect(panel(page, /^A records of/).getByRole('grid')).toBeVisible();
  // every request of the page is refused once the key has expired
  await setFaults(Object.keys(operations).map((operationId) => ({ operationId, status: 401 })));
  const name = page.getByRole('textbox', { name: 'Name or pattern' });
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await edit.click();
  await name.fill(domain);
  await name.press('Enter');
  await expect(records.getByRole('alert')).toContainText('Status 401');
  const bar = page.getByRole('region', { name: 'Connection' });
  await expect(bar).toContainText('no longer accepts the API key');
  await edit.click();
  await name.fill('typed-meanwhile.example');
  const field = bar.getByLabel('New API key');
  await field.fill('still-not-a-key-0000');
  await field.press('Enter');
  await expect(bar).toContainText(/not known here/);

  await setFaults([]);
  await field.fill(apiKey);
  await field.press('Enter');
  await expect(records.getByRole('grid')).toContainText(domain);
  await expect(bar).toHaveCount(0);
  await expect(name).toHaveValue('typed-meanwhile.example');
  await expect(page).toHaveURL(`/search/padns?mode=forward&qtype=a&qname=${domain}`);
});

test('a browser that goes offline keeps the page, and pending requests complete once it is online', async ({
  page,
  context,
}) => {
  await page.goto(`/domain/${domain}`);
  await expect(panel(page, 'Registration')).toContainText('Created (whois)');
  await context.setOffline(true);
  await page.getByRole('tab', { name: 'DNS' }).click();
  const bar = page.getByRole('region', { name: 'Connection' });
  await expect(bar).toContainText('This browser is offline. What is on screen stays usable.');
  // the code of this tab has not been loaded yet
  await page.getByRole('tab', { name: 'Certificates' }).click();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(panel(page, 'Registration')).toContainText('Created (whois)');
  await page.getByRole('tab', { name: 'Certificates' }).click();
  await context.setOffline(false);
  await expect(bar).toHaveCount(0);
  await expect(panel(page, 'Certificates').getByRole('grid')).toBeVisible();
  await page.getByRole('tab', { name: 'DNS' }).click();
  await expect(panel(page, `Records of ${domain}`).getByRole('grid')).toBeVisible();
  await expect(page).toHaveURL(`/domain/${domain}?tab=dns`);
});

test('a menu that was opened offline appears once the service is back', async ({ page, context }) => {
  await page.goto(`/domain/${domain}`);
  await expect(panel(page, 'Registration')).toContainText('Created (whois)');
  await context.setOffline(true);
  const theme = page.getByRole('button', { name: /^Theme/ });
  await theme.hover();
  await theme.click();
  // at once where its code had been loaded
  await context.setOffline(false);
  await expect(page.getByRole('menuitem', { name: 'Dark' })).toBeVisible();
});

test('a restart of the service keeps the page, and panels answer without a click once it is loaded', async ({
  page,
  setFaults,
}) => {
  await page.goto('/search/asn?asname_contains=lowtide');
  await expect(page.getByRole('grid')).toContainText('Lowtide');
  const field = page.getByRole('textbox', { name: /name contains/i });
  await page.getByRole('button', { name: 'Edit' }).click();
  await setFaults([{ operationId: 'asnLookup', status: 503, code: 'loading' }]);
  await field.fill('cinder');
  await field.press('Enter');
  const bar = page.getByRole('region', { name: 'Connection' });
  await expect(bar).toContainText('has restarted and is loading its collection');
  await page.getByRole('button', { name: 'Edit' }).click();
  await field.fill('typed meanwhile');
  await setFaults([]);
  await expect(page.getByRole('grid')).toContainText('Cinderwall');
  await expect(bar).toHaveCount(0);
  await expect(field).toHaveValue('typed meanwhile');
});

test('Sources says when nothing can be added to the collection, and only then', async ({ page }) => {
  await page.goto(paths.sources());
  await expect(page.getByRole('heading', { name: 'Your own logs' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  const writes = 'The disk of the data folder is full: nothing can be added to the collection.';
  await page.route('**/readyz', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), writes } });
  });
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText(writes);
});

test('a deployment that lacks operations says so in their panels, and everything else works', async ({
  page,
  setFaults,
}) => {
  await setFaults([
    { operationId: 'domainNsChanges', status: 501 },
    { operationId: 'domainNsChangesSummary', status: 404 },
  ]);
  await page.goto(`/domain/${domain}?tab=ns`);
  const missing = page.getByRole('alert').filter({ hasText: 'Not supported here' });
  await expect(missing.filter({ hasText: 'Status 501' }).first()).toContainText('This deployment lacks the operation');
  await expect(missing.filter({ hasText: 'Status 404' }).first()).toContainText('This deployment lacks the operation');
  await expect(panel(page, 'Current name servers').getByRole('row').nth(1)).toBeVisible();
  await setFaults([]);
  await missing.filter({ hasText: 'Status 501' }).getByRole('button', { name: 'Try again' }).first().click();
  await expect(panel(page, /^Name-server (changes|sets)/).first()).toBeVisible();
  await expect(missing.filter({ hasText: 'Status 501' })).toHaveCount(0);
  await expect(panel(page, 'Domains that made the same move')).toBeVisible();
  await expect(page).toHaveURL(`/domain/${domain}?tab=ns`);

  // shown once, in the panel that asked
  await setFaults([{ operationId: 'enrichDomain', status: 501 }]);
  await page.goto(`/domain/${domain}`);
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByRole('alert')).toContainText('Not supported here');
  await expect(panel(page, 'Why this score')).toContainText('Not answered');
  await expect(panel(page, 'Connections')).toContainText('Likely the same operator');
});

test('a wrong key gets a plain message, and the right one opens the page of the link', async ({
  newVisitor,
  apiKey,
}) => {
  const page = await newVisitor();
  await page.goto(`/ip/${LANDMARKS.c2Address.indicator}#key=not-a-key-of-this-service`);
  await expect(page).toHaveURL(`/ip/${LANDMARKS.c2Address.indicator}`);
  await expect(page.getByRole('heading', { level: 1, name: 'This service requires an API key' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('does not accept the key in use');
  const field = page.getByLabel('API key');
  await field.fill('another-wrong-key-0000');
  await field.press('Enter');
  await expect(page.getByRole('main')).toContainText(/not known here/);
  const otherTab = await page.context().newPage();
  await otherTab.goto(`/ip/${LANDMARKS.c2Address.indicator}`);
  await expect(otherTab.getByRole('main')).toContainText('does not accept the key in use');
  await field.fill(apiKey);
  await page.getByRole('button', { name: 'Use this key' }).click();
  await expect(page.getByRole('heading', { level: 1, name: LANDMARKS.c2Address.indicator })).toBeVisible();
  for (const tab of [page, otherTab]) {
    await expect(tab.getByRole('main')).toContainText(/still listed/);
    await expect(tab).toHaveURL(`/ip/${LANDMARKS.c2Address.indicator}`);
  }
});

test('unknown, empty and clean look different', async ({ page }) => {
  const { unknownDomain, cleanDomain } = LANDMARKS;
  await page.goto(`/domain/${unknownDomain.indicator}`);
  const main = page.getByRole('main');
  await expect(main).toContainText('Nothing is known about this domain.');
  await expect(main).toContainText('Unknown does not mean harmless');
  await expect(main).not.toContainText(/\bclean\b|no detections/i);
  await expect(main.getByText(/^lists of malicious domains: .*\(\d{4}-\d\d-\d\d\)/)).toBeVisible();
  await expect(page).toHaveURL(`/domain/${unknownDomain.indicator}`);

  await page.goto(`/domain/${cleanDomain.indicator}`);
  await expect(main).toContainText('Checked listings');
  await expect(panel(page, 'Listings')).toContainText('Not listed');
  await page.getByRole('tab', { name: 'DNS' }).click();
  await page.getByRole('radio', { name: 'CNAME' }).check();
  const records = panel(page, `CNAME records of ${cleanDomain.indicator}`);
  await expect(records).toContainText('None found');
  await expect(records).toContainText('Records that the sensors never saw are not included');
  await expect(page).toHaveURL(`/domain/${cleanDomain.indicator}?tab=dns&qtype=cname`);
});

const impossible: readonly (readonly [path: string, heading: string | RegExp, says: string])[] = [
  ['/ip/999.1.1.1', 'There is no such IP address', '999, is not between 0 and 255'],
  ['/domain/192.0.2.1', 'There is no such domain name', 'IPv4 address'],
  ['/asn/99999999999', /^There is no such/, '99999999999'],
  ['/subnet/192.0.2.0/77', /^There is no such/, '192.0.2.0/77'],
  ['/rankings/nothing', 'There is no such ranking', 'Worst subnets'],
  ['/nowhere/quietbrook.example', 'There is no such page', 'What it could be instead'],
];

test('an impossible address says what is wrong with it and where to go next', async ({ page }) => {
  await page.goto('/nowhere');
  for (const [path, heading, says] of impossible) {
    await openInApp(page, path);
    const main = page.getByRole('main');
    await expect(main, path).toContainText(says);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(main.getByRole('link').first()).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});

test('over plain HTTP, where pages have no clipboard API, copying works, also inside a dialog', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  const ip = LANDMARKS.c2Address.indicator;
  const main = page.getByRole('main');
  await page.goto(paths.ip(ip));
  await main
    .getByRole('button', { name: `Copy ${ip}`, exact: true })
    .first()
    .click();
  await omnibox(page).focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(omnibox(page)).toHaveValue(ip);
  await page.keyboard.press('Escape');

  await main.getByRole('button', { name: 'API request', exact: true }).click();
  const copy = page.getByRole('dialog').getByRole('button', { name: 'Copy curl' });
  await copy.click();
  await expect(copy).toBeFocused();
  await expect(page.getByText('Copied', { exact: true }).first()).toBeAttached();
});
