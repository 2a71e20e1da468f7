import type { Locator, Page } from '@playwright/test';
import Papa from 'papaparse';
import { save, type Saved, saveRows } from './downloads.ts';
import { chooseFromMenu, expect, LANDMARKS, panel, settled, tabTo, test } from './fixtures.ts';

const domain = LANDMARKS.formulaDomain.indicator;
const fileName = (extension: string) =>
  new RegExp(`^\\d{8}T\\d{6}Z_padns-forward_${domain.replace('.', '\\.')}\\.${extension}$`);
/** Begins like a formula for some spreadsheet (a separate list, not that of the guard). */
const formula = /^\s*[=+\-@\t\r\n＝＋－＠]/u;

interface Record {
  readonly query: string;
  readonly type: string;
  readonly answer: string;
  readonly count: number;
}

test('a filtered, ordered table with chosen columns is exported cell by cell, and no cell runs as a formula', async ({
  page,
  ask,
}) => {
  await page.goto(`/domain/${domain}?tab=dns`);
  const records = panel(page, `Records of ${domain}`);
  await records.getByRole('button', { name: 'Filters' }).click();
  await records.getByRole('searchbox', { name: 'Filter Type' }).fill('=TXT');
  const count = records.getByRole('columnheader', { name: 'Count', exact: true });
  // the first click sorts the highest count first
  for (const order of ['descending', 'ascending']) {
    await count.getByRole('button').click();
    await expect(count).toHaveAttribute('aria-sort', order);
  }
  await records.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  for (const name of ['Answer score', 'AS', 'First seen', 'Last seen'])
    await columns.getByRole('checkbox', { name, exact: true }).uncheck();
  await columns.getByRole('button', { name: 'Move Count forward' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/(?=.*r\.f\.type=(=|%3D)TXT)(?=.*r\.sort=count)(?=.*r\.cols=query,type,count,answer)/);

  await records.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await expect(dialog.getByRole('radio', { name: 'CSV' })).toBeChecked();
  const file = await saveRows(page);
  await expect(dialog.getByRole('status')).toContainText(`Saved as ${file.name}`);
  expect(file.name).toMatch(fileName('csv'));

  const txt = await ask<{ records: Record[] }>(`/explore/padns/lookup/query/txt/${domain}`);
  const expected = txt.records
    .toSorted((a, b) => a.count - b.count)
    .map(({ query, type, count, answer: text }) => [query, type, String(count), guarded(text)]);
  expect(expected.length).toBeGreaterThan(10);
  const [header, ...rows] = Papa.parse<string[]>(file.text, { skipEmptyLines: true }).data;
  expect(header).toEqual(['query', 'type', 'count', 'answer']);
  expect(rows).toEqual(expected);
  expect(rows.flat().filter((cell) => cell.startsWith("'=HYPERLINK("))).toHaveLength(1);
  expect(rows.flat().filter((cell) => formula.test(cell))).toEqual([]);
});

test('NDJSON holds the values unchanged, COF every field that it requires, and Parquet the rows of a job', async ({
  page,
}) => {
  await page.goto(`/search/padns?mode=forward&qtype=txt&qname=${domain}&t.cols=answer,count`);
  const records = panel(page, `TXT records of ${domain}`);
  await records.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });

  await dialog.getByRole('radio', { name: 'NDJSON' }).check();
  const ndjson = await saveRows(page);
  expect(ndjson.name).toMatch(fileName('ndjson'));
  const lines = linesOf(ndjson.text);
  expect(Object.keys(lines[0] ?? {})).toEqual(['answer', 'count']);
  expect(lines.filter(({ answer }) => String(answer).startsWith('=HYPERLINK('))).toHaveLength(1);

  await dialog.getByRole('radio', { name: 'Passive DNS COF' }).check();
  const cof = await saveRows(page);
  expect(cof.name).toMatch(fileName('cof\\.ndjson'));
  const observations = linesOf(cof.text);
  expect(observations).toHaveLength(lines.length);
  for (const observation of observations) {
    expect(observation).toMatchObject({ rrname: domain, rrtype: 'TXT' });
    expect(observation['rdata']).toEqual(expect.any(String));
    expect(Number.isInteger(observation['time_first']) && Number.isInteger(observation['time_last'])).toBe(true);
    expect(Number(observation['time_first'])).toBeLessThanOrEqual(Number(observation['time_last']));
  }

  await dialog.getByRole('radio', { name: 'Parquet' }).check();
  const parquet = await saveRows(page);
  await expect(dialog.getByRole('status')).toContainText(`Saved as ${parquet.name}`);
  expect(parquet.name).toMatch(fileName('parquet'));
  expect(parquet.text).toMatch(/^PAR1[^]*first_seen[^]*PAR1$/);
  await expect(page).toHaveURL(`/search/padns?mode=forward&qtype=txt&qname=${domain}&t.cols=answer,count`);
});

