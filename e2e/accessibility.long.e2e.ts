/**
 * Every view: no axe violations in either theme, and no text cut off on a phone or at 200 % zoom.
 */
import { desk, expectNothingLost, objections } from './axe.ts';
import { expect, openInApp, settled, test } from './fixtures.ts';
import { views } from './views.ts';

/** Tests with several views each, because loading the dashboard for every view would take longer than the checks. */
const viewsInTest = 7;
for (let from = 0; from < views.length; from += viewsInTest) {
  const visited = views.slice(from, from + viewsInTest);
  test(`views: ${visited.map(({ name }) => name).join(', ')}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/nowhere');
    for (const { name, path } of visited)
      await test.step(name, async () => {
        await page.setViewportSize(desk);
        await openInApp(page, path);
        await settled(page);
        // dates are ISO text; a native date field would follow the locale
        await expect(page.locator('input[type=date]')).toHaveCount(0);
        expect(await objections(page), name).toEqual([]);
        await expectNothingLost(page);
        await expect(page).toHaveURL(path);
      });
  });
}
