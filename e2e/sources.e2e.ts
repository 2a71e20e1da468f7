/**
 * Feeds from a first start on: a service of its own with an empty collection, and the publishers of the whole catalogue on
 * loopback. Each test continues where the previous one ended.
 */
import type { APIRequestContext, Page } from '@playwright/test';
import type { AsnReputation } from '#contract/generated/types.gen.ts';
import { dayIntToIsoDate } from '../src/model/dates.ts';
import { fedSubjects } from '#test/server/feed-documents.ts';
import { paths } from '#web/url/paths.ts';
import { objections } from './axe.ts';
import { saveRows } from './downloads.ts';
import { expect, expectNoSidewaysScroll, feedOf, openInApp, panel, settled, tabTo } from './fixtures.ts';
import { ownList, sourcesKeys } from './service-address.ts';
import { secondsToNoon, type Stand, test } from './sources-stand.ts';

test.describe.configure({ mode: 'serial' });
// loading a feed takes seconds, and the whole set is loaded one by one
test.setTimeout(400_000);
const loaded = { timeout: 180_000 };

async function setClock(request: APIRequestContext, stand: Stand, aheadSeconds: number): Promise<void> {
  expect((await request.put(`${stand.url}/test/clock`, { data: { aheadSeconds } })).ok()).toBe(true);
  stand.aheadSeconds = aheadSeconds;
}

/** The day on the clock of the service. */
function dayOn({ aheadSeconds }: Stand, daysAgo = 0): string {
  return new Date(Date.now() + (aheadSeconds - daysAgo * 86_400) * 1000).toISOString().slice(0, 10);
}

