// `npm run screenshots`: renders every view in four forms (width and theme) from the running product on the sample collection
// into a folder outside of the checkout, for review, and renews the pictures of the README.
//
//   --into FOLDER   instead of one in the folder for temporary files
//   --only WORD     only views whose name contains it; "readme" for the README's pictures alone
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { LANDMARKS } from '#sample/landmarks.ts';
import { paths } from '#web/url/paths.ts';
import { views } from '../e2e/views.ts';
import { startBrowser, startProduct, visitor } from './built-product.ts';

const { values } = parseArgs({ options: { into: { type: 'string' }, only: { type: 'string', default: '' } } });
const folder = resolve(values.into ?? join(tmpdir(), 'sightline-screenshots'));
const docs = join(import.meta.dirname, '../docs');
const desktop = { width: 1440, height: 900 };
const forms = [
  { size: desktop, theme: 'dark' },
  { size: desktop, theme: 'light' },
  { size: { width: 1920, height: 1080 }, theme: 'dark' },
  { size: { width: 390, height: 844 }, theme: 'light' },
] as const;

const readme = [
  { name: 'home-light', path: '/', theme: 'light' },
  { name: 'domain-dark', path: '/domain/harborline-login.example', theme: 'dark' },
  { name: 'diversity-dark', path: '/domain/harborline-login.example?tab=diversity', theme: 'dark' },
  { name: 'asn-light', path: '/asn/64666', theme: 'light' },
  {
    name: 'explorer-dark',
    path: '/search/padns?mode=reverse&qtype=a&qname=203.0.113.0&netmask=25',
    theme: 'dark',
  },
] as const;

/** Views that need more steps than opening an address. */
const prepared = [
  { name: 'bulk-answers', open: openTriage },
  { name: 'investigation-tree', open: () => openInvestigation('tree') },
  { name: 'investigation-graph', open: () => openInvestigation('graph') },
  { name: 'job-done', open: openJob },
  { name: 'domain-share', open: () => openDialog('Share') },
  { name: 'domain-api-request', open: () => openDialog('API request') },
  { name: 'judgements-made', open: () => openAfterChanges(paths.judgements()) },
  { name: 'audit-made', open: () => openAfterChanges(paths.audit()) },
  { name: 'watches-made', open: () => openAfterChanges(paths.watches()) },
];

const product = await startProduct();
const browser = await startBrowser();
let page = await newPage();
let changes: Promise<void> | undefined;
try {
  mkdirSync(folder, { recursive: true });
  const opened = views.map(({ name, path }) => ({ name, open: () => page.goto(path) }));
  for (const { name, open } of [...opened, ...prepared]) if (name.includes(values.only)) await shootAll(name, open);
  if (values.only === '' || values.only === 'readme')
    for (const { name, path, theme } of readme) {
      await page.setViewportSize(desktop);
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(path);
      await settled();
      await page.screenshot({ path: join(docs, `${name}.png`) });
    }
} finally {
  await browser.close();
  await product.close();
}
console.log(folder);

/** A page of a visitor without a past. */
async function newPage(): Promise<Page> {
  const options = { baseURL: product.url, reducedMotion: 'reduce', viewport: desktop } as const;
  return (await visitor(browser, product, options)).newPage();
}

async function shootAll(name: string, open: () => Promise<unknown>): Promise<void> {
  await page.setViewportSize(desktop);
  await open();
  await settled();
  for (const { size, theme } of forms) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: theme });
    await pause(250); // pictures follow the width a frame later
    await page.screenshot({ path: join(folder, `${name}-${size.width}-${theme}.png`), fullPage: true });
  }
  console.log(name);
}

async function settled(): Promise<void> {
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  for (const rest of [300, 400]) {
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .animate-late') === null, undefined, {
      timeout: 30_000,
    });
    await pause(rest); // a panel may ask once another has its answer; charts are drawn a frame after their data
  }
}

async function openTriage(): Promise<void> {
  await page.goto('/bulk');
  const pasted = 'harborline-login[.]example\n203.0.113.66\n192.0.2.77\nnobody-has-seen-this.test\n8.8.8.8\n999.1.1.1';
  await page.getByRole('textbox', { name: /^Indicators/ }).fill(pasted);
  await page.getByRole('button', { name: /^Look up \d/ }).click();
  await page.getByRole('grid').first().getByRole('row').nth(1).waitFor();
}

/** From a domain to its address, and from there to two hosts with the same marks. */
async function openInvestigation(view: 'tree' | 'graph'): Promise<void> {
  const { c2Address, c2AddressRecent, c2AddressUnlisted, c2Domain } = LANDMARKS;
  page = await newPage();
  const follow = async (name: string) => {
    await page.getByRole('main').getByRole('link', { name, exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await settled();
  };
  await page.goto(paths.domain(c2Domain.indicator));
  await settled();
  await follow(c2Address.indicator);
  await follow(c2AddressRecent.indicator);
  await page.goBack();
  await settled();
  await follow(c2AddressUnlisted.indicator);
  await page.goto(paths.investigation({ view }));
}

/** Once a team has judged and watched something. */
async function openAfterChanges(path: string): Promise<void> {
  changes ??= makeChanges();
  await changes;
  await page.goto(path);
}

async function makeChanges(): Promise<void> {
  const send = (operation: string, data: object) =>
    page.request.post(`/api/v1/sightline/${operation}`, { headers: { 'x-api-key': product.key }, data });
  const { c2Address, brandDomain, fluxDomain, badNameServer } = LANDMARKS;
  const bad = { kind: 'bad', reason: 'Command and control of case 4711, confirmed on two hosts', until: '2099-12-31' };
  await send('judgements', { ...bad, subjects: [c2Address.indicator] });
  await send('judgements', {
    kind: 'trusted',
    reason: 'Our own brand',
    subjects: [brandDomain.indicator],
    below: true,
  });
  await send('judgements', {
    kind: 'tag',
    text: 'case 4711',
    subjects: [fluxDomain.indicator, badNameServer.indicator],
  });
  await send('watches', { what: 'subject', type: 'domain', subject: fluxDomain.indicator });
}

async function openJob(): Promise<void> {
  const asked = await page.request.get('/api/v1/explore/padns/lookup/query/a/*harborline*?prefer=job_id', {
    headers: { 'x-api-key': product.key },
  });
  const { response } = (await asked.json()) as { response: { job_status: { job_id: string } } };
  await page.goto(`/jobs/${response.job_status.job_id}`);
}

async function openDialog(name: string): Promise<void> {
  await page.goto('/domain/harborline-login.example');
  await settled();
  await page.getByRole('main').getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').waitFor();
}
