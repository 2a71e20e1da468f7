import { defineConfig } from '@playwright/test';
import { slowness } from '../tools/machine-speed.ts';
import { isLongRun, serviceUrl } from './service-address.ts';

const isCi = process.env['CI'] === 'true';
/** Time limits end hangs, not slow tests: they grow on a slow or busy machine. */
const headroom = Math.max(2, 2 * slowness());

const { SIGHTLINE_CHROMIUM: chromium, SIGHTLINE_HEADLESS_SHELL: headlessShell = chromium } = process.env;
const launchOptions = {
  ...(headlessShell && { executablePath: headlessShell }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
  ],
};
/** Notifications need the whole browser, not its headless shell. */
const wholeBrowser = /@whole-browser/;

/** Files and tests that only `npm run test:long` runs. */
const longOnly = /\.long\.e2e\.ts|@long/;
const ofThisRun = isLongRun ? longOnly : /^/;
const ofTheOther = isLongRun ? [] : [longOnly];

/** Tests that start a service of their own. */
const withOwnService = [
  'sources.e2e.ts',
  'retro-hunt.long.e2e.ts',
  'own-logs.e2e.ts',
  'watches.e2e.ts',
  'upstream*.e2e.ts',
];
/** Those of them that take no longer than the first load: all other tests wait until both have ended. */
const besideFirstLoad = isLongRun ? ['upstream*.e2e.ts'] : ['own-logs.e2e.ts', 'watches.e2e.ts'];

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  // all browsers use one service; on two cores the third browser works while the others wait
  workers: 3,
  fullyParallel: true,
  forbidOnly: isCi,
  retries: 0,
  timeout: 90_000 * headroom,
  expect: { timeout: 15_000 * headroom },
  projects: [
    // must see the service while it is still loading; the other tests wait for it, those of the long run too
    { name: 'first load', testMatch: 'first-load.e2e.ts' },
    { name: 'beside the first load', testMatch: besideFirstLoad, grep: ofThisRun, grepInvert: ofTheOther },
    // first, because its tests run one after the other
    {
      name: 'own services',
      testMatch: withOwnService,
      testIgnore: besideFirstLoad,
      grep: ofThisRun,
      grepInvert: ofTheOther,
      dependencies: ['first load'],
    },
    {
      name: 'whole browser',
      grep: wholeBrowser,
      grepInvert: isLongRun ? /^/ : longOnly,
      use: { launchOptions: { ...launchOptions, ...(chromium && { executablePath: chromium }) }, channel: 'chromium' },
      dependencies: ['first load'],
    },
    {
      name: 'dashboard',
      testIgnore: ['first-load.e2e.ts', ...withOwnService],
      grep: ofThisRun,
      grepInvert: [wholeBrowser, ...ofTheOther],
      dependencies: ['first load'],
    },
  ],
  reporter: [['list'], ...(process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? ([['json']] as const) : [])],
  use: {
    baseURL: serviceUrl,
    // below the limit of a test, so that an action that hangs is named, with the reason it waited
    actionTimeout: 30_000 * headroom,
    // recording every step takes a third of two cores; ask for it with --trace on
    trace: 'off',
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    // without a graphics card, every frame of an animation is drawn by a core that the tests need
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions,
  },
  webServer: {
    command: 'node --import tsx e2e/service.ts',
    cwd: '..',
    url: `${serviceUrl}/healthz`,
    timeout: 90_000 * headroom,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: { UV_THREADPOOL_SIZE: '10' },
  },
});
