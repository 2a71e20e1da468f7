import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { generatedRecords } from '#bench/service/generated-records.ts';
import { exactNames } from '#bench/service/passive-dns-rows.ts';
import { percentile } from '#bench/service/figures.ts';
import { type Product, visitor } from '../../../tools/built-product.ts';
import { median, report } from './report.ts';

declare global {
  interface Window {
    /** The page that the next Enter opens. */
    opened: Promise<OpenedPage>;
  }
}

/** Milliseconds since the key was pressed. */
interface OpenedPage {
  readonly header: number;
  /** When the request of the header was answered. */
  readonly answered: number;
  /** When nothing was awaited any more. */
  readonly whole: number;
  /** Requests to the service. */
  readonly requests: number;
}

interface Kind {
  readonly name: string;
  readonly values: readonly string[];
  /** In the address of the one request that the header needs. */
  readonly question: string;
}

const budgets = { whole: 1000, header: 300, requests: 10 } as const;
/** Pages of each kind before those that are measured: a browser has the code of the page then. */
const unmeasured = 2;

/** Names, addresses, subnets and AS of the generated collection, far apart in it. */
function kindsOf(records: number): readonly Kind[] {
  const sparse = (values: readonly string[], count: number) =>
    values.filter((_, at) => at % Math.floor(values.length / count) === 0).slice(0, count);
  const ips = [...new Set(generatedRecords(records).flatMap(({ rrtype, rdata }) => (rrtype === 'A' ? [rdata] : [])))];
  const networks = [...new Set(ips.map((ip) => ip.replace(/\.\d+$/, '.0/24')))];
  return [
    { name: 'host', values: sparse(exactNames(records), 32), question: '/enrich/domain/' },
    { name: 'IPv4 address', values: sparse(ips, 32), question: '/enrich/ipv4/' },
    { name: 'subnet', values: sparse(networks, 12), question: '/ipreputation/subnet/' },
    {
      name: 'AS',
      values: sparse(
        Array.from({ length: 500 }, (_, at) => `AS${64_512 + at}`),
        12,
      ),
      question: '/ipreputation/asn/',
    },
  ];
}

/**
 * Pages of subjects that an analyst has not opened before, from Enter in the search field until nothing is awaited.
 * @param records of the generated collection of the product
 */
export async function measureSubjectPages(browser: Browser, product: Product, records: number): Promise<boolean> {
  const context = await visitor(browser, product, { baseURL: product.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto('/');
  const results: boolean[] = [];
  for (const { name, values, question } of kindsOf(records)) {
    const pages: OpenedPage[] = [];
    for (const value of values) pages.push(await open(page, value, question));
    results.push(...reportPages(name, pages.slice(unmeasured)));
  }
  return results.every(Boolean);
}

function reportPages(name: string, pages: readonly OpenedPage[]): boolean[] {
  const whole = pages.map((page) => page.whole);
  const header = pages.map((page) => page.header - page.answered);
  const note = `p95 of ${pages.length}, median`;
  return [
    report({
      what: `${name}, whole page`,
      value: percentile(whole, 0.95),
      unit: 'ms',
      budget: budgets.whole,
      note: `${note} ${median(whole).toFixed(0)}`,
    }),
    report({
      what: `${name}, header after its answer`,
      value: percentile(header, 0.95),
      unit: 'ms',
      budget: budgets.header,
      note: `${note} ${median(header).toFixed(0)}`,
    }),
    report({
      what: `${name}, requests`,
      value: Math.max(...pages.map(({ requests }) => requests)),
      unit: 'calls',
      budget: budgets.requests,
    }),
  ];
}

async function open(page: Page, value: string, question: string): Promise<OpenedPage> {
  const field = page.getByRole('combobox', { name: /^Look up/ });
  await field.fill(value);
  await page.evaluate(watchOpening, { value, question });
  await field.press('Enter');
  const opened = await page.evaluate(() => window.opened);
  // like a reader: the next page is not opened while this one may still ask something
  await pause(500);
  return opened;
}

/** Runs in the page: watches it from the next Enter until it has awaited nothing for half a second. */
function watchOpening({ value, question }: { value: string; question: string }): void {
  const isQuiet = 500;
  window.opened = new Promise((resolve) => {
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        let [header, whole] = [NaN, NaN];
        // the judgements are read once a minute, whatever the page
        const calls = () =>
          (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
            ({ startTime, name }) => startTime >= timeStamp && name.includes('/api/') && !name.endsWith('/judgements'),
          );
        const look = () => {
          const now = performance.now();
          const heading = document.querySelector('main header h1');
          const isDrawn = heading?.textContent?.includes(value) && !heading.closest('[aria-busy="true"]');
          if (isDrawn && Number.isNaN(header)) header = now;
          const isBusy = !isDrawn || document.querySelector('main [aria-busy="true"]') !== null;
          if (isBusy) whole = NaN;
          else if (Number.isNaN(whole)) whole = now;
          if (now - whole < isQuiet || Number.isNaN(whole)) return void requestAnimationFrame(look);
          const asked = calls();
          const answer = asked.find((call) => call.name.includes(question))?.responseEnd ?? NaN;
          resolve({
            header: header - timeStamp,
            answered: answer - timeStamp,
            whole: whole - timeStamp,
            requests: asked.length,
          });
        };
        performance.clearResourceTimings();
        requestAnimationFrame(look);
      },
      { once: true, capture: true },
    );
  });
}
