/** The built product on the sample collection in its own folder, and a browser to look at it: for pictures and benchmarks. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from '@playwright/test';
import { findOrInstallBrowsers } from './find-chromium.ts';
import { freePort } from './free-port.ts';

const root = join(import.meta.dirname, '..');
const key = 'key-of-pictures-and-benchmarks';

export interface Product {
  readonly url: string;
  readonly key: string;
  readonly close: () => Promise<void>;
}

/** Starts the built service, and waits until its collection is loaded. @throws Error when the service ends */
export async function startProduct(): Promise<Product> {
  const data = mkdtempSync(join(tmpdir(), 'sightline-product-'));
  const port = await freePort();
  const service = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    stdio: 'ignore',
    env: {
      ...process.env,
      UV_THREADPOOL_SIZE: '10',
      SIGHTLINE_DATA: data,
      SIGHTLINE_PORT: String(port),
      SIGHTLINE_API_KEYS: key,
    },
  });
  const gone = new Promise((resolve) => service.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  const close = async () => {
    service.kill('SIGTERM');
    await gone;
    rmSync(data, { recursive: true, force: true });
  };
  while (!(await isReady(url))) {
    if (service.exitCode !== null) throw new Error(`the service ended with ${service.exitCode}`);
    await pause(200);
  }
  return { url, key, close };
}

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findOrInstallBrowsers().chromium, args: ['--no-sandbox', '--disable-gpu'] });
}

/** A browser with the key stored, the tour done and the offer of feeds answered. */
export async function visitor(
  browser: Browser,
  { key: apiKey }: { readonly key: string },
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  // the compiler of these scripts calls a helper that names functions, also in those that run in the page
  await context.addInitScript('globalThis.__name = (value) => value');
  await context.addInitScript((apiKey) => {
    localStorage.setItem('sightline.connection', JSON.stringify({ baseUrl: '/api/v1', apiKey }));
    localStorage.setItem('sightline.feed-offer', 'over');
  }, apiKey);
  return context;
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
