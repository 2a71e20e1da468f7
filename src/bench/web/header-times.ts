import type { Browser } from '@playwright/test';
import { visitor, type Product } from '../../../tools/built-product.ts';
import { installProbe, readProbe } from './probe.ts';
import { median, report, spread } from './report.ts';

const rounds = 5;
const budgetMilliseconds = 300;
const desk = { width: 1440, height: 900 };

/** Pages of subjects, and the one request that their header needs. */
export const subjects = [
  { name: 'domain', path: '/domain/harborline-login.example', question: '/enrich/domain/' },
  { name: 'IPv4 address', path: '/ip/203.0.113.66', question: '/enrich/ipv4/' },
  { name: 'AS', path: '/asn/64666', question: '/ipreputation/asn/' },
  { name: 'subnet', path: '/subnet/203.0.113.0/25', question: '/ipreputation/subnet/' },
  { name: 'name server', path: '/ns/ns1.crowsnest-dns.test', question: '/nsreputation/nameserver/' },
];

/** Times from the header's response, and from the start of the navigation, to identity and score on screen. */
export async function measureHeaders(browser: Browser, product: Product): Promise<boolean> {
  const results: boolean[] = [];
  for (const { name, path, question } of subjects) {
    const cold: Loaded[] = [];
    const warm: Loaded[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const context = await visitor(browser, product, { baseURL: product.url, viewport: desk });
      await installProbe(context);
      const page = await context.newPage();
      for (const times of [cold, warm]) {
        await page.goto(path);
        await page.waitForFunction(() => window.probe.headerAt);
        const { headerAt = NaN, firstContentfulAt = NaN } = await readProbe(page);
        const answeredAt = await page.evaluate((part) => {
          const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
          return calls.find((call) => call.name.includes(part))?.responseEnd ?? NaN;
        }, question);
        times.push({ afterAnswer: headerAt - answeredAt, header: headerAt, firstContentful: firstContentfulAt });
      }
      await context.close();
    }
    for (const [label, times] of [
      ['cold', cold],
      ['warm', warm],
    ] as const) {
      const after = times.map(({ afterAnswer }) => afterAnswer);
      const total = median(times.map(({ header }) => header)).toFixed(0);
      const first = median(times.map(({ firstContentful }) => firstContentful)).toFixed(0);
      results.push(
        report({
          what: `${name}, ${label}`,
          value: median(after),
          unit: 'ms',
          budget: budgetMilliseconds,
          note: `${spread(after)}; first paint ${first}, header ${total} after the click`,
        }),
      );
    }
  }
  return results.every(Boolean);
}

interface Loaded {
  readonly afterAnswer: number;
  readonly header: number;
  readonly firstContentful: number;
}
