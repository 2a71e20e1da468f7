/**
 * Ten everyday tasks of analysts, each from the home page in at most five actions. Clicks and keystrokes are counted, a paste as
 * one. Every result is compared with the answer of the service. docs/tests.md has the list.
 */
import type { Locator, Page } from '@playwright/test';
import Papa from 'papaparse';
import { LANDMARKS } from '#sample/landmarks.ts';
import { paths } from '#web/url/paths.ts';
import { save } from './downloads.ts';
import { expect, omnibox, panel, pressGoTo, test, type Fixtures } from './fixtures.ts';

const most = 5;

/** Counts what an analyst does, and prints it. */
class Analyst {
  private readonly actions: string[] = [];
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async paste(text: string, into: Locator = omnibox(this.page)): Promise<void> {
    await into.fill(text);
    this.actions.push('paste');
  }

  async goTo(letter: string): Promise<void> {
    await pressGoTo(this.page, letter);
    this.actions.push(`g ${letter}`);
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.actions.push(key);
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.actions.push('click');
  }

  /** Looks an indicator up from the home page. */
  async lookUp(indicator: string): Promise<void> {
    await this.page.goto('/');
    await expect(omnibox(this.page)).toBeFocused();
    await this.paste(indicator);
    await expect(this.page.getByRole('option').first()).toContainText(indicator);
    await this.press('Enter');
  }

  done(task: string): void {
    console.log(`${String(this.actions.length).padStart(3)}  ${task} (${this.actions.join(', ')})`);
    expect(this.actions.length, task).toBeLessThanOrEqual(most);
  }
}

interface Members {
  readonly names?: { readonly total?: number; readonly records?: readonly { readonly subject?: string }[] };
}

/** The names that the service gives for the attributes in the address of the page. */
async function namesThatShare(page: Page, ask: Fixtures['ask']): Promise<readonly string[]> {
  const shared = new URL(page.url()).searchParams.getAll('with');
  expect(shared).not.toEqual([]);
  const query = new URLSearchParams([...shared.map((each) => ['with', each]), ['limit', '100']]);
  const { names } = await ask<Members>(`/connections?${query.toString()}`);
  return (names?.records ?? []).map(({ subject = '' }) => subject);
}

/** The texts of a column of a table, by its place. */
async function column(table: Locator, place: number): Promise<string[]> {
  await expect(table.locator('tbody tr').first()).toBeVisible();
  return table.locator(`tbody tr td:nth-child(${place})`).allInnerTexts();
}

/** The next Friday before today, or today minus a week on a Friday. */
function lastFriday(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() - (((day.getUTCDay() + 1) % 7) + 1));
  return day.toISOString().slice(0, 10);
}

test('1: all domains with the same JARM and favicon', async ({ page, ask }) => {
  const analyst = new Analyst(page);
  await analyst.lookUp(LANDMARKS.c2Address.indicator);
  const connections = panel(page, 'Connections');
  await analyst.click(connections.getByRole('checkbox', { name: /^Combine Favicon/ }));
  await analyst.click(connections.getByRole('checkbox', { name: /^Combine JARM/ }));
  await analyst.click(connections.getByRole('link', { name: 'Open all that share these 2' }));
  const names = await column(panel(page, 'Names'), 2);
  analyst.done('all domains on the same JARM and favicon');
  expect(names).toContain('update-telemetry.test');
  expect(names.toSorted()).toEqual((await namesThatShare(page, ask)).toSorted());
});

test('2: A records of a /24 seen last week, as CSV', async ({ page, ask }) => {
  const analyst = new Analyst(page);
  await page.goto('/');
  await expect(omnibox(page)).toBeFocused();
  await analyst.paste('198.19.41.0/24');
  await analyst.click(page.getByRole('option', { name: /^Names pointing into it in the last 7 days/ }));
  await analyst.click(page.getByRole('main').getByRole('button', { name: 'Export' }));
  const file = await save(page, () =>
    analyst.click(page.getByRole('dialog').getByRole('button', { name: 'Download' })),
  );
  analyst.done('A records of a /24 seen last week as CSV');

  const { records } = await ask<{ records: readonly { query: string; answer: string; last_seen: string }[] }>(
    '/explore/padns/lookup/answer/a/198.19.41.0?netmask=24&last_seen_after=-7d&limit=1000',
  );
  expect(records.length).toBeGreaterThan(100);
  const [header = [], ...rows] = Papa.parse<string[]>(file.text, { skipEmptyLines: true }).data;
  const fields = ['query', 'answer', 'last_seen'] as const;
  const saved = rows.map((row) =>
    fields.map((field) => row[header.indexOf(field)]?.replace(/(?<=\d)T(.*)Z$/, ' $1')).join(' '),
  );
  expect(saved.toSorted()).toEqual(records.map((record) => fields.map((field) => record[field]).join(' ')).toSorted());
});

