/*
 * Parts of a page outside of tables that a view remembers: what was unfolded, and which link or button had the focus. An element is found
 * again by its panel, its kind and its place among those of that kind there.
 */

/** Identifies an element of a page in another rendering of it. */
type PartName = string;

const foldable = 'details, button[aria-expanded]:not([aria-haspopup])';
const pressable = 'a[href], button, summary';

/** The panel of an element, by its heading. */
function panelOf(element: Element): string {
  return element.closest('[data-panel]')?.querySelector('h2, h3')?.textContent ?? '';
}

const keyOf = (element: Element) => element.getAttribute('href') ?? element.textContent;
const isOutside = (element: Element) => element.closest('main') !== null && element.closest('[role="grid"]') === null;

/** The elements by name. @param keyed whether the text or target is part of the name, because it does not change */
function namesOf(selector: string, keyed: boolean): ReadonlyMap<PartName, HTMLElement> {
  const names = new Map<PartName, HTMLElement>();
  const counts = new Map<string, number>();
  for (const element of document.querySelectorAll<HTMLElement>(`main :is(${selector})`)) {
    if (!isOutside(element)) continue;
    const kind = [panelOf(element), element.tagName, ...(keyed ? [keyOf(element)] : [])].join('\n');
    const place = counts.get(kind) ?? 0;
    counts.set(kind, place + 1);
    names.set(`${kind}\n${place}`, element);
  }
  return names;
}

/** The name of a link or button outside of tables; undefined for anything else. */
export function pressedName(element: Element): PartName | undefined {
  if (!element.matches(pressable) || !isOutside(element)) return undefined;
  return [...namesOf(pressable, true)].find(([, each]) => each === element)?.[0];
}

export function pressedPart(name: PartName): HTMLElement | undefined {
  return namesOf(pressable, true).get(name);
}

const isUnfolded = (element: HTMLElement) =>
  element instanceof HTMLDetailsElement ? element.open : element.ariaExpanded === 'true';

/** The name and state of the foldable part that a press changed; undefined for a press elsewhere. */
export function foldAt(target: Element): readonly [PartName, isUnfolded: boolean] | undefined {
  const element = target.closest(target.closest('summary') ? 'details' : foldable);
  const found = [...namesOf(foldable, false)].find(([, each]) => each === element);
  return found && [found[0], isUnfolded(found[1])];
}

/**
 * Folds or unfolds what is drawn, each part once.
 * @param done names that need nothing more; extended
 */
export function restoreFolds(folds: Readonly<Record<PartName, boolean>>, done: Set<PartName>): boolean {
  const open = Object.entries(folds).filter(([name]) => !done.has(name));
  if (open.length === 0) return true;
  const parts = namesOf(foldable, false);
  for (const [name, wanted] of open) {
    const part = parts.get(name);
    if (!part) continue;
    done.add(name);
    if (isUnfolded(part) === wanted) continue;
    if (part instanceof HTMLDetailsElement) part.open = wanted;
    else part.click();
  }
  return open.every(([name]) => done.has(name));
}
