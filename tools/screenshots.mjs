// Makes the pictures of the README from the running product: the real service on the sample collection, in Chromium.
// `npm run screenshots` (builds first when a source is newer). `--all FOLDER` also renders every view in both themes at
// 1440 and 390 px into that folder, to be looked at.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { isStale } from './build-stamp.mjs';
import { findOrInstallChromium } from './find-chromium.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const port = 8796;
const base = `http://127.0.0.1:${port}`;
const key = 'screenshots-key-0001';

const readme = [
  { name: 'home-light', path: '/', theme: 'light' },
  { name: 'domain-dark', path: '/domain/harborline-login.example', theme: 'dark' },
  { name: 'diversity-dark', path: '/domain/harborline-login.example?tab=diversity', theme: 'dark' },
  { name: 'asn-light', path: '/asn/64666', theme: 'light' },
  {
    name: 'explorer-dark',
    path: '/search/padns?mode=forward&qtype=any&qname=*.harborline-login.example',
    theme: 'dark',
  },
];
const every = {
  home: '/',
  ip: '/ip/203.0.113.66',
  'ip-real': '/ip/8.8.8.8',
  domain: '/domain/harborline-login.example',
  'domain-dns': '/domain/harborline-login.example?tab=dns',
  'domain-diversity': '/domain/harborline-login.example?tab=diversity',
  'domain-ns': '/domain/harborline-login.example?tab=ns',
  'domain-whois': '/domain/mirror-maze.test?tab=whois',
  asn: '/asn/64666',
  subnet: '/subnet/203.0.113.0/25',
  ns: '/ns/ns1.crowsnest-dns.test',
  padns: '/search/padns?mode=forward&qtype=any&qname=harborline-login.example',
  'as-names': '/search/asn?asname_contains=google',
  rankings: '/rankings/asn',
  jobs: '/jobs',
  settings: '/settings',
  'not-found': '/nothing-here',
  impossible: '/ip/999.1.1.1',
};

const allFolder = process.argv.includes('--all') ? process.argv[process.argv.indexOf('--all') + 1] : undefined;
if (isStale()) await (await import('./build.mjs')).buildAll();
const data = mkdtempSync(join(tmpdir(), 'sightline-screenshots-'));
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
const browser = await chromium.launch({
  executablePath: findOrInstallChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  while (
    !(await fetch(`${base}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await pause(500);
  mkdirSync(join(root, 'docs'), { recursive: true });
  for (const { name, path, theme } of readme)
    await shoot({ path, theme, width: 1440, file: join(root, 'docs', `${name}.png`) });
  if (allFolder) {
    mkdirSync(allFolder, { recursive: true });
    for (const [name, path] of Object.entries(every))
      for (const theme of ['dark', 'light'])
        for (const width of [1440, 390])
          await shoot({ path, theme, width, file: join(allFolder, `${name}-${theme}-${width}.png`), isWhole: true });
  }
} finally {
  await browser.close();
  service.kill('SIGTERM');
  await gone;
  rmSync(data, { recursive: true, force: true });
}

async function shoot({ path, theme, width, file, isWhole = false }) {
  const context = await browser.newContext({
    viewport: { width, height: width < 500 ? 844 : 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  await context.addInitScript((apiKey) => {
    localStorage.setItem('sightline.connection', JSON.stringify({ baseUrl: '/api/v1', apiKey }));
    localStorage.setItem('sightline.tour', 'done');
  }, key);
  const page = await context.newPage();
  await page.goto(base + path, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null, undefined, {
    timeout: 20_000,
  });
  await pause(400); // charts are drawn a frame after their data
  await page.screenshot({ path: file, fullPage: isWhole });
  console.log(file);
  await context.close();
}
