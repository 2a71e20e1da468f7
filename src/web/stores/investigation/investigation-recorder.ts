import { createStore } from 'zustand/vanilla';
import { parseConnection, sameWords } from '#model/connection.ts';
import { paths } from '#web/url/paths.ts';
import { addition, ancestorAbout, childAbout, nodeOf, pinChange, verdictChange } from './investigation-edits.ts';
import { handOver, rememberedPlaces, rememberPlaces, takeHandover, takeUnrecorded } from './investigation-memory.ts';
import {
  type Arrival,
  newInvestigationId,
  type SeenVerdict,
  stepHref,
  type StepNode,
  type StepNodes,
  type StepSubject,
  stepSubjectOf,
  stepTitle,
} from './investigation-node.ts';
import {
  amendInvestigation,
  editInvestigation,
  investigationKept,
  investigationReady,
  investigationState,
} from './investigation-store.ts';

/*
 * The position of this tab in the investigation, and the recording of its steps. All calls wait until the stored investigation is read, and
 * then run in order.
 */

interface Recording {
  readonly standpoint: Standpoint;
  /** The investigation that the places belong to. */
  readonly placesOf: string | null;
  /** True until the first page of this tab is recorded. */
  readonly isFirst: boolean;
  /** The node that was shown last, even if pages without a node followed. */
  readonly last: string | null;
  /** "same JARM" while the tab shows the subjects that share it: the reason of a pivot from the step before to one of them. */
  readonly shared: string | null;
  /** The verdict on the latest page, which may be noted before the arrival is recorded. */
  readonly shown: { readonly href: string; readonly verdict: Omit<SeenVerdict, 'at'> } | null;
}

const recording = createStore<Recording>(() => ({
  standpoint: { current: null, places: rememberedPlaces(), startsFresh: false },
  placesOf: null,
  isFirst: true,
  last: null,
  shared: null,
  shown: null,
}));

function moveTo(next: Partial<Standpoint>): void {
  recording.setState(({ standpoint }) => ({ standpoint: { ...standpoint, ...next } }));
}

/** Records the next page as a search, not as a pivot: it was typed, pasted or chosen in the omnibox. */
export async function startFresh(): Promise<void> {
  await investigationReady();
  moveTo({ startsFresh: true });
}

/** Continues at a node, when its page is opened from the investigation. */
export function continueFrom(node: string): void {
  moveTo({ current: node, startsFresh: false });
}

/** The node of the current page; null if it has none. */
export function currentNode(): string | null {
  return ifThere(recording.getState().standpoint.current);
}

/** The node that this tab showed last; null when it was deleted. */
export function lastNode(): string | null {
  return ifThere(recording.getState().last);
}

function ifThere(node: string | null): string | null {
  return node !== null && investigationState().history.nodes.has(node) ? node : null;
}

/** Records a page that was opened in this tab. Resolves when the browser has stored it, or failed to. */
export async function recordArrival(href: string, arrival: Arrival): Promise<void> {
  await investigationReady();
  if (recording.getState().isFirst) recordUnrecorded();
  arriveAt(href, arrival);
  await investigationKept();
}

/** Records what the previous page of this tab had no time for, without changing the state of the current page. */
function recordUnrecorded(): void {
  const { isFirst, shown } = recording.getState();
  for (const [is, href, what] of takeUnrecorded()) {
    if (is === 'arrival') arriveAt(href, what);
    else showVerdict(href, what);
  }
  recording.setState({ isFirst, shown });
}

function arriveAt(href: string, arrival: Arrival): void {
  const { open, history } = investigationState();
  const { placesOf, isFirst } = recording.getState();
  if (placesOf !== null && placesOf !== open.id) moveTo({ places: new Map() });
  recording.setState({ placesOf: open.id, isFirst: false });
  const subject = stepSubjectOf(href);
  const handed = isFirst && subject ? takeHandover(stepHref(subject)) : null;
  const { standpoint, shared } = recording.getState();
  const sharing = sharedWords(href);
  recording.setState({ shared: sharing });
  if (sharing !== null) return passThrough(standpoint, arrival);
  if (!subject) return moveTo({ current: null, startsFresh: false });
  const step =
    handed !== null && history.nodes.has(handed)
      ? ({ is: 'at', id: handed } as const)
      : stepTo(history.nodes, standpoint, subject, arrival);
  const current =
    step.is === 'nowhere' ? null : step.is === 'at' ? step.id : record(subject, step, shared ?? arrival.why);
  const places = new Map(standpoint.places);
  if (current !== null) places.set(arrival.key, current);
  recording.setState(({ last }) => ({
    standpoint: { current, places, startsFresh: false },
    last: current ?? last,
  }));
  rememberPlaces(places);
  applyVerdict();
}

/** The page of subjects with a shared attribute is not a step of its own: the next pivot continues from the step before. */
function passThrough(standpoint: Standpoint, { key, action }: Pick<Arrival, 'key' | 'action'>): void {
  const known = standpoint.places.get(key) ?? null;
  const current = action === 'POP' ? known : standpoint.startsFresh ? null : standpoint.current;
  const places = new Map(standpoint.places);
  if (current !== null) places.set(key, current);
  moveTo({ current, places, startsFresh: false });
  rememberPlaces(places);
}

