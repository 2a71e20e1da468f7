/** Back and Forward after each kind of pivot: the scroll of the page, what was unfolded, and the focus are as they were left. */
import type { Locator, Page } from '@playwright/test';
import { C2_MARKS } from '#sample/landmarks.ts';
import { paths } from '#web/url/paths.ts';
import { expect, LANDMARKS, openInApp, panel, settled, test } from './fixtures.ts';

const domain = LANDMARKS.fluxDomain.indicator;
const ip = LANDMARKS.c2Address.indicator;
const server = LANDMARKS.badNameServer.indicator;
const asn = LANDMARKS.bulletproofAsn.indicator.replace('AS', '');

interface Pivot {
  readonly name: string;
  readonly from: string;
  readonly link: (page: Page) => Locator;
  /** Something to unfold before. */
  readonly fold?: (page: Page) => Locator;
}

const inPanel = (title: string | RegExp) => (page: Page) => panel(page, title).getByRole('link').first();
const inRow = (row: number) => (page: Page) => page.locator(`main tr[data-row="${row}"] a`).first();
const moreFacts = (page: Page) => page.getByRole('button', { name: 'More facts' });
const factors = (page: Page) => panel(page, 'Why this score').locator('summary').first();

const pivots: readonly Pivot[] = [
  {
    name: 'a shared attribute of a domain',
    from: paths.domain(domain),
    link: (page) =>
      panel(page, 'Connections')
        .getByRole('link', { name: /^\d+ others? with the same/ })
        .first(),
    fold: factors,
  },
  { name: 'a current name server', from: paths.domain(domain), link: inPanel('Current name servers'), fold: moreFacts },
  { name: 'a current record', from: paths.domain(domain), link: inPanel('Current DNS'), fold: factors },
  {
    name: 'a key fact',
    from: paths.ip(ip),
    link: (page) => page.locator('main header [data-key-fact] a').first(),
  },
  {
    name: 'the campaign',
    from: paths.ip(ip),
    link: (page) => panel(page, 'Connections').getByRole('link', { name: 'Show all with their links' }),
  },
  { name: 'a name on an address', from: `${paths.ip(ip)}?tab=names`, link: inRow(1) },
  { name: 'a prefix of an AS', from: paths.asn(asn), link: inPanel('Prefixes, worst first') },
  { name: 'a domain on a name server', from: paths.nameServer(server), link: inPanel('Worst hosted domains') },
  {
    name: 'a record of an explorer',
    from: paths.padns({ mode: 'forward', qtype: 'a', qname: domain }),
    link: (page) => page.locator('main tr[data-row="9"] [data-column="3"] a').first(),
  },
  {
    name: 'a scanned host',
    from: paths.scans({ what: 'jarm', jarm_hash: C2_MARKS.jarm }),
    link: inRow(1),
  },
  {
    name: 'a moved domain',
    from: paths.transfers({ from_ns: '*', to_ns: server, days: '365' }),
    link: inRow(12),
  },
  { name: 'a row of a ranking', from: paths.rankings('nameserver'), link: inRow(9) },
  { name: 'a row of Home', from: paths.home(), link: (page) => page.locator('main [data-panel] ol a').nth(4) },
];

const topOf = (target: Locator) => target.evaluate((element) => element.getBoundingClientRect().top);
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

for (const half of [pivots.slice(0, 7), pivots.slice(7)])
  test(`Back and Forward after ${half.map(({ name }) => name).join(', ')}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto('/nowhere');
    for (const pivot of half) await test.step(pivot.name, () => expectSamePlace(page, pivot));
  });

/** Waits until the page is drawn where it was scrolled to, as an analyst sees it before they go on. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  });

async function expectSamePlace(page: Page, { from, link, fold }: Pivot): Promise<void> {
  await openInApp(page, from);
  await settled(page);
  const target = link(page);
  await expect(target).toBeVisible();
  // the tab of the target is drawn after the header
  await settled(page);
  if (fold) await fold(page).click();
  const unfolded = fold && (await foldState(fold(page)));
  if (fold) expect(unfolded).toBe(true);
  await target.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
  });
  await drawn(page);
  const left = await topOf(target);
  const address = page.url();
  const heading = page.locator('main h1').first();
  const title = await heading.innerText();
  await page.keyboard.press('Enter');
  // until the new page is drawn, the one that was left is still on screen
  await expect(page).not.toHaveURL(address);
  await expect(heading).not.toHaveText(title);
  await settled(page);
  await page.evaluate(() => scrollBy(0, 300));
  await drawn(page);
  const reached = await scrolled(page);

  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(target).toBeFocused();
  // what arrives late above moves the page with it
  await expect.poll(async () => Math.abs((await topOf(target)) - left)).toBeLessThan(3);
  if (fold) expect(await foldState(fold(page))).toBe(true);
  await page.goForward();
  // what arrives late above the window may still move it a little
  await expect.poll(async () => Math.abs((await scrolled(page)) - reached)).toBeLessThan(100);
}

/** Whether a summary or a button has unfolded its part. A button may have another text then. */
function foldState(fold: Locator): Promise<boolean> {
  return fold
    .page()
    .evaluate(() => document.querySelector('main :is(details[open] > summary, button[aria-expanded="true"])') !== null);
}

test('Back returns to the row of a tab that was chosen on the page, and no change of tabs loses the focus', async ({
  page,
}) => {
  await page.goto(paths.domain(domain));
  await page.getByRole('tab', { name: 'DNS' }).click();
  const answer = page.locator('main tr[data-row="3"] a').nth(1);
  await expect(answer).toBeVisible();
  await settled(page);
  await answer.focus();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/\/domain\//);
  await settled(page);
  await page.goBack();
  await expect(answer).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('main :focus')).toHaveCount(1);
  await page.goForward();
  await expect(answer).toBeFocused();
});
