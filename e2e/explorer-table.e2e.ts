/** The controls around the rows of an explorer: scores, facets, actions on a selection, keyboard and wheel. */
import { paths } from '#web/url/paths.ts';
import { saveRows } from './downloads.ts';
import { expect, LANDMARKS, openInApp, panel, settled, test } from './fixtures.ts';
import { views } from './views.ts';

const flux = LANDMARKS.fluxDomain.indicator;
const server = LANDMARKS.badNameServer.indicator;
const longTable = paths.padns({ mode: 'both', qtype: 'a', qname: '*harborline*', qanswer: '*' });

test('records get their scores, AS and country once these are loaded, and facets narrow the records', async ({
  page,
  setFaults,
}) => {
  const below = `*.${LANDMARKS.brandDomain.indicator}`;
  const late = ['riskScores', 'ipv4InfoBulk'] as const;
  await setFaults(late.map((operationId) => ({ operationId, delayMilliseconds: 1500 })));
  await page.goto(paths.padns({ mode: 'forward', qtype: 'any', qname: below }));
  const records = panel(page, `Records of ${below}`);
  const rows = records.locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  const keys = await rows.evaluateAll((all) => all.slice(0, 8).map((row) => row.querySelector('td a')?.textContent));
  const before = await rows.nth(3).boundingBox();
  const answers = records.getByRole('row').filter({ has: page.getByRole('gridcell', { name: 'A', exact: true }) });
  await expect(answers.first()).toContainText(/\d+\s*(Critical|High|Medium|Low)|No detections/);
  await expect(answers.first()).toContainText(/AS\d+.*[A-Z]{2}/);
  expect(await rows.evaluateAll((all) => all.slice(0, 8).map((row) => row.querySelector('td a')?.textContent))).toEqual(
    keys,
  );
  expect(await rows.nth(3).boundingBox()).toEqual(before);

  const facets = records.getByRole('group', { name: 'Facets' });
  await expect(facets).toContainText(/Of the \d+ loaded rows/);
  const types = facets.getByRole('group', { name: 'Type' });
  await types.getByRole('checkbox', { name: /^NS/ }).check();
  await expect(page).toHaveURL(/t\.f\.type=%3DNS|t\.f\.type==NS/);
  await expect(rows.first()).toContainText('NS');
  await expect(records.getByRole('gridcell', { name: 'A', exact: true })).toHaveCount(0);
  await types.getByRole('checkbox', { name: /^A\b/ }).check();
  await expect(records.getByRole('gridcell', { name: 'A', exact: true }).first()).toBeVisible();
  await types.getByRole('checkbox', { name: /^NS/ }).uncheck();
  await expect(records.getByRole('gridcell', { name: 'NS', exact: true })).toHaveCount(0);
  await types.getByRole('checkbox', { name: /^A\b/ }).uncheck();
  const system = facets.getByRole('group', { name: 'AS', exact: true }).getByRole('checkbox').first();
  const counted = Number(await system.evaluate((box) => box.closest('label')?.lastElementChild?.textContent));
  await system.check();
  await expect(rows).toHaveCount(counted);
  await expect(facets.getByRole('group', { name: 'Country' })).toBeVisible();
  await expect(facets.getByRole('group', { name: 'Band of the answer' })).toBeVisible();
  // on a phone they unfold above the table
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(facets).toBeHidden();
  await records.getByRole('button', { name: 'Show facets' }).click();
  await expect(system).toBeVisible();
  await records.getByRole('button', { name: 'Hide facets' }).click();
  await expect(facets).toBeHidden();
  await page.setViewportSize(size);

  await setFaults([]);
  await openInApp(page, paths.transfers({ from_ns: '*', to_ns: server, days: '365' }));
  await expect(page.locator('tbody tr').first()).toContainText(/\d+\s*(Critical|High)/);

  // a chart of some of the records says so
  await openInApp(page, paths.padns({ mode: 'forward', qtype: 'a', qname: flux, 't.view': 'timeline' }));
  await expect(panel(page, `A records of ${flux}`)).toContainText('Only the 100 loaded records are drawn; more are');
});

