import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { paths } from '#web/url/paths.ts';
import { save, saveRows } from './downloads.ts';
import { chooseFromMenu, expect, LANDMARKS, omnibox, openPage, panel, tabTo, test } from './fixtures.ts';

const c2 = LANDMARKS.c2Address.indicator;
const flux = LANDMARKS.fluxDomain.indicator;

/** 50,000 lines like a week of logs: few distinct values, repeated often. Every line holds one indicator or none. */
const unknownCount = 900;
const lines = Array.from({ length: 50_000 }, (_, place) => {
  if (place === 10) return `hxxps://${flux.replace('.', '[.]')}/login`;
  if (place === 20) return c2;
  if (place === 30) return '198.51.100.0/24';
  if (place === 50) return 'a1'.repeat(20);
  if (place % 5_000 === 40) return `999.1.1.${Math.floor(place / 5_000)}`;
  return place % 2 === 0 ? `192.0.2.${(place / 2) % 200}` : `host-${((place - 1) / 2) % unknownCount}.nowhere.invalid`;
});
const addresses = 200;
/** A domain, a listed address, a subnet, and the addresses of the bank, of which only some were ever observed. */
const known = 1 + 1 + 1 + addresses;
const invalid = 1 + 10;
const total = known + unknownCount;
const words = (count: number) => count.toLocaleString('en');

test(
  '50,000 lines with a failing call: preview, pause, resume elsewhere, retry, export, reload',
  { tag: '@long' },
  async ({ page, setFaults }) => {
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/bulk/') && asked.push(request.url()));
    await setFaults([
      { operationId: 'domainRiskScoreBulk', status: 500, call: 3 },
      { operationId: 'domainInfoBulk', delayMilliseconds: 700 },
    ]);
    await page.goto(paths.bulk());
    await page.getByLabel('File of indicators').setInputFiles({
      name: 'week.log',
      mimeType: 'text/plain',
      buffer: Buffer.from(lines.join('\n')),
    });
    const preview = page.getByRole('region', { name: 'Detected indicators' });
    await expect(preview).toContainText(`${words(total)} to look up in 50,000 lines`);
    await expect(preview.getByText('1 subnet', { exact: true })).toBeVisible();
    await expect(preview).toContainText('1 SHA-1 hash, skipped');
    await expect(preview).toContainText('999.1.1.0');
    expect(asked).toEqual([]);

    await page.getByRole('button', { name: `Look up ${words(total)}` }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    const paused = panel(page, 'Paused: triage of week.log');
    await expect(paused).toBeVisible();
    await expect(page.getByText(/^Bulk triage is paused at/)).toBeAttached();
    // calls under way finish and are kept, and no new call starts
    await page.waitForTimeout(1_500);
    const before = asked.length;
    expect(before).toBeLessThan(12);
    await page.waitForTimeout(500);
    expect(asked).toHaveLength(before);

    await paused.getByRole('button', { name: 'Resume' }).click();
    await openPage(page, 'Hunt', 'Rankings');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Bulk triage');
    await expect(page.getByText(/^Bulk triage ended: .* 1 call failed\.$/)).toBeAttached({ timeout: 25_000 });
    await page.goBack();
    const done = panel(page, 'Done: triage of week.log');
    await expect(done).toContainText(`${words(total - 100)} of ${words(total)}`);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText('100 indicators have no answer yet and are left out.');
    await page.keyboard.press('Escape');
    await verdict(page, 'Not answered 100').click();
    await expect(page.getByRole('grid')).toContainText('domainRiskScoreBulk failed: This operation fails');
    await expect(page).toHaveURL(/show=open/);

    const beforeRetry = asked.length;
    await done.getByRole('button', { name: 'Retry 1 failed call' }).click();
    await expect(done).toContainText(`${words(total)} of ${words(total)}`);
    expect(asked).toHaveLength(beforeRetry + 1);
    await expect(page.getByText('Everything is answered.')).toBeVisible();
    await expect(verdict(page, `All ${words(total)}`)).toBeVisible();
    await expect(verdict(page, `Skipped ${invalid}`)).toBeVisible();

    await verdict(page, /^Unknown [\d,]+/).click();
    await expect(page).toHaveURL(/show=unknown/);
    const rows = await exported(page);
    const names = rows.map(({ indicator = '' }) => indicator);
    const isNowhere = (line: string) => line.endsWith('.nowhere.invalid');
    expect(names.filter(isNowhere)).toEqual([...new Set(lines.filter(isNowhere))]);
    // an announcement is not an observation
    const unseen = names.filter((name) => !isNowhere(name));
    expect(unseen.length).toBeGreaterThan(0);
    expect(unseen.length).toBeLessThan(addresses);
    // 198.51.100.0/24 is not announced, and has the reputation of its announced parts
    expect(unseen.filter((name) => !name.startsWith('192.0.2.'))).toEqual([]);
    const places = rows.map(({ line }) => Number(line));
    expect(places).toEqual(places.toSorted((a, b) => a - b));

    await page.reload();
    await expect(done).toContainText(`${words(total)} of ${words(total)}`);
    await expect(done).toContainText('kept in this browser');
    await expect(verdict(page, `Unknown ${words(unknownCount + unseen.length)}`)).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await verdict(page, `All ${words(total)}`).click();
    const judged = page.getByRole('row', { name: new RegExp(flux) });
    await expect(judged).toContainText(/Critical|High/);
    // the deciding factor, worded as on the subject's page
    await expect(judged).toContainText('on hookline-phish');
    expect(asked).toHaveLength(beforeRetry + 1);
  },
);

/** A button of the strip over the results. */
const verdict = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Filter by verdict' }).getByRole('button', { name });

test('results are filtered by verdict and sorted worst first, with reasons and owners, subnets included', async ({
  page,
}) => {
  const subnet = LANDMARKS.badSubnet.indicator;
  await page.goto(paths.bulk());
  const field = page.getByLabel('Indicators, one or more on a line');
  const sinkholed = LANDMARKS.sinkholedDomain.indicator;
  await field.fill(
    ['8.8.8.0/24', '2001:db8:900::/48', sinkholed, flux, subnet, 'AS64500', '999.1.1.1', `Jo@${flux}`].join('\n'),
  );
  await page.getByRole('button', { name: 'Look up 6' }).click();
  await expect(panel(page, 'Done: triage of pasted list')).toContainText('6 of 6');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name.replaceAll('.', '\\.')) });
  const order = page.getByRole('grid', { name: 'Results, worst first' }).locator('tbody tr td:nth-child(2)');
  await expect(order).toHaveText([flux, subnet, sinkholed, 'AS64500', '8.8.8.0/24', '2001:db8:900::/48']);
  await expect(row(flux)).toContainText(
    /Phishing; on hookline-phish and tacklebox-phish since [\d-]{10}, still listed.*Bargain Bin Domains/,
  );
  await expect(row(subnet)).toContainText(
    /90\s*Critical.*43 of 48 active addresses, or names on them, listed.*AS64666/,
  );
  await expect(row('8.8.8.0/24')).toContainText(/Not enough data.*No active addresses.*AS15169/);
  await expect(row('2001:db8:900::/48')).toContainText(/Unknown.*IPv4 subnets only.*AS64500/);

  await verdict(page, 'Critical 2').click();
  await verdict(page, 'Sinkholed 1').click();
  await expect(order).toHaveText([flux, subnet, sinkholed]);
  await expect(page).toHaveURL(/show=critical,sinkholed/);
  await verdict(page, 'Skipped 2').click();
  // the address follows the rows, and Back before it would leave two choices
  await expect(page).toHaveURL(/show=skipped/);
  await expect(page.getByRole('grid', { name: 'Skipped' })).toContainText('999.1.1.1');
  await expect(page.getByRole('link', { name: `Jo@${flux}` })).toHaveAttribute('href', /with=registrant-email%3Ajo%40/);
  await page.goBack();
  await expect(order).toHaveText([flux, subnet, sinkholed]);
  await row(subnet).getByRole('link', { name: subnet }).first().click();
  await expect(page).toHaveURL(paths.subnet(subnet));
  await expect(page.getByRole('main')).toContainText('43 of its 48 active addresses');
  await page.goBack();

  // the text is collapsed to one line, and can be reopened
  await expect(field).toHaveCount(0);
  await page.getByRole('button', { name: 'Text, 8 lines' }).click();
  await expect(field).toHaveValue(/8\.8\.8\.0\/24\n2001/);
});

