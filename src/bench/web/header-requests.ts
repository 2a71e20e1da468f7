import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { type Product, visitor } from '../../../tools/built-product.ts';
import { subjects } from './header-times.ts';
import { installProbe, readProbe } from './probe.ts';
import { median, report, spread } from './report.ts';

const rounds = 3;
const delayMilliseconds = 200;

/** One opening of a page, in milliseconds since its navigation began. */
interface Opening {
  readonly requestAt: number;
  readonly evaluatedAt: number;
  readonly headerAt: number;
  /** How often the request of the header was sent. */
  readonly requests: number;
}

/**
 * With a service that answers late, checks that the request of a header is sent once, and before the page's chunk is evaluated.
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

/** The User Timing mark that a page's chunk sets at the end of its evaluation. */
const evaluatedMark = 'page evaluated';

/**
 * A proxy in front of the product, which delays answers of the service but not files, and has each page's chunk mark the end of
 * its evaluation.
 */
async function startSlowService(product: Product, delayMilliseconds: number): Promise<Product> {
  const { hostname, port, host } = new URL(product.url);
  const pass = (incoming: IncomingMessage, answer: ServerResponse) => {
    const { method, url: path = '', headers } = incoming;
    const isPage = path.startsWith('/assets/route-');
    const passed = request({
      hostname,
      port,
      method,
      path,
      headers: {
        ...headers,
        host,
        ...(headers.origin && { origin: product.url }),
        ...(isPage && { 'accept-encoding': 'identity' }),
      },
    });
    passed.once('response', (given) => {
      const { 'content-length': length, ...others } = given.headers;
      answer.writeHead(given.statusCode ?? 502, isPage || length === undefined ? others : given.headers);
      given.pipe(answer, { end: !isPage });
      if (isPage) given.once('end', () => answer.end(`\n;performance.mark(${JSON.stringify(evaluatedMark)});`));
    });
    passed.once('error', () => answer.destroy());
    incoming.pipe(passed);
  };
  const server = createServer((incoming, answer) => {
    const isQuestion = incoming.url?.startsWith('/api/') ?? false;
    void pause(isQuestion ? delayMilliseconds : 0).then(() => pass(incoming, answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...product,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
