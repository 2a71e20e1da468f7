import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import { expect, expectNoSidewaysScroll } from './fixtures.ts';

declare global {
  interface Window {
    /** The global that the script of axe-core defines. */
    axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> };
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const aboutColours = ['color-contrast', 'link-in-text-block'];

export const desk = { width: 1440, height: 900 };
/** The narrowest window in which every view must fit. */
export const phone = { width: 360, height: 740 };
/** The desktop window at 200 % zoom. */
const enlarged = { width: 720, height: 450 };

interface Objection {
  readonly rule: string;
  readonly where: readonly string[];
}

/**
 * The axe violations in either theme. The themes differ only in colours, so all other rules run once; and a colour on a background
 * is measured once for each font size and weight, not in every row of a table. The page keeps the dark theme.
 * @param only the part of the page to check, where another test checks the rest
 */
export async function objections(page: Page, only?: Locator): Promise<Objection[]> {
  const part = (await only?.elementHandle()) ?? undefined;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const structure = await page.evaluate(run, { options: { rules: off(aboutColours) }, isAboutColours: false, part });
  const colours: Objection[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    colours.push(...(await page.evaluate(run, { options: { runOnly: aboutColours }, isAboutColours: true, part })));
  }
  return [...structure, ...colours];
}

function off(rules: readonly string[]): RunOptions['rules'] {
  return Object.fromEntries(rules.map((rule) => [rule, { enabled: false }]));
}

/** Runs in the page. */
async function run({
  options,
  isAboutColours,
  part,
}: {
  options: RunOptions;
  isAboutColours: boolean;
  part: Element | undefined;
}): Promise<Objection[]> {
  const { axe } = window;
  const grounds = new Map<Element, string>();

  /** The first opaque colour behind the element, and the translucent colours over it. */
  function groundOf(element: Element | null): string {
    if (!element) return '';
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, opacity } = getComputedStyle(element);
    const own = backgroundColor === 'rgba(0, 0, 0, 0)' && opacity === '1' ? '' : `${backgroundColor} ${opacity}/`;
    const isClosed = own !== '' && !backgroundColor.includes('/') && !backgroundColor.startsWith('rgba');
    const ground = isClosed && opacity === '1' ? own : `${own}${groundOf(element.parentElement)}`;
    grounds.set(element, ground);
    return ground;
  }

  /** One element with its own text for each distinct text style. */
  function looks(): Element[] {
    const byLook = new Map<string, Element>();
    for (const element of (chosen ?? document.body).querySelectorAll('*')) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!hasText && !('placeholder' in element)) continue;
      if (!element.checkVisibility({ checkVisibilityCSS: true })) continue;
      const { color, fill, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element);
      const isLink = element.closest('a') !== null;
      const look = [element.tagName, color, fill, fontSize, fontWeight, textDecorationLine, isLink, groundOf(element)];
      if (!byLook.has(look.join())) byLook.set(look.join(), element);
    }
    return [...byLook.values()];
  }

  // everything behind a modal dialog is inert
  const chosen = part ?? [...document.querySelectorAll('dialog:modal')].at(-1);
  const context = isAboutColours ? { include: looks() } : (chosen ?? document);
  const { violations } = await axe.run(context, { ...options, resultTypes: ['violations'] });
  return violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.slice(0, 5).map(({ html }) => html.slice(0, 200)),
  }));
}

/** Leaves the window at the size of a phone. */
export async function expectNothingLost(page: Page): Promise<void> {
  for (const size of [enlarged, phone]) {
    await page.setViewportSize(size);
    // resize observers run in the next frames
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await expectNoSidewaysScroll(page);
    expect(await lostTexts(page), `at ${size.width} px`).toEqual([]);
  }
}

/**
 * Texts and controls that are not visible at the current window size: beyond its edge, cut off by a box that neither
 * scrolls nor shows an ellipsis, or a button whose only content, an icon, is hidden.
 */
function lostTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const slackPx = 1.5;

    function isCut(element: Element): boolean {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      for (let box = element.parentElement; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        const { overflowX, overflowY, textOverflow, webkitLineClamp, position } = style;
        if (overflowX !== 'visible' && box !== document.documentElement && box !== document.body) {
          const edges = box.getBoundingClientRect();
          // for screen readers only
          if (edges.width <= 1) return false;
          const isBeside = left < edges.left - slackPx || right > edges.right + slackPx;
          if (isBeside && overflowX !== 'auto' && overflowX !== 'scroll') return textOverflow !== 'ellipsis';
          const isBelow = top < edges.top - slackPx || bottom > edges.bottom + slackPx;
          // lines beyond the last one end in an ellipsis as well
          if (isBelow && overflowY !== 'auto' && overflowY !== 'scroll') return webkitLineClamp === 'none';
          // content that scrolls inside a box is visible where the box is
          ({ left, right, top, bottom } = edges);
        }
        if (position === 'fixed') break;
      }
      return left < -slackPx || right > document.documentElement.clientWidth + slackPx;
    }

    function isBlank(element: Element): boolean {
      const icons = [...element.querySelectorAll('svg')];
      const isShown = (icon: Element) => icon.getClientRects().length > 0;
      return (
        element instanceof HTMLElement && icons.length > 0 && element.innerText.trim() === '' && !icons.some(isShown)
      );
    }

    const isText = (node: ChildNode) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '';
    return [...document.body.querySelectorAll('*')]
      .filter((element) => !element.closest('svg, option, .sr-only, [popover]:not(:popover-open)'))
      .filter(
        (element) => [...element.childNodes].some(isText) || element.matches('button, a, input, textarea, select'),
      )
      .filter((element) => element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }))
      .filter((element) => isCut(element) || (element.matches('button, a') && isBlank(element)))
      .map((element) => {
        const words = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
        return `${element.tagName.toLowerCase()} "${words.slice(0, 60)}" of ${element.parentElement?.className.slice(0, 80)}`;
      });
  });
}
