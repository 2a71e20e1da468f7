/** What the detectors found in the sample collection: list, evidence, subject, export. Every number is that of the service. */
import type { FindingRecord, Findings } from '#contract/generated/types.gen.ts';
import { parseAsn } from '#model/asn.ts';
import { LANDMARKS } from '#sample/landmarks.ts';
import { paths } from '#web/url/paths.ts';
import { objections } from './axe.ts';
import { saveRows } from './downloads.ts';
import { expect, expectNoSidewaysScroll, openPage, panel, test, type Fixtures } from './fixtures.ts';

/** The answer of the service, once every detector has run after the first load. */
async function findings(ask: Fixtures['ask'], query = ''): Promise<Required<Findings>> {
  let answer: Required<Findings> | undefined;
  await expect
    .poll(
      async () => {
        answer = await ask<Required<Findings>>(`/sightline/findings?limit=1000${query}`);
        return answer.detectors.map(({ state }) => state);
      },
      { timeout: 120_000 },
    )
    .not.toContain('not_run');
  if (!answer) throw new Error('The service gave no findings.');
  return answer;
}

const subjectPath = ({ subject = '', subject_type: type }: FindingRecord) => {
  if (type === 'ip') return paths.ip(subject);
  if (type === 'subnet') return paths.subnet(subject);
  if (type === 'nameserver') return paths.nameServer(subject);
  return type === 'asn' ? paths.asn(parseAsn(subject) ?? 0) : paths.domain(subject);
};

test('findings lead from the menu over filter and evidence to the subject and the export', async ({ page, ask }) => {
  const { detectors, records, total } = await findings(ask);
  expect(records.length).toBeGreaterThan(0);
  await page.goto('/');
  await openPage(page, 'Hunt', 'Findings');
  await expect(page).toHaveURL(paths.findings());
  await expect(page.getByRole('main')).toContainText('Seen, not judged: findings count in no score.');
  const lines = panel(page, 'Detectors');
  for (const { title = '', found = 0, state } of detectors) {
    const line = lines.getByRole('listitem').filter({ hasText: title });
    if (state === 'found') await expect(line).toContainText(found > 0 ? `${found} found, as of` : 'None found, as of');
    else await expect(line).toContainText(/Not enough data: needs \w|Failed: \w/);
  }
  const table = panel(page, 'Current findings');
  await expect(table.getByRole('grid')).toHaveAttribute('aria-rowcount', String(Math.min(total, 100) + 1));
  expect(await objections(page)).toEqual([]);

  const [record] = records;
  if (!record) throw new Error('There is no finding.');
  const { detector = '', subject = '', summary = '', evidence = [] } = record;
  await page.getByRole('combobox', { name: 'Detector' }).selectOption(detector);
  await expect(page).toHaveURL(paths.findings({ detector }));
  const own = records.filter((each) => each.detector === detector);
  await expect(table.getByRole('grid')).toHaveAttribute('aria-rowcount', String(Math.min(own.length, 100) + 1));
  await table.getByRole('row', { name: subject }).getByRole('gridcell', { name: summary }).first().focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(summary);
  await expect(dialog.getByRole('list', { name: 'Evidence' })).toContainText(evidence[0]?.value ?? '');
  expect(await objections(page, dialog)).toEqual([]);
  // the link of the open finding opens it again
  await page.reload();
  await expect(dialog).toContainText(summary);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await table.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await saveRows(page);
  expect(file.name).toContain('findings');
  for (const each of own.slice(0, 100)) expect(file.text).toContain(each.subject);
  await page.keyboard.press('Escape');

  await table.getByRole('row', { name: subject }).getByRole('link').first().click();
  await expect(page).toHaveURL(subjectPath(record));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(subject);
  await expect(panel(page, 'Findings')).toContainText(summary);
  await expect(panel(page, 'Findings')).toContainText('Seen, not judged');
  expect(await objections(page, panel(page, 'Findings'))).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('each kind of subject shows what was found about it, and nothing where there is nothing', async ({
  page,
  ask,
}) => {
  const { records, detectors } = await findings(ask, '&state=all');
  const kinds = new Map(records.map((record) => [record.subject_type, record]));
  for (const record of kinds.values()) {
    await page.goto(subjectPath(record));
    await expect(panel(page, 'Findings')).toContainText(record.summary ?? '');
    // a tag of the header
    const { title = '' } = detectors.find(({ id }) => id === record.detector) ?? {};
    const tag = page.locator('main header').getByRole('link', { name: title }).first();
    await expect(tag).toHaveAttribute('href', paths.findings({ detector: record.detector ?? '' }));
    await tag.hover();
    await expect(page.getByRole('tooltip')).toContainText(`Finding about ${record.subject} since ${record.appeared}`);
  }
  const quiet = LANDMARKS.toplistDomain.indicator;
  expect((await findings(ask, `&state=all&subject=${quiet}`)).records).toEqual([]);
  const answered = page.waitForResponse(/sightline\/findings\?/);
  await page.goto(paths.domain(quiet));
  await answered;
  await expect(panel(page, 'Listings')).toBeVisible();
  await expect(panel(page, 'Findings')).toHaveCount(0);
});

test('the list says when no finding is gone, and ignores a detector that does not exist', async ({ page, ask }) => {
  const { total } = await findings(ask, '&state=gone');
  await page.goto(paths.findings());
  await page.getByRole('radio', { name: 'Gone' }).press('Space');
  await expect(page).toHaveURL(paths.findings({ state: 'gone' }));
  if (total === 0) await expect(page.getByRole('main')).toContainText('No finding has disappeared.');
  else await expect(panel(page, 'Past findings').getByRole('columnheader', { name: 'Gone' })).toBeVisible();
  await page.goto(paths.findings({ detector: 'nonsense' }));
  await expect(panel(page, 'Current findings').getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Detector' })).toHaveValue('');
});