/** The sum of all layout shifts of the page so far. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const sumOf = (entries: PerformanceEntryList) =>
          entries.reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0);
        new PerformanceObserver((list) => resolve(sumOf(list.getEntries()))).observe({
          type: 'layout-shift',
          buffered: true,
        });
        setTimeout(() => resolve(0), 500); // without any entry, the observer is not called
      }),
  );
}

test('the home page of a first start does not move while it loads, wide and narrow', async ({ visit }) => {
  const page = await visit(sourcesKeys.manages);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Current data' })).toContainText(/\d+ free lists/);
    await expect(page.getByRole('main')).toContainText('No feed is on');
    await settled(page);
    expect(await layoutShift(page), `${width} px`).toBeLessThan(0.05);
  }
});

test('the first start offers the recommended set, describes it and fetches nothing without a click', async ({
  visit,
}) => {
  const page = await visit(sourcesKeys.manages);
  await page.goto('/');
  const pointer = page.getByRole('region', { name: 'Current data' });
  await expect(pointer).toContainText(/\d+ free lists/);
  await expect(page.getByRole('main')).toContainText('No feed is on');
  expect(await objections(page, pointer)).toEqual([]);
  await pointer.getByRole('button', { name: 'Not now' }).click();
  await expect(pointer).toBeHidden();
  await page.reload();
  await expect(page.getByRole('main')).toContainText('No feed is on');
  await expect(pointer).toBeHidden();

  await openInApp(page, paths.sources());
  const offer = panel(page, /recommended set/);
  await expect(offer).toContainText(/\d+ free lists from \d+ publishers, about \d+ MB/);
  await expect(offer).toContainText('Each publisher learns the address of this machine');
  const torRow = offer.getByRole('row', { name: /Tor exit nodes/ });
  await expect(torRow).toContainText('The Tor Project');
  await expect(torRow).toContainText('CC0 1.0');
  await expect(torRow).toContainText('400 kB');
  await expect(torRow).toContainText('every 3 h');
  expect(await objections(page, offer)).toEqual([]);
  await expect(feedOf(page, 'URLhaus')).toContainText('Off');
  await expect(panel(page, 'What is tracked')).toContainText('Not tracked');

  await openInApp(page, '/domain/never-seen.example');
  await expect(page.getByText('Not loaded, so not searched: lists of')).toContainText('popular domains');
  expect(await objections(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test('a key without administrator rights sees everything and changes nothing', async ({ visit }) => {
  const page = await visit(sourcesKeys.looksUp);
  await page.goto(paths.sources());
  await expect(feedOf(page, 'Tor exit nodes')).toContainText('Off');
  await expect(page.getByRole('main')).toContainText('This API key cannot manage sources');
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Fetch now|Add a feed|Switch on/ })).toHaveCount(0);
  await openInApp(page, '/');
  await expect(page.getByRole('main')).toContainText('No feed is on');
  await expect(page.getByRole('region', { name: 'Current data' })).toHaveCount(0);
  await openInApp(page, paths.ip(fedSubjects.resolver));
  await expect(page.getByRole('main')).toContainText('Nothing is known about this address.');
});

test('one key press loads the recommended set, and the page shows the progress', async ({ visit, stand }) => {
  const page = await visit(sourcesKeys.manages);
  await page.goto(paths.sources());
  const press = page.getByRole('button', { name: /^Switch on all \d+/ });
  await tabTo(page, press);
  await page.keyboard.press('Enter');
  const main = page.getByRole('main');
  await expect(main).toContainText(/Feeds: \d+ of \d+ current.* loading/);
  await expect(main.getByText('Waiting', { exact: true }).first()).toBeVisible();
  await expect(main).toContainText(/Feeds: (\d+) of \1 current, oldest/, loaded);
  const tor = feedOf(page, 'Tor exit nodes');
  await expect(tor).toContainText('Current');
  await expect(tor).toContainText('3 facts');
  await expect(tor).toContainText(`as of ${dayOn(stand)}`);
  await expect(feedOf(page, 'Spamhaus DROP (IPv4)')).toContainText('1 listing');
  const tracked = panel(page, 'What is tracked').getByRole('listitem').filter({ hasText: 'Tor exit node' }).first();
  await expect(tracked).toContainText('Tor exit nodes');
  // the interval of the publisher holds, and the button says until when
  const fetchNow = tor.getByRole('button', { name: 'Fetch now: Tor exit nodes' });
  await expect(fetchNow).toHaveAttribute('aria-disabled', 'true');
  await fetchNow.focus();
  await expect(page.getByRole('tooltip')).toContainText(
    /The Tor Project allows one fetch in 30 min\. Possible again at/,
  );
  expect(await objections(page)).toEqual([]);
  await openInApp(page, '/');
  await expect(main).toContainText(/Feeds: (\d+) of \1 current/);
});

test('a key is entered and terms are accepted, only where a feed requires them', async ({ visit }) => {
  const page = await visit(sourcesKeys.manages);
  await page.goto(paths.sources());
  await page.getByRole('switch', { name: 'URLhaus' }).click();
  const keyDialog = page.getByRole('dialog', { name: 'Switch on URLhaus' });
  await keyDialog.getByRole('button', { name: 'Switch on and fetch' }).click();
  await expect(keyDialog).toContainText('Enter the key that abuse.ch gave you.');
  expect(await objections(page)).toEqual([]);
  await keyDialog.getByLabel(/^Key of/).fill('a-key-of-abuse-ch');
  await page.keyboard.press('Enter');
  await expect(keyDialog).toBeHidden();
  await expect(feedOf(page, 'URLhaus')).toContainText('Current', loaded);
  await expect(feedOf(page, 'URLhaus')).toContainText('key stored');

  await page.getByRole('switch', { name: 'OpenPhish community feed' }).click();
  const termsDialog = page.getByRole('dialog', { name: 'Switch on OpenPhish community feed' });
  await expect(termsDialog).toContainText('any other commercial use needs written permission');
  await termsDialog.getByRole('button', { name: 'Switch on and fetch' }).click();
  await expect(termsDialog).toContainText('Accept the terms to switch it on');
  await termsDialog.getByRole('checkbox', { name: /accept these terms/ }).check();
  await termsDialog.getByRole('button', { name: 'Switch on and fetch' }).click();
  await expect(feedOf(page, 'OpenPhish community feed')).toContainText('Current', loaded);
});

test('fetched listings are on the pages of their subjects, with list, date and reference', async ({ visit, stand }) => {
  const loadedOn = dayOn(stand);
  const page = await visit(sourcesKeys.looksUp);
  const main = page.getByRole('main');
  await page.goto(paths.ip(fedSubjects.torExit));
  await expect(main).toContainText(`per Tor exit nodes of ${loadedOn}`);

  await openInApp(page, paths.ip('203.0.113.10'));
  const range = panel(page, 'Listings').getByRole('row', { name: /Spamhaus DROP/ });
  await expect(range).toContainText(fedSubjects.listedRange);
  await expect(range).toContainText(loadedOn);

  const known = /per Known benign services \(MISP warninglists\) of \d{4}-\d\d-\d\d/;
  await openInApp(page, paths.ip(fedSubjects.benignAddress));
  await expect(main).toContainText('Known benign');
  await expect(main).toContainText(known);

  await openInApp(page, paths.ip(fedSubjects.resolver));
  await expect(main).toContainText('Known benign:');
  await expect(panel(page, 'Flags')).toContainText(known);
  await openInApp(page, paths.bulk());
  await page
    .getByRole('textbox', { name: /indicators/i })
    .first()
    .fill(fedSubjects.resolver);
  await page.getByRole('button', { name: 'Look up 1' }).click();
  const resolver = page.getByRole('row', { name: /8\.8\.8\.8/ });
  await expect(resolver).toContainText('Known benign');
  await expect(resolver).toContainText(known);
  await resolver.getByRole('link', { name: fedSubjects.resolver }).first().hover();
  await expect(page.getByLabel(`About IPv4 address ${fedSubjects.resolver}`)).toContainText(known);
  await page.getByRole('button', { name: 'Export', exact: true }).first().click();
  const file = await saveRows(page);
  expect(file.text).toMatch(/8\.8\.8\.8.*Known benign/);
  expect(file.text).toMatch(known);

  await openInApp(page, paths.domain(fedSubjects.malwareHost));
  const host = panel(page, 'Listings').getByRole('row', { name: /URLhaus/ });
  await expect(host).toContainText('urlhaus.abuse.ch/url/3270001');
  await expect(host).toContainText(loadedOn);

  await openInApp(page, paths.domain(fedSubjects.popularDomain));
  await expect(main).toContainText(/per Tranco top 1 million of \d{4}-\d\d-\d\d/);

  await openInApp(page, paths.asn(fedSubjects.listedAsn));
  await expect(main).toContainText('2019-03-04');
  await expect(panel(page, 'Listings')).toContainText('Spamhaus ASN-DROP');
});

test('a failed fetch is shown with the side at fault, and the data of the feed stays', async ({ visit, stand }) => {
  const { request } = await visit(sourcesKeys.manages);
  const refuse = (status: number) =>
    request.put(`${stand.url}/test/publisher`, {
      data: { url: 'https://check.torproject.org/exit-addresses', status },
    });
  await refuse(503);
  // after the shortest interval that the publisher allows
  await setClock(request, stand, stand.aheadSeconds + 1900);
  const page = await visit(sourcesKeys.manages);
  await page.goto(paths.sources());
  await page.getByRole('button', { name: 'Fetch now: Tor exit nodes' }).click();
  const tor = feedOf(page, 'Tor exit nodes');
  await expect(tor).toContainText('Failed', loaded);
  await expect(tor).toContainText('Cause: the publisher');
  await expect(tor).toContainText('3 facts');
  await expect(main(page)).toContainText(/Tor exit nodes has failed since/);
  await page.getByRole('radio', { name: /^Problems 1/ }).check();
  await expect(page.getByRole('switch')).toHaveCount(1);
  await openInApp(page, '/');
  await expect(main(page)).toContainText(/Tor exit nodes has failed since \d{4}-\d\d-\d\d/);
  // the panels above become smaller where a collection has no rankings
  await settled(page);
  await main(page).getByRole('link', { name: 'Sources', exact: true }).click();
  await expect(page).toHaveURL(paths.sources());
  await refuse(200);
});

test('an own feed is added by clicking, with a preview of its columns, and removed again with its data', async ({
  visit,
}) => {
  const page = await visit(sourcesKeys.manages);
  await page.goto(paths.sources());
  await page.getByRole('button', { name: 'Add a feed of your own' }).click();
  const form = page.getByRole('form', { name: 'Own feed' });
  await form.getByRole('button', { name: 'Add without preview' }).click();
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(form).toContainText('Give the feed a name');
  await form.getByLabel('Name', { exact: true }).fill('Block list of our CERT');
  await form.getByLabel('Address', { exact: true }).fill('http://lists.example/cert/block.csv');
  await form.getByLabel('Format').selectOption('csv');
  await form.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(form).toContainText('An address that begins with https://.');
  await form.getByLabel('Address', { exact: true }).fill(ownList.url);
  await form.getByLabel('Column separator').fill(';');
  await form.getByRole('button', { name: 'Preview', exact: true }).click();
  const columns = form.getByRole('group', { name: 'Columns' });
  await columns.getByRole('combobox', { name: 'Indicator' }).selectOption('what');
  await columns.getByRole('combobox', { name: 'First seen' }).selectOption('noted');
  await columns.getByRole('combobox', { name: 'Tags' }).selectOption('family');
  await columns.getByRole('combobox', { name: 'Reference' }).selectOption('more');
  await expect(form).toContainText('preview again');
  await form.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = form.getByRole('region', { name: 'Previewed entries' });
  await expect(preview.getByRole('row', { name: /198\.51\.100\.201/ })).toContainText('Emotet');
  await expect(form).toContainText('1 entry was not taken');
  expect(await objections(page, form)).toEqual([]);
  await form.getByRole('button', { name: 'Add feed' }).click();
  await expect(form).toBeHidden();
  const own = feedOf(page, 'Block list of our CERT');
  await expect(own).toContainText('2 listings', loaded);
  await expect(own).toContainText('1 rejected');

  await page.goto(paths.ip(ownList.address));
  const row = panel(page, 'Listings').getByRole('row', { name: /Block list of our CERT/ });
  await expect(row).toContainText('Emotet');
  await expect(row).toContainText('lists.example/cert/1');

  await page.goto(`${paths.sources()}#feed-own-block-list-of-our-cert`);
  await expect(own).toContainText('not an indicator', { useInnerText: false });
  expect(await objections(page, own)).toEqual([]);
  await own.getByRole('button', { name: /Remove its data/ }).click();
  const removal = page.getByRole('dialog', { name: /Block list of our CERT/ });
  await expect(removal).toContainText('2 listings go with their history');
  expect(await objections(page, removal)).toEqual([]);
  await removal.getByRole('button', { name: 'Switch off and remove' }).click();
  await expect(own.getByText('Off', { exact: true })).toBeVisible(loaded);
  await page.goto(paths.ip(ownList.address));
  await expect(main(page)).toContainText(/Unknown/);
  await expect(main(page)).not.toContainText('Block list of our CERT');

  await page.goto(`${paths.sources()}#feed-own-block-list-of-our-cert`);
  await own.getByRole('button', { name: /Remove this feed/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(own).toHaveCount(0);
});

// last, as a new day makes every feed due
test('a feed that is switched off stops counting from that day on, and stays in the history', async ({
  visit,
  stand,
}) => {
  const address = '192.0.2.200';
  const loadedOn = dayOn(stand);
  const before = await visit(sourcesKeys.manages);
  await before.goto(paths.ip(address));
  await expect(main(before)).toContainText(/on OpenPhish community feed since [\d-]{10}, still listed/);
  await expect(panel(before, 'Listings')).toContainText('OpenPhish community feed');

  const { request } = before;
  await setClock(request, stand, secondsToNoon(0));
  const [today, yesterday] = [dayOn(stand), dayOn(stand, 1)];
  const page = await visit(sourcesKeys.manages);
  /** How many addresses of the AS were listed, by day. */
  const listedByDay = async () => {
    const path = '/api/v1/explore/ipreputation/history/asn/64500?explain=1&limit=2';
    const answer = await request.get(`${stand.url}${path}`, { headers: { 'x-api-key': sourcesKeys.looksUp } });
    const { response } = (await answer.json()) as { response: { asn_reputation_history: AsnReputation[] } };
    return response.asn_reputation_history.map(({ date, asn_reputation_explain: explain }) => [
      dayIntToIsoDate(date ?? 0),
      explain?.ips_num_listed,
    ]);
  };
  await expect.poll(listedByDay, loaded).toEqual([
    [today, 1],
    [yesterday, 1],
  ]);

  await page.goto(paths.sources());
  await page.getByRole('switch', { name: 'OpenPhish community feed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch off OpenPhish community feed?' });
  await expect(dialog).toContainText(/2 listings end today/);
  await expect(dialog).toContainText('The history stays');
  expect(await objections(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect(feedOf(page, 'OpenPhish community feed').getByText('Off', { exact: true })).toBeVisible(loaded);

  // scores follow when the feeds that the new day made due are loaded
  await expect.poll(listedByDay, loaded).toEqual([
    [today, 0],
    [yesterday, 1],
  ]);
  await page.goto(paths.ip(address));
  await expect(main(page)).not.toContainText('still listed');
  const listed = panel(page, 'Listings').getByRole('row', { name: /OpenPhish/ });
  await expect(listed).toContainText(loadedOn);
  await page.goto(`${paths.asn(64500)}?tab=history`);
  const history = page.getByRole('figure', { name: 'Reputation of AS64500' });
  await history.getByRole('radio', { name: 'Table' }).check();
  const listedOn = (day: string) =>
    history
      .getByRole('row', { name: new RegExp(`^${day}`) })
      .getByRole('cell')
      .last();
  await expect(listedOn(yesterday)).toHaveText('1');
  await expect(listedOn(today)).toHaveText('0');
});

function main(page: Page) {
  return page.getByRole('main');
}