test('services, issuers and DNSSEC are shown and exported as text, and a service is found by its target', async ({
  page,
}) => {
  const { indicator: brand } = LANDMARKS.brandDomain;
  await page.goto(`/domain/${brand}?tab=dns`);
  const type = page.getByRole('radiogroup', { name: 'Record type' });
  await type.getByRole('radio', { name: 'HTTPS' }).click();
  await expect(panel(page, `HTTPS records of ${brand}`)).toContainText('1 . alpn=h2,h3 ipv4hint=192.0.2.10');
  await type.getByRole('radio', { name: 'CAA' }).click();
  await expect(panel(page, `CAA records of ${brand}`)).toContainText('0 issue "granitetrust.example"');

  const host = `mail.${brand}`;
  await page.goto(`/search/padns?mode=reverse&qtype=srv&qname=${host}`);
  const services = panel(page, `SRV records that answer ${host}`);
  await expect(services.getByRole('link', { name: `10 60 993 ${host}` })).toHaveAttribute('href', `/domain/${host}`);
  await services.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('radio', { name: 'Passive DNS COF' }).check();
  const { text } = await saveRows(page);
  expect(linesOf(text)).toMatchObject([{ rrname: `_imaps._tcp.${brand}`, rrtype: 'SRV', rdata: `10 60 993 ${host}` }]);
});

test('STIX and MISP hold the passive DNS records and indicators by band, once every score is loaded', async ({
  page,
  setFaults,
}) => {
  const { indicator: name } = LANDMARKS.fluxDomain;
  const scores = (fault: { readonly delayMilliseconds?: number; readonly status?: number }) => [
    { operationId: 'riskScores', ...fault },
  ];
  await setFaults(scores({ delayMilliseconds: 60_000 }));
  await page.goto(`/search/padns?mode=forward&qtype=a&qname=${name}`);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const press = (button: string | RegExp) => dialog.getByRole('button', { name: button }).click();
  const download = () => press('Download');

  await dialog.getByRole('radio', { name: 'STIX 2.1' }).check();
  await expect(dialog).toContainText('0 indicators so far; missing scores are fetched before the file is written');
  await download();
  await expect(dialog.getByRole('progressbar', { name: 'Fetching missing scores' })).toBeVisible();
  await press('Cancel');
  await expect(dialog.getByRole('progressbar')).toBeHidden();
  await download();
  const without = await save(page, () => press('Export without the missing scores'));
  await expect(dialog.getByRole('status')).toContainText(/No score for \d+ of \d+ names and addresses/);
  expect(without.text).toMatch(/No score for \d+ of \d+ names and addresses/);
  expect(objectsOf(without.text).filter(({ type }) => type === 'indicator')).toEqual([]);

  await setFaults([]);
  await page.reload();
  await page.getByRole('button', { name: 'Export' }).click();
  await dialog.getByRole('radio', { name: 'STIX 2.1' }).check();
  const [stix, again] = [await saveRows(page), await saveRows(page)];
  expect(stix.name).toMatch(/_padns-forward_.*\.stix\.json$/);
  expect(again.text).toBe(stix.text);
  const objects = objectsOf(stix.text);
  const ids = new Set(objects.map(({ id }) => id));
  expect(ids.size).toBe(objects.length);
  const refs = objects.flatMap((object) =>
    Object.entries(object).flatMap(([property, value]) => (/_refs?$/.test(property) ? [value].flat() : [])),
  );
  expect(refs.filter((ref) => !ids.has(ref))).toEqual([]);
  const observed = objects.filter(({ type }) => type === 'observed-data');
  expect(observed.length).toBeGreaterThan(10);
  expect(objects.filter(({ relationship_type: type }) => type === 'resolves-to').length).toBeGreaterThan(10);
  const patterns = (text: string) =>
    objectsOf(text)
      .filter(({ type }) => type === 'indicator')
      .map(({ pattern }) => pattern);
  expect(patterns(stix.text)).toContain(`[domain-name:value = '${name}']`);

  await dialog.getByRole('combobox', { name: 'Indicators from' }).selectOption('low');
  const fromLow = await saveRows(page);
  // no list names its addresses, which have their scores from their networks
  expect(patterns(fromLow.text)).toEqual(patterns(stix.text));

  await dialog.getByRole('radio', { name: 'MISP' }).check();
  const misp = await saveRows(page);
  const { Event } = JSON.parse(misp.text) as {
    Event: { Object: { name: string }[]; Attribute: { value: string; to_ids: boolean }[] };
  };
  expect(Event.Object.filter(({ name: kind }) => kind === 'passive-dns').length).toBeGreaterThan(10);
  expect(Event.Attribute.filter((attribute) => attribute.to_ids).map(({ value }) => value)).toContain(name);
});

