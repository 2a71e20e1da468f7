import type { Locator, Page } from '@playwright/test';
import { chooseFromMenu, expect, jumpTo, LANDMARKS, omnibox, panel, tabTo, test } from './fixtures.ts';

const domain = LANDMARKS.fluxDomain.indicator;
const pasted = `hxxps://${domain.replace('.', '[.]')}/x`;
const chosenColumns = ['Name (rrname)', 'Type', 'Answer (rdata)', 'Answer score', 'AS', 'First seen', 'Count'];
/** The DNS tab with a filter, an order and columns of its own. */
const chosenView = new RegExp(
  `/domain/${domain}\\?(?=.*tab=dns)(?=.*r\\.f\\.answer=198\\.18\\.1)(?=.*r\\.sort=answer)(?=.*r\\.cols=)`,
);

test('from a defanged URL to the domain, its addresses, subnet, AS and name server', async ({ page }) => {
  await page.goto('/');
  await omnibox(page).fill(pasted);
  const first = page.getByRole('option').first();
  await expect(first).toContainText('domain');
  await expect(first).toContainText(domain);
  await omnibox(page).press('Enter');
  await expect(page).toHaveURL(`/domain/${domain}`);
  await expect(page.getByRole('heading', { level: 1, name: domain })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(domain));
  await expect(page.getByRole('main')).toContainText(/still listed/);
  await expect(panel(page, 'Why this score')).toContainText('Deciding factor');

  await page.getByRole('tab', { name: 'DNS' }).click();
  await expect(page).toHaveURL(`/domain/${domain}?tab=dns`);
  await page.getByRole('radio', { name: 'A', exact: true }).check();
  await expect(page).toHaveURL(`/domain/${domain}?tab=dns&qtype=a`);
  const address = panel(page, `A records of ${domain}`).getByRole('row').nth(1).getByRole('link').nth(1);
  const ip = await address.innerText();
  await address.click();
  await expect(page).toHaveURL(`/ip/${ip}`);
  await expect(page.getByRole('heading', { level: 1, name: ip })).toBeVisible();

  const prefix = page.getByRole('link', { name: /^[\d.]+\/\d+$/ }).first();
  const subnet = await prefix.innerText();
  await prefix.click();
  await expect(page).toHaveURL(`/subnet/${subnet}`);
  await expect(page.getByRole('heading', { level: 1, name: subnet })).toBeVisible();

  const system = page
    .getByRole('main')
    .locator('header')
    .first()
    .getByRole('link', { name: /^AS\d+$/ });
  const asn = await system.innerText();
  await system.click();
  await expect(page).toHaveURL(`/asn/${asn.replace('AS', '')}`);
  await expect(page.getByRole('heading', { level: 1, name: asn })).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL(`/subnet/${subnet}`);
  await page.goto(`/domain/${domain}`);
  const server = panel(page, 'Current name servers').getByRole('row').nth(1).getByRole('link');
  const name = await server.innerText();
  await server.click();
  await expect(page).toHaveURL(`/ns/${name}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/\d+ of \d+ domains? seen on it in the last 30 days are listed/);
});

test('by keyboard alone: from the clipboard to a customised table and its shared link', async ({
  page,
  newVisitor,
  apiKey,
}) => {
  const { keyboard } = page;
  await page.goto('/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  await keyboard.press('/');
  await expect(omnibox(page)).toBeFocused();
  await keyboard.type(pasted);
  await expect(page.getByRole('option').first()).toContainText(domain);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(`/domain/${domain}`);
  await expect(page.getByRole('heading', { level: 1, name: domain })).toBeFocused();
  await expect(page.getByRole('main')).toContainText(/still listed/);

  // why the score is what it is
  await tabTo(page, page.getByRole('button', { name: /^Risk score: why \d+/ }));
  await keyboard.press('Enter');
  await expect(page.getByText('Listings of the domain')).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByText('Listings of the domain')).toBeHidden();

  await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'DNS' })).toBeFocused();
  await expect(page).toHaveURL(`/domain/${domain}?tab=dns`);
  const records = panel(page, `Records of ${domain}`);
  await expect(records.getByRole('grid')).toBeVisible();

  // filter, order, columns
  await tabTo(page, records.getByRole('button', { name: 'Filters' }));
  await keyboard.press('Enter');
  await tabTo(page, records.getByRole('searchbox', { name: 'Filter Answer (rdata)' }));
  await keyboard.type('198.18.1');
  await expect(records.getByRole('status').first()).toContainText(' of ');
  const header = (name: string) => records.getByRole('columnheader', { name }).getByRole('button');
  await tabTo(page, cellAt(page, 1, 1));
  await keyboard.press('k');
  await expect(header('Name (rrname)')).toBeFocused();
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await expect(header('Answer (rdata)')).toBeFocused();
  await keyboard.press('Enter');
  for (let column = 0; column < 4; column += 1) await keyboard.press('ArrowRight');
  await expect(header('Last seen')).toBeFocused();
  await keyboard.press('.');
  await chooseFromMenu(page, 'Hide');
  await expect(page).toHaveURL(chosenView);
  const shown = await tableOf(page);
  expect(shown.header).toEqual(chosenColumns);

  // share
  const share = page.getByRole('main').getByRole('button', { name: 'Share' });
  await tabTo(page, share, { backwards: true });
  await keyboard.press('Enter');
  const permalink = await page.getByRole('dialog').getByRole('region', { name: 'Permalink' }).innerText();
  // the view, and the end in time that keeps its rows
  const { searchParams } = new URL(permalink);
  expect(searchParams.get('until')).toMatch(/^\d{10}$/);
  searchParams.delete('until');
  expect([...searchParams].sort()).toEqual([...new URL(page.url()).searchParams].sort());
  await keyboard.press('Escape');
  await expect(share).toBeFocused();
  await page.reload();
  await expect.poll(() => tableOf(page)).toEqual(shown);
  await expect(page).toHaveURL(chosenView);
  const colleague = await newVisitor();
  await colleague.goto(permalink);
  await expect(colleague.getByLabel('API key')).toBeFocused();
  const firstSteps = colleague.getByRole('region', { name: 'First steps' });
  await expect(firstSteps).toHaveCount(0);
  await colleague.keyboard.type(apiKey);
  await colleague.keyboard.press('Enter');
  await expect(colleague.getByRole('heading', { level: 1, name: domain })).toBeVisible();
  await expect.poll(() => tableOf(colleague)).toEqual(shown);
  await expect(colleague).toHaveURL(permalink);
});

test(
  'by keyboard alone: move through the table, filter it by the menu of a cell, and pivot',
  { tag: '@long' },
  async ({ page }) => {
    const { keyboard } = page;
    await page.goto(`/domain/${domain}?tab=dns&qtype=a`);
    const records = panel(page, `A records of ${domain}`);
    await tabTo(page, cellAt(page, 1, 1));
    for (const key of ['ArrowRight', 'ArrowRight', 'j', 'j', 'k']) await keyboard.press(key);
    const address = cellAt(page, 2, 3);
    await expect(address).toBeFocused();
    const ip = await address.innerText();
    await keyboard.press('.');
    await chooseFromMenu(page, /^Show only this value/);
    await expect(records.getByRole('row')).toHaveCount(3);
    await expect(page).toHaveURL(new RegExp(`r\\.f\\.answer=.*${ip}`));
    await tabTo(page, records.getByRole('link', { name: ip }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL(`/ip/${ip}`);
    await expect(page.getByRole('heading', { level: 1, name: ip })).toBeFocused();

    await follow(page, page.getByRole('link', { name: /^[\d.]+\/\d+$/ }).first(), (text) => `/subnet/${text}`);
    const system = page
      .getByRole('main')
      .locator('header')
      .first()
      .getByRole('link', { name: /^AS\d+$/ });
    await follow(page, system, (text) => `/asn/${text.replace('AS', '')}`);
    await keyboard.press('/');
    await expect(omnibox(page)).toBeFocused();
    await keyboard.type(domain);
    await keyboard.press('Enter');
    await expect(page).toHaveURL(`/domain/${domain}`);
    const servers = panel(page, 'Current name servers');
    const server = servers.getByRole('row').nth(1).getByRole('link');
    await jumpTo(page, servers);
    await follow(page, server, (text) => `/ns/${text}`);
  },
);

test(
  'keys pressed right after a menu reach the table, even when the menu removed their row or column',
  { tag: '@long' },
  async ({ page }) => {
    const { keyboard } = page;
    await page.goto(`/domain/${domain}?tab=dns&qtype=a`);
    const records = panel(page, `A records of ${domain}`);
    await tabTo(page, cellAt(page, 1, 1));
    for (const key of ['ArrowRight', 'ArrowRight', 'j']) await keyboard.press(key);
    const afterEscape = await watchMenu(page);
    await keyboard.press('.');
    await expect(page.getByRole('menu')).toBeVisible();
    await keyboard.press('Escape');
    expect(await afterEscape()).toBe('row 2, column 3');

    const [hidden, next] = await Promise.all([2, 3].map((row) => cellAt(page, row, 3).innerText()));
    const afterRow = await watchMenu(page);
    await keyboard.press('.');
    await chooseFromMenu(page, /^Hide this value/);
    expect(await afterRow()).toBe('row 2, column 3');
    await expect(cellAt(page, 2, 3)).toHaveText(next ?? '');
    await expect(cellAt(page, 2, 3)).toBeFocused();
    await expect(records.getByRole('link', { name: hidden ?? '', exact: true })).toHaveCount(0);

    for (const key of ['k', 'k']) await keyboard.press(key);
    await expect(records.getByRole('columnheader', { name: 'Answer (rdata)' }).getByRole('button')).toBeFocused();
    const afterColumn = await watchMenu(page);
    await keyboard.press('.');
    await chooseFromMenu(page, 'Hide');
    expect(await afterColumn()).toBe('row 0, column 3');
    await expect(records.getByRole('columnheader', { name: 'Answer score' }).getByRole('button')).toBeFocused();
  },
);

/** Watches for a menu that opens and closes; tells which cell has the focus then, before the next frame is drawn. */
async function watchMenu(page: Page): Promise<() => Promise<string>> {
  const watch = await page.evaluateHandle(() => {
    const closed = new Promise<void>((resolve) => {
      let wasOpen = false;
      const observer = new MutationObserver(() => {
        const isOpen = document.querySelector('[role=menu]') !== null;
        wasOpen ||= isOpen;
        if (isOpen || !wasOpen) return;
        observer.disconnect();
        setTimeout(resolve);
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    const place = closed.then(() => {
      const cell = document.activeElement?.closest<HTMLElement>('[data-column]');
      return cell ? `row ${cell.parentElement?.dataset['row']}, column ${cell.dataset['column']}` : 'nowhere';
    });
    return { place };
  });
  return () => watch.evaluate(({ place }) => place);
}

/** Moves the focus to a link and opens it. */
async function follow(page: Page, link: Locator, urlOf: (text: string) => string): Promise<void> {
  await tabTo(page, link);
  const text = await link.innerText();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(urlOf(text));
  await expect(page.getByRole('heading', { level: 1, name: text })).toBeFocused();
}

/** The element of a table cell that takes the focus: its link, or the cell itself. */
function cellAt(page: Page, row: number, column: number): Locator {
  const cell = page.locator(`tr[data-row="${row}"] > [data-column="${column}"]`);
  return cell.getByRole('link').or(cell).last();
}

/** The text of the header and the first rows, once scores and origins are loaded. */
async function tableOf(page: Page): Promise<{ header: string[]; rows: string[] }> {
  const grid = page.getByRole('grid');
  await expect(grid.locator('tr[data-row] td').first()).toBeVisible();
  await expect(grid.locator('[aria-busy="true"]')).toHaveCount(0);
  const header = await grid.getByRole('columnheader').filter({ hasText: /\S/ }).allInnerTexts();
  const rows = await grid.locator('tr[data-row]').allInnerTexts();
  return { header: header.map((text) => text.trim()), rows: rows.slice(0, 10) };
}