test(
  'at 1440 every default column of a table is on screen, and the details of a row have the others',
  { tag: '@long' },
  async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/nowhere');
    const withTables = views.filter(({ name }) =>
      /^(padns|scans-|certificates-|transfers-|diversity-|rankings-(?!sub)|as-names|ns-tr|subnet-sc|domain-(whois|brand|diversity)|campaign)/.test(
        name,
      ),
    );
    for (const { name, path } of withTables)
      await test.step(name, async () => {
        await openInApp(page, path);
        await settled(page);
        const hidden = await page
          .locator('[data-scroll]')
          .evaluateAll((boxes) => boxes.map((box) => Math.max(0, box.scrollWidth - box.clientWidth - 1)));
        expect(
          hidden.filter((pixels) => pixels > 0),
          name,
        ).toEqual([]);
      });

    await openInApp(page, paths.padns({ mode: 'forward', qtype: 'a', qname: flux }));
    await page.locator('tr[data-row="1"] [data-column="2"]').dblclick();
    const details = page.getByRole('dialog', { name: 'Type' });
    await expect(details).toContainText(/Answer \(rdata\)\s*198\.1[89]\./);
    await expect(details).toContainText(/TTL\s*\d+/);
  },
);

test('records get their scores from a deployment that has only the operations of the interface', async ({
  page,
  setFaults,
}) => {
  await setFaults([{ operationId: 'riskScores', status: 501 }]);
  const below = `*.${LANDMARKS.brandDomain.indicator}`;
  await page.goto(paths.padns({ mode: 'forward', qtype: 'any', qname: below }));
  const answers = panel(page, `Records of ${below}`)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: 'A', exact: true }) });
  await expect(answers.first()).toContainText(/\d+\s*(Critical|High|Medium|Low)|No detections/);
  await expect(answers.first()).toContainText(/AS\d+.*[A-Z]{2}/);
});

test('the table of an explorer is a few presses of Tab away', async ({ page }) => {
  await page.goto(paths.padns({ mode: 'forward', qtype: 'a', qname: flux }));
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to results' }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(grid.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(grid.locator('tbody :focus')).toHaveCount(1);
  await expect(page).not.toHaveURL(/#/);
  // from the query as well
  await page.getByRole('button', { name: 'Edit', exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(grid.locator(':focus')).toHaveCount(1);
});

test(
  'the wheel over a table scrolls the page: at once over a short one, after its end over a long one',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(`${paths.nameServer(server)}?tab=transfers`);
    const grids = page.getByRole('grid');
    await expect(grids.locator('tbody tr').first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const hidden = () =>
      page.locator('[data-scroll]').evaluateAll((boxes) => boxes.map((box) => box.scrollHeight - box.clientHeight));
    expect(await hidden()).toEqual([0, 0]);
    const scrolled = () => page.evaluate(() => window.scrollY);
    await grids.first().locator('tbody tr').nth(2).hover();
    await page.mouse.wheel(0, 200);
    await expect.poll(scrolled).toBe(200);

    await openInApp(page, longTable);
    await page.setViewportSize({ width: 1280, height: 500 });
    await expect(grids.locator('tbody tr').nth(60)).toBeAttached();
    await grids.locator('tbody tr').nth(1).hover();
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 1500);
        return scrolled();
      })
      .toBeGreaterThan(100);
  },
);

test('Back and Forward return to the rows on screen and to the focused one, also after a reload', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(longTable);
  const pivot = page.locator('[data-row="40"] a').first();
  /** The records whose rows are on screen, and the offset of the page. */
  const view = () =>
    page.evaluate(() => {
      const box = document.querySelector('[data-scroll]')?.getBoundingClientRect();
      const isOnScreen = ({ top, bottom }: DOMRect) =>
        box !== undefined && bottom > Math.max(0, box.top) && top < Math.min(innerHeight, box.bottom);
      const rows = [...document.querySelectorAll('tbody [data-row]')];
      const shown = rows.filter((row) => isOnScreen(row.getBoundingClientRect()));
      return { y: scrollY, rows: shown.map((row) => [row.ariaRowIndex, row.querySelectorAll('a')[0]?.textContent]) };
    });
  await pivot.focus();
  await page.evaluate(() => scrollBy(0, 60));
  const left = await view();
  expect(left.y).toBe(60);
  expect(left.rows.length).toBeGreaterThan(3);
  expect(left.rows.map(([index]) => index)).not.toContain('2');
  const name = await pivot.innerText();
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1, name });
  await expect(heading).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await expect.poll(view).toEqual(left);
  await expect(pivot).toBeFocused();
  await page.goForward();
  await expect(heading).toBeFocused();
  // the rows arrive after the page
  await page.reload();
  await expect(heading).toBeVisible();
  await page.goBack();
  await expect.poll(view).toEqual(left);
  await expect(pivot).toBeFocused();
});

