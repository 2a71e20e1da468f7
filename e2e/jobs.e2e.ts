import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { paths } from '#web/url/paths.ts';
import { save } from './downloads.ts';
import { expect, LANDMARKS, openPage, panel, pressGoTo, sameAddress, tabTo, test } from './fixtures.ts';

declare global {
  interface Window {
    /** Titles of the notifications that were shown. */
    shownNotices: string[];
  }
}

const domain = LANDMARKS.c2Domain.indicator;

/** A search whose statement the test can hold by its unique marker. */
function heldSearch() {
  const marker = `held-${randomUUID().slice(0, 8)}`;
  return { marker, regex: `^${domain.replace('.', '\\.')}$|^${marker}\\.example$` };
}

const askedInBackground = /\/search\/padns\?(?=.*prefer=job_id)(?=.*job=[0-9a-f-]{36})/;

test('a background search continues on other pages and after a reload, and its result opens from the tray', async ({
  page,
  hold,
}) => {
  const { marker, regex } = heldSearch();
  const release = await hold(marker);
  await page.goto('/search/padns');
  const form = page.getByRole('form', { name: 'Passive DNS search' });
  await form.getByRole('textbox', { name: 'or a regular expression (RE2)' }).fill(regex);
  await form.getByText('More parameters').click();
  await form.getByRole('combobox', { name: 'Answer with' }).selectOption('Run in the background immediately');
  await form.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(askedInBackground);
  await expect(page.getByText('Running in the background')).toBeVisible();
  const resultUrl = page.url();

  await openPage(page, 'Hunt', 'Rankings');
  await expect(page).toHaveURL('/rankings/asn');
  await expect(tray(page)).toHaveAccessibleName('Jobs, 1 running');
  await page.reload();
  await expect(page).toHaveURL('/rankings/asn');
  await expect(tray(page)).toHaveAccessibleName('Jobs, 1 running');
  await expect(page.getByRole('grid')).toBeVisible();
  // the time of a running job counts
  const box = page.getByRole('dialog', { name: 'Background jobs' });
  await tray(page).click();
  const time = box.getByText(/^for \d+/);
  const shown = await time.innerText();
  await expect(time).not.toHaveText(shown);
  await page.keyboard.press('Escape');

  await release();
  const notice = page.getByRole('region', { name: 'Notifications' });
  await expect(notice).toContainText('Background job done');
  await expect(tray(page)).toHaveAccessibleName('Jobs');
  await tray(page).click();
  await expect(box.getByRole('listitem')).toContainText('done');
  await box.getByRole('listitem').getByRole('link').first().click();
  await expect(page).toHaveURL(sameAddress(resultUrl));
  await expectResult(page);

  // the link alone is enough: another visit shows the same result without a new search
  await forgetJobs(page);
  await page.reload();
  await expect(page).toHaveURL(sameAddress(resultUrl));
  await expectResult(page);
});

