/** The API reference: operations are found, read and tried in the dashboard. */
import { LANDMARKS } from '#sample/landmarks.ts';
import { paths } from '#web/url/paths.ts';
import { chooseFromMenu, expect, expectNoSidewaysScroll, panel, tabTo, test } from './fixtures.ts';

const ip = LANDMARKS.c2Address.indicator;

test('an operation is found, read and tried by keyboard, with the key of the settings', async ({ page, apiKey }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Help' }).press('Enter');
  await chooseFromMenu(page, 'API reference');
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible();
  const list = page.getByRole('navigation', { name: 'Operations' });
  await page.getByRole('searchbox', { name: 'Find an operation' }).fill('score ipv4 many');
  await expect(list.getByRole('status')).toHaveText(/^1 of \d+$/);
  await page.getByRole('searchbox', { name: 'Find an operation' }).fill('everything about an ipv4');
  await tabTo(page, list.getByRole('link', { name: 'Everything about an IPv4 address' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(paths.api({ operation: 'enrichIpv4' }));
  await expect(page).toHaveTitle(/^enrichIpv4 · API reference/);
  await expect(panel(page, 'Parameters')).toContainText('path, required, string');
  await expect(panel(page, 'Fields of the answer')).toContainText(
    'ip2asn[].sp_risk_score_explain.sp_risk_score_decider',
  );

  const form = panel(page, 'Try it');
  await expect(form).toContainText(`which ends in ${apiKey.slice(-4)}`);
  await form.getByLabel('ipv4 (required)').fill('');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByText('Give ipv4.')).toBeVisible();
  await form.getByLabel('ipv4 (required)').fill(ip);
  await form.getByLabel('explain').selectOption('1');
  const curl = form.getByRole('region', { name: 'curl' });
  await expect(curl).toContainText(`/api/v1/explore/enrich/ipv4/${ip}?explain=1'`);
  await expect(curl).toContainText('$API_KEY');
  await expect(curl).not.toContainText(apiKey);
  const status = form.getByRole('status').filter({ hasText: 'Status' });
  // the first answers of a service may say that it is still loading
  await expect(async () => {
    await form.getByLabel('ipv4 (required)').press('Enter');
    await expect(status).toHaveText(/^Status 200\d[\d,]* ms[\d.]+ (B|kB|MB)$/, { timeout: 3000 });
  }).toPass();
  await expect(form.getByRole('region', { name: 'Answer' })).toContainText('"status_code": 200');

  // an error response is shown as well
  await form.getByLabel('ipv4 (required)').fill('999.1.1.1');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form).toContainText('Status 400');
});

test('a list is sent as JSON, a file from the command line, and the score formulas are listed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(paths.api({ operation: 'ipv4RiskScoreBulk' }));
  const form = panel(page, 'Try it');
  const body = form.getByLabel('Body (JSON)');
  await body.fill('{');
  await expect(form.getByText('Not valid JSON.')).toBeVisible();
  await body.fill(JSON.stringify({ ips: [ip] }));
  await expect(form.getByRole('region', { name: 'curl' })).toContainText(`--data '{"ips":["${ip}"]}'`);
  await expect(async () => {
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(form.getByRole('region', { name: 'Answer' })).toContainText('"sp_risk_score": 100', { timeout: 3000 });
  }).toPass();
  await expectNoSidewaysScroll(page);

  await page.getByRole('searchbox', { name: 'Find an operation' }).fill('ingest');
  await page.getByRole('navigation', { name: 'Operations' }).getByRole('link').first().click();
  await expect(form.getByRole('region', { name: 'curl' })).toContainText('--data-binary @FILE');
  await page.getByRole('link', { name: 'Appendix: score formulas' }).click();
  await expect(panel(page, 'Score formulas')).toContainText('round(0.9 * range_listing_score_explain.listing_score)');
  await page.goto(paths.api({ operation: 'nothing' }));
  await expect(page.getByText('There is no operation nothing')).toBeVisible();
});
