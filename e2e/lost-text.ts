import type { Page } from '@playwright/test';

/**
 * Texts and controls that nobody can get to see at the present size of the window: beyond its edge, or cut off by a box that
 * neither scrolls nor says with an ellipsis that there is more.
 */
export function lostTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const slackPx = 1.5;

    function isCut(element: Element): boolean {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      for (let box = element.parentElement; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        const { overflowX, overflowY, textOverflow, position } = style;
        if (overflowX !== 'visible' && box !== document.documentElement && box !== document.body) {
          const edges = box.getBoundingClientRect();
          // for screen readers only
          if (edges.width <= 1) return false;
          const isBeside = left < edges.left - slackPx || right > edges.right + slackPx;
          if (isBeside && overflowX !== 'auto' && overflowX !== 'scroll') return textOverflow !== 'ellipsis';
          const isBelow = top < edges.top - slackPx || bottom > edges.bottom + slackPx;
          if (isBelow && overflowY !== 'auto' && overflowY !== 'scroll') return true;
          // what scrolls inside a box is seen wherever the box is
          ({ left, right, top, bottom } = edges);
        }
        if (position === 'fixed') break;
      }
      return left < -slackPx || right > document.documentElement.clientWidth + slackPx;
    }

    const isText = (node: ChildNode) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '';
    return [...document.body.querySelectorAll('*')]
      .filter((element) => !element.closest('svg, option, .sr-only, [popover]:not(:popover-open)'))
      .filter(
        (element) => [...element.childNodes].some(isText) || element.matches('button, a, input, textarea, select'),
      )
      .filter((element) => element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }))
      .filter((element) => isCut(element))
      .map((element) => {
        const words = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
        return `${element.tagName.toLowerCase()} "${words.slice(0, 60)}" of ${element.parentElement?.className.slice(0, 80)}`;
      });
  });
}
