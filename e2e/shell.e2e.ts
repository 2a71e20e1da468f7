import type { Locator, Page } from '@playwright/test';
import { objections } from './axe.ts';
import { chooseFromMenu, expect, holdBack, LANDMARKS, omnibox, openInApp, panel, pressGoTo, test } from './fixtures.ts';

const domain = LANDMARKS.fluxDomain.indicator;
const ip = LANDMARKS.c2Address.indicator;

test('own external links: off by default, checked, and opened without a referrer', async ({ page }) => {
  await page.goto('/settings');
  const wanted = page.getByRole('switch', { name: /^Offer external links/ });
  await expect(wanted).not.toBeChecked();
  await page.getByRole('button', { name: 'Add a link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an external link' });
  const address = dialog.getByRole('textbox', { name: 'Address' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Scan search');
  for (const [text, reason] of [
    ['http://scans.example/{indicator}', 'begins with https://'],
    ['https://{indicator}.scans.example/', 'would open the value itself'],
    ['https://scans.example/host', 'where the value goes'],
  ] as const) {
    await address.fill(text);
    await expect(dialog).toContainText(reason);
  }
  await dialog.getByRole('button', { name: 'Add' }).click();
  await address.fill('https://scans.example/host?q={indicator}');
  expect(await objections(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('list', { name: 'External links' })).toContainText('Scan search');

  // stored, but not offered yet
  await page.goto('/');
  await openMenuOf(page, ip);
  await expect(page.getByRole('menuitem', { name: 'Copy', exact: true })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /^Scan search/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await openInApp(page, '/settings');
  await wanted.check();
  await openInApp(page, '/');
  await openMenuOf(page, ip);
  const link = page.getByRole('menuitem', { name: /^Scan search/ });
  await expect(link).toContainText('Sends this value to scans.example');
  await expect(link).toHaveAttribute('href', `https://scans.example/host?q=${ip}`);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await page.keyboard.press('Escape');

  // all settings are reset, and the reset is undone
  await openInApp(page, '/settings');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(wanted).not.toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(wanted).toBeChecked();
  await expect(page.getByRole('list', { name: 'External links' })).toContainText('Scan search');
  await expect(page).toHaveURL('/settings');

  // a known site is off until it is chosen, which switches external links on
  await wanted.uncheck();
  const known = page.getByRole('group', { name: /^Known sites/ });
  for (const name of ['VirusTotal', 'urlscan', 'Shodan', 'Censys', 'GreyNoise', 'crt.sh'])
    await expect(known.getByRole('checkbox', { name: new RegExp(`^${name} `) })).not.toBeChecked();
  await known.getByRole('checkbox', { name: /^GreyNoise viz\.greynoise\.io/ }).check();
  await expect(wanted).toBeChecked();
  await openInApp(page, '/');
  await openMenuOf(page, ip);
  await expect(page.getByRole('menuitem', { name: /^GreyNoise/ })).toHaveAttribute(
    'href',
    `https://viz.greynoise.io/ip/${ip}`,
  );
  await expect(page.getByRole('menuitem', { name: /^(VirusTotal|Shodan)/ })).toHaveCount(0);
});

test('home: recent and pinned subjects, saved searches, old lists, the worst and the new, one label of the sample', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const query = { explorer: '/search/padns', name: 'Bank look-alikes', search: 'mode=forward&qname=*harborline*' };
    localStorage.setItem('sightline.saved-queries', JSON.stringify({ saved: [query], recent: [] }));
  });
  await page.goto(`/domain/${domain}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(domain);
  await pressGoTo(page, 'i');
  await page.getByRole('treeitem', { name: domain }).focus();
  await page.keyboard.press('p');
  await expect(page.getByRole('treeitem', { name: domain })).toContainText('pinned');
  // without a reload, which could come before the browser has stored the pin
  await openInApp(page, '/');
  for (const title of ['Recent', 'Pinned'])
    await expect(panel(page, title).getByRole('link').first()).toHaveText(domain);
  await expect(page.getByRole('main')).toContainText(/The list eth-phishing-detect is \d+ years old\./);
  await expect(page.getByText('Sample collection loaded')).toHaveCount(1);
  await expect(page.getByText('sample', { exact: true })).toHaveCount(0);
  const worst = panel(page, 'Worst now');
  await expect(worst.getByRole('region', { name: /^Networks/ }).getByRole('listitem')).toHaveCount(3);
  await expect(
    worst
      .getByRole('region', { name: /^Names/ })
      .getByRole('listitem')
      .first(),
  ).toContainText(/Critical.* lists/);
  const fresh = panel(page, /^New since \d{4}-\d\d-\d\d$/);
  await expect(
    fresh.getByRole('img', { name: /^name-server changes by day: (\d{4}-\d\d-\d\d: \d+(, )?){7}$/ }),
  ).toBeVisible();
  await expect(fresh.getByRole('listitem').first()).toContainText('Critical');
  await panel(page, 'Saved searches').getByRole('link', { name: 'Bank look-alikes' }).click();
  await expect(page).toHaveURL('/search/padns?mode=forward&qname=*harborline*');
});

test('tabs are told apart by their titles and icons', async ({ page }) => {
  await page.goto(`/domain/${domain}`);
  await expect(page).toHaveTitle(`${domain} · domain · Sightline`);
  // the tile of the worst band
  await expect.poll(() => iconOf(page)).toContain('#b3173f');
  const ofDomain = await iconOf(page);
  await page.goto(`/ip/${ip}`);
  await expect(page).toHaveTitle(`${ip} · IPv4 address · Sightline`);
  await expect.poll(() => iconOf(page)).toContain('>IP<');
  expect(await iconOf(page)).not.toBe(ofDomain);
  await page.goto('/search/padns?mode=forward&qtype=a&qname=*.harborline-bank.example');
  await expect(page).toHaveTitle('*.harborline-bank.example · Passive DNS · Sightline');
  await expect(page).toHaveURL(/qname=\*\.harborline-bank\.example/);
});

test('the first steps are offered, are in the help, cover nothing and work by keyboard', async ({
  newVisitor,
  apiKey,
}) => {
  const page = await newVisitor();
  await page.goto(`/#key=${apiKey}`);
  const tour = page.getByRole('region', { name: 'First steps' });
  const offer = page.getByRole('main').getByRole('button', { name: 'First steps' });
  await expect(offer).toBeVisible();
  await expect(tour).toHaveCount(0);
  await offer.press('Enter');
  await expect(tour).toContainText('1 of 5');
  const [bar, main] = [(await tour.boundingBox())!, (await page.getByRole('main').boundingBox())!];
  expect(bar.y + bar.height).toBeLessThanOrEqual(main.y + 1);
  expect(await objections(page, tour)).toEqual([]);
  await tour.getByRole('button', { name: 'Next' }).focus();
  for (let step = 2; step <= 5; step += 1) {
    await page.keyboard.press('Enter');
    await expect(tour).toContainText(`${step} of 5`);
  }
  await tour.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(tour).toBeHidden();

  await page.getByRole('button', { name: 'Help' }).press('ArrowDown');
  await chooseFromMenu(page, 'First steps');
  await expect(tour).toContainText('1 of 5');
  await tour.getByRole('button', { name: 'Close the first steps' }).press('Escape');
  await expect(tour).toBeHidden();
  // letters typed next are an indicator, not shortcuts
  await expect(omnibox(page)).toBeFocused();
  await expect(page).toHaveURL('/');
});

test('the home page takes the focus, unless another element has it by then', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('combobox', { name: /^Look up/ })).toBeFocused();
  const goOn = await holdBack(page, '**/assets/route-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  const help = page.getByRole('button', { name: 'Help' });
  await help.focus();
  goOn();
  await expect(panel(page, 'Worst now')).toBeVisible();
  await expect(help).toBeFocused();
});

test('a subject prints on white, whole and without controls, with its address and the time', async ({ page }) => {
  await page.goto(`/domain/${domain}?tab=dns`);
  const records = panel(page, `Records of ${domain}`);
  await expect(records.getByRole('row').nth(1)).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 703, height: 1000 });
  await expect(page.getByRole('contentinfo')).toContainText(`/domain/${domain}?tab=dns`);
  await expect(page.getByRole('contentinfo')).toContainText(/printed \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  const colour = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect.poll(() => colour('html')).toBe('rgb(255, 255, 255)');
  await expect(page.getByRole('main')).toContainText(/still listed/);
  await expect(page.getByRole('button', { name: /^Risk score: why \d+/ })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['DNS']);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  await expect(records.getByRole('button', { name: 'Export' })).toBeHidden();
  await expect(records.getByRole('checkbox')).toHaveCount(0);
  // every row is on the paper, and none beyond its edge
  const last = records.getByRole('row').last();
  const rightEdge = async () => {
    const box = await last.boundingBox();
    return box && box.x + box.width;
  };
  // the table is laid out for paper once the page has received the print event
  await expect.poll(rightEdge).toBeLessThanOrEqual(703);
  const scrollers = await page.evaluate(
    () =>
      [...document.querySelectorAll('[data-scroll]')].filter((box) => box.scrollHeight > box.clientHeight + 1).length,
  );
  expect(scrollers, 'tables that hide rows').toBe(0);
  expect((await page.pdf()).length).toBeGreaterThan(10_000);
  await expect(page).toHaveURL(`/domain/${domain}?tab=dns`);
});