interface Enriched {
  readonly sp_risk_score: number;
  readonly domaininfo: {
    readonly listings: readonly { readonly title: string; readonly first_listed: string; readonly is_open: boolean }[];
  };
}

test('3: why is this domain bad, since when, by whom: the first screen', async ({ page, ask }) => {
  const domain = LANDMARKS.fluxDomain.indicator;
  const analyst = new Analyst(page);
  await analyst.lookUp(domain);
  const header = page.getByRole('main').locator('header').first();
  await expect(header).toContainText('still listed');
  analyst.done('why is this domain bad, since when, by whom');

  const { sp_risk_score: score, domaininfo } = await ask<Enriched>(`/enrich/domain/${domain}`);
  const open = domaininfo.listings.filter(({ is_open }) => is_open);
  const lists = [...new Set(open.map(({ title }) => title))];
  const since = open.map(({ first_listed }) => first_listed).sort()[0];
  expect(lists).toHaveLength(2);
  await expect(header).toContainText(`${score}`);
  for (const list of lists) await expect(header).toContainText(list);
  await expect(header).toContainText(`since ${since}, still listed`);
  await expect(panel(page, 'Why this score')).toContainText('Deciding factor');
  const events = panel(page, 'Event timeline').getByRole('img', { name: /^On (hookline|tacklebox)-phish/ });
  await expect(events.first()).toBeInViewport();
});

test('4: all domains with the same registrant', async ({ page, ask }) => {
  const analyst = new Analyst(page);
  await analyst.lookUp('newpark.example');
  const row = panel(page, 'Connections')
    .getByRole('row', { name: /Registra(nt|r)/ })
    .first();
  await analyst.click(row.getByRole('link', { name: /^\d+ others? with the same/ }));
  await expect(page).toHaveURL(/with=registra/);
  const names = await column(panel(page, 'Names'), 2);
  analyst.done('all domains with the same registrant');
  expect(names.toSorted()).toEqual((await namesThatShare(page, ask)).toSorted());
});

interface Transfers {
  readonly nstransfer: readonly { readonly domain: string; readonly change_date: string }[];
}

test('5: names that moved from parking name servers to a bad AS in the last 30 days', async ({ page, ask }) => {
  const analyst = new Analyst(page);
  const server = 'ns1.parkingmeadow.example';
  await page.goto('/');
  await expect(omnibox(page)).toBeFocused();
  await analyst.paste(server);
  await analyst.click(page.getByRole('option', { name: /name server/i }).first());
  await expect(page).toHaveURL(`/ns/${server}`);
  await analyst.click(page.getByRole('tab', { name: 'Transfers' }));
  const moved = panel(page, 'Moved out');
  await analyst.click(
    moved.getByRole('radiogroup', { name: 'Days of Moved out' }).getByRole('radio', { name: '30 d' }),
  );
  await expect(page).toHaveURL(/moves\.days=30/);
  await analyst.click(moved.getByRole('group', { name: 'Facets' }).getByRole('checkbox', { name: /^AS64666 / }));
  await expect(page).toHaveURL(/out\.f\.asn=/);
  analyst.done('names that moved from parking name servers to a bad AS in the last 30 days');

  const query = new URLSearchParams({ from_ns: server, to_ns: '*', nschanges_only: '1', days: '30', limit: '1000' });
  const { nstransfer } = await ask<Transfers>(`/explore/query/nstransfer?${query.toString()}`);
  const domains = [...new Set(nstransfer.map(({ domain }) => domain))];
  const { names } = await ask<{
    names: readonly { readonly domain: string; readonly networks?: readonly { readonly asn: number }[] }[];
  }>('/connections/hosting', { domains });
  const there = names.filter(({ networks = [] }) => networks.some(({ asn }) => asn === 64_666));
  expect(there.length).toBeGreaterThan(0);
  expect((await column(moved, 3)).toSorted()).toEqual(there.map(({ domain }) => domain).toSorted());
});

