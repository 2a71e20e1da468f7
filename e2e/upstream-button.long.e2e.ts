/** A provider that is queried on request only: nothing is sent until an analyst clicks. */
import { provided } from '#test/server/provider-records.ts';
import { paths } from '#web/url/paths.ts';
import { expect, panel } from './fixtures.ts';
import { providerName, upstreamKey } from './service-address.ts';
import { buttonTest as test } from './sources-stand.ts';

test('opening a page sends nothing, and one click queries the provider', async ({ visit }) => {
  const page = await visit(upstreamKey);
  await page.goto(paths.ip(provided.address));
  const main = page.getByRole('main');
  await expect(main).toContainText('Provider not queried');
  await expect(main).not.toContainText(providerName);
  const other = await visit(upstreamKey);
  await other.goto(paths.sources());
  await expect(panel(other, 'Provider')).toContainText('Nothing was sent yet');
  await expect(panel(other, 'Provider')).toContainText('on request only');
  await main.locator('header').first().getByRole('button', { name: 'Query provider' }).click();
  await expect(main.locator('header').first()).toContainText(`according to ${providerName}`);
  await other.reload();
  // one click sends one query
  await expect(panel(other, 'Provider').getByRole('row', { name: /enrichIpv4/ })).toHaveCount(1);
  await expect(panel(other, 'Provider').getByRole('row')).toHaveCount(2);
  expect(new URL(page.url()).pathname).toBe(paths.ip(provided.address));
});
