/** Large text in the browser's settings, high zoom, and the keyboard instead of a mouse. */
import { expect, expectNoSidewaysScroll, LANDMARKS, openInApp, panel, settled, test } from './fixtures.ts';

const domain = LANDMARKS.fluxDomain.indicator;

/** As the text size set in the browser. Runs in the page. */
function largeText(size: string): void {
  new MutationObserver((_, observer) => {
    observer.disconnect();
    document.documentElement.style.fontSize = size;
  }).observe(document, { childList: true });
}

test('large text: a long table has taller rows and wider columns, and does not jump while it scrolls', async ({
  page,
}) => {
  await page.addInitScript(largeText, '24px');
  await page.goto('/search/padns?mode=forward&qtype=a&qname=*.test&limit=1000');
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '1001');
  const scores = grid.locator('tr[data-row="1"] td').filter({ hasText: /^\S+ ?\d+ ?\w+$/ });
  expect(await scores.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth))).toEqual([]);
  const moves = await grid.evaluate(async (table) => {
    const box = table.closest('[data-scroll]')!;
    const seen: number[] = [];
    for (let step = 0; step < 30; step += 1) {
      const { top } = box.getBoundingClientRect();
      const row = [...table.querySelectorAll('tbody tr[data-row]')].find(
        (each) => each.getBoundingClientRect().top > top + 200,
      )!;
      const before = row.getBoundingClientRect().top;
      box.scrollTop += 20;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      seen.push(Math.round(before - row.getBoundingClientRect().top));
    }
    return [...new Set(seen)];
  });
  expect(moves).toEqual([20]);
});

test('text of twice the size in a narrow window: pages do not scroll sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(largeText, '32px');
  await page.goto('/nowhere');
  for (const path of [
    ...['', '?tab=dns', '?tab=whois', '?tab=related'].map((tab) => `/domain/${domain}${tab}`),
    ...['', '?tab=names', '?tab=announcements'].map((tab) => `/ip/203.0.113.66${tab}`),
    '/subnet/203.0.113.0/25',
    '/search/connections',
    `/compare?subjects=${domain},192.0.2.77`,
    '/watches',
    '/sources',
    '/connections/domain/harborline-bank.example',
    '/investigation',
    '/settings',
  ]) {
    await openInApp(page, path);
    await settled(page);
    await expectNoSidewaysScroll(page);
  }
});

for (const { width, height } of [
  { width: 390, height: 400 },
  { width: 360, height: 225 },
])
  test(`the focus rests below the bars at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`/domain/${domain}?tab=dns`);
    const records = panel(page, `Records of ${domain}`);
    await records.getByRole('grid').locator('[tabindex="0"]').focus();
    for (const name of ['Export', 'Columns', 'Filters']) {
      const button = records.getByRole('button', { name });
      while (!(await button.evaluate((element) => element === document.activeElement)))
        await page.keyboard.press('Shift+Tab');
      const isCovered = await button.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      expect(isCovered, name).toBe(false);
    }
  });

test('a button that cannot be used for a moment, or any more, keeps the focus or leaves it to its panel', async ({
  page,
  setFaults,
}) => {
  await setFaults([{ operationId: 'connections', status: 500 }]);
  await page.goto(`/domain/${domain}`);
  const again = panel(page, 'Connections').getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await setFaults([]);
  await again.press('Enter');
  await expect(panel(page, 'Connections')).toContainText('Likely the same operator');
  await expect(panel(page, 'Connections')).toBeFocused();
  await page.goto('/settings');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Test', exact: true }).press('Enter');
  await expect(main).toContainText('accepts the key');
  await expect(main.getByRole('button', { name: 'Test', exact: true })).toBeFocused();
  await page.goto(`/domain/${domain}?tab=ns`);
  const changes = panel(page, 'Name-server changes');
  await changes.getByRole('button', { name: 'Zoom in' }).press('Enter');
  const whole = changes.getByRole('button', { name: 'Show the whole period' });
  await whole.press('Enter');
  await expect(whole).toHaveAttribute('aria-disabled', 'true');
  await expect(whole).toBeFocused();
  await page.goto(`/compare?subjects=${domain},192.0.2.77`);
  await page.getByRole('button', { name: 'Swap' }).press('Enter');
  await expect(page.getByLabel('First domain or address')).toHaveValue('192.0.2.77');
  await expect(page.getByRole('button', { name: 'Swap' })).toBeFocused();
  await page.goto('/search/connections?with=html-title:Amber+Console&with=jarm:27d40d40');
  await page.getByRole('button', { name: 'Remove JARM 27d40d40' }).press('Enter');
  await expect(page).toHaveURL(/with=html-title[^&]*$/);
  await expect(page.getByRole('group', { name: 'Attributes' })).toBeFocused();
});

test('in a dialog, what was done is announced, and a notification can be dismissed', async ({ page }) => {
  await page.goto(`/domain/${domain}?tab=certificates`);
  await page.locator('tr[data-row="1"] [data-column="1"]').dblclick();
  const dialog = page.getByRole('dialog', { name: 'Certificate' });
  await dialog.getByRole('link', { name: domain, exact: true }).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy', exact: true }).click();
  await expect(dialog.locator('[aria-live=polite]')).toHaveText(new RegExp(`cop.*${domain}`, 'i'));
  await page.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeHidden();
  await expect(dialog).toBeVisible();
});

test('high contrast: the focused entry of a menu, a switch that is on and charts stand out', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'Light' }).check();
  const switched = page.getByRole('switch', { name: /Single-key shortcuts/ });
  await expect(switched).toBeChecked();
  const knob = switched.locator('xpath=following-sibling::span');
  await expect(knob).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.getByRole('button', { name: /^Theme/ }).press('Enter');
  await expect(page.getByRole('menu')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Dark' })).toHaveCSS('outline-style', 'solid');
  // the theme that was chosen does not put dark lines on the black of the system
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light dark');
});

test('on paper: every step of an investigation and every line of a chart', async ({ page }) => {
  // low, so that few steps fill the box that scrolls on screen
  await page.setViewportSize({ width: 703, height: 200 });
  for (const host of [1, 2, 3, 4, 5]) {
    await page.goto(`/ip/192.0.2.${host}`);
    await settled(page);
  }
  for (const [path, from] of [
    ['/investigation', 'Steps'],
    [`/domain/${domain}?tab=diversity`, 'IP diversity'],
  ] as const) {
    await page.goto(path);
    await settled(page);
    if (from === 'IP diversity') await page.getByRole('radio', { name: 'Addresses' }).check();
    const hidden = () =>
      panel(page, from)
        .locator('[data-scroll]')
        .first()
        .evaluate((box) => box.scrollHeight - box.clientHeight);
    await expect.poll(hidden, `${from} on screen`).toBeGreaterThan(1);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(hidden, `${from} on paper`).toBeLessThanOrEqual(1);
    await page.emulateMedia({ media: 'screen' });
  }
});
