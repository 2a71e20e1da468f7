/** A provider behind an empty collection: every page from answers shaped like hosted deployments, and the states without an answer. */
import type { APIRequestContext, Page } from '@playwright/test';
import { jarmHash, provided } from '#test/server/provider-records.ts';
import { paths } from '#web/url/paths.ts';
import { objections } from './axe.ts';
import { expect, expectNoSidewaysScroll, openInApp, panel } from './fixtures.ts';
import { providerName, upstreamKey } from './service-address.ts';
import { type Stand, upstreamTest as test } from './sources-stand.ts';

// in one worker, with one stand; a failure does not hide the others
test.describe.configure({ mode: 'default' });

const { domain, address, address6, asn, server } = provided;
const subjects = [
  `/domain/${domain}`,
  `/ip/${address}`,
  `/ip/${address6}`,
  `/asn/${asn}`,
  '/subnet/198.51.100.0/24',
  `/ns/${server}`,
];
/** Explorers and rankings, each with a text of the provider that it shows. */
const others: readonly (readonly [view: string, shows: string])[] = [
  ['/', domain],
  ['/rankings/takedown', 'AS64510'],
  ['/rankings/asn', 'AS64510'],
  ['/rankings/subnet', '198.51.100.0/24'],
  ['/rankings/ipv4', address],
  ['/rankings/nameserver', server],
  ['/rankings/listed', server],
  [`/search/padns?mode=forward&qtype=ns&qname=${domain}`, server],
  [`/search/padns?mode=forward&qtype=any&qname=${domain}`, 'v=spf1 -all'],
  [`/search/certificates?domain=${domain}`, 'Reserved CA 7'],
  ['/search/scans?what=certificates&domain=brightloom.example', 'Reserved CA 7'],
  [`/search/scans?what=jarm&jarm_hash=${jarmHash}`, address],
  ['/search/scans?what=favicon&mmh3=-699551', address],
  ['/search/scans?what=headers&header_search=nginx', address],
  ['/search/scans?what=opendir&filename=kit.zip', 'kit.zip'],
  [`/search/transfers?from_ns=*&to_ns=${server}`, 'park1.parking.test'],
  ['/search/diversity?asn_diversity_min=2', domain],
];

/** What a view shows for a value that it cannot read. */
const broken = /\bNaN\b|\bundefined\b|Invalid Date|\[object Object\]|could not be drawn|Unreadable/;

async function expectWhole(page: Page, where: string): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.locator('[aria-busy="true"]'), where).toHaveCount(0);
  const text = await main.innerText();
  expect(text.trim(), where).not.toBe('');
  expect(text, where).not.toMatch(broken);
}

async function behave(request: APIRequestContext, stand: Stand, status: number): Promise<void> {
  expect((await request.put(`${stand.url}/test/provider`, { data: { status } })).ok()).toBe(true);
}

test('the page of every kind of subject shows every tab from the provider', async ({ visit }) => {
  test.slow();
  const page = await visit(upstreamKey);
  await page.goto('/nowhere');
  for (const subject of subjects)
    await test.step(subject, async () => {
      await openInApp(page, subject);
      await expect(page.getByRole('main').locator('header').first(), subject).toContainText('Provider');
      await expectWhole(page, subject);
      const tabs = page.getByRole('tab');
      for (let place = 0; place < (await tabs.count()); place += 1) {
        await tabs.nth(place).click();
        await expectWhole(page, `${subject}, ${await tabs.nth(place).innerText()}`);
      }
      await expectNoSidewaysScroll(page);
      expect(new URL(page.url()).pathname).toBe(subject);
    });
});

test('explorers and rankings show what the provider answers', async ({ visit }) => {
  test.slow();
  const page = await visit(upstreamKey);
  await page.goto('/nowhere');
  for (const [view, shows] of others)
    await test.step(view, async () => {
      await openInApp(page, view);
      if (view !== '/') await expect(page.getByRole('main').getByText(shows).first(), view).toBeVisible();
      await expectWhole(page, view);
      expect(page.url()).toContain(view.replace(/\?.*$/, ''));
    });
});

test('the header says whose score it is, and Sources what was sent', async ({ visit }) => {
  const page = await visit(upstreamKey);
  await page.goto(paths.domain(domain));
  await expect(page.getByRole('main')).toContainText(`according to ${providerName}`);
  await openInApp(page, paths.domain('sent-just-now.example'));
  await expect(page.getByRole('main')).toContainText(`according to ${providerName}`);
  await openInApp(page, paths.sources());
  const card = panel(page, 'Provider');
  await expect(card).toContainText('Working');
  await expect(card).toContainText('team key');
  await expect(card).toContainText('our-company.example');
  await expect(card).toContainText('5,000');
  await expect(card).toContainText('SIGHTLINE_UPSTREAM_DAY_CALLS');
  await expect(card).toContainText('domainInfratagBulk=own');
  await expect(card.getByRole('row', { name: /enrichDomain/ }).first()).toContainText('sent-just-now.example');
  expect(await objections(page, card)).toEqual([]);
  expect(new URL(page.url()).pathname).toBe('/sources');
});