test('a background search by keyboard alone', async ({ page, hold }) => {
  const { keyboard } = page;
  const { marker, regex } = heldSearch();
  const release = await hold(marker);
  await page.goto('/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  await pressGoTo(page, 'p');
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

  await pressGoTo(page, 'r');
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

test('a background search is followed even if its view is left before the service returns the job id', async ({
  page,
  setFaults,
}) => {
  await setFaults([{ operationId: 'padnsForward', delayMilliseconds: 1500 }]);
  const { regex } = heldSearch();
  const asked = page.waitForRequest(/\/padns\/lookup\//);
  await page.goto(paths.padns({ mode: 'forward', qtype: 'a', regex, prefer: 'job_id' }));
  await asked;
  await openPage(page, 'Work', 'Jobs');
  await expect(page.getByText('No jobs')).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(domain.replace('.', '.{1,2}')) })
    .click();
  await expectResult(page);
});

test('a slow search becomes a job automatically, can be dismissed, and is reopened by its id', async ({
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

  await page.getByRole('textbox', { name: 'Open a job by its id' }).fill(id);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(`/jobs/${id}`);
  await expect(tray(page)).toHaveAccessibleName('Jobs, 1 running');
  await release();
  // the page shows this job: its end is announced to screen readers, and no notification covers the page
  await expect(page.getByText(/^Background job done\. /)).toBeAttached();
  await expectResult(page);
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeHidden();
  const file = await save(page, () => page.getByRole('button', { name: 'Download as Parquet' }).click());
  expect(file.name).toMatch(new RegExp(`_job_${id}\\.parquet$`));
  expect(file.text).toMatch(/^PAR1[^]*first_seen[^]*PAR1$/);
});

test('the page of a job shows the certificates or hosts that its search found', async ({ page, ask }) => {
  for (const [path, found] of [
    ['/explore/domain/certificates/*.example', /Larchgate R3/],
    ['/explore/padns/search/ipdiversity', /\.(?:example|test|invalid)/],
  ] as const) {
    const { job_status: job } = await ask<{ job_status: { job_id: string } }>(`${path}?prefer=job_id&limit=5`);
    await page.goto(`/jobs/${job.job_id}`);
    const rows = panel(page, 'Result').locator('tbody').getByRole('row');
    await expect(rows).toHaveCount(5);
    await expect(rows.first()).toContainText(found);
  }
});

test(
  'two tabs follow one job with one poll, hand the poll over, announce its end once, and dismiss it in both',
  { tag: '@long' },
  async ({ page: first, context, hold }) => {
    const { marker, regex } = heldSearch();
    const release = await hold(marker);
    const polls = watchPolls(context);
    const asked = new URLSearchParams({ mode: 'forward', qtype: 'any', regex, prefer: 'job_id' });
    await first.goto(`/search/padns?${asked.toString()}`);
    await expect(first).toHaveURL(askedInBackground);
    await expect(tray(first)).toHaveAccessibleName('Jobs, 1 running');
    await expect.poll(() => polls.running).toEqual([first]);

    // tabs opened later know of the poll and wait
    const second = await context.newPage();
    await second.goto('/rankings/asn');
    await expect(tray(second)).toHaveAccessibleName('Jobs, 1 running');
    await expect(second.getByRole('grid')).toBeVisible();
    const third = await context.newPage();
    await third.goto('/jobs');
    await expect(tray(third)).toHaveAccessibleName('Jobs, 1 running');
    expect(polls.running).toEqual([first]);

    await first.close();
    await expect.poll(() => polls.running).toEqual([second]);
    await third.reload();
    await expect(tray(third)).toHaveAccessibleName('Jobs, 1 running');
    expect(polls.running).toEqual([second]);

    await release();
    for (const page of [second, third]) await expect(tray(page)).toHaveAccessibleName('Jobs');
    const noticesIn = (page: Page) =>
      page.getByRole('region', { name: 'Notifications' }).getByText('Background job done').count();
    await expect.poll(async () => (await noticesIn(second)) + (await noticesIn(third))).toBe(1);
    expect(polls.atMostAtOnce).toBe(1);

    // both tabs have the result; dismissing it in one removes it in the other
    await expect(third.getByRole('main').getByRole('listitem')).toContainText('Done');
    await tray(second).click();
    await second
      .getByRole('dialog', { name: 'Background jobs' })
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(third.getByText('No jobs')).toBeVisible();
    await expect(third).toHaveURL('/jobs');
  },
);

test(
  'a job that ends while no tab is visible is counted in the title, and notified by the browser if that is switched on',
  {
    tag: '@whole-browser',
  },
  async ({ page, context, hold }) => {
    const { marker, regex } = heldSearch();
    const release = await hold(marker);
    await recordNotices(page);
    await page.goto('/settings');
    const wanted = page.getByRole('switch', { name: /^Notify me when a job ends/ });
    await expect(wanted).not.toBeChecked();
    await context.grantPermissions(['notifications']);
    await wanted.click();
    await expect(wanted).toBeChecked();

    const asked = new URLSearchParams({ mode: 'forward', qtype: 'any', regex, prefer: 'job_id' });
    await page.goto(`/search/padns?${asked.toString()}`);
    await expect(page).toHaveURL(askedInBackground);
    await setHidden(page, true);
    await release();
    await expect(page).toHaveTitle(/^\(1\) /);
    await expect.poll(() => noticesOf(page)).toEqual(['Background job done']);
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeHidden();
    // back at the view of the result: the view shows that the job ended, so the end is only announced to screen readers
    await setHidden(page, false);
    await expect(page.getByText(/^Background job done\. /)).toBeAttached();
    await expect(page).not.toHaveTitle(/^\(/);
    await expectResult(page);
    await expect(page.getByRole('region', { name: 'Notifications' })).toBeHidden();
    await expect(page).toHaveURL(askedInBackground);
  },
);

/** Makes the browser forget the jobs that it follows. */
async function forgetJobs(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('sightline.job.')) localStorage.removeItem(key);
  });
}

/** The long polls of all tabs: which tabs poll now, and the most that polled at once. */
function watchPolls(context: BrowserContext) {
  const open = new Map<Request, Page>();
  const polls = {
    atMostAtOnce: 0,
    get running() {
      return [...open.values()];
    },
  };
  const end = (request: Request) => open.delete(request);
  context.on('request', (request) => {
    if (!/\/job\/.*max_wait=25/.test(request.url())) return;
    open.set(request, request.frame().page());
    polls.atMostAtOnce = Math.max(polls.atMostAtOnce, open.size);
  });
  context.on('requestfinished', end);
  context.on('requestfailed', end);
  // the requests of a closed page end without an event
  context.on('page', (page) => page.on('close', () => forgetPage(page)));
  for (const page of context.pages()) page.on('close', () => forgetPage(page));
  const forgetPage = (closed: Page) => {
    for (const [request, page] of open) if (page === closed) open.delete(request);
  };
  return polls;
}

/** A headless browser hides no page and shows no notification: hiding is simulated, notifications are recorded. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

async function recordNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: string[] = [];
    class RecordedNotification extends Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        shown.push(title);
      }
    }
    Object.assign(window, { Notification: RecordedNotification, shownNotices: shown });
  });
}

function noticesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => window.shownNotices);
}

function tray(page: Page) {
  return page.getByRole('banner').getByRole('button', { name: /^Jobs/ });
}

/** Both hosts that the domain pointed to. */
async function expectResult(page: Page): Promise<void> {
  const grid = page.getByRole('main').getByRole('grid');
  await expect(grid).toContainText(LANDMARKS.c2Address.indicator);
  await expect(grid).toContainText(LANDMARKS.c2AddressRecent.indicator);
}
