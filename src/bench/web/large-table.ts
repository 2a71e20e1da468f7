import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { type Product, visitor } from '../../../tools/built-product.ts';
import { median, report, spread } from './report.ts';

declare global {
  interface Window {
    /** Milliseconds of the first sort. */
    sorted: Promise<number>;
    /** Milliseconds of each frame while scrolling. */
    frameTimes: number[];
  }
}

const pageRows = 10_000;
const wantedRows = 100_000;
const rounds = 5;
/** A streak of frames that each took longer than this is seen as a stutter. */
const slowFrameMilliseconds = 50;

/**
 * The passive DNS explorer with 100,000 records of a generated collection, loaded page by page as an analyst would.
 * @param records of the generated collection of the product
 */
export async function measureLargeTable(browser: Browser, product: Product, records: number): Promise<boolean> {
  const context = await visitor(browser, product, { baseURL: product.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  // a search for every name is refused in a large collection, which has enough names that begin like this
  const names = records > 5_000_000 ? 'qname=mar*' : 'regex=.';
  await page.goto(`/search/padns?mode=forward&qtype=a&${names}&limit=${pageRows}&max_wait=25`, { waitUntil: 'commit' });
  const { drawn, scored } = await page.evaluate(firstRows, pageRows);
  const grid = page.getByRole('grid');
  for (let loaded = pageRows; loaded < wantedRows; loaded += pageRows) {
    await rowsLoaded(page, loaded);
    // the last page is the cold case: sorted before anything could be prepared
    if (loaded + pageRows === wantedRows) await page.evaluate(sortWhenLoaded, wantedRows);
    await page.getByRole('button', { name: 'Load more' }).click();
  }
  await rowsLoaded(page, wantedRows);
  const cold = await page.evaluate(() => window.sorted);
  const results = [
    report({ what: `${pageRows} rows, drawn after a first visit`, value: drawn, unit: 'ms', budget: 1500 }),
    report({ what: `${pageRows} rows, all scored`, value: scored, unit: 'ms', budget: 3000 }),
    report({ what: 'sort, as soon as the rows are loaded', value: cold, unit: 'ms', budget: 150 }),
  ];

  await pause(3000); // like a user who reads before sorting; columns are prepared meanwhile
  const thread = await threadClock(page);
  for (const column of ['Answer (rdata)', 'Name (rrname)', 'Count', 'Last seen']) {
    const { waits, note } = await thread(Array.from({ length: rounds }, () => () => page.evaluate(sort, column)));
    results.push(
      report({ what: `sort by ${column}, first`, value: waits[0] ?? NaN, unit: 'ms', budget: 150 }),
      report({ what: `sort by ${column}, each`, value: median(waits), unit: 'ms', budget: 150, note }),
    );
  }
  const texts = ['7', '72', '72.', '72.1', '', '198.18.4', '198.18.4 test', 'nothing-like-it', ''];
  const { waits, note } = await thread(texts.map((text) => () => page.evaluate(search, text)));
  results.push(
    report({ what: 'search, first character', value: waits[0] ?? NaN, unit: 'ms', budget: 50 }),
    report({ what: 'search, each text', value: median(waits), unit: 'ms', budget: 50, note }),
  );

  await grid.hover();
  await page.evaluate(watchFrames);
  for (let turn = 0; turn < 120; turn += 1) await page.mouse.wheel(0, turn % 40 < 30 ? 700 : -1500);
  const frames = await page.evaluate(() => window.frameTimes);
  results.push(
    report({
      what: `scrolling, frames over ${slowFrameMilliseconds} ms in a row`,
      value: longestStreak(frames),
      unit: 'frames',
      budget: 1,
      note: `${frames.length} frames, ${spread(frames)} ms`,
    }),
  );
  return results.every(Boolean);
}

/** Takes measurements in turn, with the CPU time of the page, which does not depend on the load of the machine. */
async function threadClock(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  };
  return async (measurements: readonly (() => Promise<number>)[]) => {
    const waits: number[] = [];
    const works: number[] = [];
    for (const measure of measurements) {
      const before = await worked();
      waits.push(await measure());
      works.push((await worked()) - before);
    }
    return { waits, note: `${spread(waits)}; processor ${median(works).toFixed(0)}` };
  };
}

async function rowsLoaded(page: Page, rows: number): Promise<void> {
  await page.waitForFunction(
    (count) => Number(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount')) > count,
    rows,
    { timeout: 180_000 },
  );
}

function longestStreak(frames: readonly number[]): number {
  let longest = 0;
  let streak = 0;
  for (const milliseconds of frames) {
    streak = milliseconds > slowFrameMilliseconds ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  return longest;
}

// The functions below run in the page. Each measures the time from the press to the frame that shows the result.

/** Milliseconds since the navigation until the rows are drawn, and until the facet of scores counts all of them. */
function firstRows(rows: number): Promise<{ drawn: number; scored: number }> {
  return new Promise((resolve) => {
    let drawn = NaN;
    const look = () => {
      const grid = document.querySelector('[role="grid"]');
      const isDrawn = Number(grid?.getAttribute('aria-rowcount')) > rows && grid?.querySelector('tbody [data-row]');
      if (isDrawn && Number.isNaN(drawn)) drawn = performance.now();
      const bands = [...document.querySelectorAll('fieldset')].find((facet) =>
        facet.querySelector('legend')?.textContent?.startsWith('Band of'),
      );
      const counts = [...(bands?.querySelectorAll('label') ?? [])].map((label) => label.textContent ?? '');
      const scored = counts.reduce(
        (sum, text) =>
          sum + (text.startsWith('Score pending') ? 0 : Number(/[\d,]+$/.exec(text)?.[0].replaceAll(',', ''))),
        0,
      );
      if (scored < rows) requestAnimationFrame(look);
      else resolve({ drawn, scored: performance.now() });
    };
    look();
  });
}

function sort(column: string): Promise<number> {
  const header = [...document.querySelectorAll('[role="grid"] th')].find((th) => th.textContent?.includes(column));
  const before = header?.getAttribute('aria-sort');
  const startedAt = performance.now();
  header?.querySelector('button')?.click();
  return new Promise((resolve) => {
    const look = () => {
      if (header?.getAttribute('aria-sort') === before) return requestAnimationFrame(look);
      return setTimeout(() => resolve(performance.now() - startedAt));
    };
    requestAnimationFrame(look);
  });
}

/** Presses a header in the same task in which the rows arrive. */
function sortWhenLoaded(rows: number): void {
  window.sorted = new Promise((resolve) => {
    const grid = document.querySelector('[role="grid"]');
    const observer = new MutationObserver(() => {
      if (Number(grid?.getAttribute('aria-rowcount')) <= rows) return;
      observer.disconnect();
      const header = [...document.querySelectorAll('[role="grid"] th')].find((th) =>
        th.textContent?.includes('Answer'),
      );
      const startedAt = performance.now();
      header?.querySelector('button')?.click();
      const look = () => {
        if (header?.getAttribute('aria-sort') === 'none') requestAnimationFrame(look);
        else setTimeout(() => resolve(performance.now() - startedAt));
      };
      requestAnimationFrame(look);
    });
    if (grid) observer.observe(grid, { attributes: true, attributeFilter: ['aria-rowcount'] });
  });
}

function search(text: string): Promise<number> {
  const input = document.querySelector<HTMLInputElement>('input[placeholder="Search this table"]');
  const grid = document.querySelector('[role="grid"]');
  const before = grid?.getAttribute('aria-rowcount');
  const startedAt = performance.now();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input?.dispatchEvent(new Event('input', { bubbles: true }));
  return new Promise((resolve) => {
    const look = () => {
      const isDone = document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount') !== before;
      // a text that changes no row counts as done after two seconds without a change
      if (!isDone && performance.now() - startedAt < 2000) return requestAnimationFrame(look);
      return setTimeout(() => resolve(performance.now() - startedAt));
    };
    requestAnimationFrame(look);
  });
}

function watchFrames(): void {
  const frames: number[] = [];
  window.frameTimes = frames;
  let last = performance.now();
  requestAnimationFrame(function next(now) {
    frames.push(now - last);
    last = now;
    requestAnimationFrame(next);
  });
}
