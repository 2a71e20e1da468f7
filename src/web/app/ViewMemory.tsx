import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useLayoutEffect } from 'react';
import { type Location, useLocation } from 'react-router';
import { tabParameter } from '#web/kit/subject/TabLink.tsx';
import { fieldsOf, parseJson, storedText, storeText } from '#web/storage/browser-store.ts';
import { foldAt, pressedName, pressedPart, restoreFolds } from './view-parts.ts';
import { cellAt, focusTargets, placeOf } from '#web/table/grid-focus.ts';

type Offsets = readonly [left: number, top: number];

/** Where the analyst is in a view. */
interface ViewPlace {
  /** The scroll offsets of the page, under '', and of tables, under their names. */
  readonly offsets: Readonly<Record<string, Offsets>>;
  /** The focused control of a table: the table's name, row and column, and the number of the control in its cell. */
  readonly focus?: readonly [table: string, row: number, column: number, control: number] | undefined;
  /** The focused link or button outside of tables. */
  readonly pressed?: string | undefined;
  /** What the analyst folded or unfolded outside of tables. */
  readonly folds?: Readonly<Record<string, boolean>>;
}

const storageKey = 'sightline.views';
const top: ViewPlace = { offsets: { '': [0, 0] } };

/** The places by view. A reload of the page keeps them. */
const stored = fieldsOf(parseJson(storedText(storageKey, 'sessionStorage'))) as Readonly<Record<string, ViewPlace>>;
const places = new Map(Object.entries(stored));

/** The view on screen. The address may already be the one of the next view, which is not drawn yet. */
let viewId = '';
/** The place to restore, until all of it is drawn and stays so, or the analyst acts. Scrolling towards it is not recorded. */
let goal: ViewPlace | undefined;
/** A part that loads late may hide the page for a moment, which scrolls it to its top. */
const settledMilliseconds = 1000;
let settling: ReturnType<typeof setTimeout> | undefined;
let isMovingFocus = false;
/** The folds of the goal that are restored. */
const foldsDone = new Set<string>();
const laterContent = new MutationObserver(restore);
const laterSize = new ResizeObserver(restore);

const tabOf = ({ search }: Location) => new URLSearchParams(search).get(tabParameter);
// the tabs of a subject share the key of their history entry
const idOf = ({ key, pathname }: Location, tab: string | null) => [key, pathname, tab].join(' ');

function remember(change: Partial<ViewPlace>): void {
  const { offsets, ...place } = places.get(viewId) ?? top;
  places.set(viewId, { ...place, ...change, offsets: { ...offsets, ...change.offsets } });
}

const nameOf = (grid: Element | null) => grid?.getAttribute('aria-label') ?? '';
const offsetsOf = ({ scrollLeft, scrollTop }: Element): Offsets => [scrollLeft, scrollTop];

function onScroll({ target }: Event): void {
  if (goal) return;
  if (target === document) remember({ offsets: { '': offsetsOf(document.documentElement) } });
  else if (target instanceof HTMLElement && target.dataset['scroll'] !== undefined)
    remember({ offsets: { [nameOf(target.querySelector('[role="grid"]'))]: offsetsOf(target) } });
}

function onFocus({ target }: Event): void {
  const place = placeOf(target);
  if (isMovingFocus || (goal && settling === undefined) || !(target instanceof HTMLElement)) return;
  endRestoring();
  const cell = target.closest('[data-column]');
  const grid = nameOf(target.closest('[role="grid"]'));
  const control = cell ? [...focusTargets(cell)].indexOf(target) : -1;
  remember({
    focus: place ? [grid, place.row, place.column, control] : undefined,
    pressed: place ? undefined : pressedName(target),
  });
}

/** Remembers a fold after the press changed it. */
function onClick({ target }: Event): void {
  const id = viewId;
  setTimeout(() => {
    const fold = target instanceof Element && !goal && id === viewId ? foldAt(target) : undefined;
    if (fold) remember({ folds: { ...places.get(id)?.folds, [fold[0]]: fold[1] } });
  });
}

function endRestoring(): void {
  goal = undefined;
  stopSettling();
  laterContent.disconnect();
  laterSize.disconnect();
}

function stopSettling(): void {
  clearTimeout(settling);
  settling = undefined;
}

/** Restores as much of the place as is drawn. */
function restore(): void {
  if (!goal) return;
  const areFolded = restoreFolds(goal.folds ?? {}, foldsDone);
  const grids = new Map([...document.querySelectorAll('main [role="grid"]')].map((grid) => [nameOf(grid), grid]));
  const isReached = Object.entries(goal.offsets).map(([name, offsets]) => {
    const box = name === '' ? document.documentElement : grids.get(name)?.closest('[data-scroll]');
    box?.scrollTo(...offsets);
    return box && offsetsOf(box).every((pixels, side) => Math.abs(pixels - (offsets[side] ?? 0)) < 1);
  });
  isMovingFocus = true;
  const isFocused = goal.focus ? focusCell(grids, goal.focus) : goal.pressed === undefined || focusPart(goal.pressed);
  isMovingFocus = false;
  // what still loads may move what is in the window
  const isDrawn = goal === top || document.querySelector('main [aria-busy="true"]') === null;
  if (!isReached.every(Boolean) || !isFocused || !areFolded || !isDrawn) return;
  if (goal === top) return endRestoring();
  stopSettling();
  settling = setTimeout(endRestoring, settledMilliseconds);
}

function focusCell(
  grids: ReadonlyMap<string, Element>,
  [name, row, column, control]: NonNullable<ViewPlace['focus']>,
): boolean {
  const grid = grids.get(name);
  const cell = grid && cellAt(grid, { row, column });
  if (!cell) return false;
  (focusTargets(cell)[control] ?? cell).focus({ preventScroll: true });
  return true;
}

function focusPart(name: string): boolean {
  const part = pressedPart(name);
  // the heading of the page leaves it the focus
  part?.setAttribute('data-restored', '');
  part?.focus({ preventScroll: true });
  // a panel that waits for those above it takes no focus yet
  return part !== undefined && part === document.activeElement;
}

const acts = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Remembers the scroll offsets of page and tables, what is unfolded, and the focus of each view. Back, Forward and a reload restore them, as soon
 * as the content is there. A new view begins at its top.
 */
export function ViewMemory() {
  const shown = useLocation();
  const [tab] = useQueryState(tabParameter, parseAsString);
  // the location stays the same object when another tab is chosen
  useLayoutEffect(() => {
    viewId = idOf(shown, tab);
  }, [shown, tab]);
  useLayoutEffect(() => {
    viewId = idOf(shown, tabOf(shown));
    goal = places.get(viewId) ?? top;
    foldsDone.clear();
    document.querySelector<HTMLElement>('[data-restored]')?.removeAttribute('data-restored');
    stopSettling();
    laterContent.observe(document.body, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
    laterSize.observe(document.body);
    restore();
  }, [shown]);
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const keep = () => storeText(storageKey, JSON.stringify(Object.fromEntries(places)), 'sessionStorage');
    window.addEventListener('pagehide', keep);
    document.addEventListener('scroll', onScroll, true);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('click', onClick);
    for (const type of acts) document.addEventListener(type, endRestoring, { capture: true, passive: true });
    return () => {
      endRestoring();
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('scroll', onScroll, true);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('click', onClick);
      for (const type of acts) document.removeEventListener(type, endRestoring, true);
    };
  }, []);
  return null;
}
