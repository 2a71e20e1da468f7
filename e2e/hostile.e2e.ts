import { expect, expectNoSidewaysScroll, LANDMARKS, omnibox, panel, tabTo, test } from './fixtures.ts';

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
  await expect(page).toHaveTitle(`${domain} · domain · Sightline`);
  expect(dialogs).toEqual([]);
});

test('characters that reverse or hide text are made visible', async ({ page }) => {
  const domain = LANDMARKS.bidiDomain.indicator;
  await page.goto(`/domain/${domain}?tab=whois`);
  const history = panel(page, 'Whois history');
  await expect(history).toContainText('U+202E');
  await expect(history.getByTitle(/U\+202E, text-direction character/).first()).toBeVisible();
  await expect(history.getByTitle(/U\+200B, invisible character/).first()).toBeVisible();
  const cut = panel(page, 'Stored whois records').getByRole('gridcell', { name: /U\+200B/ });
  await cut.hover();
  await expect(cut).toHaveAttribute('title', /^HarU\+200Bbor/);
  expect(await page.getByRole('main').innerText()).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u200d\ufeff]/u);
  await expect(page).toHaveURL(`/domain/${domain}?tab=whois`);
  await page.goto(`/search/padns?mode=forward&qtype=a&qname=${encodeURIComponent('\u202egro.live')}`);
  await expect(page).toHaveTitle(/^<U\+202E>gro\.live · Passive DNS/);

  // fields show them as well, and ask for the name as it is
  const name = page.getByLabel('Name or pattern');
  await expect(name).toHaveValue('<U+202E>gro.live');
  await name.fill('');
  const expression = page.getByLabel('or a regular expression (RE2)');
  await expression.fill('<U+202E>gro');
  await expression.press('Enter');
  await expect(page).toHaveURL(/regex=%E2%80%AEgro$/);
  await omnibox(page).fill('\u202egro.live');
  await expect(omnibox(page)).toHaveValue('<U+202E>gro.live');
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
  // the page responds at once
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page).toHaveURL(`/domain/${domain}?qtype=txt`);
  await expect(panel(page, 'Why this score')).toBeVisible();
});

test('by keyboard alone: to the hostile whois text and the whole of a long value', async ({ page }) => {
  const { keyboard } = page;
  const markup = LANDMARKS.markupDomain.indicator;
  await page.goto(`/domain/${markup}`);
  await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
  for (let steps = 0; steps < 4; steps += 1) await keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`/domain/${markup}?tab=whois`);
  await expect(panel(page, 'Whois history')).toContainText('<script>document.title="owned"</script>');

  const jumbo = LANDMARKS.jumboTxtDomain.indicator;
  await keyboard.press('/');
  await keyboard.type(jumbo);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(`/domain/${jumbo}`);
  await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
  await keyboard.press('ArrowRight');
  const records = panel(page, `Records of ${jumbo}`);
  await tabTo(page, records.locator('tr[data-row="1"]').getByRole('link').first());
  const place = await records
    .getByRole('gridcell', { name: 'TXT', exact: true })
    .locator('..')
    .getAttribute('data-row');
  for (let row = 1; row < Number(place); row += 1) await keyboard.press('j');
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await keyboard.press(key);
  const value = page.getByRole('dialog', { name: 'Answer (rdata)' });
  await tabTo(page, value.getByRole('button', { name: /^Show all 6\d,\d{3} characters$/ }));
  await keyboard.press('Enter');
  await expect(value.getByRole('button', { name: 'Show less' })).toBeVisible();
  await keyboard.press('Escape');
  await expect(value).toBeHidden();
  await expect(page).toHaveURL(`/domain/${jumbo}?tab=dns`);
});

test('a name of 253 characters fits, wide and narrow', async ({ page }) => {
  const name = LANDMARKS.longName.indicator;
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/domain/${name}?tab=dns`);
    const heading = page.getByRole('heading', { level: 1, name });
    await expect(heading).toBeVisible();
    // three lines on a phone: half of the screen is for the verdict
    expect((await heading.boundingBox())?.height).toBeLessThan(80);
    await expect(panel(page, `Records of ${name}`).getByRole('grid')).toContainText(name.slice(0, 20));
    await expectNoSidewaysScroll(page);
    await expect(page).toHaveURL(`/domain/${name}?tab=dns`);
  }
  await page.getByRole('button', { name: 'Show all 253 characters' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toHaveText(name);
});

test('a link with another key asks before it replaces the stored one', async ({ page, apiKey }) => {
  const banner = page.getByRole('region', { name: 'Connection', exact: true });
  const storedKey = () =>
    page.evaluate(
      () => (JSON.parse(localStorage.getItem('sightline.connection') ?? '{}') as { apiKey?: string }).apiKey,
    );
  await page.goto(`/domain/${LANDMARKS.cleanDomain.indicator}#key=a-key-of-somebody-else`);
  await expect(banner).toContainText('The link contains another API key (ending in else).');
  await expect(page).toHaveURL(`/domain/${LANDMARKS.cleanDomain.indicator}`);
  await expect(panel(page, 'Why this score')).toBeVisible();
  expect(await storedKey()).toBe(apiKey);
  await tabTo(page, banner.getByRole('button', { name: 'Keep the stored key' }));
  await page.keyboard.press('Enter');
  await expect(banner).toBeHidden();
  expect(await storedKey()).toBe(apiKey);

  await page.goto('about:blank');
  await page.goto(`/#key=${encodeURIComponent('a-key-with-\u202eabc')}`);
  await expect(banner).toContainText('U+202E');
  await page.goto('about:blank');
  await page.goto('/#key=a-key-of-somebody-else');
  await banner.getByRole('button', { name: 'Use the key of the link' }).click();
  await expect(page.getByRole('main')).toContainText('The service does not accept the key in use.');
  expect(await storedKey()).toBe('a-key-of-somebody-else');

  await page.goto('about:blank');
  await page.goto(`/#key=${apiKey}`);
  await banner.getByRole('button', { name: 'Use the key of the link' }).click();
  await expect(page.getByRole('heading', { name: /Look up/ })).toBeVisible();
});