test('all results have their scores and hosting in a file, also those that are not loaded', async ({ page }) => {
  for (const [path, name] of [
    ['/search/diversity?asn_diversity_min=3&t.cols=host,verdict', 'Hosts with at least 3 ASNs'],
    ['/search/transfers?from_ns=*&to_ns=*&days=30&t.cols=domain,verdict,as_band', /^Moved from/],
    ['/ns/ns1.pinecrest-dns.example?tab=domains&q.cols=query,verdict', 'Hosted domains'],
  ] as const) {
    await page.goto(path);
    await panel(page, name).getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await expect(dialog.getByRole('radio', { name: 'All results', exact: true })).toBeChecked();
    const { text } = await saveRows(page);
    const rows = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
    expect(rows.length, path).toBeGreaterThan(101);
    expect(
      rows.filter(([, verdict, band = 'not asked']) => !verdict || !band),
      path,
    ).toEqual([]);
  }
});

test('a file says what its table did not hold', async ({ page, ask }) => {
  const server = 'ns1.pinecrest-dns.example';
  const { records, total } = await ask<{ records: unknown[]; total: number }>(
    `/connections/nameserver/${server}/domains`,
  );
  await page.goto(`/ns/${server}`);
  await panel(page, 'Worst hosted domains').getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('radio', { name: /^JSON/ }).check();
  const { metadata } = JSON.parse((await saveRows(page)).text) as { metadata: { truncation: string } };
  expect(metadata.truncation).toBe(`The table holds ${records.length} of ${total} rows.`);
});

