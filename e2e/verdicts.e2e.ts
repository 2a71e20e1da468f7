/** The verdict on a subject is correct on its page, in its card, in bulk and in a ticket. */
import type { Page } from '@playwright/test';
import { dateToIsoDate, plusDays } from '#model/dates.ts';
import { paths } from '#web/url/paths.ts';
import { objections } from './axe.ts';
import { saveRows } from './downloads.ts';
import { expect, LANDMARKS, openInApp, panel, test } from './fixtures.ts';

const sinkholed = LANDMARKS.sinkholedDomain.indicator;
const parked = LANDMARKS.parkedDomain.indicator;
const expired = LANDMARKS.expiredDomain.indicator;
const sinkhole = LANDMARKS.sinkholeAddress.indicator;
const flux = LANDMARKS.fluxDomain.indicator;
/** Announced and nothing else: no name ever pointed to it. */
const unseen = '8.8.8.9';
const silentAsn = 15_169;

const header = (page: Page) => page.getByRole('main').getByRole('banner').or(page.locator('main header')).first();

const suppressed: readonly (readonly [path: string, says: string, word: string])[] = [
  [paths.domain(sinkholed), 'Traffic goes to a research sinkhole', 'sinkholed'],
  [paths.domain(parked), 'On the name servers of a parking service', 'parked'],
  [paths.domain(expired), 'The registration has expired', 'expired'],
  [paths.ip(sinkhole), 'A research sinkhole', 'sinkholed'],
];

test(
  'a suppressed score has a state of its own and no number, readable in both themes',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/nowhere');
    for (const [path, says, word] of suppressed) {
      await openInApp(page, path);
      await expect(header(page)).toContainText(says);
      await expect(page.getByRole('button', { name: `Risk score: why ${word}` })).toBeVisible();
      await expect(header(page)).not.toContainText(/\bNone\b|No detections/);
      const why = panel(page, 'Why this score');
      await expect(why).toContainText('score suppressed, so these factors do not count');
      await expect(why).not.toContainText('highest factor');
      // the other states differ from these in words only
      if (path === paths.domain(sinkholed) || path === paths.domain(parked)) expect(await objections(page)).toEqual([]);
      await expect(page).toHaveURL(path);
    }
    // listings on a sinkhole do not count against its operator
    const abuse = panel(page, 'Reputation').getByRole('row', { name: /^Abuse response/ });
    await expect(abuse).toContainText('No open listings');
  },
);

test('an address that was never observed is unknown, without "no"', async ({ page }) => {
  await page.goto(paths.ip(unseen));
  await expect(header(page)).toContainText('This address was never observed and never listed.');
  await expect(header(page)).not.toContainText(/\bclean\b/i);
  // its true network
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'AS15169' }).first()).toBeVisible();
  await expect(main).toContainText(/Google/);
  await expect(main.getByRole('link', { name: '8.8.8.0/24' }).first()).toBeVisible();
  const facts = panel(page, 'Flags');
  // flags that need a scan, and flags that no loaded source covers
  await expect(facts).toContainText('Not scanned: ');
  await expect(facts.getByRole('link', { name: 'Not tracked' }).first()).toHaveAttribute('href', '/sources');
  await expect(facts.getByText('No', { exact: true })).toHaveCount(0);
  // it has no score to explain
  await expect(panel(page, 'Collect now')).toBeVisible();
  await expect(panel(page, 'Why this score')).toHaveCount(0);
  expect(await objections(page)).toEqual([]);
  await expect(page).toHaveURL(paths.ip(unseen));
  await page.getByRole('tab', { name: 'Names', exact: true }).click();
  await expect(main).toContainText('None found');

  await openInApp(page, paths.ip('10.0.0.7'));
  await expect(header(page)).toContainText(/Internal.*Private or special-use space, which public lists do not cover/);
  await expect(panel(page, 'Collect now')).toContainText(
    'nothing about addresses and names of your own network is sent outside',
  );
  await expect(panel(page, 'Collect now').getByRole('button')).toHaveCount(0);
});

test('the highest factor decides, listings have their lists and first day, facts their date', async ({ page }) => {
  await page.goto(paths.ip(LANDMARKS.c2Address.indicator));
  await expect(panel(page, 'Why this score')).toContainText('The overall score is the highest factor.');
  await expect(panel(page, 'Network and country')).toContainText('Routing data as of');
  await expect(header(page)).toContainText(
    /C2, malware; on tidewatch-c2 .* since [\d-]{10} \(C2\) and on .* since [\d-]{10} \(malware\), still listed/,
  );
  await expect(header(page)).not.toContainText(/\d+ times in the last/);

  // and a colleague reads the same in a ticket, in words
  await header(page).getByRole('button', { name: 'Share' }).click();
  const ticket = page.getByRole('dialog').getByRole('region', { name: 'Summary for a ticket' });
  await expect(ticket).toContainText(
    /Verdict: Critical \(100 of 100\): C2, malware; on tidewatch-c2 .* since [\d-]{10} \(C2\) and on .* since [\d-]{10} \(malware\), still listed/,
  );
  await expect(ticket).toContainText('Listings: 100 (deciding factor)');
  await expect(ticket).toContainText(/beaconlog-c2 \(C2\)`: \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d, still listed/);
  await expect(ticket).toContainText(/Key dates:.*First listed: \d{4}-\d\d-\d\d.*Owner: `AS64666 CINDERWALL/s);
  await expect(ticket).not.toContainText(/[a-z]_[a-z]/);
});

