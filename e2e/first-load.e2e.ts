import { expect, test } from './fixtures.ts';

test('the first link shows that the collection is loading, and opens its page once it is loaded', async ({
  newVisitor,
  apiKey,
  request,
}) => {
  test.setTimeout(900_000);
  const isLoaded = (await request.get('/readyz')).ok();
  test.skip(isLoaded, 'the service was running already');
  const page = await newVisitor();
  await page.goto(`/ip/8.8.8.8#key=${apiKey}`);
  await expect(page).toHaveURL('/ip/8.8.8.8');
  await expect(page.getByRole('heading', { level: 1, name: 'The collection is being loaded' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/\d+ s so far/);
  await expect(page.getByRole('heading', { level: 1, name: '8.8.8.8' })).toBeVisible({ timeout: 800_000 });
  await expect(page.getByRole('link', { name: 'AS15169' }).first()).toBeVisible();
  await expect(page).toHaveURL('/ip/8.8.8.8');
});
