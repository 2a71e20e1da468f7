import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { paths } from '#web/url/paths.ts';
import { save } from './downloads.ts';
import { chooseFromMenu, expect, LANDMARKS, omnibox, panel, tabTo, test } from './fixtures.ts';

const c2 = LANDMARKS.c2Address.indicator;
const flux = LANDMARKS.fluxDomain.indicator;

/** 50,000 lines as a week of logs gives them: few things often. Every line is one indicator, or none. */
const unknownCount = 900;
const lines = Array.from({ length: 50_000 }, (_, place) => {
  if (place === 10) return `hxxps://${flux.replace('.', '[.]')}/login`;
  if (place === 20) return c2;
  if (place === 30) return '198.51.100.0/24';
  if (place % 5_000 === 40) return `999.1.1.${Math.floor(place / 5_000)}`;
  return place % 2 === 0 ? `192.0.2.${(place / 2) % 200}` : `host-${((place - 1) / 2) % unknownCount}.nowhere.invalid`;
});
const addresses = 200;
/** A domain, a listed address, and the addresses of the bank, of which only some were ever observed. */
const known = 1 + 1 + addresses;
const invalid = 1 + 10;
const total = known + unknownCount;
const words = (count: number) => count.toLocaleString('en');

test('50,000 lines with a failing call: preview, pause, resume elsewhere, retry, export, reload', async ({
  page,
  setFaults,
}) => {
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
  const preview = page.getByRole('region', { name: 'What was understood' });
  await expect(preview).toContainText(`${words(total)} to ask about in 50,000 lines`);
  await expect(preview).toContainText('1 subnet, not asked');
  await expect(preview).toContainText('999.1.1.0');
  expect(asked).toEqual([]);

  await page.getByRole('button', { name: `Ask about ${words(total)}` }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  const paused = panel(page, 'Paused: triage of week.log');
  await expect(paused).toBeVisible();
  await expect(page.getByText(/^Bulk triage is paused at/)).toBeAttached();
  // what is out is waited for and kept, and nothing follows it
  await page.waitForTimeout(1_500);
  const before = asked.length;
  expect(before).toBeLessThan(12);
  await page.waitForTimeout(500);
  expect(asked).toHaveLength(before);

  await paused.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('link', { name: 'Rankings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Bulk triage');
  await expect(page.getByText(/^Bulk triage ended: .* 1 call failed\.$/)).toBeAttached({ timeout: 25_000 });
  await page.goBack();
  const done = panel(page, 'Done: triage of week.log');
  await expect(done).toContainText(`${words(total - 100)} of ${words(total)}`);
  await page.getByRole('tab', { name: 'Not answered 100' }).click();
  await expect(page.getByRole('grid')).toContainText('domainRiskScoreBulk failed: This operation fails');
  await expect(page).toHaveURL(/tab=open/);

  const beforeRetry = asked.length;
  await done.getByRole('button', { name: 'Retry 1 failed call' }).click();
  await expect(done).toContainText(`${words(total)} of ${words(total)}`);
  expect(asked).toHaveLength(beforeRetry + 1);
  await expect(page.getByRole('tab', { name: /^Not answered/ })).toHaveCount(0);
  await expect(page.getByRole('tab', { name: /^Known \d+/ })).toBeVisible();
  await expect(page.getByRole('tab', { name: `Invalid ${invalid}` })).toBeVisible();

  await page.getByRole('tab', { name: /^Unknown [\d,]+/ }).click();
  const rows = await exported(page);
  const names = rows.map(({ indicator = '' }) => indicator);
  const isNowhere = (line: string) => line.endsWith('.nowhere.invalid');
  expect(names.filter(isNowhere)).toEqual([...new Set(lines.filter(isNowhere))]);
  // review D2: being announced is no observation
  const unseen = names.filter((name) => !isNowhere(name));
  expect(unseen.length).toBeGreaterThan(0);
  expect(unseen.length).toBeLessThan(addresses);
  expect(unseen.filter((name) => !name.startsWith('192.0.2.'))).toEqual([]);
  const places = rows.map(({ line }) => Number(line));
  expect(places).toEqual(places.toSorted((a, b) => a - b));

  await page.reload();
  await expect(done).toContainText(`${words(total)} of ${words(total)}`);
  await expect(done).toContainText('kept in this browser');
  await page.getByRole('tab', { name: `Known ${known - unseen.length}` }).click();
  const judged = page.getByRole('row', { name: new RegExp(flux) });
  await expect(judged).toContainText(/Critical|High/);
  // review D6: the factor that its page names, in the same words
  await expect(judged).toContainText('Listings');
  expect(asked).toHaveLength(beforeRetry + 1);
});

test('by keyboard alone: from a paste into the search to rows asked anew, copied and removed', async ({
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
  const field = page.getByLabel('Indicators, one or more on a line');
  await expect(field).toHaveValue(new RegExp(c2));
  await expect(page.getByRole('region', { name: 'What was understood' })).toContainText('3 to ask about in 4 lines');
  await tabTo(page, field);
  await page.keyboard.press('Control+Enter');
  await expect(panel(page, 'Done: triage of pasted list')).toBeVisible();
  await expect(page.getByText('Bulk triage is done: 3 of 3.')).toBeAttached();

  const grid = page.getByRole('grid', { name: 'Known indicators' });
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
  await chooseFromMenu(page, 'Ask again');
  await expect(page.getByRole('tab', { name: 'Known 3' })).toBeVisible();
  await tabTo(page, chosen, { backwards: true });
  await page.keyboard.press('Enter');
  await chooseFromMenu(page, 'Remove from this triage');
  await expect(page.getByRole('tab', { name: 'Known 2' })).toBeVisible();

  await tabTo(page, grid.getByRole('link', { name: flux }));
  await page.keyboard.press('.');
  await chooseFromMenu(page, 'Add to bulk');
  await expect(field).toHaveValue(flux);
});

async function exported(page: Page): Promise<Record<string, string>[]> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const { name, text } = await save(page, () => dialog.getByRole('button', { name: 'Download' }).click());
  expect(name).toMatch(/_bulk-unknown_week\.log\.csv$/);
  await page.keyboard.press('Escape');
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}