test('6: a six-hop pivot chain, written up as a report', async ({ page, ask }) => {
  const analyst = new Analyst(page);
  await analyst.lookUp(LANDMARKS.unsanctionedAsset.indicator);
  await analyst.click(panel(page, 'Connections').getByRole('button', { name: 'Trace connections' }));
  await expect(page).toHaveURL(/\/investigation/);
  await expect(page.getByRole('treeitem')).toHaveCount(7);
  await analyst.click(page.getByRole('button', { name: 'Export report …' }));
  const file = await save(page, () =>
    analyst.click(page.getByRole('dialog').getByRole('button', { name: 'Save report' })),
  );
  analyst.done('a six-hop pivot chain written up as a report');

  expect(file.name).toMatch(/\.md$/);
  // each step hangs below the one it was found from, in the tree and in the report; a step that leads nowhere has none below it
  const levels = await page
    .getByRole('treeitem')
    .evaluateAll((items) => items.map((item) => Number(item.getAttribute('aria-level'))));
  expect(Math.max(...levels)).toBeGreaterThanOrEqual(6);
  const steps = [...file.text.matchAll(/^( *)- \*\*(.+?)\*\*/gm)];
  expect(steps.map(([, indent = '']) => indent.length)).toEqual(levels.map((level) => 2 * (level - 1)));
  for (const [, , name = ''] of steps)
    await expect(page.getByRole('treeitem').filter({ hasText: name.replaceAll('[.]', '.') })).not.toHaveCount(0);
  // each edge has its value and weight
  expect(
    file.text.match(/· (?:same \S.*|likely the same operator), \d+\.\d bits|resolved to/g)?.length,
  ).toBeGreaterThanOrEqual(6);
  await expectVerdicts(file.text, ask);

  // one action, undone as one
  await page.getByRole('button', { name: /^Undo: Trace from/ }).click();
  await expect(page.getByRole('treeitem')).toHaveCount(1);
  await page.getByRole('treeitem').first().focus();
  await page.keyboard.press('t');
  await expect(page.getByRole('treeitem')).toHaveCount(7);
});

/** The lists and the days of the data in a report are those of the service. */
async function expectVerdicts(report: string, ask: Fixtures['ask']): Promise<void> {
  const [, verdicts = ''] = /## Verdicts\n\n([^]*?)\n\n##/.exec(report) ?? [];
  const rows = verdicts.split('\n').slice(2);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const [, kind, name = ''] = /\/(domain|ip)\/([^>]+)>\)/.exec(row) ?? [];
    if (kind !== 'domain') continue;
    const { domaininfo } = await ask<Enriched>(`/enrich/domain/${name}`);
    for (const { title, first_listed: first } of domaininfo.listings.filter(({ is_open }) => is_open)) {
      expect(row).toContain(title);
      expect(row.includes('more list') || /\d{4}-\d\d-\d\d/.test(row), `${name} since ${first}`).toBe(true);
    }
  }
  const { sources } = await ask<{ sources: readonly { readonly source: string; readonly as_of?: string }[] }>(
    '/sightline/collection',
  );
  const days = report.slice(report.indexOf('## Data')).split('\n');
  for (const { source, as_of: day } of sources)
    expect(
      days.filter((line) => line.startsWith(`| ${source.replaceAll('_', '\\_')} `) && line.includes(day || 'unknown')),
    ).not.toEqual([]);
}

test('7: a list from a ticket, the worst first, as CSV', async ({ page, ask }) => {
  const domains = [LANDMARKS.cleanDomain, LANDMARKS.fluxDomain, LANDMARKS.c2Domain].map(({ indicator }) => indicator);
  const analyst = new Analyst(page);
  await page.goto('/');
  await expect(omnibox(page)).toBeFocused();
  await analyst.paste(`seen today: ${domains.map((each) => each.replace('.', '[.]')).join(', ')}`);
  await expect(page.getByRole('option').first()).toContainText('Triage 3 indicators');
  await analyst.press('Enter');
  await expect(panel(page, 'Done: triage of pasted list')).toBeVisible();
  await analyst.click(page.getByRole('button', { name: 'Export', exact: true }));
  const file = await save(page, () =>
    analyst.click(page.getByRole('dialog').getByRole('button', { name: 'Download' })),
  );
  analyst.done('a list from a ticket, the worst first, as CSV');

  const scores = await ask<readonly { readonly domain: string; readonly sp_risk_score: number }[]>(
    '/explore/bulk/domain/riskscore',
    { domains },
  );
  const [header = [], ...rows] = Papa.parse<string[]>(file.text, { skipEmptyLines: true }).data;
  const saved = rows.map((row) => [row[header.indexOf('indicator')], Number(row[header.indexOf('sp_risk_score')])]);
  expect(saved).toEqual(
    scores.toSorted((a, b) => b.sp_risk_score - a.sp_risk_score).map((each) => [each.domain, each.sp_risk_score]),
  );
});