test('a subject is exported with its verdict and everything loaded about it', async ({ page }) => {
  await page.goto(`/domain/${LANDMARKS.fluxDomain.indicator}?tab=dns`);
  await expect(page.getByRole('grid').first()).toBeVisible();

  // the rest of the results is not loaded, so they cannot be counted
  await page.getByRole('button', { name: 'Export', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await expect(dialog.getByRole('radio', { name: 'All results', exact: true })).toBeChecked();
  await dialog.getByRole('radio', { name: 'STIX 2.1' }).check();
  await expect(dialog).toContainText(/Of the loaded rows at most \d+ indicators?/);
  await dialog.getByRole('radio', { name: /^All loaded rows/ }).check();
  await expect(dialog).toContainText(/At most \d+ indicators?/);
  await page.keyboard.press('Escape');

  await settled(page); // a file holds what was loaded
  await page.getByRole('main').getByRole('button', { name: 'Share' }).click();
  const subject = page.getByRole('region', { name: 'Export this subject' });
  const stix = await save(page, () => subject.getByRole('button', { name: 'STIX 2.1' }).click());
  expect(stix.name).toMatch(/_subject_.*\.stix\.json$/);
  const { objects } = JSON.parse(stix.text) as { objects: { type: string; pattern?: string }[] };
  expect(objects.filter(({ type }) => type === 'indicator').map(({ pattern }) => pattern)).toEqual([
    `[domain-name:value = '${LANDMARKS.fluxDomain.indicator}']`,
  ]);
  expect(objects.some(({ type }) => type === 'ipv4-addr')).toBe(true);
  const markdown = await save(page, () => subject.getByRole('button', { name: 'Markdown' }).click());
  expect(markdown.text).toContain(LANDMARKS.fluxDomain.indicator.replaceAll('.', '[.]'));
});

test('by keyboard alone: filter, hide a column, choose rows, export them', async ({ page }) => {
  const { keyboard } = page;
  await page.goto(`/domain/${domain}?tab=dns`);
  const records = panel(page, `Records of ${domain}`);
  await expect(records.getByRole('grid')).toBeVisible();
  await tabTo(page, records.getByRole('button', { name: 'Filters' }));
  await keyboard.press('Enter');
  await tabTo(page, records.getByRole('searchbox', { name: 'Filter Type' }));
  await keyboard.type('=TXT');
  await expect(records.getByRole('status').first()).toContainText('12 of 15 rows');

  const firstRow = records.locator('tr[data-row="1"]');
  await tabTo(page, firstRow.getByRole('link').first());
  for (const key of ['k', 'ArrowRight', 'ArrowRight']) await keyboard.press(key);
  await expect(records.getByRole('columnheader', { name: 'Answer (rdata)' }).getByRole('button')).toBeFocused();
  await keyboard.press('Enter');
  for (const key of ['ArrowRight', '.']) await keyboard.press(key);
  await chooseFromMenu(page, 'Hide');
  await expect(page).toHaveURL(
    /(?=.*r\.f\.type=(=|%3D)TXT)(?=.*r\.sort=answer)(?=.*r\.cols=query,type,answer,asn,first_seen,last_seen,count(&|$))/,
  );
  for (const key of ['j', 'Space', 'j', 'j', 'Space']) await keyboard.press(key);
  await expect(records.getByRole('status').first()).toContainText('2 selected');
  const chosen = records.getByRole('row', { selected: true });
  const counts = await chosen.locator('[data-column="7"]').allInnerTexts();
  expect(counts).toHaveLength(2);

  await tabTo(page, records.getByRole('button', { name: 'Export' }), { backwards: true });
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await expect(dialog.getByRole('radio', { name: 'Selected rows (2)' })).toBeFocused();
  const csv = await saveByKeyboard(page, dialog);
  expect(csv.name).toMatch(fileName('csv'));
  const [header, ...rows] = Papa.parse<string[]>(csv.text, { skipEmptyLines: true }).data;
  expect(header).toEqual(['query', 'type', 'answer', 'asn', 'first_seen', 'last_seen', 'count']);
  expect(rows.map((row) => Number(row[6]).toLocaleString('en'))).toEqual(counts);
  expect(rows.flat().filter((cell) => formula.test(cell))).toEqual([]);

  await tabTo(page, dialog.getByRole('radio', { name: 'CSV' }), { backwards: true });
  for (const key of ['ArrowDown', 'ArrowDown']) await keyboard.press(key);
  await expect(dialog.getByRole('radio', { name: 'NDJSON' })).toBeChecked();
  const ndjson = await saveByKeyboard(page, dialog);
  expect(ndjson.name).toMatch(fileName('ndjson'));
  expect(linesOf(ndjson.text).map(({ count }) => Number(count).toLocaleString('en'))).toEqual(counts);
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(records.getByRole('button', { name: 'Export' })).toBeFocused();
});

async function saveByKeyboard(page: Page, dialog: Locator): Promise<Saved> {
  await tabTo(page, dialog.getByRole('button', { name: 'Download' }));
  return save(page, () => page.keyboard.press('Enter'));
}

function objectsOf(stix: string): { [property: string]: unknown }[] {
  return (JSON.parse(stix) as { objects: { [property: string]: unknown }[] }).objects;
}

function guarded(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

function linesOf(text: string): { [field: string]: unknown }[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { [field: string]: unknown });
}
