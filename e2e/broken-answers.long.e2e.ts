import type { Page } from '@playwright/test';
import { C2_MARKS } from '#sample/landmarks.ts';
import { paths } from '#web/url/paths.ts';
import { expect, LANDMARKS, openInApp, panel, settled, test } from './fixtures.ts';

const domain = LANDMARKS.fluxDomain.indicator;
const ip = LANDMARKS.c2Address.indicator;
const tabs = (path: string, ids: readonly string[]) => [path, ...ids.map((id) => `${path}?tab=${id}`)];

const subjects: readonly string[] = [
  ...tabs(paths.domain(domain), ['dns', 'diversity', 'ns', 'whois', 'certificates', 'related', 'scans']),
  ...tabs(paths.ip(ip), ['names', 'scans', 'shared', 'reputation', 'announcements', 'neighbours']),
  ...tabs(paths.ip(LANDMARKS.cleanIpv6.indicator), ['scans']),
];
const others: readonly string[] = [
  paths.home(),
  ...tabs(paths.asn(64666), ['history', 'subnets', 'names']),
  ...tabs(paths.subnet(LANDMARKS.badSubnet.indicator), ['history', 'addresses', 'scans']),
  ...tabs(paths.nameServer(LANDMARKS.badNameServer.indicator), ['history', 'domains', 'transfers']),
  paths.padns({ mode: 'forward', qtype: 'a', qname: domain, 't.view': 'timeline' }),
  paths.scans({ what: 'jarm', jarm_hash: C2_MARKS.jarm }),
  paths.scans({ what: 'opendir', filename: '*.exe', result_mode: 'full', 't.view': 'picture' }),
  paths.diversitySearch({ asn_diversity_min: '6', timeline: '1' }),
  ...['takedown', 'subnet', 'listed'].map((kind) => paths.rankings(kind)),
  paths.sources(),
];

for (const [name, views] of [
  ['subjects', subjects],
  ['everything else', others],
] as const) {
  test(`no panel of ${name} throws on fields that are missing, unknown or of the wrong type`, async ({ page }) => {
    const thrown: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && /error|cannot|not a function/i.test(message.text()))
        thrown.push(message.text());
    });
    await breakAnswers(page, broken);
    await page.goto('/settings');
    for (const view of views) {
      await openInApp(page, view);
      await settled(page);
      await expect(page.getByRole('main')).not.toContainText(
        /could not be drawn|could not be opened|\[object Object\]|\bNaN\b|\bundefined\b|Invalid Date/,
      );
      expect(thrown, view).toEqual([]);
    }
    await expect(page).toHaveURL(views.at(-1) ?? '');
  });
}

test('a panel names the fields that it could not read, shows the rest, and does not treat them as empty', async ({
  page,
}) => {
  await breakAnswers(page, (response, operation) => {
    if (operation.includes('/padns/')) return { ...(response as object), records: [{ query: domain, answer: 7 }, 'x'] };
    if (operation.includes('/enrich/')) return { ...(response as object), sp_risk_score: 'high' };
    if (operation.includes('/whois/')) return { ...(response as object), whois: 'gone' };
    return response;
  });
  await page.goto(`/domain/${domain}?tab=dns`);
  const records = panel(page, `Records of ${domain}`);
  await expect(records.getByRole('grid')).toContainText(domain);
  await records.getByText('2 fields could not be read').click();
  await expect(records).toContainText('records[].answer: text expected, got a number');
  await page.getByRole('tab', { name: 'Whois' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('The answer could not be read.');
  await expect(main).toContainText('Bargain Bin Domains');
  const history = panel(page, 'Whois history');
  await expect(history).toContainText('Not available');
  await expect(history).toContainText('That is not the same as none.');
  await expect(page).toHaveURL(`/domain/${domain}?tab=whois`);
});

test('a malformed answer fails its panel instead of showing it as empty', async ({ page }) => {
  let body = JSON.stringify({ status_code: 200, error: null, response: null });
  let contentType = 'application/json';
  await page.route('**/api/v1/explore/padns/**', (route) => route.fulfill({ status: 200, contentType, body }));
  await page.goto(`/domain/${domain}?tab=dns`);
  const failure = panel(page, `Records of ${domain}`).getByRole('alert');
  await expect(failure).toContainText('Unreadable');
  await expect(failure).toContainText('That is not the same as an empty answer');
  const again = failure.getByRole('button', { name: 'Try again' });
  body = '{"status_code":200,"error":null,"resp';
  await again.click();
  await expect(failure).toContainText('only a part of it arrived');
  [body, contentType] = ['<html><h1>Sign in</h1></html>', 'text/html'];
  await again.click();
  await expect(failure).toContainText('a sign-in page or a proxy');
  [body, contentType] = [
    JSON.stringify({ status_code: 500, error: 'The store is full.', response: {} }),
    'application/json',
  ];
  await again.click();
  await expect(failure).toContainText('The store is full.');
  await page.unroute('**/api/v1/explore/padns/**');
  await again.click();
  await expect(panel(page, `Records of ${domain}`).getByRole('grid')).toContainText(domain);
  await expect(page).toHaveURL(`/domain/${domain}?tab=dns`);
});

test('the home page says what the collection has lost', async ({ page }) => {
  const reason = '1,234 rows of the table rrsets are gone from the disk';
  await breakAnswers(page, (response, operation) =>
    operation.endsWith('/sightline/collection')
      ? { ...(response as object), incomplete: [{ table: 'rrsets', rows: 1234, reason }] }
      : response,
  );
  await page.goto(paths.home());
  const notice = page.getByRole('region', { name: 'The collection is incomplete' });
  await expect(notice).toContainText(`${reason}.`);
  await expect(notice).toContainText('Affected answers may lack records');
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(page.getByRole('main')).toContainText(/[\d,]+ passive DNS records of [\d,]+ names/);
  await expect(notice).toHaveCount(0);
});

/** Every answer is the real one, but its `response` is changed on the way to the browser. */
async function breakAnswers(page: Page, change: (response: unknown, operation: string) => unknown): Promise<void> {
  await page.route('**/api/v1/**', async (route) => {
    const answer = await route.fetch();
    const envelope = (await answer.json()) as { response?: unknown };
    const response = change(envelope.response, new URL(route.request().url()).pathname);
    await route.fulfill({ response: answer, json: { ...envelope, response } });
  });
}

const wrong: readonly unknown[] = [
  null,
  0,
  -1,
  1e21,
  'x',
  '',
  true,
  [],
  {},
  [null],
  { a: 1 },
  ['x'],
  3.7,
  '2026-99-99',
];

/** Breaks the same fields in every run: about a third of all, and different ones in each record of a list. */
function broken(response: unknown): unknown {
  let turn = 0;
  const next = () => (turn = (turn * 1_103_515_245 + 12_345) % 2_147_483_648);
  const walk = (value: unknown, depth: number): unknown => {
    const lot = next() % 100;
    if (depth > 1 && lot < 22) return wrong[next() % wrong.length];
    if (Array.isArray(value)) return value.map((item) => walk(item, depth + 1));
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(() => depth === 0 || next() % 100 > 12);
    const fields = kept.map(([name, each]) => [name, walk(each, depth + 1)] as const);
    return { ...Object.fromEntries(fields), extra: { deep: [1, null] } };
  };
  return walk(response, 0);
}
