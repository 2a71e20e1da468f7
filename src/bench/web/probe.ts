import type { BrowserContext, Page } from '@playwright/test';

declare global {
  interface Window {
    /** Set on a page that is measured. */
    probe: Probe;
  }
}

/** Measurements that a page takes of itself, in milliseconds since its navigation began. */
export interface Probe {
  /** When a header with identity and score was first on screen. */
  headerAt?: number;
  firstContentfulAt?: number;
  /** Layout shifts without user input, summed like the metric: the worst window of five seconds. */
  shift: number;
  longTasks: number[];
}

/** Watches every page of the context from its first line on. */
export async function installProbe(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const probe: Probe = { shift: 0, longTasks: [] };
    window.probe = probe;
    const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    watch('longtask', ({ duration }) => void probe.longTasks.push(duration));
    watch('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') probe.firstContentfulAt = startTime;
    });
    let group = { sum: 0, first: 0, last: 0 };
    watch('layout-shift', (entry) => {
      const { value, hadRecentInput, startTime } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      };
      if (hadRecentInput) return;
      const isSame = startTime - group.last < 1000 && startTime - group.first < 5000;
      group = isSame
        ? { ...group, sum: group.sum + value, last: startTime }
        : { sum: value, first: startTime, last: startTime };
      probe.shift = Math.max(probe.shift, group.sum);
    });
    const header = 'main header:not([aria-busy="true"]):has(h1) .text-2xl';
    const observer = new MutationObserver(() => {
      if (!document.querySelector(header)) return;
      observer.disconnect();
      // on screen with the next frame
      requestAnimationFrame(() => setTimeout(() => (probe.headerAt = performance.now())));
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] });
  });
}

export function readProbe(page: Page): Promise<Probe> {
  return page.evaluate(() => window.probe);
}

/** Waits until the page is drawn and no request is open. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null, undefined, {
    timeout: 30_000,
  });
}
