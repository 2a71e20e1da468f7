import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, LANDMARKS, sameAddress, tabTo, test } from './fixtures.ts';

const domain = LANDMARKS.c2Domain.indicator;

/** A search whose statement the test can hold by the marker that nobody else's has. */
function heldSearch() {
  const marker = `held-${randomUUID().slice(0, 8)}`;
  return { marker, regex: `^${domain.replace('.', '\\.')}$|^${marker}\\.example$` };
}

const askedInBackground = /\/search\/padns\?(?=.*prefer=job_id)(?=.*job=[0-9a-f-]{36})/;

test('a search goes on in the background while other pages are open, over a reload, and its result opens from the tray', async ({
  page,
  hold,
}) => {
  const { marker, regex } = heldSearch();
  const release = await hold(marker);
  await page.goto('/search/padns');
  const form = page.getByRole('form', { name: 'Passive DNS search' });
  await form.getByRole('textbox', { name: 'or a regular expression (RE2)' }).fill(regex);
  await form.getByText('More parameters').click();
  await form.getByRole('combobox', { name: 'Answer with' }).selectOption('Run in the background at once');
  await form.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(askedInBackground);
  await expect(page.getByText('Running in the background')).toBeVisible();
  const resultUrl = page.url();

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Rankings' }).click();
  await expect(page).toHaveURL('/rankings/asn');
  await expect(tray(page)).toHaveAccessibleName('Jobs, 1 running');
  await page.reload();
  await expect(page).toHaveURL('/rankings/asn');
  await expect(tray(page)).toHaveAccessibleName('Jobs, 1 running');
  await expect(page.getByRole('grid')).toBeVisible();

  await release();
  const notice = page.getByRole('region', { name: 'Notifications' });
  await expect(notice).toContainText('Background job done');
  await expect(tray(page)).toHaveAccessibleName('Jobs');
  await tray(page).click();
  const box = page.getByRole('dialog', { name: 'Background jobs' });
  await expect(box.getByRole('listitem')).toContainText('done');
  await box.getByRole('listitem').getByRole('link').first().click();
  await expect(page).toHaveURL(sameAddress(resultUrl));
  await expectResult(page);

  // the link alone is enough: another visit shows the same result without asking anew
  await page.evaluate(() => localStorage.removeItem('sightline.jobs'));
  await page.reload();
  await expect(page).toHaveURL(sameAddress(resultUrl));
  await expectResult(page);
});

test('the same by keyboard alone', async ({ page, hold }) => {
  const { keyboard } = page;
  const { marker, regex } = heldSearch();
  const release = await hold(marker);
  await page.goto('/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  await keyboard.press('g');
  await keyboard.press('p');
  await expect(page).toHaveURL('/search/padns');
  await expect(page.getByRole('heading', { level: 1, name: 'Passive DNS' })).toBeFocused();
  const form = page.getByRole('form', { name: 'Passive DNS search' });
  await tabTo(page, form.getByRole('textbox', { name: 'or a regular expression (RE2)' }));
  await keyboard.type(regex);
  await tabTo(page, form.locator('summary'));
  await keyboard.press('Enter');
  await tabTo(page, form.getByRole('combobox', { name: 'Answer with' }));
  await keyboard.type('Run');
  await expect(form.getByRole('combobox', { name: 'Answer with' })).toHaveValue('job_id');
  await tabTo(page, form.getByRole('button', { name: 'Search' }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL(askedInBackground);
  await expect(page.getByText('Running in the background')).toBeVisible();
  const resultUrl = page.url();

  await keyboard.press('g');
  await keyboard.press('r');
  await expect(page).toHaveURL('/rankings/asn');
  await expect(tray(page)).toHaveAccessibleName('Jobs, 1 running');
  await page.reload();
  await expect(tray(page)).toHaveAccessibleName('Jobs, 1 running');
  await release();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Background job done');

  await tabTo(page, tray(page));
  await keyboard.press('Enter');
  const box = page.getByRole('dialog', { name: 'Background jobs' });
  await tabTo(page, box.getByRole('listitem').getByRole('link').first());
  await keyboard.press('Enter');
  await expect(page).toHaveURL(sameAddress(resultUrl));
  await expectResult(page);
});

test('a slow search becomes a job by itself, can be dismissed, and is opened again by its id', async ({
  page,
  hold,
}) => {
  const { marker, regex } = heldSearch();
  const release = await hold(marker);
  await page.goto(`/search/padns?${new URLSearchParams({ mode: 'forward', qtype: 'a', regex }).toString()}`);
  await expect(page).toHaveURL(/job=[0-9a-f-]{36}/);
  const id = new URL(page.url()).searchParams.get('job') ?? '';
  await page.getByRole('link', { name: 'Open the job' }).click();
  await expect(page).toHaveURL(`/jobs/${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page).toHaveURL('/jobs');
  await expect(page.getByText('No jobs')).toBeVisible();
  await expect(tray(page)).toHaveAccessibleName('Jobs');

  await release();
  await page.getByRole('textbox', { name: 'Open a job by its id' }).fill(id);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(`/jobs/${id}`);
  await expectResult(page);
});

function tray(page: Page) {
  return page.getByRole('banner').getByRole('button', { name: /^Jobs/ });
}

/** Both hosts that the domain pointed to. */
async function expectResult(page: Page): Promise<void> {
  const grid = page.getByRole('main').getByRole('grid');
  await expect(grid).toContainText(LANDMARKS.c2Address.indicator);
  await expect(grid).toContainText(LANDMARKS.c2AddressRecent.indicator);
}
