import { expect, expectNoSidewaysScroll, LANDMARKS, panel, test } from './fixtures.ts';

test('markup in whois text shows as text and does nothing', async ({ page }) => {
  const domain = LANDMARKS.markupDomain.indicator;
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(`/domain/${domain}?tab=whois`);
  const history = panel(page, 'Whois history');
  await expect(history).toContainText('<script>document.title="owned"</script>');
  await expect(history).toContainText('<img src=x onerror="alert(document.domain)">');
  await page.getByRole('tab', { name: 'Scan data' }).click();
  await expect(page).toHaveURL(`/domain/${domain}?tab=scans`);
  await expect(
    panel(page, /^HTML/)
      .or(panel(page, /pages$/))
      .first(),
  ).toContainText('<');
  expect(await page.getByRole('main').locator('script, iframe, object, embed, b, marquee, img').count()).toBe(0);
  await expect(page).toHaveTitle(`${domain} · Sightline`);
  expect(dialogs).toEqual([]);
});

test('characters that turn or hide text are drawn as what they are', async ({ page }) => {
  const domain = LANDMARKS.bidiDomain.indicator;
  await page.goto(`/domain/${domain}?tab=whois`);
  const history = panel(page, 'Whois history');
  await expect(history).toContainText('U+202E');
  await expect(history.getByTitle(/U\+202E, text-direction character/).first()).toBeVisible();
  await expect(history.getByTitle(/U\+200B, invisible character/).first()).toBeVisible();
  expect(await page.getByRole('main').innerText()).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u200d\ufeff]/u);
  await expect(page).toHaveURL(`/domain/${domain}?tab=whois`);
});

test('a TXT record of 64 kB folds, unfolds and leaves the page usable', async ({ page }) => {
  const domain = LANDMARKS.jumboTxtDomain.indicator;
  await page.goto(`/domain/${domain}?tab=dns&qtype=txt`);
  const records = panel(page, `TXT records of ${domain}`);
  const cell = records.locator('tr[data-row="1"] > [data-column="3"]');
  await expect(cell).toContainText('…');
  expect((await cell.innerText()).length).toBeLessThan(400);
  await expectNoSidewaysScroll(page);

  await cell.dblclick();
  const value = page.getByRole('dialog', { name: 'Answer (rdata)' });
  await value.getByRole('button', { name: /^Show all 6\d,\d{3} characters$/ }).click();
  await expect(value.getByRole('button', { name: 'Show less' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await expect(value).toBeHidden();
  // the page answers at once
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page).toHaveURL(`/domain/${domain}?qtype=txt`);
  await expect(panel(page, 'Why this score')).toBeVisible();
});

test('a name of 253 characters fits, wide and narrow', async ({ page }) => {
  const name = LANDMARKS.longName.indicator;
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/domain/${name}?tab=dns`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(panel(page, `Records of ${name}`).getByRole('grid')).toContainText(name.slice(0, 20));
    await expectNoSidewaysScroll(page);
    await expect(page).toHaveURL(`/domain/${name}?tab=dns`);
  }
});