test('by keyboard alone: a paste into the search, then rows looked up again, copied and removed', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.evaluate((text) => navigator.clipboard.writeText(text), `seen: ${c2}\n${flux}\nnothing here\nAS64500`);
  await omnibox(page).focus();
  await page.keyboard.press('Control+V');
  await expect(page.getByRole('option').first()).toContainText('Triage 3 indicators');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.bulk());
  // the search showed what the text holds, and no results are replaced: the triage starts at once
  await expect(panel(page, 'Done: triage of pasted list')).toBeVisible();
  await expect(page.getByText('Bulk triage is done: 3 of 3.')).toBeAttached();

  const grid = page.getByRole('grid', { name: 'Results, worst first' });
  await tabTo(page, grid.locator('tr[data-row="1"]').getByRole('link').first());
  await page.keyboard.press('Space');
  const chosen = page.getByRole('button', { name: 'With 1 selected' });
  await expect(chosen).toBeVisible();
  await tabTo(page, chosen, { backwards: true });
  await page.keyboard.press('Enter');
  await chooseFromMenu(page, 'Copy defanged');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(c2.replaceAll('.', '[.]'));
  await tabTo(page, chosen, { backwards: true });
  await page.keyboard.press('Enter');
  await chooseFromMenu(page, 'Look up again');
  await expect(verdict(page, 'All 3')).toBeVisible();
  await tabTo(page, chosen, { backwards: true });
  await page.keyboard.press('Enter');
  await chooseFromMenu(page, 'Remove from this triage');
  await expect(verdict(page, 'All 2')).toBeVisible();

  await tabTo(page, grid.getByRole('link', { name: flux }));
  await page.keyboard.press('.');
  await chooseFromMenu(page, 'Add to bulk');
  const field = page.getByLabel('Indicators, one or more on a line');
  await expect(field).toHaveValue(flux);
  await omnibox(page).focus();
  await page.keyboard.press('Control+V');
  await expect(page.getByRole('option').first()).toContainText('IPv4 address');
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${flux}\n${c2}\nnothing here`);
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+V');
  await expect(page.getByRole('option').first()).toContainText('Triage 2 indicators');
  await page.keyboard.press('Enter');
  // this triage would replace results, so it waits for a confirmation
  await expect(field).toHaveValue(new RegExp(c2));
  await expect(page.getByRole('region', { name: 'Detected indicators' })).toContainText('2 to look up in 3 lines');
  await expect(page.getByText('This replaces the results of pasted list.')).toBeVisible();
  await tabTo(page, field);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Bulk triage is done: 2 of 2.')).toBeAttached();
});

test('500 mixed lines from the clipboard become a file of indicators in six actions', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(paths.home());
  await expect(omnibox(page)).toBeVisible();
  const mixed = Array.from({ length: 500 }, (_, place) => {
    if (place === 7) return `2026-11-20 10:00:00 denied src=${c2} dst=10.0.0.5`;
    if (place === 50) return `hxxps://${flux.replace('.', '[.]')}/login`;
    if (place === 90) return `beacon,${LANDMARKS.c2Domain.indicator},AS64666`;
    return place % 3 === 0
      ? `192.0.2.${place % 200}`
      : place % 3 === 1
        ? `quiet-${place}.nowhere.invalid`
        : `note ${place}`;
  });
  await page.evaluate((text) => navigator.clipboard.writeText(text), mixed.join('\n'));

  let actions = 0;
  const act = async (action: Promise<unknown>) => {
    actions += 1;
    await action;
  };
  await act(page.keyboard.press('Control+V'));
  await expect(page.getByRole('option').first()).toContainText('Triage');
  await act(page.keyboard.press('Enter'));
  await expect(panel(page, 'Done: triage of pasted list')).toBeVisible();
  await act(verdict(page, /^Critical/).click());
  await act(page.getByRole('button', { name: 'Export', exact: true }).click());
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await act(dialog.getByRole('radio', { name: 'STIX 2.1' }).check());
  await expect(dialog.getByLabel('Indicators from')).toHaveValue('high');
  await expect(dialog.getByLabel('TLP')).toHaveValue('amber');
  const file = await save(page, () => act(dialog.getByRole('button', { name: 'Download' }).click()));
  expect(actions).toBeLessThanOrEqual(6);

  expect(file.name).toMatch(/_bulk-critical_pasted-list\.stix\.json$/);
  await expect(dialog.getByRole('status')).toContainText('fictional sample collection');
  const { objects } = JSON.parse(file.text) as { objects: Readonly<Record<string, unknown>>[] };
  const [marking] = objects.filter(({ type }) => type === 'marking-definition');
  expect(marking).toMatchObject({ name: 'TLP:AMBER' });
  const indicators = objects.filter(({ type }) => type === 'indicator');
  const patterns = indicators.map(({ pattern }) => pattern);
  expect(patterns).toEqual(expect.arrayContaining([`[ipv4-addr:value = '${c2}']`, `[domain-name:value = '${flux}']`]));
  expect(patterns.filter((pattern) => String(pattern).includes('autonomous-system'))).toEqual([]);
  for (const indicator of indicators)
    expect(indicator).toMatchObject({ labels: ['sample-data'], object_marking_refs: [marking?.['id']] });

  // MISP follows the same rule, here with another band and another audience
  await dialog.getByRole('radio', { name: 'MISP' }).check();
  await dialog.getByLabel('Indicators from').selectOption('Critical (score 75 or more)');
  await dialog.getByLabel('TLP').selectOption({ label: 'TLP:GREEN: The community' });
  const misp = await saveRows(page);
  const { Event } = JSON.parse(misp.text) as {
    Event: { Tag: { name: string }[]; Attribute: { value: string; to_ids: boolean }[] };
  };
  expect(Event.Tag.map(({ name }) => name)).toEqual(['tlp:green', 'sightline:data="sample"']);
  expect(Event.Attribute.filter(({ to_ids }) => to_ids)).toHaveLength(indicators.length);
  expect(Event.Attribute.find(({ value }) => value === c2)?.to_ids).toBe(true);
});

async function exported(page: Page): Promise<Record<string, string>[]> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const { name, text } = await saveRows(page);
  expect(name).toMatch(/_bulk-unknown_week\.log\.csv$/);
  await page.keyboard.press('Escape');
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}
