import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { C2_MARKS } from '#sample/landmarks.ts';
import { stixFaults } from '#test/model/stix-rules.ts';
import { writeInvestigationFile } from '#web/tools/investigation/investigation-file.ts';
import { nodeOf } from '#web/stores/investigation/investigation-edits.ts';
import { paths } from '#web/url/paths.ts';
import { save, saveInvestigation } from './downloads.ts';
import { chooseFromMenu, expect, LANDMARKS, omnibox, panel, pressGoTo, tabTo, test } from './fixtures.ts';

const domain = LANDMARKS.fluxDomain.indicator;
const pasted = `hxxps://${domain.replace('.', '[.]')}/x`;
const note = 'Ask the registrar about 192.0.2.77';

const step = (page: Page, name: string | RegExp): Locator => page.getByRole('treeitem', { name });
const levels = (page: Page): Promise<(string | null)[]> =>
  page.getByRole('treeitem').evaluateAll((items) => items.map((item) => item.getAttribute('aria-level')));

/** From the clipboard to the domain, an address and its subnet; back to the domain, and on to a name server. */
async function investigate(page: Page): Promise<{ readonly ip: string; readonly server: string }> {
  await page.goto('/');
  await omnibox(page).fill(pasted);
  await expect(page.getByRole('option').first()).toContainText(domain);
  await omnibox(page).press('Enter');
  await expect(page.getByRole('main')).toContainText(/still listed/);
  await page.getByRole('tab', { name: 'DNS' }).click();
  await page.getByRole('radio', { name: 'A', exact: true }).check();
  const address = panel(page, `A records of ${domain}`).getByRole('row').nth(1).getByRole('link').nth(1);
  const ip = await address.innerText();
  await address.click();
  await expect(page).toHaveURL(paths.ip(ip));
  await page
    .getByRole('link', { name: /^[\d.]+\/\d+$/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /\/\d+$/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(paths.ip(ip));
  await page.goBack();
  await expect(page).toHaveURL(/qtype=a/);
  await page.getByRole('tab', { name: 'Overview' }).click();
  const link = panel(page, 'Current name servers').getByRole('row').nth(1).getByRole('link');
  const server = await link.innerText();
  await link.click();
  await expect(page.getByRole('main')).toContainText(/of \d+ domains? seen on it in the last 30 days/);
  return { ip, server };
}

test('a page that is left before the browser opens its storage is still recorded as a step', async ({ page }) => {
  const first = LANDMARKS.c2Address.indicator;
  const second = LANDMARKS.c2AddressUnlisted.indicator;
  // the storage never opens on the first page
  await page.addInitScript((slowPath) => {
    if (location.pathname !== slowPath) return;
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...args) {
      return Object.assign(open.apply(this, args), { addEventListener: () => undefined });
    };
  }, paths.ip(first));
  for (const subject of [first, second]) {
    await page.goto(paths.ip(subject));
    await expect(page.getByRole('main').locator('header').first()).toContainText(/still listed|is listed for|is on /);
  }
  await pressGoTo(page, 'i');
  for (const subject of [first, second]) await expect(step(page, subject)).toContainText(/\d+\s*Critical/);
  await expect.poll(() => levels(page)).toEqual(['1', '1']);
});

test('records pivots with a branch; notes, pins, undoes and expands them by keyboard; survives a reload', async ({
  page,
}) => {
  const { keyboard } = page;
  const { ip, server } = await investigate(page);
  await pressGoTo(page, 'i');
  await expect(page).toHaveURL(paths.investigation());
  await expect.poll(() => levels(page)).toEqual(['1', '2', '3', '2']);
  await expect(step(page, domain)).toContainText(/100\s*Critical/);
  await expect(step(page, server)).toHaveAttribute('aria-selected', 'true');

  // a note and a pin on the first step
  await tabTo(page, step(page, server));
  await keyboard.press('Home');
  await expect(step(page, domain)).toBeFocused();
  await keyboard.press('p');
  await expect(step(page, domain)).toContainText('pinned');
  await keyboard.press('n');
  await keyboard.type(note);
  await expect(step(page, domain)).toContainText(note);
  await tabTo(page, step(page, domain), { backwards: true });

  // a branch is deleted and restored
  await keyboard.press('ArrowDown');
  await expect(step(page, ip)).toBeFocused();
  await keyboard.press('Delete');
  await expect(page.getByRole('treeitem')).toHaveCount(2);
  await expect(page.getByText(/^Delete .* and 1 below it\. Ctrl Z brings it back\.$/)).toBeAttached();
  await expect(step(page, server)).toBeFocused();
  await keyboard.press('Control+z');
  await expect(page.getByRole('treeitem')).toHaveCount(4);
  await keyboard.press('Control+z');
  await expect(step(page, domain)).not.toContainText(note);
  await keyboard.press('Control+y');
  await expect(step(page, domain)).toContainText(note);

  // folded steps are in the URL
  await step(page, ip).focus();
  await keyboard.press('ArrowLeft');
  await expect(page.getByRole('treeitem')).toHaveCount(3);
  await expect(page).toHaveURL(/closed=/);
  await keyboard.press('ArrowRight');

  // the count is shown before steps are added, and no more steps than the limit are added
  await keyboard.press('Home');
  await keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: `Expand ${domain}` });
  await expect(dialog).toContainText('At most 25 results become steps');
  await expect(dialog.getByText(/^at least 200, 199 of them new$/)).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: 'Add 25 steps' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('treeitem')).toHaveCount(29);
  await expect(page.getByText(/^resolved to, \d{4}-\d\d-\d\d( to \d{4}-\d\d-\d\d)?$/)).toHaveCount(26);
  await expect(page.getByRole('treeitem').last()).toContainText(/Low|Medium|High|Critical|None/);

  await page.reload();
  await expect(page.getByRole('treeitem')).toHaveCount(29);
  await expect(step(page, domain)).toContainText(note);
  // the undo history is kept as well
  await expect(page.getByRole('button', { name: `Undo: Expand ${domain}: Addresses (A)` })).toBeVisible();
  await step(page, domain).focus();
  await keyboard.press('Control+z');
  await expect(page.getByRole('treeitem')).toHaveCount(4);
  await keyboard.press('Control+y');
  await expect(page.getByRole('treeitem')).toHaveCount(29);
  await page.getByRole('searchbox', { name: 'Find a step' }).fill('registrar');
  await expect(page.getByRole('treeitem')).toHaveCount(1);
});

