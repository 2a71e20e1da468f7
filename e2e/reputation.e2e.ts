import { expect, LANDMARKS, panel, tabTo, test } from './fixtures.ts';

const asn = LANDMARKS.cleanedUpAsn.indicator;
const domain = LANDMARKS.fluxDomain.indicator;

test('a reputation history is a line, a sentence and a table of the same days', async ({ page }) => {
  await page.goto(`/asn/${asn.replace('AS', '')}?tab=history`);
  const history = panel(page, 'Reputation history of the AS');
  const figure = history.getByRole('figure', { name: `Reputation of ${asn}` });
  await expect(figure.locator('.recharts-line-curve').first()).toBeVisible();
  await expect(figure).toContainText(/365 days from [\d-]+ to [\d-]+: now \d+, highest \d+ on [\d-]+/);
  const [, from = '', to = ''] = /from ([\d-]+) to ([\d-]+):/.exec(await figure.innerText()) ?? [];
  const [firstDay, lastDay] = [figure.getByRole('slider').first(), figure.getByRole('slider').last()];
  await expect(firstDay).toHaveAttribute('aria-valuetext', from);
  await expect(lastDay).toHaveAttribute('aria-valuetext', to);
  await firstDay.press('ArrowRight');
  await expect(firstDay).not.toHaveAttribute('aria-valuetext', from);
  await firstDay.press('ArrowLeft');
  await expect(firstDay).toHaveAttribute('aria-valuetext', from);
  const box = (await figure.locator('.recharts-surface').first().boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.4);
  const pointed = figure.locator('.recharts-tooltip-wrapper');
  await expect(pointed).toContainText(/\d{4}-\d\d-\d\d/);
  const [day = ''] = /\d{4}-\d\d-\d\d/.exec(await pointed.innerText()) ?? [];
  await history.getByRole('combobox', { name: /^Days of/ }).selectOption('100 days');
  await expect(figure).toContainText('100 days from');
  // no marker points at a day outside the chart
  await expect(pointed).not.toContainText(day);
  await figure.getByRole('radio', { name: 'Table' }).check();
  const table = figure.getByRole('region', { name: `Reputation of ${asn} as a table` });
  await expect(table.getByRole('row')).toHaveCount(101);
  await expect(table.getByRole('columnheader').first()).toHaveText('Day');
  await expect(page).toHaveURL(/\/asn\/64506\?(?=.*tab=history)(?=.*days=100)(?=.*asn\.chart=table)/);
});

test('the IP-diversity timeline is navigated, zoomed and opened by keyboard alone', async ({ page }) => {
  const { keyboard } = page;
  await page.goto(`/domain/${domain}?tab=diversity`);
  const figure = page.getByRole('figure', { name: `IP diversity of ${domain}` });
  const bars = figure.getByRole('group', { name: /arrow keys move between bars/ }).getByRole('button');
  await figure.getByRole('radio', { name: 'Addresses', exact: true }).check();
  await tabTo(page, bars.first());
  // one tab stop: the arrows move, Home and End reach the ends
  await keyboard.press('ArrowDown');
  await expect(bars.nth(1)).toBeFocused();
  await keyboard.press('ArrowUp');
  await expect(bars.first()).toBeFocused();
  await keyboard.press('End');
  await expect(bars.last()).toBeFocused();
  await keyboard.press('Home');
  await expect(bars.first()).toBeFocused();

  const zoom = figure.getByRole('group', { name: 'Zoom' });
  const whole = zoom.getByRole('button', { name: 'Show the whole period' });
  await expect(whole).toBeDisabled();
  await keyboard.press('+');
  await expect(whole).toBeEnabled();
  await keyboard.press('ArrowLeft');
  await keyboard.press('-');
  await keyboard.press('0');
  await expect(whole).toBeDisabled();
  await expect(bars.first()).toBeFocused();

  // the table beside it has a row for each bar
  const twin = page.getByRole('grid', { name: `Addresses of ${domain}` });
  await expect(twin).toHaveAttribute('aria-rowcount', String((await bars.count()) + 1));

  // Enter pivots
  await keyboard.press('ArrowDown');
  const name = (await bars.nth(1).getAttribute('aria-label')) ?? '';
  const ip = name.split(',')[0] ?? '';
  await keyboard.press('Enter');
  await expect(page).toHaveURL(`/ip/${ip}`);
  await expect(page.getByRole('heading', { level: 1, name: ip })).toBeVisible();
});

test('many addresses begin as a row for each AS, which opens to its addresses', async ({ page }) => {
  await page.goto(`/domain/${domain}?tab=diversity`);
  const figure = page.getByRole('figure', { name: `IP diversity of ${domain}` });
  await expect(figure.getByRole('radio', { name: 'AS', exact: true })).toBeChecked();
  await expect(figure).toContainText(/at most \d+ at a time/);
  const bars = figure.getByRole('group', { name: /arrow keys move between bars/ }).getByRole('button');
  await expect(bars).toHaveCount(11);
  const name = (await bars.first().getAttribute('aria-label')) ?? '';
  const addresses = Number(/(\d+) entries/.exec(name)?.[1]);
  await bars.first().focus();
  await page.keyboard.press('Enter');
  await expect(bars).toHaveCount(11 + addresses);
  await page.keyboard.press('Enter');
  await expect(bars).toHaveCount(11);
  // the legend leads to the AS
  const group = name.split(',')[0] ?? '';
  await figure.getByRole('link', { name: group, exact: true }).click();
  await expect(page).toHaveURL(`/asn/${group.replace('AS', '')}`);
});
