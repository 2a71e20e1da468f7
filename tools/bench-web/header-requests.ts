import type { Browser, Page } from '@playwright/test';
import { visitor, type Product } from '../built-product.ts';
import { subjects } from './header-times.ts';
import { installProbe, readProbe } from './probe.ts';
import { median, report, spread } from './report.ts';
import { evaluatedMark, startSlowService } from './slow-service.ts';

const rounds = 3;
const delayMilliseconds = 200;

/** One opening of a page, in milliseconds since its navigation began. */
interface Opening {
  readonly requestAt: number;
  readonly evaluatedAt: number;
  readonly headerAt: number;
  /** How often the header's question was asked. */
  readonly requests: number;
}

/**
 * When the request of a header leaves, with a service that answers late: before the page's chunk has been evaluated, and once.
 * The first load of a subject is cold; the second has every chunk in the browser's cache.
 */
export async function measureHeaderRequests(browser: Browser, product: Product): Promise<boolean> {
  const slow = await startSlowService(product, delayMilliseconds);
  const results: boolean[] = [];
  try {
    for (const { name, path, question } of subjects) {
      const cold: Opening[] = [];
      const warm: Opening[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const context = await visitor(browser, slow, { baseURL: slow.url });
        await installProbe(context);
        const page = await context.newPage();
        for (const openings of [cold, warm]) openings.push(await open(page, path, question));
        await context.close();
      }
      results.push(reportOpenings(`${name}, cold`, cold), reportOpenings(`${name}, warm`, warm, 0));
    }
  } finally {
    await slow.close();
  }
  return results.every(Boolean);
}

async function open(page: Page, path: string, question: string): Promise<Opening> {
  await page.goto(path);
  await page.waitForFunction(() => window.probe.headerAt);
  const times = await page.evaluate(
    ({ part, mark }) => {
      const calls = performance.getEntriesByType('resource').filter((call) => call.name.includes(part));
      const [evaluated] = performance.getEntriesByName(mark);
      return {
        requestAt: calls[0]?.startTime ?? NaN,
        requests: calls.length,
        evaluatedAt: evaluated?.startTime ?? NaN,
      };
    },
    { part: question, mark: evaluatedMark },
  );
  return { ...times, headerAt: (await readProbe(page)).headerAt ?? NaN };
}

function reportOpenings(what: string, openings: readonly Opening[], budget?: number): boolean {
  const at = (key: keyof Opening) => median(openings.map((opening) => opening[key])).toFixed(0);
  const late = openings.map(({ requestAt, evaluatedAt }) => requestAt - evaluatedAt);
  const isOnce = openings.every(({ requests }) => requests === 1);
  const isGood = report({
    what: `${what}: request after evaluation`,
    value: median(late),
    unit: 'ms',
    ...(budget !== undefined && { budget }),
    note: `${spread(late)}; request ${at('requestAt')}, evaluated ${at('evaluatedAt')}, header ${at('headerAt')}`,
  });
  if (!isOnce) console.log(`${what}: FAIL, the question was asked ${at('requests')} times`);
  return isGood && isOnce;
}