test('continues from a step, and pins an indicator without opening it', { tag: '@long' }, async ({ page }) => {
  await page.goto(paths.investigation());
  await importFile(page, fileOfSteps);
  await page.getByRole('button', { name: 'Merge into this investigation' }).click();
  await step(page, LANDMARKS.badNameServer.indicator).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: /^Hosted domains/ }).click();
  const other = panel(page, 'Hosted domains').getByRole('row').nth(2).getByRole('link').first();
  const name = await other.innerText();
  await other.press('.');
  await chooseFromMenu(page, 'Pin in investigation');
  await page.getByRole('button', { name: 'Open the investigation' }).click();
  await expect(step(page, name)).toHaveAttribute('aria-level', '3');
  await expect(step(page, name)).toContainText('pinned');

  // a search is a step as well: its results are counted and added like any others
  await page.goto(paths.padns({ mode: 'forward', qtype: 'a', qname: LANDMARKS.c2Domain.indicator }));
  await expect(page.getByRole('main').getByRole('grid')).toContainText(LANDMARKS.c2Address.indicator);
  await page.goto(paths.investigation());
  await step(page, /Passive DNS: forward a/).focus();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: /^Expand Passive DNS/ });
  await expect(dialog).toContainText('in the order of the answer');
  await expect(dialog.getByRole('radio', { name: /^Names in the results 1$/ })).toBeChecked();
  await dialog.getByRole('radio', { name: /^Answers in the results 2$/ }).check();
  await dialog.getByRole('button', { name: 'Add 2 steps' }).click();
  await expect(step(page, LANDMARKS.c2Address.indicator)).toContainText('answer that the search found');
  await expect(step(page, LANDMARKS.c2Address.indicator)).toHaveAttribute('aria-level', '2');

  await importFile(page, fileOfSearches);
  await page.getByRole('button', { name: 'Merge into this investigation' }).click();
  for (const [search, finds] of [
    ['AS names: cinder', /^Autonomous systems in the results \d+$/],
    ['IP diversity: ASNs at least 6', /^Hosts in the results \d+$/],
    ['Scans: jarm', null],
  ] as const) {
    await step(page, search).focus();
    const expand = page.getByRole('button', { name: /^Expand/ });
    if (finds === null) {
      await expect(expand).toHaveAttribute('aria-disabled', 'true');
      continue;
    }
    await expand.click();
    await expect(page.getByRole('dialog', { name: /^Expand/ }).getByRole('radio', { name: finds })).toBeChecked();
    await page.getByRole('button', { name: /^Add \d+ steps?$/ }).click();
    await expect(step(page, search)).toHaveAttribute('aria-expanded', 'true');
  }
});

