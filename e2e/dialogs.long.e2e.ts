/** Dialogs, menus and forms: no axe violations in either theme, and no text cut off on a phone or at 200 % zoom. */
import type { Locator, Page } from '@playwright/test';
import { paths } from '#web/url/paths.ts';
import { desk, expectNothingLost, objections, phone } from './axe.ts';
import { expect, LANDMARKS, omnibox, openInApp, panel, settled, test } from './fixtures.ts';

test('the dialogs of a subject and of its table', async ({ page }) => {
  const records = await openRecords(page);
  const { keyboard } = page;
  const main = page.getByRole('main');
  await expectDialog(page, 'Share', () => main.getByRole('button', { name: 'Share', exact: true }).click());
  await expectDialog(page, /API request/, () => main.getByRole('button', { name: 'API request', exact: true }).click());
  await expectDialog(page, 'Export', () => records.getByRole('button', { name: 'Export' }).click());
  await expectDialog(page, 'Keyboard shortcuts', () => keyboard.press('?'));
  await expectDialog(page, /Answer/, async () => {
    await records.locator('tr[data-row="1"] [data-column="3"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show full value and row' }).click();
  });
  await page.goto(`${paths.domain(small)}?tab=certificates`);
  await settled(page);
  await expectDialog(page, 'Certificate', () => page.locator('tr[data-row="1"] [data-column="1"]').dblclick());
});

test('menus and popovers', async ({ page }) => {
  const records = await openRecords(page);
  const { keyboard } = page;
  await records.getByRole('button', { name: 'Filters' }).click();
  const popups: readonly (readonly [Locator, Locator])[] = [
    [records.getByRole('button', { name: 'Columns' }), page.getByRole('dialog', { name: 'Columns' })],
    [records.getByRole('button', { name: /^Menu of/ }), page.getByRole('menu')],
    [page.getByRole('button', { name: 'As of now' }), page.getByRole('dialog', { name: /as of a day/ })],
    [page.getByRole('button', { name: 'Jobs', exact: true }), page.getByRole('dialog', { name: 'Background jobs' })],
    [page.getByRole('button', { name: /^Theme/ }), page.getByRole('menu')],
    [page.getByRole('button', { name: /^Risk score: why \d+/ }), page.getByRole('group', { name: /: why$/ })],
  ];
  for (const [button, popup] of popups) {
    await button.click();
    await expectOpen(page, popup);
  }
  const cell = records.locator('tr[data-row="1"] [data-column="3"]');
  for (const target of [cell.getByRole('link'), records.getByRole('columnheader', { name: 'Type' })]) {
    await target.click({ button: 'right' });
    await expectOpen(page, page.getByRole('menu'));
  }
  await cell.getByRole('link').hover();
  await expectOpen(page, page.getByRole('group', { name: /^About / }));
  await omnibox(page).fill('192.0.2.1');
  await expectOpen(page, page.getByRole('listbox'));

  await page.setViewportSize(phone);
  await page.getByRole('button', { name: /^Menu: pages/ }).click();
  await expectOpen(page, page.getByRole('menu'));
  await keyboard.press('Escape');
});

test('a form with all parameters, the dialog that saves a query, and the list of saved queries', async ({ page }) => {
  const main = page.getByRole('main');
  for (const path of [
    paths.certificates({ domain: LANDMARKS.brandDomain.indicator }),
    paths.padns({ mode: 'forward', qtype: 'a', qname: small }),
  ]) {
    await page.goto(path);
    await settled(page);
    await main.getByRole('button', { name: 'Edit', exact: true }).click();
    await main.getByText('More parameters').click();
    await expect(main.locator('form details[open]')).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await expectNothingLost(page);
    await page.setViewportSize(desk);
  }
  const save = main.getByRole('button', { name: 'Save query' });
  await save.click();
  await expectOpen(page, page.getByRole('dialog', { name: 'Save this query' }));
  await save.click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kept to be looked at');
  await page.keyboard.press('Enter');
  await expectDialog(page, 'Saved queries', () => main.getByRole('button', { name: /^Saved queries/ }).click());
  await expectDialog(page, 'Saved queries', async () => {
    await main.getByRole('button', { name: /^Saved queries/ }).click();
    await page.getByRole('button', { name: 'Delete Kept to be looked at' }).click();
    await page.getByText('Import from text').click();
  });
});

test('a triage with its results', async ({ page }) => {
  await page.goto(paths.bulk());
  const pasted = [LANDMARKS.fluxDomain, LANDMARKS.c2Address, LANDMARKS.unknownDomain].map(({ indicator }) => indicator);
  await page.getByRole('textbox', { name: /^Indicators/ }).fill([...pasted, '999.1.1.1'].join('\n'));
  expect(await objections(page)).toEqual([]);
  await page.getByRole('button', { name: /^Look up \d/ }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(await objections(page)).toEqual([]);
  await expectNothingLost(page);
});

test('an investigation with its steps', async ({ page }) => {
  await page.goto('/nowhere');
  for (const path of [paths.domain(small), paths.ip(LANDMARKS.c2Address.indicator)]) {
    await openInApp(page, path);
    await settled(page);
  }
  await openInApp(page, paths.investigation());
  await page.getByRole('treeitem').first().focus();
  for (const view of ['Tree', 'Graph', 'List']) {
    await page.setViewportSize(desk);
    await page.getByRole('radio', { name: view }).check();
    // without WebGL the tree replaces the graph
    await expect(page.getByRole('main').locator('figure, [role=tree], [role=grid]').first()).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await expectNothingLost(page);
  }
  await page.setViewportSize(desk);
  const open = (name: string | RegExp) => () => page.getByRole('button', { name }).click();
  await expectDialog(page, 'Import an investigation', open('Import'));
  await expectDialog(page, /^Expand /, open(/^Expand/));
});

test('the page that asks for an API key', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.goto(paths.domain(small));
  await expect(page.getByRole('button', { name: 'Use this key' })).toBeVisible();
  expect(await objections(page)).toEqual([]);
  await expectNothingLost(page);
});

/** A domain with few records. */
const small = LANDMARKS.cleanDomain.indicator;

async function openRecords(page: Page): Promise<Locator> {
  await page.goto(`${paths.domain(small)}?tab=dns`);
  await settled(page);
  return panel(page, `Records of ${small}`);
}

async function expectDialog(page: Page, name: string | RegExp, open: () => Promise<void>): Promise<void> {
  await open();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  expect(await objections(page)).toEqual([]);
  await expectNothingLost(page);
  await page.setViewportSize(desk);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

async function expectOpen(page: Page, popup: Locator): Promise<void> {
  await expect(popup).toBeVisible();
  // the page behind it is checked among the views
  expect(await objections(page, popup)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
}
