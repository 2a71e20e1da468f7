/** The graph of campaigns of 25 and 200 subjects: what is drawn on the canvas, in both themes, with hostile values; and its table. */
import type { Page } from '@playwright/test';
import type { Campaign, CampaignLink, CampaignNode } from '#contract/generated/types.gen.ts';
import { LANDMARKS } from '#sample/landmarks.ts';
import { paths } from '#web/url/paths.ts';
import { objections } from './axe.ts';
import { expect, panel, test } from './fixtures.ts';

const root = LANDMARKS.fluxDomain.indicator;
const names = Array.from({ length: 199 }, (_, at) => `branch-${at % 8}-leaf-${at}.example`);
const longName = LANDMARKS.longName.indicator;
const values = [
  `${'very-long-value '.repeat(30)}end`,
  'شركة الواجهة البحرية',
  '<img src=x onerror=alert(1)>',
  'abc\u202Eexe.gnp',
  'kaori@quick-post.test',
];

/** Eight branches of the subject, each with leaves that share values with it and with the next leaf. */
function campaign(count: number): Campaign {
  const subjects = [root, ...names.slice(0, count - 2), longName];
  const node = (subject: string, at: number): CampaignNode => ({
    subject,
    type: 'domain',
    depth: at === 0 ? 0 : at <= 8 ? 1 : 2,
    bits: 20 - (at % 7),
    verdict: 'scored',
    risk_score: (at * 13) % 101,
  });
  const link = (from: string, to: string, at: number): CampaignLink => {
    const shared = values.map((value, place) => ({
      attribute: place === 4 ? 'registrant-email' : 'html-title',
      value,
      label: '',
      bits: 14 - place,
    }));
    return {
      from,
      to,
      bits: 14 + (at % 9),
      operator: 'likely',
      shares: [...shared.slice(at % 5), ...shared.slice(0, at % 5)],
    };
  };
  const links = subjects.flatMap((subject, at) => {
    if (at === 0) return [];
    const nearer = at <= 8 ? root : (subjects[1 + (at % 8)] ?? root);
    const sibling = subjects[at + 8];
    return [link(nearer, subject, at), ...(at > 8 && at % 3 === 0 && sibling ? [link(subject, sibling, at)] : [])];
  });
  return { subject: root, type: 'domain', nodes: subjects.map(node), links, total: subjects.length, more: false };
}

interface Drawn {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Notes the text on each canvas since it was last cleared. */
async function watchText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const texts = new Map<HTMLCanvasElement, unknown[]>();
    const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
      texts.delete(this.canvas);
      clearRect.apply(this, box);
    };
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
      const width = this.measureText(text).width;
      const height = Number(/([\d.]+)px/.exec(this.font)?.[1]);
      const left = this.textAlign === 'center' ? x - width / 2 : x;
      texts.set(this.canvas, [
        ...(texts.get(this.canvas) ?? []),
        { text, left, top: y - (height * 5) / 6, width, height },
      ]);
      fillText.call(this, text, x, y, ...rest);
    };
    (globalThis as { drawnText?: unknown }).drawnText = () =>
      [...texts].filter(([canvas]) => canvas.isConnected).flatMap(([, all]) => all);
  });
}

/** The labels in the graph; the letters inside of dots are none. */
async function labels(page: Page): Promise<readonly Drawn[]> {
  const drawn = await page.evaluate(() => (globalThis as unknown as { drawnText: () => readonly Drawn[] }).drawnText());
  return drawn.filter(({ text }) => text.length > 2);
}

function overlaps(all: readonly Drawn[]): string[] {
  return all.flatMap((a, at) =>
    all
      .slice(at + 1)
      .filter(
        (b) =>
          a.left < b.left + b.width &&
          b.left < a.left + a.width &&
          a.top < b.top + b.height &&
          b.top < a.top + a.height,
      )
      .map((b) => `${a.text} | ${b.text}`),
  );
}

/** Opens the campaign of so many subjects. */
async function openCampaign(page: Page, count: number): Promise<void> {
  await watchText(page);
  await page.route('**/connections/domain/*/campaign*', async (route) => {
    const answer = await route.fetch();
    const envelope = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...envelope, response: campaign(count) } });
  });
  await page.goto(paths.campaign('domain', root));
}

const isOnEdge = ({ text }: Drawn) => text.endsWith(' bits');

test('25 subjects: edges name their values at once, and no label overlaps another', async ({ page }) => {
  await openCampaign(page, 25);
  await expect.poll(async () => (await labels(page)).filter(isOnEdge).length).toBeGreaterThan(5);
  expect(overlaps(await labels(page))).toEqual([]);
});

test('25 subjects on a phone: no label overlaps another', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openCampaign(page, 25);
  await expect.poll(async () => (await labels(page)).length).toBeGreaterThan(3);
  expect(overlaps(await labels(page))).toEqual([]);
  expect((await labels(page)).filter(({ left, width }) => left < 0 || left + width > 390)).toEqual([]);
});

for (const colorScheme of ['dark', 'light'] as const)
  test(`200 subjects, ${colorScheme}: no label overlaps another, and edges name their values`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openCampaign(page, 200);
    const subjects = panel(page, 'Subjects');
    const picture = subjects.getByRole('img', { name: /^200 subjects and \d+ links/ });
    await expect(picture).toBeVisible();
    await expect.poll(async () => (await labels(page)).length).toBeGreaterThan(20);
    expect(overlaps(await labels(page))).toEqual([]);
    expect((await labels(page)).map(({ text }) => text)).toContainEqual(expect.stringContaining(root));

    const zoom = subjects.getByRole('button', { name: 'Zoom in' });
    // faster than a person: the graph must not vanish, however many clicks a frame has
    await zoom.evaluate((button: HTMLButtonElement) => [1, 2, 3].forEach(() => button.click()));
    for (let step = 0; step < 4; step += 1) {
      await zoom.press('Enter');
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await expect.poll(async () => (await labels(page)).filter(isOnEdge).length).toBeGreaterThan(3);
    await page.waitForTimeout(400);
    const zoomed = await labels(page);
    expect(overlaps(zoomed)).toEqual([]);
    for (const { text, width } of zoomed.filter(isOnEdge)) {
      expect(text).toMatch(/^(?:Page title|Registrant e-mail) .+ and 4 more, \d+\.\d bits$/);
      expect(text).not.toMatch(/[\u202A-\u202E\u200B]/);
      expect(width).toBeLessThan(420);
    }

    // the edge that is pointed at, or chosen by keyboard, says all of its values
    const chosen = subjects.getByRole('figure').getByRole('status');
    const box = (await picture.boundingBox())!;
    const [label] = zoomed.filter(isOnEdge);
    await page.mouse.move(box.x + label!.left + label!.width / 2, box.y + label!.top + label!.height / 2);
    await expect(chosen).toContainText(/\d+\.\d bits$/.exec(label!.text)![0]);
    await page.mouse.move(1, 1);
    await expect(chosen).toBeEmpty();
    await subjects.getByRole('button', { name: 'Next link' }).press('Enter');
    await expect(chosen).toContainText(root);
    await expect(chosen).toContainText(
      /same page title, registrant e-mail, 15\.0 bits.*kaori@quick-post\.test: 10\.0 bits/,
    );

    await subjects.getByRole('radio', { name: 'Table' }).press('Space');
    await expect(subjects.getByRole('row', { name: names[0] ?? '' }).first()).toBeVisible();
    await expect(subjects).toContainText('200');
    if (colorScheme === 'light') expect(await objections(page)).toEqual([]);
  });