test('saves every format, and imports its JSON as a new investigation or into the open one', async ({ page }, info) => {
  await page.goto(paths.investigation());
  await importFile(page, fileOfSteps);
  const dialog = page.getByRole('dialog', { name: 'Import an investigation' });
  await dialog.getByRole('button', { name: 'Open as a new investigation' }).click();
  await step(page, domain).focus();
  await page.keyboard.press('n');
  await page.keyboard.type(note);
  await tabTo(page, step(page, domain), { backwards: true });
  await page.keyboard.press('p');
  await expect(step(page, domain)).toContainText('pinned');

  const json = await saveInvestigation(page, 'JSON');
  expect(json.name).toMatch(/^\d{8}T\d{6}Z_investigation_Case-7\.json$/);
  const investigation = JSON.parse(json.text) as { steps: { note: string; subject: { value: string } }[] };
  expect(investigation.steps).toHaveLength(5);
  const markdown = await saveInvestigation(page, 'Markdown');
  expect(markdown.text).toContain(`- **${domain.replaceAll('.', '[.]')}** domain`);
  expect(markdown.text).toContain('> Ask the registrar about 192[.]0[.]2[.]77');
  expect(markdown.text).not.toContain(domain);
  const stix = await saveInvestigation(page, 'STIX 2.1');
  const bundle = JSON.parse(stix.text) as Parameters<typeof stixFaults>[0];
  expect(stixFaults(bundle)).toEqual([]);
  expect(bundle.objects.filter((object) => object['relationship_type'] === 'related-to')).toHaveLength(4);
  expect(bundle.objects.filter(({ type }) => type === 'note')).toMatchObject([{ content: note }]);
  const pinned = bundle.objects.filter(({ labels }) => Array.isArray(labels) && labels.includes('pinned'));
  expect(pinned).toMatchObject([
    { type: 'observed-data', labels: ['pinned', 'sample-data'] },
    { type: 'indicator', labels: ['pinned', 'sample-data'] },
  ]);
  const png = await saveInvestigation(page, /PNG/);
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(png.bytes.readUInt32BE(16)).toBeGreaterThan(600);
  expect((await saveInvestigation(page, /SVG/)).text).toContain(`>${domain} · 100 Critical</text>`);

  // notes and pins are listed beside every view, and lead to their steps
  const marked = panel(page, 'Notes and pins');
  await expect(marked.getByRole('listitem')).toHaveText(new RegExp(`pinned.*${domain}.*100.*Critical.*${note}`));
  await step(page, '65539').focus();
  await marked.getByRole('button', { name: domain }).click();
  await expect(step(page, domain)).toHaveAttribute('aria-selected', 'true');

  // a report with an image of the graph beside it
  await page.getByRole('button', { name: 'Export report …' }).click();
  const reportDialog = page.getByRole('dialog', { name: 'Export report' });
  await reportDialog.getByRole('radio', { name: /^ZIP with the report/ }).check();
  const zip = await save(page, () => reportDialog.getByRole('button', { name: 'Save report' }).click());
  expect(zip.name).toMatch(/_report_Case-7\.zip$/);
  expect(zip.text).toMatch(/^PK[^]*report\.md# Case 7[^]*\]\(graph\.svg\)[^]*graph\.svg<svg/);

  // the same with its records, signed by the service
  await page.getByRole('button', { name: 'Export report …' }).click();
  await reportDialog.getByRole('radio', { name: /^Sealed evidence/ }).check();
  const fingerprint = await reportDialog.locator('code').innerText();
  const sealed = await save(page, () => reportDialog.getByRole('button', { name: 'Save report' }).click());
  const file = info.outputPath('case.zip');
  writeFileSync(file, sealed.bytes);
  // as on another machine: the command alone, without the packages, the settings and the address of a service
  const elsewhere = info.outputPath('elsewhere');
  for (const part of ['package.json', 'dist/cli']) cpSync(part, join(elsewhere, part), { recursive: true });
  const verify = (...options: string[]) =>
    spawnSync(process.execPath, ['dist/cli/main.js', 'verify', file, ...options], {
      cwd: elsewhere,
      env: {},
      encoding: 'utf8',
    });
  expect(verify('--signer', fingerprint)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Case 7: 10 files/),
  });
  expect(verify('--signer', 'another')).toMatchObject({ status: 1, stderr: expect.stringContaining(fingerprint) });
  expect(sealed.text).toMatch(new RegExp(`records/001-domain-${domain}[^]*"first_listed"[^]*"passive_dns"`));
  writeFileSync(file, sealed.text.replace('Case 7', 'Case 8'), 'latin1');
  expect(verify()).toMatchObject({ status: 1, stderr: expect.stringContaining('is not as it was sealed') });

  // the table lists the steps of the graph
  await page.getByRole('radio', { name: 'Graph' }).check();
  const picture = page.getByRole('figure', { name: 'Graph of the investigation' });
  await expect(picture.or(page.getByText(/^This browser cannot draw the graph/))).toContainText(
    /5 subjects and 4 pivots|no WebGL/,
  );
  await expect(page).toHaveURL(/view=graph/);
  await page.getByRole('radio', { name: 'List' }).check();
  await expect(page.getByRole('grid', { name: 'Steps of the investigation' }).getByRole('row')).toHaveCount(6);

  // merging existing steps changes nothing; an invalid file is refused with what to send
  await importFile(page, '{"format":"sightline-investigation","version":9,"name":"x","steps":[]}');
  await expect(dialog).toContainText('version must be 1: the file is of another version of this format.');
  await page.keyboard.press('Escape');
  await importFile(page, json.text);
  await expect(dialog).toContainText('5 steps, 1 with a note. 5 of them are in the open investigation already');
  await dialog.getByRole('button', { name: 'Merge into this investigation' }).click();
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(6);

  // another browser, another investigation: the same steps
  await page.getByRole('button', { name: 'Case 7' }).click();
  await page.getByRole('menuitem', { name: /^Delete this investigation and its 5 steps/ }).click();
  await expect(page.getByText('No steps yet')).toBeVisible();
  await importFile(page, json.text);
  await dialog.getByRole('button', { name: 'Open as a new investigation' }).click();
  await page.getByRole('radio', { name: 'Tree' }).check();
  await expect.poll(() => levels(page)).toEqual(['1', '2', '3', '4', '2']);
  const again = JSON.parse((await saveInvestigation(page, 'JSON')).text) as typeof investigation;
  expect(again.steps).toEqual(investigation.steps);
  // a deleted investigation can still be restored
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await page.getByRole('button', { name: 'Case 7' }).click();
  await expect(page.getByRole('menuitem', { name: /^Case 7/ })).toHaveCount(2);
});

