import type { NodeChange, TrailHistory, TrailPatch } from './trail-history.ts';

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
  return {
    ofTab: attempt(() => sessionStorage.getItem(openKey)),
    ofBrowser: attempt(() => localStorage.getItem(openKey)),
  };
}

export function rememberTrail(id: string): void {
  attempt(() => sessionStorage.setItem(openKey, id));
  attempt(() => localStorage.setItem(openKey, id));
}

/** Which node every history entry of this tab is. */
export function rememberedPlaces(): Map<string, string> {
  const stored = attempt(() => JSON.parse(sessionStorage.getItem(placesKey) ?? '[]') as unknown);
  return new Map(Array.isArray(stored) ? (stored as [string, string][]).filter(isPair) : []);
}

export function rememberPlaces(places: ReadonlyMap<string, string>): void {
  const latest = [...places].slice(-placesAtMost);
  attempt(() => sessionStorage.setItem(placesKey, JSON.stringify(latest)));
}

type Deeds = Pick<TrailHistory, 'undo' | 'redo'>;

/**
 * What can be undone and done again in this tab. In the tab and not with the trail: each tab undoes its own deeds, and forgets
 * them when it is closed. The latest that there is room for.
 */
export function rememberDeeds(trail: string, { undo, redo }: Deeds): void {
  attempt(() => sessionStorage.removeItem(deedsKey));
  for (let atMost = deedsAtMost; atMost > 0; atMost = Math.floor(atMost / 4)) {
    const text = JSON.stringify({ trail, undo: undo.slice(-atMost), redo: redo.slice(-atMost) });
    if (attempt(() => (sessionStorage.setItem(deedsKey, text), true))) return;
  }
}

export function rememberedDeeds(trail: string): Deeds {
  return readDeeds(
    attempt(() => sessionStorage.getItem(deedsKey)),
    trail,
  );
}

/** The deeds in a trail as they were stored; none where they are another trail's, or not understood. */
export function readDeeds(text: string | null, trail: string): Deeds {
  const stored = attempt(() => JSON.parse(text ?? 'null') as Partial<Deeds & { readonly trail: string }> | null);
  if (stored?.trail !== trail || !isDeeds(stored.undo) || !isDeeds(stored.redo)) return { undo: [], redo: [] };
  return { undo: stored.undo, redo: stored.redo };
}

/** Tells the tab that is about to open `href` which node it is. */
export function handOver(href: string, node: string): void {
  attempt(() => localStorage.setItem(handoverKey, JSON.stringify({ href, node, at: Date.now() })));
}

/** The node that another tab handed to the first page of this one. */
export function takeHandover(href: string): string | null {
  const stored = attempt(
    () => JSON.parse(localStorage.getItem(handoverKey) ?? 'null') as Record<'href' | 'node' | 'at', unknown> | null,
  );
  if (stored?.href !== href || typeof stored.node !== 'string') return null;
  if (Number(stored.at) < Date.now() - handoverMilliseconds) return null;
  attempt(() => localStorage.removeItem(handoverKey));
  return stored.node;
}

function isDeeds(value: unknown): value is readonly TrailPatch[] {
  return (
    Array.isArray(value) &&
    (value as Partial<TrailPatch>[]).every(
      (deed) => typeof deed?.words === 'string' && Array.isArray(deed.changes) && deed.changes.every(isChange),
    )
  );
}

function isChange(value: Partial<NodeChange> | null): boolean {
  return (
    typeof value?.id === 'string' && [value.before, value.after].every((node) => node === null || node?.id === value.id)
  );
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
