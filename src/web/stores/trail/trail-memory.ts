import * as z from 'zod/mini';
import { parseJson, storedText, storeText } from '#web/storage/browser-storage.ts';
import type { TrailHistory, TrailPatch } from './trail-history.ts';
import type { TrailNode } from './trail-node.ts';

/*
 * Small things about the trail that the tab or the browser remembers; the trail itself lies in IndexedDB. Where storage is
 * blocked all of this answers as if nothing had ever been remembered.
 */

const openKey = 'sightline.trail';
const placesKey = 'sightline.trail-places';
const deedsKey = 'sightline.trail-deeds';
const deedsAtMost = 100;
const handoverKey = 'sightline.trail-handover';
const placesAtMost = 200;
const handoverMilliseconds = 30_000;

/** The trail that is open in this tab, and the one that was opened last in any. */
export function rememberedTrail(): { readonly ofTab: string | null; readonly ofBrowser: string | null } {
  return { ofTab: storedText(openKey, 'sessionStorage'), ofBrowser: storedText(openKey) };
}

export function rememberTrail(id: string): void {
  storeText(openKey, id, 'sessionStorage');
  storeText(openKey, id);
}

const storedPlaces = z.catch(z.array(z.tuple([z.string(), z.string()])), []);

/** Which node every history entry of this tab is. */
export function rememberedPlaces(): ReadonlyMap<string, string> {
  return new Map(storedPlaces.parse(parseJson(storedText(placesKey, 'sessionStorage'))));
}

export function rememberPlaces(places: ReadonlyMap<string, string>): void {
  storeText(placesKey, JSON.stringify([...places].slice(-placesAtMost)), 'sessionStorage');
}

type Deeds = Pick<TrailHistory, 'undo' | 'redo'>;

/**
 * What can be undone and done again in this tab. In the tab and not with the trail: each tab undoes its own deeds, and forgets
 * them when it is closed. The latest that there is room for.
 */
export function rememberDeeds(trail: string, { undo, redo }: Deeds): void {
  storeText(deedsKey, null, 'sessionStorage');
  for (let atMost = deedsAtMost; atMost > 0; atMost = Math.floor(atMost / 4)) {
    const text = JSON.stringify({ trail, undo: undo.slice(-atMost), redo: redo.slice(-atMost) });
    if (storeText(deedsKey, text, 'sessionStorage')) return;
  }
}

export function rememberedDeeds(trail: string): Deeds {
  return readDeeds(storedText(deedsKey, 'sessionStorage'), trail);
}

/** Nodes are kept as they were; a change may be about no other node than it says. */
const storedNode = z.nullable(z.custom<TrailNode>((node) => z.looseObject({ id: z.string() }).safeParse(node).success));
const storedChange = z
  .object({ id: z.string(), before: storedNode, after: storedNode })
  .check(z.refine(({ id, before, after }) => [before, after].every((node) => node === null || node.id === id)));
const storedPatches: z.ZodMiniType<readonly TrailPatch[]> = z.array(
  z.object({ words: z.string(), changes: z.array(storedChange) }),
);
const storedDeeds = z.object({ trail: z.string(), undo: storedPatches, redo: storedPatches });

/** The deeds in a trail as they were stored; none where they are another trail's, or not understood. */
export function readDeeds(text: string | null, trail: string): Deeds {
  const stored = storedDeeds.safeParse(parseJson(text)).data;
  return stored?.trail === trail ? { undo: stored.undo, redo: stored.redo } : { undo: [], redo: [] };
}

/** Tells the tab that is about to open `href` which node it is. */
export function handOver(href: string, node: string): void {
  storeText(handoverKey, JSON.stringify({ href, node, at: Date.now() }));
}

const storedHandover = z.object({ href: z.string(), node: z.string(), at: z.number() });

/** The node that another tab handed to the first page of this one. */
export function takeHandover(href: string): string | null {
  const stored = storedHandover.safeParse(parseJson(storedText(handoverKey))).data;
  if (stored?.href !== href || stored.at < Date.now() - handoverMilliseconds) return null;
  storeText(handoverKey, null);
  return stored.node;
}
