/** How well the score told what was listed later, for the sample collection. Every number is that of the service. */
import type { Quality } from '#contract/generated/types.gen.ts';
import { paths } from '#web/url/paths.ts';
import { objections } from './axe.ts';
import { saveRows } from './downloads.ts';
import { expect, expectNoSidewaysScroll, openPage, panel, test } from './fixtures.ts';

test('the menu leads to the result, the tables and the lists', async ({ page, ask }) => {
  let quality: Required<Quality> | undefined;
  await expect
    .poll(
      async () => {
        quality = await ask<Required<Quality>>('/sightline/quality');
        return quality.state;
      },
      { timeout: 120_000 },
    )
    .toBe('done');
  await page.goto('/');
  await openPage(page, 'Hunt', 'Score quality');
  await expect(page).toHaveURL(paths.quality());
  const result = panel(page, 'Result');
  await expect(result).toContainText(`${quality?.day} to ${quality?.until}`);
  for (const { missing = [], listed = 0 } of quality?.kinds ?? []) {
    expect(missing).toEqual([]);
    await expect(result).toContainText(`${listed.toLocaleString('en')} of them`);
  }
  const rows = (name: string, count: number) =>
    expect(panel(page, name).getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 1));
  await rows('Calibration', 10);
  await rows('Precision and recall', 6);
  await rows(
    'Factors',
    (quality?.kinds ?? []).reduce((sum, { factors = [] }) => sum + factors.length, 0),
  );
  await rows('Lists', quality?.feeds.length ?? 0);
  await expect(panel(page, 'Calibration').getByRole('img')).toHaveCount(2);
  expect(await objections(page)).toEqual([]);

  const [feed] = quality?.feeds ?? [];
  await panel(page, 'Lists').getByRole('button', { name: 'Export', exact: true }).click();
  const file = await saveRows(page);
  expect(file.text).toContain(feed?.source);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('too little data, no run and a failure are different answers', async ({ page }) => {
  const show = async (response: object) => {
    await page.route('**/api/v1/sightline/quality', (route) => route.fulfill({ json: { response } }));
    await page.goto(paths.quality());
  };
  const none = { error: null, ran_at: null, day: null, until: null, kinds: [], feeds: [] };
  await show({ ...none, state: 'not_run' });
  await expect(page.getByRole('main')).toContainText('Not run yet');
  await show({ ...none, state: 'failed', error: 'out of memory' });
  await expect(page.getByRole('main')).toContainText('out of memory');
  const kind = { kind: 'ip', missing: ['a list'], subjects: 0, listed: 0, bands: [], thresholds: [], factors: [] };
  await show({ ...none, state: 'done', day: '2026-10-01', until: '2026-10-31', kinds: [kind] });
  await expect(panel(page, 'Result')).toContainText('Not enough data: needs a list.');
  await expect(panel(page, 'Calibration')).toHaveCount(0);
});