test('without WebGL and with storage blocked it says so, and works', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
    IDBFactory.prototype.open = () => {
      throw new DOMException('Storage is blocked.', 'SecurityError');
    };
  });
  await page.goto(paths.domain(domain));
  const link = panel(page, 'Current name servers').getByRole('row').nth(1).getByRole('link');
  // a pivot that opens in another tab is recorded as well
  await link.click({ modifiers: ['ControlOrMeta'] });
  await pressGoTo(page, 'i');
  await expect(page.getByText(/^This browser does not keep the investigation/)).toBeVisible();
  await expect.poll(() => levels(page)).toEqual(['1', '2']);
  await page.getByRole('radio', { name: 'Graph' }).check();
  await expect(page.getByText(/^This browser cannot draw the graph/)).toBeVisible();
  await expect(page.getByRole('treeitem')).toHaveCount(2);
});

/** A domain, its address with subnet and AS, and its name server. */
const fileOfSteps = (() => {
  const at = Date.UTC(2026, 10, 21);
  const seen = { state: 'scored', score: 100, decider: 'listing_score', at } as const;
  const steps = [
    [null, 'domain', domain, seen],
    [0, 'ipv4', '198.19.63.17', { ...seen, score: 22 }],
    [1, 'subnet', '198.19.63.0/24', null],
    [2, 'asn', '65539', null],
    [0, 'name-server', LANDMARKS.badNameServer.indicator, null],
  ] as const;
  const nodes = steps.map(([from, kind, value, verdict], place) =>
    nodeOf({
      id: `step0000${place}`,
      parent: from === null ? null : `step0000${from}`,
      subject: { is: 'subject', kind, value },
      via: from === null ? 'entry' : 'pivot',
      at: at + place,
      verdict,
    }),
  );
  return writeInvestigationFile('Case 7', nodes, new Date(at));
})();

/** Explorer searches that find subjects of other kinds, and one whose results cannot become steps. */
const fileOfSearches = (() => {
  const at = Date.UTC(2026, 10, 20);
  const searches = [
    { is: 'search', path: '/search/asn', query: { asname_contains: 'cinder' } },
    { is: 'search', path: '/search/diversity', query: { asn_diversity_min: '6' } },
    { is: 'search', path: '/search/scans', query: { jarm_hash: C2_MARKS.jarm, what: 'jarm' } },
  ] as const;
  const nodes = searches.map((subject, place) =>
    nodeOf({ id: `search000${place}`, parent: null, subject, via: 'entry', at: at + place }),
  );
  return writeInvestigationFile('Searches', nodes, new Date(at));
})();

async function importFile(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Import' }).click();
  await page
    .getByLabel('JSON export of an investigation')
    .setInputFiles({ name: 'investigation.json', mimeType: 'application/json', buffer: Buffer.from(text) });
}
