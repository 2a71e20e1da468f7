import type { Browser } from '@playwright/test';
import { visitor, type Product } from '../built-product.ts';
import { installProbe } from './probe.ts';
import { median, report, spread } from './report.ts';

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
export async function measureCharts(browser: Browser, product: Product): Promise<void> {
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