test('selected rows bring a bar of actions in place of the controls of the table, and no row moves', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(paths.padns({ mode: 'forward', qtype: 'a', qname: flux }));
  const records = panel(page, `A records of ${flux}`);
  const rows = records.locator('tbody tr');
  const bar = records.getByRole('group', { name: 'Selected rows' });
  await expect(rows.nth(2)).toBeVisible();
  const answers = await rows.locator('td:nth-child(4)').allInnerTexts();
  const before = await rows.first().boundingBox();
  await expect(bar).toHaveCount(0);
  await rows.nth(0).getByRole('checkbox').check();
  await rows.nth(1).getByRole('checkbox').check();
  await expect(bar).toBeVisible();
  expect(await rows.first().boundingBox()).toEqual(before);

  // values of the column whose values differ, unless another column is chosen
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await bar.getByRole('button', { name: 'Copy defanged' }).click();
  const two = [...new Set(answers.slice(0, 2))];
  await expect.poll(copied).toBe(two.map((ip) => ip.replaceAll('.', '[.]')).join('\n'));
  await bar.getByRole('button', { name: 'Send to bulk' }).click();
  await expect(page.getByText(`${two.length} lines wait there`, { exact: true })).toBeVisible();
  await bar.getByRole('combobox', { name: 'Values of' }).selectOption('Name (rrname)');
  await bar.getByRole('button', { name: 'Add to investigation' }).click();
  await expect(page.getByText('Pinned in the investigation', { exact: true })).toBeVisible();
  // the dialog is modal as soon as it is drawn, or an Escape pressed at once would not close it
  const isModalAtOnce = page.evaluate(async () => {
    const isModal = () => document.querySelector('dialog')?.matches(':modal');
    return new Promise((resolve) => {
      const drawn = new MutationObserver(() => isModal() !== undefined && resolve(isModal()));
      drawn.observe(document.body, { childList: true, subtree: true });
    });
  });
  await bar.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'Selected rows (2)' })).toBeChecked();
  expect(await isModalAtOnce).toBe(true);
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Clear the selection' }).click();
  await expect(bar).toHaveCount(0);
  await expect(rows.nth(0).getByRole('checkbox')).not.toBeChecked();
});

test('the names of a search by name and answer are whole in a window of 1440 px', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(
    paths.padns({ mode: 'both', qtype: 'a', qname: '*harborline-bank.example', qanswer: '192.0.2.0', netmask: '26' }),
  );
  const names = page.getByRole('main').locator('tbody [data-column="1"]');
  await expect(names.filter({ hasText: 's-192-0-2-40.harborline-bank.example' })).toBeVisible();
  const cut = await names.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth));
  expect(cut).toEqual([]);
});

test('rows that move to the next page while records arrive are neither shown nor exported twice', async ({ page }) => {
  // as if five records had arrived after the first page
  await page.route(/[?&]skip=\d00\b/, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/skip=(\d+)/, (_, skip) => `skip=${Number(skip) - 5}`),
    }),
  );
  await page.goto('/search/padns?mode=forward&qtype=a&qname=*.example&t.cols=query,answer,count');
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.getByRole('main')).toContainText('195 rows');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('radio', { name: 'All loaded rows (195)' }).check();
  const lines = (await saveRows(page)).text.trim().split('\r\n');
  expect(lines).toHaveLength(196);
  expect(new Set(lines).size).toBe(196);
});
