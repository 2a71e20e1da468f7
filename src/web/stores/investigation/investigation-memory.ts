import * as z from 'zod/mini';
import { parseJson, storedText, storeText } from '#web/storage/browser-store.ts';
import type { InvestigationHistory, InvestigationPatch } from './investigation-edits.ts';
import type { StepNode } from './investigation-node.ts';
import { type Unrecorded, UNRECORDED_KEY } from './investigation-unrecorded.ts';

/*
 * Small things about the investigation that the tab or the browser remembers; the investigation itself lies in IndexedDB. Where storage is
 * blocked all of this answers as if nothing had ever been remembered.
 */

const openKey = 'sightline.investigation';
const placesKey = 'sightline.investigation-places';
const actionsKey = 'sightline.investigation-actions';
const actionsAtMost = 100;
const handoverKey = 'sightline.investigation-handover';
const placesAtMost = 200;
const handoverMilliseconds = 30_000;

/** The investigation that is open in this tab, and the one that was opened last in any. */
export function rememberedInvestigation(): { readonly ofTab: string | null; readonly ofBrowser: string | null } {
  return { ofTab: storedText(openKey, 'sessionStorage'), ofBrowser: storedText(openKey) };
}

export function rememberInvestigation(id: string): void {
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

type Actions = Pick<InvestigationHistory, 'undo' | 'redo'>;

/**
 * What can be undone and done again in this tab. In the tab and not with the investigation: each tab undoes its own actions, and forgets
 * them when it is closed. The latest that there is room for.
 */
export function rememberActions(investigation: string, { undo, redo }: Actions): void {
  storeText(actionsKey, null, 'sessionStorage');
  for (let atMost = actionsAtMost; atMost > 0; atMost = Math.floor(atMost / 4)) {
    const text = JSON.stringify({ investigation, undo: undo.slice(-atMost), redo: redo.slice(-atMost) });
    if (storeText(actionsKey, text, 'sessionStorage')) return;
  }
}

export function rememberedActions(investigation: string): Actions {
  return readActions(storedText(actionsKey, 'sessionStorage'), investigation);
}

/** Nodes are kept as they were; a change may be about no other node than it says. */
const storedNode = z.nullable(z.custom<StepNode>((node) => z.looseObject({ id: z.string() }).safeParse(node).success));
const storedChange = z
  .object({ id: z.string(), before: storedNode, after: storedNode })
  .check(z.refine(({ id, before, after }) => [before, after].every((node) => node === null || node.id === id)));
const storedPatches: z.ZodMiniType<readonly InvestigationPatch[]> = z.array(
  z.object({ words: z.string(), changes: z.array(storedChange) }),
);
const storedActions = z.object({ investigation: z.string(), undo: storedPatches, redo: storedPatches });

/** The actions in an investigation as they were stored; none where they are another investigation's, or not understood. */
export function readActions(text: string | null, investigation: string): Actions {
  const stored = storedActions.safeParse(parseJson(text)).data;
  return stored?.investigation === investigation ? { undo: stored.undo, redo: stored.redo } : { undo: [], redo: [] };
}

/** Passes the node of `href` to the tab that is about to open it. */
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

/** The form is checked; what belongs to an address is as the same tab left it a moment ago. */
const storedUnrecorded = z.array(
  z.custom<Unrecorded>((call) => z.tuple([z.string(), z.string(), z.looseObject({})]).safeParse(call).success),
);

/** What the page before this one in the tab had no time to record; only the first call is answered. */
export function takeUnrecorded(): readonly Unrecorded[] {
  const { data = [] } = storedUnrecorded.safeParse(parseJson(storedText(UNRECORDED_KEY, 'sessionStorage')));
  storeText(UNRECORDED_KEY, null, 'sessionStorage');
  return data;
}
