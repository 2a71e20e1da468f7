/** A service of its own, with an empty collection, for the tests of a worker, and its visitors. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { findTshark } from '#server/ingest/logs/tshark.ts';
import { canMount, onPrivateDisk } from '#test/server/service-process.ts';
import { expect, watchDefects } from './fixtures.ts';

export interface Stand {
  readonly url: string;
  /** How far the clocks of the service and of its visitors are ahead. */
  aheadSeconds: number;
}

const yesterday = () => secondsToNoon(1);

/** With publishers of feeds on loopback. Its clock begins yesterday at noon. */
export const test = standFor('e2e/sources-service.ts', yesterday);
/** The same for the tests of own logs, which may share a worker: what they import is not in the collection of the others. */
export const ownLogsTest = standFor('e2e/sources-service.ts', yesterday);
/** The same for the tests of watches. */
export const watchesTest = standFor('e2e/sources-service.ts', yesterday);
/** With a provider of the interface on loopback. */
export const upstreamTest = standFor('e2e/upstream-service.ts', () => 0);
/** With a provider that is queried on request only. */
export const buttonTest = standFor('e2e/upstream-service.ts', () => 0, { STAND_ASK: 'button' });

const tshark = findTshark();
/** Whether the services lack tshark, also where it is installed. */
export const lacksTshark = tshark === undefined || canMount;

/** The command line of a program for which tshark is not installed. */
function withoutTshark(program: readonly [string, ...string[]]): readonly [string, string[]] {
  const [command, ...args] = program;
  return tshark !== undefined && canMount
    ? onPrivateDisk(`mount --bind /dev/null ${tshark}`, program)
    : [command, args];
}

/** How far a clock is ahead that shows noon, so that no run of the tests meets the midnight of that clock. */
export function secondsToNoon(daysAgo: number): number {
  return (new Date().setUTCHours(12, 0, 0, 0) - Date.now()) / 1000 - daysAgo * 86_400;
}

function standFor(program: string, begin: () => number, env: NodeJS.ProcessEnv = {}) {
  return base.extend<{ readonly visit: (key: string) => Promise<Page> }, { readonly stand: Stand }>({
    stand: [
      async ({}, use) => {
        const aheadSeconds = begin();
        const [command, args] = withoutTshark([process.execPath, '--import', 'tsx', program]);
        const service = spawn(command, args, {
          cwd: join(import.meta.dirname, '..'),
          stdio: ['ignore', 'pipe', 'inherit'],
          env: { ...process.env, UV_THREADPOOL_SIZE: '10', STAND_AHEAD_SECONDS: String(aheadSeconds), ...env },
        });
        const ended = once(service, 'exit');
        await use({ url: await addressOf(service), aheadSeconds });
        service.kill('SIGTERM');
        await ended;
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    /** A fresh browser that has only its key. */
    visit: async ({ browser, stand }, use) => {
      const defects: string[] = [];
      const contexts: { close(): Promise<void> }[] = [];
      await use(async (key) => {
        const context = await browser.newContext({ baseURL: stand.url, viewport: { width: 1440, height: 900 } });
        contexts.push(context);
        await context.addInitScript((apiKey) => {
          localStorage.setItem('sightline.connection', JSON.stringify({ baseUrl: '/api/v1', apiKey }));
        }, key);
        const page = await context.newPage();
        if (stand.aheadSeconds !== 0) await page.clock.install({ time: Date.now() + stand.aheadSeconds * 1000 });
        const seen = watchDefects(page);
        page.on('close', () => defects.push(...seen));
        return page;
      });
      for (const context of contexts) await context.close();
      expect(defects, 'uncaught errors and refusals of the content security policy').toEqual([]);
    },
  });
}

async function addressOf(service: ChildProcess): Promise<string> {
  if (!service.stdout) throw new Error('the output of the service is a pipe');
  for await (const line of createInterface(service.stdout)) {
    const [, url] = /^ready (\S+)$/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error('the service ended before it was ready');
}
