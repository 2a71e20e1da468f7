/** A judgement of the team, by keyboard: set it, see it beside the verdict, in bulk and in a file, and take it back. */
import Papa from 'papaparse';
import { paths } from '#web/url/paths.ts';
import { objections } from './axe.ts';
import { saveRows } from './downloads.ts';
import { chooseFromMenu, expect, expectNoSidewaysScroll, openPage, panel, tabTo, test } from './fixtures.ts';

/** No other test looks at it. */
const subject = 'judged-by-the-team.example';
const reason = '=SUM(1) <b>kit</b> \u202egnp';

test('a judgement is set by keyboard, shows beside the verdict, in bulk and in files, and is taken back', async ({
  page,
  ask,
}) => {
  await page.goto(paths.domain(subject));
  const team = page.getByRole('list', { name: 'Judgement of the team' });
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
  await expect(team).toBeHidden();
  await tabTo(page, page.getByRole('button', { name: 'Judge', exact: true }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Judge ${subject}` });
  await expect(dialog.getByRole('radio', { name: 'Tag' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'Bad' })).toBeChecked();
  expect(await objections(page, dialog)).toEqual([]);
  await tabTo(page, dialog.getByLabel('Reason'));
  await page.keyboard.insertText(reason);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(team).toContainText('Bad');
  await expect(team).toContainText('=SUM(1) <b>kit</b> U+202Egnp');
  // beside the verdict, which stays
  await expect(page.getByRole('main')).toContainText('Unknown');
  expect(await objections(page)).toEqual([]);

  await openPage(page, 'Work', 'Bulk');
  await page.getByLabel('Indicators, one or more on a line').fill(`${subject}\nnot-${subject}`);
  await page.getByRole('button', { name: 'Look up 2' }).click();
  const row = page.getByRole('row', { name: subject }).filter({ hasText: 'Bad' });
  await expect(row).toHaveCount(1);
  await expect(row.getByRole('img', { name: /^Team: Bad: =SUM\(1\) <b>kit<\/b> <U\+202E>gnp \(/ })).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const exporting = page.getByRole('dialog', { name: 'Export' });
  const csv = await saveRows(page);
  const rows = Papa.parse<Record<string, string>>(csv.text, { header: true, skipEmptyLines: true }).data;
  expect(rows.map(({ indicator, team: said }) => [indicator, said?.split(' (')[0]])).toEqual([
    [subject, `Bad: ${reason}`],
    [`not-${subject}`, ''],
  ]);
  await exporting.getByRole('radio', { name: 'NDJSON' }).check();
  const lines = await saveRows(page);
  expect(lines.text).toContain('"team":["Bad: =SUM(1)');
  await page.keyboard.press('Escape');

  await openPage(page, 'Work', 'Judgements');
  const table = panel(page, 'Judgements');
  await expect(table.getByRole('row', { name: subject })).toContainText('Bad');
  expect(await objections(page)).toEqual([]);
  await table.getByRole('link', { name: subject }).focus();
  await page.keyboard.press('.');
  await chooseFromMenu(page, 'Judge …');
  await tabTo(page, dialog.getByRole('button', { name: `Take back Bad of ${subject}` }), { backwards: true });
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('region', { name: 'Holds now' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(table.getByRole('row', { name: subject })).toBeHidden();

  await openPage(page, 'Data', 'Audit log');
  const audit = panel(page, 'Changes');
  await expect(audit.getByRole('row', { name: subject })).toHaveText([/Took a judgement back/, /Judged/]);
  await expectNoSidewaysScroll(page);
  expect(await objections(page)).toEqual([]);
  expect(await ask(`/sightline/judgements?subject=${subject}`)).toMatchObject({ records: [] });
});