/** "same favicon and JARM" for the page of subjects that share these; null for any other page. */
function sharedWords(href: string): string | null {
  const { pathname, searchParams } = new URL(href, 'http://any.invalid');
  const pairs = searchParams.getAll('with').flatMap((text) => parseConnection(text) ?? []);
  return pathname === paths.connections() && pairs.length > 0
    ? sameWords(pairs.map(({ attribute }) => attribute))
    : null;
}

/** Records a pivot into another tab, which continues from there. */
export async function recordAside(
  href: string,
  { known, why }: { known?: string | undefined; why?: string | undefined } = {},
): Promise<void> {
  await investigationReady();
  const subject = stepSubjectOf(href);
  if (!subject) return;
  const { nodes } = investigationState().history;
  const parent = currentNode();
  const node =
    known ??
    (ancestorAbout(nodes, parent, subject) ?? childAbout(nodes, parent, subject))?.id ??
    record(subject, { parent, via: parent === null ? 'entry' : 'pivot' }, recording.getState().shared ?? why);
  handOver(stepHref(subject), node);
}

/** Records the verdict on the page of a subject in its node. Resolves when the browser has stored it, or failed to. */
export async function noteVerdict(href: string, verdict: Omit<SeenVerdict, 'at'>): Promise<void> {
  recording.setState({ shown: { href, verdict } });
  await investigationReady();
  applyVerdict();
  await investigationKept();
}

function showVerdict(href: string, verdict: Omit<SeenVerdict, 'at'>): void {
  recording.setState({ shown: { href, verdict } });
  applyVerdict();
}

function applyVerdict(): void {
  const { standpoint, shown } = recording.getState();
  amendInvestigation((nodes) => {
    const node = nodes.get(standpoint.current ?? '');
    if (!node || !shown || stepHref(node.subject) !== shown.href) return null;
    const { verdict } = shown;
    const isSame =
      node.verdict?.score === verdict.score &&
      node.verdict.decider === verdict.decider &&
      node.verdict.provider === verdict.provider &&
      node.verdict.tags?.join() === verdict.tags?.join() &&
      node.verdict.state === verdict.state;
    return isSame ? null : verdictChange(node, { ...verdict, at: Date.now() });
  });
}

/** Adds subjects to the investigation below the current page, pinned; pins the subjects that are already there. */
export async function pinInInvestigation(hrefs: readonly string[]): Promise<void> {
  await investigationReady();
  const subjects = hrefs.map(stepSubjectOf).filter((subject) => subject !== null);
  const parent = currentNode();
  const { shared } = recording.getState();
  const why = parent !== null && shared !== null ? { why: shared } : {};
  const now = Date.now();
  editInvestigation((nodes) => {
    const isThere = (subject: StepSubject) =>
      ancestorAbout(nodes, parent, subject) ?? childAbout(nodes, parent, subject);
    const known = subjects.flatMap((subject) => isThere(subject) ?? []).map((node) => pinChange(node, true));
    const fresh = subjects
      .filter((subject) => !isThere(subject))
      .map((subject) =>
        nodeOf({ id: newInvestigationId(), parent, subject, via: 'added', at: now, isPinned: true, ...why }),
      );
    const words = `Pin ${subjects.length === 1 && subjects[0] ? stepTitle(subjects[0]) : `${subjects.length} subjects`}`;
    return { words, changes: [...known.flatMap(({ changes }) => changes), ...addition(words, fresh).changes] };
  });
}

function record(
  subject: StepSubject,
  { parent, via }: Pick<StepNode, 'parent' | 'via'>,
  why: string | undefined,
): string {
  const id = newInvestigationId();
  const node = nodeOf({ id, parent, subject, via, at: Date.now(), ...(parent !== null && why && { why }) });
  editInvestigation(() => addition(`Visit of ${stepTitle(subject)}`, [node]));
  return id;
}

/** The position of a tab in its investigation. */
export interface Standpoint {
  /** The node of the current page; null on pages without a subject or search. */
  readonly current: string | null;
  /** The node of every history entry. */
  readonly places: ReadonlyMap<string, string>;
  /** Records the next page as a search, not as a pivot: it was typed, pasted or chosen in the omnibox. */
  readonly startsFresh: boolean;
}

/** The result of an arrival: an existing node, a new one, or nothing to record. */
type Step =
  | { readonly is: 'at'; readonly id: string }
  | { readonly is: 'new'; readonly parent: string | null; readonly via: 'entry' | 'pivot' }
  | { readonly is: 'nowhere' };

/**
 * Decides how an arrival is recorded. Going back, or to a subject on the path to the current node, adds no node: the next pivot
 * branches off there. Going back to the page of a deleted node does not restore the node.
 */
export function stepTo(nodes: StepNodes, from: Standpoint, subject: StepSubject, { key, action }: Arrival): Step {
  const known = from.places.get(key);
  const current = from.current !== null && nodes.has(from.current) ? from.current : null;
  if (action === 'POP' && known !== undefined) {
    if (ancestorAbout(nodes, known, subject)?.id === known) return { is: 'at', id: known };
    if (!nodes.has(known) && key !== 'default') return { is: 'nowhere' };
  }
  if (action === 'POP' || from.startsFresh || current === null) {
    const beginning = childAbout(nodes, null, subject);
    return beginning ? { is: 'at', id: beginning.id } : { is: 'new', parent: null, via: 'entry' };
  }
  const there = ancestorAbout(nodes, current, subject) ?? childAbout(nodes, current, subject);
  return there ? { is: 'at', id: there.id } : { is: 'new', parent: current, via: 'pivot' };
}
