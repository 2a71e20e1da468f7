import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { paths } from '#web/url/paths.ts';
import { expect, expectNoSidewaysScroll, LANDMARKS, omnibox, panel, test } from './fixtures.ts';

const domain = LANDMARKS.fluxDomain.indicator;
const ip = LANDMARKS.c2Address.indicator;
const asn = LANDMARKS.bulletproofAsn.indicator.replace('AS', '');
const subnet = LANDMARKS.badSubnet.indicator;
const server = LANDMARKS.badNameServer.indicator;
const tabs = (path: string, ids: readonly string[]) => [path, ...ids.map((id) => `${path}?tab=${id}`)];

/** Every route, and every tab of the subject pages. */
const views: readonly string[] = [
  paths.home(),
  ...tabs(paths.domain(domain), ['dns', 'diversity', 'ns', 'whois', 'scans']),
  ...tabs(paths.ip(ip), ['names', 'scans', 'reputation', 'announcements', 'neighbours']),
  ...tabs(paths.ip(LANDMARKS.cleanIpv6.indicator), ['names', 'scans']),
  ...tabs(paths.asn(asn), ['history', 'subnets', 'names']),
  ...tabs(paths.subnet(subnet), ['history', 'addresses', 'names']),
  paths.subnet('2001:db8:900::/48'),
  ...tabs(paths.nameServer(server), ['history', 'domains', 'records']),
  paths.domain(LANDMARKS.unknownDomain.indicator),
  paths.ip('999.1.1.1'),
  paths.padns(),
  paths.padns({ mode: 'forward', qtype: 'a', qname: domain }),
  paths.padns({ mode: 'reverse', qtype: 'a', qname: ip, 't.view': 'timeline' }),
  paths.asnSearch({ asname_contains: 'cinder' }),
  ...['takedown', 'asn', 'subnet', 'ipv4', 'nameserver', 'listed'].map((kind) => paths.rankings(kind)),
  paths.jobs(),
  paths.job('00000000-0000-4000-8000-000000000000'),
  paths.settings(),
  '/nowhere/at/all',
];

test.use({ colorScheme: 'dark', contextOptions: { reducedMotion: 'reduce' } });

for (const view of views) {
  test(`${view} has nothing axe objects to and fits a phone`, async ({ page }) => {
    await page.goto(view);
    await settled(page);
    await expectNoObjection(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await expect(page).toHaveURL(view);
  });
}

test('the dialogs and menus have nothing axe objects to', async ({ page }) => {
  // a domain with few records: axe looks at every cell behind each dialog
  const small = LANDMARKS.cleanDomain.indicator;
  await page.goto(`${paths.domain(small)}?tab=dns`);
  const records = panel(page, `Records of ${small}`);
  await settled(page);
  for (const name of ['Share', 'API request']) {
    await page.getByRole('main').getByRole('button', { name, exact: true }).click();
    await expectDialog(page, new RegExp(name));
  }
  await records.getByRole('button', { name: 'Export' }).click();
  await expectDialog(page, 'Export');
  await page.keyboard.press('?');
  await expectDialog(page, 'Keyboard shortcuts');

  await records.getByRole('button', { name: 'Filters' }).click();
  await records.getByRole('button', { name: 'Columns' }).click();
  await expectNoObjection(page);
  await page.keyboard.press('Escape');
  await records.getByRole('button', { name: /^Menu of/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoObjection(page);
  await page.keyboard.press('Escape');
  await omnibox(page).fill('192.0.2.1');
  await expect(page.getByRole('listbox')).toBeVisible();
  await expectNoObjection(page);
  await expect(page).toHaveURL(`${paths.domain(small)}?tab=dns`);
});

/** The page is drawn and nothing is being asked for any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

async function expectDialog(page: Page, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await expectNoObjection(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** In both themes. They differ in colours only, so the light one is asked about those. */
async function expectNoObjection(page: Page): Promise<void> {
  expect(await objections(new AxeBuilder({ page }))).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await objections(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']))).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
}

async function objections(axe: AxeBuilder): Promise<object[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.slice(0, 5).map(({ html }) => html.slice(0, 200)),
  }));
}