test('8: which of my names have moved since Friday', async ({ page, ask }) => {
  const mine = String.raw`\.(example|invalid|test)$`;
  const since = lastFriday();
  const analyst = new Analyst(page);
  await page.goto('/');
  await expect(omnibox(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('main').click({ position: { x: 2, y: 2 } });
  await analyst.goTo('t');
  await expect(page).toHaveURL(paths.transfers());
  await analyst.paste(mine, page.getByRole('textbox', { name: /^Domains matching/ }));
  await analyst.click(page.getByText('More parameters'));
  await analyst.paste(since, page.getByRole('textbox', { name: /^Moved on or after/ }));
  await analyst.press('Enter');
  await expect(page).toHaveURL(/domain_regex=/);
  const grid = page.getByRole('grid');
  const none = page.getByText(/^No /);
  await expect(grid.or(none).first()).toBeVisible();
  const shown = (await grid.count()) === 0 ? [] : await column(page.getByRole('main'), 3);
  analyst.done('which of my names have moved since Friday');

  const query = new URLSearchParams({
    from_ns: '*',
    to_ns: '*',
    domain_regex: mine,
    change_date_after: since,
    nschanges_only: '1',
    limit: '1000',
  });
  const { nstransfer } = await ask<Transfers>(`/explore/query/nstransfer?${query.toString()}`);
  expect(shown.toSorted()).toEqual(nstransfer.map(({ domain }) => domain).toSorted());
});

test('9: the campaign around a phishing page', async ({ page, ask }) => {
  const domain = LANDMARKS.homoglyphDomain.indicator;
  const analyst = new Analyst(page);
  await page.goto('/');
  await expect(omnibox(page)).toBeFocused();
  await analyst.paste(domain);
  await analyst.press('Enter');
  await analyst.click(panel(page, 'Connections').getByRole('link', { name: 'Show all with their links' }));
  const subjects = panel(page, 'Subjects');
  await analyst.click(subjects.getByRole('radio', { name: 'Table' }));
  const shown = await column(subjects, 2);
  analyst.done('the campaign around a phishing page');

  const { nodes } = await ask<{ nodes: readonly { readonly subject: string }[] }>(
    `/connections/domain/${domain}/campaign`,
  );
  expect(nodes.length).toBeGreaterThan(3);
  expect(shown.map((text) => text.trim()).toSorted()).toEqual(nodes.map(({ subject }) => subject).toSorted());
});

test('10: write it up', async ({ page, ask }) => {
  const domain = LANDMARKS.fluxDomain.indicator;
  const analyst = new Analyst(page);
  await analyst.lookUp(domain);
  await expect(page.getByRole('main').locator('header').first()).toContainText('still listed');
  await analyst.goTo('i');
  await analyst.click(page.getByRole('button', { name: 'Export report …' }));
  const file = await save(page, () =>
    analyst.click(page.getByRole('dialog').getByRole('button', { name: 'Save report' })),
  );
  analyst.done('write it up');
  await expectVerdicts(file.text, ask);

  // as a page that needs nothing else
  await page.getByRole('button', { name: 'Export report …' }).click();
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /^One HTML page/ })
    .check();
  const html = await save(page, () => page.getByRole('dialog').getByRole('button', { name: 'Save report' }).click());
  expect(html.name).toMatch(/\.html$/);
  const copy = await page.context().newPage();
  await page.context().setOffline(true);
  await copy.setContent(html.text);
  await expect(copy.getByRole('heading', { level: 2 })).toHaveText([
    'Verdicts',
    'Indicators',
    'Graph',
    'Steps',
    'Data',
  ]);
  await expect(copy.getByRole('row', { name: /since \d{4}-\d\d-\d\d, still listed/ })).toBeVisible();
  await expect(copy.locator('figure svg')).toContainText('Critical');
});
