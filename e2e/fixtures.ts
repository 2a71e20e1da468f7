/** Fixtures of every end-to-end test: a page after its first visit, faults, held statements, and the names of the sample. */
import { expect, test as base, type BrowserContext, type Locator, type Page, type Request } from '@playwright/test';
import { LANDMARKS } from '#sample/landmarks.ts';
import { apiKeys, serviceUrl } from './service-address.ts';
import type { Fault } from './test-controls.ts';

export { expect, LANDMARKS };

export interface Fixtures {
  /** The API key of this test; no concurrent test uses it. */
  readonly apiKey: string;
  /** The `response` of the service to a GET, or to a POST with a body. */
  readonly ask: <Answer>(path: string, body?: object) => Promise<Answer>;
  /** Makes operations fail or wait for this test's key, until an empty list is set or the test ends. */
  readonly setFaults: (faults: readonly Fault[]) => Promise<void>;
  /** Holds every statement that has the marker in a parameter, until the returned function is called or the test ends. */
  readonly hold: (marker: string) => Promise<() => Promise<void>>;
  /** A fresh browser: no key, no preferences. */
  readonly newVisitor: () => Promise<Page>;
}

/** State that a worker keeps from test to test. */
interface Kept {
  context?: BrowserContext;
}

export const test = base.extend<Fixtures, { readonly kept: Kept }>({
  apiKey: async ({}, use, info) => use(apiKeys[info.parallelIndex] ?? ''),
  ask: async ({ request, apiKey }, use) => {
    const headers = { 'x-api-key': apiKey };
    await use(async <Answer>(path: string, body?: object) => {
      const url = `/api/v1${path}`;
      const answer = body ? await request.post(url, { headers, data: body }) : await request.get(url, { headers });
      expect(answer.ok(), path).toBe(true);
      return ((await answer.json()) as { response: Answer }).response;
    });
  },
  storageState: async ({ apiKey }, use) => use(storageWithKey(apiKey)),
  // ends with its browser
  kept: [async ({}, use) => use({}), { scope: 'worker' }],
  /** Shared by all tests of a worker: its cache holds the compiled dashboard. Everything else is emptied for each test. */
  context: async ({ browser, kept, storageState }, use) => {
    kept.context ??= await browser.newContext();
    const { context } = kept;
    await context.setStorageState(storageState as Exclude<typeof storageState, undefined>);
    await use(context);
    await Promise.all(context.pages().map((page) => page.close()));
    await context.setOffline(false);
    await context.clearPermissions();
  },
  page: async ({ page }, use, info) => {
    const defects = watchDefects(page);
    const calls = watchCalls(page);
    await use(page);
    if (info.status !== info.expectedStatus) await tell(page, info.title, calls);
    // requests still under way when a test ends are ignored
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(defects, 'uncaught errors and refusals of the content security policy').toEqual([]);
  },
  setFaults: async ({ request, apiKey }, use) => {
    const set = async (faults: readonly Fault[]) => {
      expect((await request.put(`/test/faults/${apiKey}`, { data: faults })).ok()).toBe(true);
    };
    await use(set);
    await set([]);
  },
  hold: async ({ request }, use) => {
    const held = new Set<string>();
    const set = (marker: string, isHeld: boolean) => request.put(`/test/holds/${marker}`, { data: { isHeld } });
    await use(async (marker) => {
      held.add(marker);
      await set(marker, true);
      return async () => void (await set(marker, false));
    });
    for (const marker of held) await set(marker, false);
  },
  newVisitor: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/** The stored state of a returning visitor. */
function storageWithKey(apiKey: string) {
  const connection = { name: 'sightline.connection', value: JSON.stringify({ baseUrl: '/api/v1', apiKey }) };
  const offer = { name: 'sightline.feed-offer', value: 'over' };
  return { cookies: [], origins: [{ origin: serviceUrl, localStorage: [connection, offer] }] };
}

/** Opens a page by its menu in the header. */
export async function openPage(page: Page, menu: 'Search' | 'Hunt' | 'Work' | 'Data', name: string): Promise<void> {
  const header = page.getByRole('navigation', { name: 'Pages' });
  await header.getByRole('button', { name: menu }).click();
  await header.getByRole('dialog', { name: menu }).getByRole('link', { name }).click();
}

/** Uncaught errors and violations of the content security policy, in order. */
export function watchDefects(page: Page): string[] {
  const defects: string[] = [];
  page.on('pageerror', (error) => defects.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) defects.push(message.text());
  });
  return defects;
}