test('the widest table fits on paper, with every column', async ({ page }) => {
  await page.goto('/search/padns?mode=both&qtype=a&qname=*harborline*&qanswer=192.0.2.0&netmask=26');
  const grid = page.getByRole('grid');
  await expect(grid.locator('tr[data-row] td').first()).toBeVisible();
  await expect(grid.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 703, height: 1000 });
  const last = grid.getByRole('columnheader', { name: 'Last seen' });
  await expect
    .poll(async () => {
      const box = await last.boundingBox();
      return box && box.x + box.width;
    })
    .toBeLessThanOrEqual(703);
  const lines = await grid.locator('time').evaluateAll((times) => {
    const heightOf = (time: Element) =>
      time.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(time).fontSize);
    return times.filter((time) => heightOf(time) > 3).length;
  });
  expect(lines, 'times of more than two lines').toBe(0);
});

test('the sheet lists the bound shortcuts, and single keys do nothing once they are switched off', async ({ page }) => {
  const { keyboard } = page;
  await page.goto(`/domain/${domain}?tab=dns`);
  const records = panel(page, `Records of ${domain}`);
  const cell = (row: number) => records.locator(`tr[aria-rowindex="${row + 1}"] td`).nth(1);
  await expect(cell(1)).toBeVisible();
  // the focus moves within the key event, so that no letter typed after it is lost
  const focused = page.evaluate(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', code: 'Slash', bubbles: true }));
    return document.activeElement?.id;
  });
  expect(await focused).toBe(await omnibox(page).getAttribute('id'));
  await keyboard.press('Escape');
  await keyboard.press('Escape');
  // a focused radio or switch does not take keys from the page
  await page.getByRole('radio', { name: 'Any', exact: true }).focus();
  await keyboard.press('/');
  await expect(omnibox(page)).toBeFocused();
  await keyboard.press('Escape');
  await keyboard.press('Escape');
  await page.getByRole('switch', { name: 'Subdomains only' }).focus();
  await keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByRole('region', { name: 'Anywhere' })).toContainText('Ctrl K');
  const hidden = await sheet.evaluate((dialog) =>
    [dialog, ...dialog.querySelectorAll('*')].filter(
      (part) => getComputedStyle(part).overflowY === 'auto' && part.scrollHeight > part.clientHeight,
    ),
  );
  expect(hidden, 'parts of the sheet that scroll').toEqual([]);
  await expect(sheet.getByRole('switch', { name: 'Single-key shortcuts' })).toBeInViewport({ ratio: 1 });
  await expect(sheet.getByRole('region', { name: 'In a table' })).toContainText('Copy the row');
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
  await expect(sheet.getByRole('region', { name: 'Go to a page' })).toContainText('(off)');
  await keyboard.press('Escape');

  await keyboard.press('?');
  await pressGoTo(page, 'j');
  await expect(sheet).toBeHidden();
  const link = cell(1).getByRole('link');
  await link.focus();
  await keyboard.press('j');
  await keyboard.press('.');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(link).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(cell(2).getByRole('link')).toBeFocused();
  await keyboard.press('Control+k');
  await expect(omnibox(page)).toBeFocused();
  await expect(page).toHaveURL(`/domain/${domain}?tab=dns`);
});

