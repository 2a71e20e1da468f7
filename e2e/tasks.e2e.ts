/**
 * Everyday tasks of analysts, each from the home page in as few actions as possible. Clicks and keystrokes are counted, a paste
 * as one. The counts are printed and limited to six.
 */
import type { Locator, Page } from '@playwright/test';
import Papa from 'papaparse';
import { LANDMARKS } from '#sample/landmarks.ts';
import { save } from './downloads.ts';
import { expect, omnibox, panel, test } from './fixtures.ts';

const most = 6;

/** Counts what an analyst does, and prints it. */
class Analyst {
  private readonly actions: string[] = [];
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async paste(text: string, into: Locator = omnibox(this.page)): Promise<void> {
    await into.fill(text);
    this.actions.push('paste');
  }

  note(...actions: readonly string[]): void {
    this.actions.push(...actions);
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.actions.push(key);
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.actions.push('click');
  }

  /** Looks an indicator up from the home page. */
  async lookUp(indicator: string): Promise<void> {
    await this.page.goto('/');
    await expect(omnibox(this.page)).toBeFocused();
    await this.paste(indicator);
    await expect(this.page.getByRole('option').first()).toContainText(indicator);
    await this.press('Enter');
  }

  done(task: string, atMost = most): void {
    console.log(`${String(this.actions.length).padStart(3)}  ${task} (${this.actions.join(', ')})`);
    expect(this.actions.length, task).toBeLessThanOrEqual(atMost);
  }
}

test('all domains with the same JARM and favicon', async ({ page }) => {
  const analyst = new Analyst(page);
  await analyst.lookUp(LANDMARKS.c2Address.indicator);
  const connections = panel(page, 'Connections');
  await analyst.click(connections.getByRole('checkbox', { name: /^Combine Favicon/ }));
  await analyst.click(connections.getByRole('checkbox', { name: /^Combine JARM/ }));
  await analyst.click(connections.getByRole('link', { name: 'Open all that share these 2' }));
  await expect(
    panel(page, 'Names')
      .getByRole('row', { name: /update-telemetry\.test/ })
      .first(),
  ).toBeVisible();
  analyst.done('all domains on the same JARM and favicon');
});

test('A records of a /24 seen last week, as CSV', async ({ page }) => {
  const analyst = new Analyst(page);
  await analyst.lookUp('198.19.41.0/24');
  await analyst.click(page.getByRole('tab', { name: 'Names' }));
  await analyst.click(page.getByRole('radio', { name: '7 d' }));
  await expect(page).toHaveURL(/seen=7d/);
  const names = panel(page, 'Names in the network');
  await expect(names.getByRole('grid')).toBeVisible();
  await analyst.click(names.getByRole('button', { name: 'Export' }));
  const file = await save(page, () =>
    analyst.click(page.getByRole('dialog').getByRole('button', { name: 'Download' })),
  );
  expect(file.name).toMatch(/_198\.19\.41\.0_24\.csv$/);
  const weekAgo = new Date(Date.now() - 8 * 86_400_000).toISOString().slice(0, 10);
  const [head = [], ...rows] = Papa.parse<string[]>(file.text, { skipEmptyLines: true }).data;
  const days = rows.map((row) => row[head.indexOf('last_seen')] ?? '');
  expect(days.length).toBeGreaterThan(10);
  for (const day of days) expect(day >= weekAgo, day).toBe(true);
  analyst.done('A records of a /24 seen last week as CSV');
});

test('why is this domain bad, since when, by whom: the first screen', async ({ page }) => {
  const analyst = new Analyst(page);
  await analyst.lookUp(LANDMARKS.fluxDomain.indicator);
  const header = page.getByRole('main').locator('header').first();
  await expect(header).toContainText(/on hookline-phish and tacklebox-phish since [\d-]{10}, still listed/);
  await expect(panel(page, 'Why this score')).toContainText('Deciding factor');
  const events = panel(page, 'Event timeline').getByRole('img', { name: /^On (hookline|tacklebox)-phish/ });
  await expect(events.first()).toBeInViewport();
  analyst.done('why is this domain bad, since when, by whom');
});