test('page, bulk and card say the same, in the same words', async ({ page }) => {
  await page.goto(paths.bulk());
  const asked = [flux, sinkholed, parked, unseen, sinkhole, `AS${silentAsn}`, LANDMARKS.c2Address.indicator];
  await page
    .getByRole('textbox', { name: /indicators/i })
    .first()
    .fill(asked.join('\n'));
  await page.getByRole('button', { name: `Look up ${asked.length}` }).click();
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name.replaceAll('.', '\\.')) });
  await expect(row(flux)).toContainText(/Critical.*[Pp]hishing.*on hookline-phish/);
  await expect(row(sinkholed)).toContainText('Sinkholed');
  await expect(row(sinkhole)).toContainText('Sinkholed');
  await expect(row(parked)).toContainText('Parked');
  await expect(page.getByRole('grid')).not.toContainText(/\b0\b.*None|listing_score|is_sinkholed/);

  await row(sinkholed).getByRole('link', { name: sinkholed }).first().hover();
  const card = page
    .getByRole('tooltip')
    .or(page.getByLabel(`About domain ${sinkholed}`))
    .first();
  await expect(card).toContainText('Sinkholed');
  await expect(card).not.toContainText(/\b0\b/);
  await expect(card).toContainText(/C2, on beaconlog-c2 since [\d-]{10}, still listed/);

  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await columns.getByRole('checkbox', { name: 'Not tracked', exact: true }).check();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Unknown 1' }).click();
  await expect(row(unseen)).toContainText('Never observed');
  // no feed is on here: no flag says "no" in the table, its export or the card
  await expect(row(unseen)).toContainText('Tor exit node');
  await row(unseen).getByRole('link', { name: unseen }).first().hover();
  await expect(page.getByLabel(`About IPv4 address ${unseen}`)).toContainText(/Not tracked: .*Tor exit node/);
  await page.getByRole('button', { name: 'Export', exact: true }).first().click();
  const file = await saveRows(page);
  const line = file.text.split('\n').find((each) => each.startsWith(unseen));
  expect(line).toContain('Never observed');
  expect(line).toContain('Tor exit node');
  await page.keyboard.press('Escape');
  // the AS itself, and the address that it announces
  await page.getByRole('button', { name: 'Not enough data 1' }).click();
  await expect(row(`AS${silentAsn}`)).toHaveCount(2);
  await expect(row(`AS${silentAsn}`).filter({ hasText: 'Not enough data' })).toHaveCount(1);
  await openInApp(page, paths.asn(silentAsn));
  await expect(header(page)).toContainText('None of its addresses was active');

  await openInApp(page, paths.domain(flux));
  await expect(panel(page, 'Why this score').getByRole('row', { name: /^Listings/ })).toContainText('Deciding factor');
  await expect(page.getByRole('main')).not.toContainText(/[a-z]+_score\b/);
  await expect(page).toHaveURL(paths.domain(flux));
});

test('the verdict of today is not shown under another date', async ({ page }) => {
  const day = plusDays(dateToIsoDate(new Date()), -60);
  await page.goto(`${paths.domain(flux)}?asof=${day}`);
  await expect(header(page)).toContainText('Current data.');
  await expect(header(page)).toContainText(`it cannot be computed as of ${day}`);
  await expect(header(page)).not.toContainText('Critical');
  await page.getByRole('button', { name: 'Show the current verdict' }).click();
  await expect(header(page)).toContainText('still listed');
  await expect(page).toHaveURL(paths.domain(flux));
});

test('two measures never share a name on one screen', { tag: '@long' }, async ({ page }) => {
  await page.goto(paths.ip(LANDMARKS.c2Address.indicator));
  const why = panel(page, 'Why this score');
  const reputation = panel(page, 'Reputation');
  await expect(why).toContainText('From its subnet');
  await expect(reputation.getByRole('row', { name: /^Subnet/ })).toContainText(/\d+ of \d+ active addresses listed/);
  const factors = await why.getByRole('rowheader').allTextContents();
  expect(factors).toContain('From its AS');
  expect(factors.filter((label) => /reputation|abuse response/i.test(label))).toEqual([]);
  await expect(header(page)).toContainText('Share of listed names, 90 days');

  // a name that is delegated by itself has name servers other than those of its registered domain
  const child = LANDMARKS.unsanctionedAsset.indicator;
  const registered = child.slice(child.indexOf('.') + 1);
  await openInApp(page, paths.domain(child));
  const dns = panel(page, 'Current DNS');
  await expect(dns).toContainText('Records of the name itself');
  const servers = panel(page, `Current name servers of ${registered}`).getByRole('link', { name: /^ns\d/ });
  await expect(servers.first()).toBeVisible();
  await expect(panel(page, 'Current name servers')).toHaveCount(0);
  expect(await dns.innerText()).not.toContain(await servers.first().innerText());
  await openInApp(page, paths.domain(registered));
  await expect(panel(page, 'Current name servers').getByRole('link', { name: /^ns\d/ }).first()).toBeVisible();
});
