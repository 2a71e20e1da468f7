/**
 * Goes to every place of every operation, does what a person would do there, and checks that the request is sent and answered.
 */
import type { Locator, Page, Response } from '@playwright/test';
import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import type { Place, Step } from '#test/places/place.ts';
import { operationIds, placesOf } from '#test/places/subject-places.ts';
import { expect, openPage, panel, settled, test } from './fixtures.ts';

interface Visit {
  readonly id: OperationId;
  readonly place: Place;
}

/** Changing feeds and importing logs are tested in sources.e2e.ts, feeds.e2e.ts and own-logs.e2e.ts, the provider in upstream.long.e2e.ts, each with a service of its own. */
const changesSources = (id: OperationId) =>
  (operations[id].method === 'POST' &&
    /^\/(sightline\/(sources|imports|upstream|outfeeds)|ingest)\b/.test(operations[id].path)) ||
  id === 'sourceRemoval' ||
  id === 'logImport' ||
  id === 'logImportRemoval';

const visits: readonly Visit[] = operationIds
  .filter((id) => !changesSources(id))
  .flatMap((id) =>
    placesOf(id)
      .filter(({ needs }) => needs === undefined)
      .map((place) => ({ id, place })),
  );

for (const [route, ofRoute] of grouped(visits, ({ place }) => place.route))
  test(`${route}: ${new Set(ofRoute.map(({ id }) => id)).size} operations`, async ({ page }) => {
    test.slow();
    page.setDefaultTimeout(30_000);
    for (const [at, ofAddress] of grouped(ofRoute, ({ place }) => place.at)) await visitAll(page, at, ofAddress);
  });

/**
 * Places of one URL are visited one after the other, without reloading the page. Steps that several places share are taken once,
 * and the page stays until all of them are answered: rows send further requests once they are drawn.
 */
async function visitAll(page: Page, at: string, visitsHere: readonly Visit[]): Promise<void> {
  const answers: Response[] = [];
  const note = (response: Response) => answers.push(response);
  page.on('response', note);
  await page.goto(at);
  for (const [, alike] of grouped(visitsHere, ({ place }) => JSON.stringify(place.steps ?? []))) {
    const steps = alike[0]?.place.steps ?? [];
    await openForm(page);
    for (const step of steps) await test.step(JSON.stringify(step).slice(0, 80), () => take(page, step));
    for (const { id, place } of alike)
      await expect
        .poll(() => answers.some((answer) => isOf(answer, id, place.asks ?? {})), {
          message: `${id}: ${place.where}`,
          intervals: [50],
        })
        .toBe(true);
    // closes the dialog before the next steps
    if (steps.some((step) => 'other' in step)) await page.keyboard.press('Escape');
  }
  page.off('response', note);
}

/** The form of an explorer is folded away after a run. */
async function openForm(page: Page): Promise<void> {
  const query = page.getByRole('main').getByRole('list', { name: 'Query', exact: true });
  if (await query.isVisible()) await query.locator('~ button').click();
}

/** Whether this is an answer of the operation with 200 to a request that carries the chosen values. */
function isOf(answer: Response, id: OperationId, asks: Readonly<Record<string, string>>): boolean {
  const { method, path } = operations[id];
  const url = new URL(answer.url());
  const template = `^/api/v1${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`;
  if (answer.request().method() !== method || !new RegExp(template).test(url.pathname) || answer.status() !== 200)
    return false;
  return Object.entries(asks).every(([name, wanted]) => {
    const values = url.searchParams.getAll(name);
    return wanted === '*' ? values.length > 0 : values.includes(wanted);
  });
}

async function take(page: Page, step: Step): Promise<void> {
  const main = page.getByRole('main');
  if ('press' in step) {
    const { press, role = 'button' } = step;
    const within = step.in === undefined ? main : panel(page, step.in);
    await within.getByRole(role, { name: press, exact: true }).first().click();
  } else if ('menu' in step) await openPage(page, step.menu, step.page);
  else if ('choose' in step) {
    const within = step.in === undefined ? main : panel(page, step.in);
    await within.getByLabel(step.choose, { exact: true }).selectOption(step.value);
  } else if ('write' in step) await main.getByLabel(step.write).fill(step.text);
  else if ('form' in step) {
    await main.getByRole('button', { name: 'Clear form' }).click();
    await fillForm(main.locator('form').first(), step.form);
  } else if ('hover' in step) await openCard(page, main.locator(`[role="tabpanel"] a[href^="${step.hover}"]`).first());
  else if ('follow' in step) await main.locator(`a[href^="${step.follow}"]`).first().click();
  else if ('reach' in step) await page.waitForURL((url) => url.href.includes(step.reach));
  else await askOtherwise(page, step);
}

/** Hovers over the link until its card opens: panels that load meanwhile move it away from the pointer. */
async function openCard(page: Page, link: Locator): Promise<void> {
  await expect(async () => {
    await page.mouse.move(0, 0);
    await link.hover();
    await expect(page.getByRole('group', { name: /^About / })).toBeVisible({ timeout: 3000 });
  }).toPass();
}

/** Fills fields by their names, as a person does by their labels; the group of further parameters is opened first. */
async function fillForm(form: Locator, texts: Readonly<Record<string, string>>): Promise<void> {
  const closed = form.locator('details:not([open]) > summary');
  await form.locator('button[type="submit"]').waitFor();
  if ((await closed.count()) > 0) await closed.first().click();
  for (const [name, text] of Object.entries(texts)) {
    const field = form.locator(`[name="${name}"]`);
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(text);
    else await field.fill(text);
  }
}

async function askOtherwise(page: Page, { of, other }: Extract<Step, { other: unknown }>): Promise<void> {
  if (of === undefined) await page.getByRole('main').getByRole('button', { name: 'API request', exact: true }).click();
  else {
    const menu = panel(page, of).getByRole('button', { name: `Menu of ${of}` });
    await menu.waitFor();
    // panels that still load move the button while it is pressed
    await settled(page);
    await menu.click();
    await page.getByRole('menuitem', { name: /^API request/ }).click();
  }
  const dialog = page.getByRole('dialog', { name: 'API request' });
  await dialog.getByText('Change parameters').click();
  await fillForm(dialog.locator('form'), other);
  await dialog.getByRole('button', { name: 'Search', exact: true }).click();
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly [string, readonly Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups];
}