/** The API calls with the outcome of each, in the order they were made. */
function watchCalls(page: Page): Map<Request, string> {
  const calls = new Map<Request, string>();
  const isCall = (request: Request) => request.url().includes('/api/v1/');
  page.on('request', (request) => isCall(request) && calls.set(request, 'under way'));
  page.on(
    'requestfailed',
    (request) => isCall(request) && calls.set(request, request.failure()?.errorText ?? 'failed'),
  );
  page.on(
    'response',
    (response) => isCall(response.request()) && calls.set(response.request(), `${response.status()}`),
  );
  return calls;
}

/** Prints the state that a failed test left, so that a runner that keeps no files shows it too. */
async function tell(page: Page, title: string, calls: ReadonlyMap<Request, string>): Promise<void> {
  const snapshot = page.isClosed()
    ? 'closed'
    : await page.getByRole('main').ariaSnapshot({ timeout: 5000 }).catch(String);
  const lines = [...calls].slice(-40).map(([request, end]) => `${end}  ${request.method()} ${request.url()}`);
  console.log([`== left by "${title}": ${page.url()}`, ...lines, snapshot.slice(0, 6000)].join('\n'));
}

/** The panel of that title: a region with a heading. */
export function panel(page: Page, title: string | RegExp): Locator {
  return page
    .getByRole('region', { name: title, exact: typeof title === 'string' })
    .filter({ has: page.locator('h2, h3') });
}

/** The line of a feed on the Sources page. */
export function feedOf(page: Page, title: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 4, name: title, exact: true }) });
}

export function omnibox(page: Page): Locator {
  return page.getByRole('combobox', { name: /^Look up/ });
}

/** Matches the URL of the page, however its query is encoded and ordered. */
export function sameAddress(address: string): (url: URL) => boolean {
  const parts = ({ pathname, searchParams, hash }: URL) => JSON.stringify([pathname, [...searchParams].sort(), hash]);
  return (url) => parts(url) === parts(new URL(address, url));
}

/**
 * Goes to another address as a link does, and waits until the page that is left has been replaced. Loading the dashboard again
 * would take four times the work.
 */
export async function openInApp(page: Page, address: string): Promise<void> {
  await page.evaluate(async (path) => {
    const isReplaced = new Promise<void>((resolve) => {
      const change = new MutationObserver(() => {
        change.disconnect();
        resolve();
      });
      change.observe(document.getElementById('main')!, { childList: true, subtree: true, characterData: true });
    });
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
    await isReplaced;
  }, address);
}

/** Waits until the page is drawn and no request is pending. Checked in every frame: `expect` would check once a second. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('main h1') !== null && document.querySelector('[aria-busy="true"]') === null,
  );
}

/**
 * Goes to a page by the shortcut g and a letter. Both keys are sent at once, because the dashboard forgets the first after a
 * while, and on a busy machine the second could arrive too late.
 */
export async function pressGoTo(page: Page, letter: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)]);
}

/** Presses Tab until the element has the focus, at most as often as a person would. */
export async function tabTo(page: Page, target: Locator, { backwards = false, atMost = 60 } = {}): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < atMost; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab');
  }
  await expect(target).toBeFocused();
}

/** Goes to a panel by its key. */
export async function jumpTo(page: Page, target: Locator, { backwards = false } = {}): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 20; steps += 1) {
    if (await target.evaluate((element) => element.contains(document.activeElement))) return;
    await page.keyboard.press(backwards ? '[' : ']');
  }
  await expect(target).toBeFocused();
}

/** Moves to an entry of the open menu by arrow keys and chooses it. */
export async function chooseFromMenu(page: Page, name: string | RegExp): Promise<void> {
  const entry = page.getByRole('menuitem', { name });
  await expect(entry).toBeVisible();
  for (let steps = 0; steps < 20; steps += 1) {
    if (await entry.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(entry).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(entry).toBeHidden();
}

/** Whether the page itself scrolls sideways, once it has the size of its window; tables and code blocks may, inside their own box. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(excess, 'width of the page beyond the window').toBeLessThanOrEqual(0);
}

/** Holds the answers at matching addresses back until the function that it returns is called. */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
}