test('the top bar spans the window, and menus at the right edge stay inside it', async ({ page }) => {
  await page.goto('/investigation');
  const banner = page.getByRole('banner');
  const widthOf = async () => (await banner.boundingBox())?.width;
  expect(await widthOf()).toBe(1440);
  // as in a browser whose scroll bar takes room
  await page.evaluate(() => (document.documentElement.style.scrollbarGutter = 'stable'));
  const room = (await widthOf())!;
  expect(room).toBeLessThan(1440);
  const expectInside = async () => {
    const box = (await page.getByRole('menu').boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(room);
    expect(box.y + box.height).toBeLessThanOrEqual(900);
    expect(Math.min(box.x, box.y)).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  const buttons = [banner.getByRole('button', { name: 'Help' }), banner.getByRole('button', { name: /^Theme/ })];
  for (const button of [...buttons, page.getByRole('button', { name: 'Export', exact: true })]) {
    await button.click();
    await expectInside();
  }
  await page.goto('/rankings');
  await expect(page).toHaveURL('/rankings/asn');
  await page.evaluate(() => (document.documentElement.style.scrollbarGutter = 'stable'));
  const cell = page.getByRole('grid').locator('tr[data-row="12"] td').last();
  const { width = 0 } = (await cell.boundingBox()) ?? {};
  await cell.click({ button: 'right', position: { x: width - 4, y: 8 } });
  await expectInside();

  // the heading is above the tabs
  const topOf = async (target: Locator) => (await target.boundingBox())!.y;
  const tab = page.getByRole('main').getByRole('link', { name: 'Abuse response' });
  expect(await topOf(page.getByRole('heading', { level: 1 }))).toBeLessThan(await topOf(tab));
  // on white the worst is the reddest, too
  await page.emulateMedia({ colorScheme: 'light' });
  const redness = (band: string) =>
    page
      .getByRole('grid')
      .getByText(band, { exact: true })
      .first()
      .evaluate((word) => {
        const [red = 0, green = 0, blue = 0] = (getComputedStyle(word).color.match(/\d+/g) ?? []).map(Number);
        return red - Math.max(green, blue);
      });
  expect(await redness('Critical')).toBeGreaterThan((await redness('High')) + 20);
  // on a phone the reputation and the current ranking are on screen
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('columnheader', { name: 'Reputation' })).toBeInViewport({ ratio: 1 });
  await page.goto('/rankings/listed');
  await expect(page.getByRole('main').getByRole('link', { name: 'Listed domains' })).toBeInViewport({ ratio: 0.95 });
  await expect(page.getByRole('columnheader', { name: 'Listed domains' })).toBeInViewport({ ratio: 1 });
});

test('the menu of a value covers the top bar when there is no other room', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 420 });
  await page.goto(`/domain/${domain}?tab=dns`);
  const value = panel(page, `Records of ${domain}`).locator('tr[data-row="3"] td').nth(3).getByRole('link');
  await value.evaluate((link) => link.scrollIntoView({ block: 'end' }));
  await value.click({ button: 'right' });
  const menu = page.getByRole('menu');
  const [bar, box] = await Promise.all([page.getByRole('banner').boundingBox(), menu.boundingBox()]);
  expect(box!.y, 'the menu reaches over the bar').toBeLessThan(bar!.y + bar!.height);
  expect(box!.y).toBeGreaterThanOrEqual(0);
  expect(box!.y + box!.height).toBeLessThanOrEqual(420);
  // nothing covers the menu: a click on its first line hits the menu
  const covered = await menu.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap((x) => [2, height / 2, height - 2].map((y) => [left + x * width, top + y]));
    return points.filter(([x = 0, y = 0]) => !element.contains(document.elementFromPoint(x, y))).length;
  });
  expect(covered, 'points of the menu under something else').toBe(0);
});

async function openMenuOf(page: Page, indicator: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: indicator, exact: true }).first().focus();
  await page.keyboard.press('.');
  await expect(page.getByRole('menu')).toBeVisible();
}

async function iconOf(page: Page): Promise<string> {
  return decodeURIComponent((await page.locator('link[rel="icon"]').getAttribute('href')) ?? '');
}

test('an edit in the search field keeps the whole of a long text', async ({ page }) => {
  await page.goto('/');
  const box = omnibox(page);
  await box.fill(Array.from({ length: 60 }, (_, at) => `198.51.100.${at}`).join(', '));
  await box.press('End');
  await box.pressSequentially(', 198.51.100.99');
  await expect(page.getByRole('option', { name: /^Triage 61 indicators/ })).toBeVisible();
  await box.fill('x'.repeat(60_000));
  await box.press('Home');
  await box.pressSequentially('yz');
  await expect(page.getByRole('option', { name: /^Triage this text of 60,002 characters/ })).toBeVisible();
  await box.press('End');
  await box.pressSequentially('!');
  await expect(page.getByRole('option', { name: /^Triage this text of 60,003 characters/ })).toBeVisible();
});
