/** Large text in the browser's settings, high zoom, and the keyboard instead of a mouse. */
import { expect, test } from './fixtures.ts';

test('large text: a long table has taller rows and wider columns, and does not jump while it scrolls', async ({
  page,
}) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      document.documentElement.style.fontSize = '24px';
    }).observe(document, { childList: true });
  });
  await page.goto('/search/padns?mode=forward&qtype=a&qname=*.test&limit=1000');
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-rowcount', '1001');
  const scores = grid.locator('tr[data-row="1"] td').filter({ hasText: /^\S+ ?\d+ ?\w+$/ });
  expect(await scores.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth))).toEqual([]);
  const moves = await grid.evaluate(async (table) => {
    const box = table.closest('[data-scroll]')!;
    const seen: number[] = [];
    for (let step = 0; step < 30; step += 1) {
      const { top } = box.getBoundingClientRect();
      const row = [...table.querySelectorAll('tbody tr[data-row]')].find(
        (each) => each.getBoundingClientRect().top > top + 200,
      )!;
      const before = row.getBoundingClientRect().top;
      box.scrollTop += 20;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      seen.push(Math.round(before - row.getBoundingClientRect().top));
    }
    return [...new Set(seen)];
  });
  expect(moves).toEqual([20]);
});
