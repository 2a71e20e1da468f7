/** Certificates, names that look alike, shared infrastructure and name-server transfers. */
import { paths } from '#web/url/paths.ts';
import { chooseFromMenu, expect, LANDMARKS, panel, sameAddress, tabTo, test } from './fixtures.ts';

const bank = LANDMARKS.brandDomain.indicator;
const lookAlike = LANDMARKS.homoglyphDomain.indicator;
const server = LANDMARKS.badNameServer.indicator;

test('certificates of a bank are narrowed by issuer, and one is shown whole', async ({ page }) => {
  await page.goto(`${paths.domain(bank)}?tab=certificates`);
  await page.getByRole('radio', { name: 'Sub-domains' }).click();
  const certificates = panel(page, `Certificates of names below ${bank}`);
  await expect(certificates.getByRole('grid')).toContainText('Larchgate');
  await page.getByRole('textbox', { name: 'Issuer' }).fill('granitetrust*');
  await page.keyboard.press('Enter');
  await expect(certificates.getByRole('grid')).toContainText('Granitetrust');
  await expect(certificates.getByRole('grid')).not.toContainText('Larchgate');
  await expect(page).toHaveURL(
    sameAddress(`${paths.domain(bank)}?tab=certificates&cert_issuer=granitetrust*&below=true`),
  );

  await certificates
    .getByRole('gridcell', { name: /^Granitetrust/ })
    .first()
    .click({ button: 'right' });
  await chooseFromMenu(page, 'Show the certificate');
  const shown = page.getByRole('dialog', { name: 'Certificate' });
  await expect(shown.getByRole('list', { name: 'Chain of issuers' })).toContainText('Granitetrust Global Root');
  await expect(shown.getByRole('list', { name: 'Names' })).toContainText(`api.${bank}`);
  await expect(shown).toContainText('SHA-256');
  await expect(page).toHaveURL(/c\.open=[0-9a-f]{40}/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/c\.open=/);
  await page.getByRole('link', { name: 'Open in advanced search' }).click();
  await expect(page).toHaveURL(sameAddress(paths.certificates({ domain: `*.${bank}`, cert_issuer: 'granitetrust*' })));
  await expect(panel(page, `Certificates of *.${bank}, issued by granitetrust*`).getByRole('grid')).toContainText(
    'Granitetrust',
  );
});

test('cousins show the kind of look-alike and lead to it; relatives are clustered on a click', async ({ page }) => {
  const view = `${paths.domain(bank)}?tab=related`;
  await page.goto(view);
  const row = panel(page, 'Cousins').getByRole('row').filter({ hasText: 'mixes Latin and Cyrillic' });
  await expect(row).toContainText('homoglyph');
  // the tags of its page, of which the answer of the panel has none
  await expect(row).toContainText(/phishing.*look-alike/);
  await expect(panel(page, 'Siblings').getByRole('grid')).toContainText(`www.${bank}`);
  const clusters = panel(page, 'Clusters by infrastructure');
  await clusters.getByRole('button', { name: 'Cluster by tag similarity' }).click();
  await expect(clusters.getByRole('region', { name: '100 % the same' })).toContainText(lookAlike);
  await expect(page).toHaveURL(view);
  await row.getByRole('link', { name: lookAlike }).click();
  await expect(page).toHaveURL(paths.domain(lookAlike));
  // in Unicode, the title would be the name that it imitates
  await expect(page).toHaveTitle(`${lookAlike} · domain · Sightline`);
});

test('transfers to a bad name server, and the search for them by keyboard', async ({ page }) => {
  await page.goto(`${paths.nameServer(server)}?tab=transfers`);
  const came = panel(page, 'Moved in');
  await expect(came.getByRole('grid')).toContainText(LANDMARKS.fluxDomain.indicator);
  // all moved to this server
  await expect(came.getByRole('columnheader', { name: 'From NS' })).toBeVisible();
  await expect(came.getByRole('columnheader', { name: 'To NS' })).toHaveCount(0);
  await expect(panel(page, 'Moved out')).toBeVisible();
  await came.getByRole('radio', { name: '7 d', exact: true }).check();
  await expect(page).toHaveURL(`${paths.nameServer(server)}?tab=transfers&moves.days=7`);
  await came.getByRole('link', { name: 'Open in advanced search' }).click();
  await expect(page).toHaveURL(
    sameAddress(paths.transfers({ from_ns: '*', to_ns: server, days: '7', nschanges_only: '1' })),
  );

  await page.goto(paths.transfers());
  await page.keyboard.press('Escape');
  await tabTo(page, page.getByRole('textbox', { name: 'From name server' }));
  await page.keyboard.type('*.pinecrest-dns.example');
  await tabTo(page, page.getByRole('textbox', { name: 'To name server' }));
  await page.keyboard.type(server);
  await tabTo(page, page.getByText('More parameters'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: 'Days' }));
  await page.keyboard.type('365');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(
    sameAddress(paths.transfers({ from_ns: '*.pinecrest-dns.example', to_ns: server, days: '365' })),
  );
  const found = panel(page, `Moved from *.pinecrest-dns.example to ${server}, in the last 365 days`);
  await expect(found.getByRole('grid')).toContainText('ns1.pinecrest-dns.example');

  await tabTo(page, found.getByRole('radio', { name: 'Table', exact: true }));
  await page.keyboard.press('ArrowRight');
  const move = found.getByRole('button', { name: new RegExp(`pinecrest-dns.example.* → .*${server}`) }).first();
  await tabTo(page, move);
  const domain = (await move.getAttribute('aria-label'))?.split(',')[0] ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.domain(domain));
  await page.goBack();
  await expect(page).toHaveURL(/&t\.view=timeline$/);
});

test('the names of cousins are whole on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${paths.domain(bank)}?tab=related`);
  const names = panel(page, /^Cousins/).locator('tbody [data-column="1"] > span');
  await expect(names.filter({ hasText: lookAlike })).toBeVisible();
  const cut = await names.evaluateAll((all) =>
    all.filter((each) => each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth),
  );
  expect(cut).toEqual([]);
});