test('a score that was never requested from the provider reads “not asked”, not “unknown”', async ({ visit }) => {
  const page = await visit(upstreamKey);
  await page.goto(paths.domain(domain));
  const current = panel(page, 'Current DNS');
  await expect(current.getByText('Provider not queried').first()).toBeVisible();
  await expect(current).not.toContainText(/Unknown|not announced/);
  await current.getByRole('link', { name: address, exact: true }).hover();
  await expect(page.getByLabel(`About IPv4 address ${address}`)).toContainText(
    'Provider not queried. That is not the same as nothing being known.',
  );
  expect(new URL(page.url()).pathname).toBe(paths.domain(domain));
});

test('a subject that is never sent is "not asked", and nothing else', async ({ visit }) => {
  const page = await visit(upstreamKey);
  await page.goto(paths.domain('www.our-company.example'));
  const main = page.getByRole('main');
  await expect(main).toContainText('Provider not queried');
  await expect(main).toContainText('our-company.example is on the never-send list');
  await expect(main).toContainText('This collection holds nothing about this domain');
  await expect(main).not.toContainText('Nothing is known');
  await expect(main.getByRole('button', { name: 'Query provider' })).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/domain/www.our-company.example');
});

test('a provider that fails is "failed" until it answers again', async ({ visit, request, stand }) => {
  await behave(request, stand, 502);
  const page = await visit(upstreamKey);
  await page.goto(paths.domain('fails-now.example'));
  const failed = page.getByRole('alert').filter({ hasText: 'Provider failed' });
  await expect(failed.first()).toContainText('HTTP 502');
  await expect(failed.first()).not.toContainText('Unknown');
  // its earlier answer is still shown, with its age
  await page.goto(paths.domain(domain));
  await expect(page.getByRole('main')).toContainText(`according to ${providerName}`);
  await behave(request, stand, 200);
  await page.goto(paths.domain('fails-now.example'));
  await expect(page.getByRole('main')).not.toContainText('Provider failed');
  expect(new URL(page.url()).pathname).toBe('/domain/fails-now.example');
});

test('a provider over quota is shown as such, for a domain and an address', async ({ visit, request, stand }) => {
  await behave(request, stand, 429);
  const page = await visit(upstreamKey);
  for (const subject of [paths.domain('over-quota.example'), paths.ip('198.51.100.77')]) {
    await page.goto(subject);
    const main = page.getByRole('main');
    await expect(main).toContainText('Provider over quota');
    await expect(main).not.toContainText('Unknown');
    await expect(main).not.toContainText('No detections');
    expect(new URL(page.url()).pathname).toBe(subject);
  }
  await behave(request, stand, 200);
  await expect(async () => {
    await page.goto(paths.domain('over-quota.example'));
    await expect(page.getByRole('main')).toContainText(`according to ${providerName}`, { timeout: 2000 });
  }).toPass();
});

test('a panel that only an own collection can fill says so', async ({ visit }) => {
  const page = await visit(upstreamKey);
  await page.goto(paths.domain(domain));
  await expect(panel(page, 'Connections')).toContainText('Needs your own collection');
  await expect(panel(page, 'Connections').getByRole('button', { name: /Query provider/ })).toHaveCount(0);
  // an empty collection has nothing of this subject but the address
  await openInApp(page, paths.ip('198.51.100.78'));
  await expect(panel(page, 'Connections')).toContainText('Needs your own collection');
  await expect(panel(page, 'Connections')).not.toContainText('No other subject');
  await openInApp(page, paths.compare([domain, address]));
  await expect(page.getByRole('main')).toContainText('Needs your own collection');
  expect(new URL(page.url()).pathname).toBe('/compare');
});

test('a bulk run shows its cost, and queries the provider when told to', async ({ visit }) => {
  const page = await visit(upstreamKey);
  await page.goto('/bulk');
  await page.getByLabel('Indicators, one or more on a line').fill('one.bulk-run.example\ntwo.bulk-run.example\n');
  await expect(page.getByRole('status').filter({ hasText: 'Cost at most' })).toContainText('2 calls');
  await page.getByRole('checkbox', { name: /Query provider/ }).check();
  await page.getByRole('button', { name: 'Look up 2' }).click();
  await expect(page.getByRole('main')).toContainText('88');
  expect(new URL(page.url()).pathname).toBe('/bulk');
});
