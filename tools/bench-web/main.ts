// `npm run bench:web`: what an analyst's browser has to do, from Chromium against the built product (built first when a source
// is newer). Prints every figure beside its budget and exits 1 when one is missed.
//
//   --only sizes    or headers, requests, views, table, charts: one part of it
//   --keep FOLDER   keep the generated collection of the table there and use it again
import { spawnSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBrowser, startProduct } from '../built-product.ts';
import { measureCharts } from './chart-times.ts';
import { measureHeaderRequests } from './header-requests.ts';
import { measureHeaders } from './header-times.ts';
import { measureLargeTable } from './large-table.ts';
import { measureSteadiness } from './view-steadiness.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, keep: { type: 'string' } } });
const isWanted = (part: string) => values.only === undefined || values.only === part;
const results: boolean[] = [];

console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
if (isWanted('sizes')) {
  console.log('\nJavaScript that a route loads');
  const check = join(import.meta.dirname, '../check-budget.ts');
  results.push(spawnSync(process.execPath, [check], { stdio: 'inherit' }).status === 0);
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
  if (isWanted('table')) {
    console.log('\nThe passive DNS explorer with 100,000 records');
    results.push(await measureLargeTable(browser, values.keep));
  }
} finally {
  await browser.close();
}
process.exitCode = results.every(Boolean) ? 0 : 1;