test('all domains with the same registrant', async ({ page }) => {
  const analyst = new Analyst(page);
  await analyst.lookUp('newpark.example');
  const row = panel(page, 'Connections')
    .getByRole('row', { name: /Registra(nt|r)/ })
    .first();
  await analyst.click(row.getByRole('link', { name: /^Open all/ }));
  await expect(page).toHaveURL(/with=registra/);
  await expect(panel(page, 'Names').getByRole('grid')).toBeVisible();
  analyst.done('who else has this registrant');
});

test('names that moved from parking name servers to a bad AS in the last 30 days', async ({ page }) => {
  const analyst = new Analyst(page);
  const server = 'ns1.parkingmeadow.example';
  await page.goto('/');
  await expect(omnibox(page)).toBeFocused();
  await analyst.paste(server);
  await analyst.click(page.getByRole('option', { name: /name server/i }).first());
  await expect(page).toHaveURL(`/ns/${server}`);
  await analyst.click(page.getByRole('tab', { name: 'Transfers' }));
  const moved = panel(page, 'Moved out');
  await analyst.click(
    moved.getByRole('radiogroup', { name: 'Days of Moved out' }).getByRole('radio', { name: '30 d' }),
  );
  await expect(page).toHaveURL(/moves\.days=30/);
  const reputation = moved.getByRole('columnheader', { name: 'AS reputation' });
  await analyst.click(reputation.getByRole('button'));
  await expect(reputation).toHaveAttribute('aria-sort', 'descending');
  const first = moved.locator('tbody tr').first();
  await expect(first).toContainText(/(quillford-pottery|maplewick-choir)\.example/);
  await expect(first).toContainText('AS64666');
  await expect(first).toContainText('Critical');
  analyst.done('names that moved from parking name servers to a bad AS in the last 30 days');

  // the same through the page of the network
  await moved
    .getByRole('group', { name: 'Facets' })
    .getByRole('checkbox', { name: /^AS64666 / })
    .check();
  await expect(moved.locator('tbody tr')).toHaveCount(2);
  await expect(page).toHaveURL(/out\.f\.asn=/);
});

test('a six-hop pivot chain, written up as a report', async ({ page }) => {
  const analyst = new Analyst(page);
  await analyst.lookUp(LANDMARKS.unsanctionedAsset.indicator);
  await analyst.click(panel(page, 'Connections').getByRole('button', { name: 'Trace connections' }));
  await expect(page).toHaveURL(/\/investigation/);
  await expect(page.getByRole('treeitem')).toHaveCount(7);
  await analyst.click(page.getByRole('button', { name: 'Export report …' }));
  const file = await save(page, () =>
    analyst.click(page.getByRole('dialog').getByRole('button', { name: 'Save report' })),
  );
  analyst.done('a six-hop pivot chain written up as a report');

  expect(file.name).toMatch(/\.md$/);
  // each step hangs below the one it was found from, in the tree and in the report; a step that leads nowhere has none below it
  const levels = await page
    .getByRole('treeitem')
    .evaluateAll((items) => items.map((item) => Number(item.getAttribute('aria-level'))));
  expect(Math.max(...levels)).toBeGreaterThanOrEqual(6);
  const steps = [...file.text.matchAll(/^( *)- \*\*(.+?)\*\*/gm)];
  expect(steps.map(([, indent = '']) => indent.length)).toEqual(levels.map((level) => 2 * (level - 1)));
  for (const [, , name = ''] of steps)
    await expect(page.getByRole('treeitem').filter({ hasText: name.replaceAll('[.]', '.') })).not.toHaveCount(0);
  expect(file.text.match(/same |resolved to/g)?.length).toBeGreaterThanOrEqual(6);

  // one action, undone as one
  await page.getByRole('button', { name: /^Undo: Trace from/ }).click();
  await expect(page.getByRole('treeitem')).toHaveCount(1);
  await page.getByRole('treeitem').first().focus();
  await page.keyboard.press('t');
  await expect(page.getByRole('treeitem')).toHaveCount(7);
});
