// `npm run bench:web`: measures the dashboard in Chromium against the built product (built first when a source is newer).
// Prints every figure beside its budget and exits 1 when one is missed.
//
//   --only sizes    or headers, requests, views, table, charts, pages: one part of it
//   --keep FOLDER   keep the generated collection of the table and the pages there and use it again
//   --records 1000000   records of that collection
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { machineState } from '#bench/service/figures.ts';
import { benchFolder } from '#bench/bench-folder.ts';
import { startService } from '#bench/service/service.ts';
import { views } from '../../../e2e/views.ts';
import { type Product, startBrowser, startProduct, visitor } from '../../../tools/built-product.ts';
import { measureHeaderRequests } from './header-requests.ts';
import { measureHeaders } from './header-times.ts';
import { measureLargeTable } from './large-table.ts';
import { installProbe, readProbe, settled } from './probe.ts';
import { median, report, spread } from './report.ts';
import { measureSubjectPages } from './subject-pages.ts';

const rounds = 5;

const pictures = [
  {
    what: 'reputation history, 365 days',
    path: '/ip/203.0.113.66?tab=reputation',
    answer: '/history/',
    drawn: '[data-picture] svg.recharts-surface path.recharts-curve',
  },
  {
    what: 'reputation history, 1,000 days',
    path: '/asn/64666?tab=history&days=1000',
    answer: '/ipreputation/history/',
    drawn: '[data-picture] svg.recharts-surface path.recharts-curve',
  },
  {
    what: 'IP diversity of a fast-flux name',
    path: '/domain/harborline-login.example?tab=diversity',
    answer: '/ipdiversity/',
    drawn: 'svg[data-picture] rect[data-fill]',
  },
  {
    what: 'density of a subnet',
    path: '/subnet/203.0.113.0/25?tab=addresses',
    answer: '/density/',
    drawn: 'svg[data-picture] rect',
  },
  {
    what: 'name-server lanes',
    path: '/domain/harborline-login.example?tab=ns',
    answer: '/nschanges/',
    drawn: 'svg[data-picture] rect[data-fill]',
  },
];

/** From the answer to the picture on screen, its code loaded again each time. No budget is set for them. */
async function measureCharts(browser: Browser, product: Product): Promise<void> {
  for (const { what, path, answer, drawn } of pictures) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const context = await visitor(browser, product, {
        baseURL: product.url,
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
      });
      await installProbe(context);
      const page = await context.newPage();
      await page.goto(path, { waitUntil: 'commit' });
      const drawnAt = await page.evaluate(
        (selector) =>
          new Promise<number>((resolve) => {
            const look = () => {
              if (document.querySelector(selector)) setTimeout(() => resolve(performance.now()));
              else requestAnimationFrame(look);
            };
            look();
          }),
        drawn,
      );
      const answeredAt = await page.evaluate((part) => {
        const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        return Math.min(...calls.filter((call) => call.name.includes(part)).map((call) => call.responseEnd));
      }, answer);
      times.push(drawnAt - answeredAt);
      await context.close();
    }
    report({ what, value: median(times), unit: 'ms', note: spread(times) });
  }
}

const budgetShift = 0.05;

/** Layout shift of every view while its answers arrive, in windows of a desktop and a phone, and the long tasks. */
async function measureSteadiness(browser: Browser, product: Product): Promise<boolean> {
  const results: boolean[] = [];
  for (const [label, viewport] of [
    ['desk', { width: 1440, height: 900 }],
    ['tall window', { width: 1440, height: 1300 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    const context = await visitor(browser, product, { baseURL: product.url, viewport });
    await installProbe(context);
    const page = await context.newPage();
    for (const { name, path } of views) {
      await page.goto(path);
      await settled(page);
      await pause(300); // late content shifts late
      const { shift, longTasks, firstContentfulAt = NaN } = await readProbe(page);
      const longest = Math.max(0, ...longTasks).toFixed(0);
      const note = `first paint ${firstContentfulAt.toFixed(0)} ms; ${longTasks.length} long tasks, longest ${longest} ms`;
      results.push(report({ what: `${name}, ${label}`, value: shift, unit: 'CLS', budget: budgetShift, note }));
    }
    await context.close();
  }
  return results.every(Boolean);
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, keep: { type: 'string' }, records: { type: 'string', default: '1000000' } },
});
const isWanted = (part: string) => values.only === undefined || values.only === part;
const results: boolean[] = [];

console.log(machineState());
if (isWanted('sizes')) {
  console.log('\nJavaScript that a route loads');
  const check = join(import.meta.dirname, '../../../tools/check-budget.ts');
  results.push(spawnSync(process.execPath, ['--import', 'tsx', check], { stdio: 'inherit' }).status === 0);
}
const browser = await startBrowser();
try {
  if (['headers', 'requests', 'charts', 'views'].some(isWanted)) {
    const product = await startProduct();
    try {
      if (isWanted('headers')) {
        console.log('\nFrom the answer of its one question to the header of a subject');
        results.push(await measureHeaders(browser, product));
      }
      if (isWanted('requests')) {
        console.log('\nThe request of a header, with a service that answers after 200 ms');
        results.push(await measureHeaderRequests(browser, product));
      }
      if (isWanted('charts')) {
        console.log('\nFrom the answer to the picture');
        await measureCharts(browser, product);
      }
      if (isWanted('views')) {
        console.log('\nLayout shift of every view while its answers come');
        results.push(await measureSteadiness(browser, product));
      }
    } finally {
      await product.close();
    }
  }
  if (['table', 'pages'].some(isWanted)) {
    const { folder, removeFolder } = benchFolder(values.keep);
    const service = await startService(folder, values.records);
    try {
      if (isWanted('table')) {
        console.log(`\nThe passive DNS explorer with 100,000 of ${values.records} records`);
        results.push(await measureLargeTable(browser, service, Number(values.records)));
      }
      if (isWanted('pages')) {
        console.log(
          `\nPages of subjects in a collection of ${values.records} records, from Enter until nothing is awaited`,
        );
        results.push(await measureSubjectPages(browser, service, Number(values.records)));
      }
    } finally {
      await service.close();
      removeFolder();
    }
  }
} finally {
  await browser.close();
}
process.exitCode = results.every(Boolean) ? 0 : 1;
