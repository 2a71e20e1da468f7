import * as z from 'zod/mini';
import { parseJson, storedText, storeText } from '#web/storage/browser-store.ts';
import type { InvestigationHistory, InvestigationPatch } from './investigation-edits.ts';
import type { StepNode } from './investigation-node.ts';
import { type Unrecorded, UNRECORDED_KEY } from './investigation-unrecorded.ts';

/*
 * Small state of the investigation in the storage of the tab or the browser; the investigation itself is in IndexedDB. Where storage is
 * blocked, all functions behave as with an empty storage.
 */

const openKey = 'sightline.investigation';
const placesKey = 'sightline.investigation-places';
const actionsKey = 'sightline.investigation-actions';
const actionsAtMost = 100;
const handoverKey = 'sightline.investigation-handover';
const placesAtMost = 200;
const handoverMilliseconds = 30_000;

/** The investigation that is open in this tab, and the one that was opened last in any tab. */
export function rememberedInvestigation(): { readonly ofTab: string | null; readonly ofBrowser: string | null } {
  return { ofTab: storedText(openKey, 'sessionStorage'), ofBrowser: storedText(openKey) };
}

export function rememberInvestigation(id: string): void {
  storeText(openKey, id, 'sessionStorage');
  storeText(openKey, id);
}

const storedPlaces = z.catch(z.array(z.tuple([z.string(), z.string()])), []);

/** The node of every history entry of this tab. */
export function rememberedPlaces(): ReadonlyMap<string, string> {
  return new Map(storedPlaces.parse(parseJson(storedText(placesKey, 'sessionStorage'))));
}

export function rememberPlaces(places: ReadonlyMap<string, string>): void {
  storeText(placesKey, JSON.stringify([...places].slice(-placesAtMost)), 'sessionStorage');
}

type Actions = Pick<InvestigationHistory, 'undo' | 'redo'>;

/**
 * Stores the undo and redo stacks of this tab, as many of the latest actions as fit. They belong to the tab, not to the investigation:
 * each tab undoes its own actions, and they are lost when it is closed.
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

/** Fields of nodes are not checked, but a change may only contain the node with its own id. */
const storedNode = z.nullable(z.custom<StepNode>((node) => z.looseObject({ id: z.string() }).safeParse(node).success));
const storedChange = z
  .object({ id: z.string(), before: storedNode, after: storedNode })
  .check(z.refine(({ id, before, after }) => [before, after].every((node) => node === null || node.id === id)));
const storedPatches: z.ZodMiniType<readonly InvestigationPatch[]> = z.array(
  z.object({ words: z.string(), changes: z.array(storedChange) }),
);
const storedActions = z.object({ investigation: z.string(), undo: storedPatches, redo: storedPatches });

/** The stored actions of an investigation; none if they are invalid or of another investigation. */
export function readActions(text: string | null, investigation: string): Actions {
  const stored = storedActions.safeParse(parseJson(text)).data;
  return stored?.investigation === investigation ? { undo: stored.undo, redo: stored.redo } : { undo: [], redo: [] };
}

/** Passes the node of `href` to the tab that is about to open it. */
export function handOver(href: string, node: string): void {
  storeText(handoverKey, JSON.stringify({ href, node, at: Date.now() }));
}

const storedHandover = z.object({ href: z.string(), node: z.string(), at: z.number() });

/** The node that another tab passed to the first page of this tab. */
export function takeHandover(href: string): string | null {
  const stored = storedHandover.safeParse(parseJson(storedText(handoverKey))).data;
  if (stored?.href !== href || stored.at < Date.now() - handoverMilliseconds) return null;
  storeText(handoverKey, null);
  return stored.node;
}

/** Checks the shape only: the arguments were stored by the same tab a moment ago. */
const storedUnrecorded = z.array(
  z.custom<Unrecorded>((call) => z.tuple([z.string(), z.string(), z.looseObject({})]).safeParse(call).success),
);

/** The calls that the previous page of this tab had no time to record. Only the first call returns them. */
export function takeUnrecorded(): readonly Unrecorded[] {
  const { data = [] } = storedUnrecorded.safeParse(parseJson(storedText(UNRECORDED_KEY, 'sessionStorage')));
  storeText(UNRECORDED_KEY, null, 'sessionStorage');
  return data;
}
