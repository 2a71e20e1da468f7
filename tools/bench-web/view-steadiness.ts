import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { views } from '../../e2e/views.ts';
import { visitor, type Product } from '../built-product.ts';
import { installProbe, readProbe, settled } from './probe.ts';
import { report } from './report.ts';

const budgetShift = 0.05;

/** How much every view moves by itself while its answers come, on a desk and on a phone, and the tasks that block it. */
export async function measureSteadiness(browser: Browser, product: Product): Promise<boolean> {
  const results: boolean[] = [];
  for (const [label, viewport] of [
    ['desk', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    const context = await visitor(browser, product, { baseURL: product.url, viewport });
    await installProbe(context);
    const page = await context.newPage();
    for (const { name, path } of views) {
      await page.goto(path);
      await settled(page);
      await pause(300); // what comes late moves late
      const { shift, longTasks, firstContentfulAt = NaN } = await readProbe(page);
      const longest = Math.max(0, ...longTasks).toFixed(0);
      const note = `first paint ${firstContentfulAt.toFixed(0)} ms; ${longTasks.length} long tasks, longest ${longest} ms`;
      results.push(report({ what: `${name}, ${label}`, value: shift, unit: 'CLS', budget: budgetShift, note }));
    }
    await context.close();
  }
  return results.every(Boolean);
}
