import { useSyncExternalStore } from 'react';
import { archiveTrail, forgetTrail, readTrailNodes, readTrails } from './trail-archive.ts';
import { amend, commit, historyOf, redone, undone, type TrailHistory, type TrailPatch } from './trail-history.ts';
import { newTrailId, type TrailHead, type TrailNode, type TrailNodes } from './trail-node.ts';
import { rememberDeeds, rememberedDeeds, rememberedTrail, rememberTrail } from './trail-memory.ts';

/** The trails of this browser and the one that is open in this tab. */
export interface TrailState {
  /** What the browser keeps has been read. */
  readonly isReady: boolean;
  /** False when storage is blocked or full: nothing outlives the tab. */
  readonly isKept: boolean;
  /** With the open one; the last changed first. */
  readonly trails: readonly TrailHead[];
  readonly open: TrailHead;
  readonly history: TrailHistory;
}

/** A trail that nobody named is over after a night. */
const restMilliseconds = 12 * 3_600_000;
const noNodes: TrailNodes = new Map();

type Changed = readonly (readonly [id: string, node: TrailNode | null])[];
type Message =
  | { readonly is: 'changed'; readonly head: TrailHead; readonly changed: Changed }
  | { readonly is: 'gone'; readonly id: string };

let state = initialState();
let reading: Promise<void> | undefined;
/** Of every trail this tab had open: its undo outlives looking at another. */
const histories = new Map<string, TrailHistory>();
const listeners = new Set<() => void>();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('sightline-trail');

export function trailState(): TrailState {
  return state;
}

export function useTrail(): TrailState {
  return useSyncExternalStore(subscribe, trailState);
}

function subscribe(listener: () => void): () => void {
  void trailReady();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resolves when the trail that was open is read, or cannot be. */
export function trailReady(): Promise<void> {
  reading ??= read();
  return reading;
}

/** Does what `make` answers, so that it can be undone, if it goes on together with the deed before; null does nothing. */
export function editTrail(make: (nodes: TrailNodes) => TrailPatch | null, goesOn = false): void {
  const patch = make(state.history.nodes);
  if (patch) replace(commit(state.history, patch, goesOn));
}

/** Notes what is no deed of the analyst: undo passes it by. */
export function amendTrail(make: (nodes: TrailNodes) => TrailPatch | null): void {
  const patch = make(state.history.nodes);
  if (patch) replace(amend(state.history, patch.changes));
}

/** Takes the latest deed back and says which it was. */
export function undoTrail(): string | undefined {
  const words = state.history.undo.at(-1)?.words;
  replace(undone(state.history));
  return words;
}

export function redoTrail(): string | undefined {
  const words = state.history.redo.at(-1)?.words;
  replace(redone(state.history));
  return words;
}

/** Opens a trail of this browser; what this tab shows is recorded there from now on. */
export async function openTrail(id: string): Promise<void> {
  const head = state.trails.find((each) => each.id === id);
  if (!head || id === state.open.id) return;
  const nodes = histories.has(id) ? noNodes : await readTrailNodes(id).catch(() => noNodes);
  show(head, histories.get(id) ?? historyOf(nodes));
}

/** Begins a trail, with these nodes if there are any; without a name it is called after today. */
export function newTrail(name = '', nodes: readonly TrailNode[] = []): void {
  const head = { ...unnamedTrail(), ...(name !== '' && { name, isUnnamed: false }) };
  show(head, historyOf(new Map(nodes.map((node) => [node.id, node]))));
  if (name !== '' || nodes.length > 0) void keep(head, [...state.history.nodes]);
}

export function renameTrail(name: string): void {
  if (name.trim() === '' || name === state.open.name) return;
  const open = { ...state.open, name: name.trim(), isUnnamed: false, changedAt: Date.now() };
  set({ open, trails: withHead(open) });
  void keep(open, []);
}

/** Deletes the open trail; answers what brings it back. */
export function deleteTrail(): () => void {
  const { open: head, history, trails } = state;
  histories.delete(head.id);
  state = { ...state, trails: trails.filter(({ id }) => id !== head.id) };
  void forgetTrail(head.id).catch(() => undefined);
  channel?.postMessage({ is: 'gone', id: head.id } satisfies Message);
  newTrail();
  return () => {
    show(head, history);
    void keep(head, [...history.nodes]);
  };
}

async function read(): Promise<void> {
  try {
    const trails = [...(await readTrails())].sort(byChange);
    const remembered = rememberedTrail();
    const isFresh = ({ id, isUnnamed, changedAt }: TrailHead) =>
      id === remembered.ofTab || !isUnnamed || changedAt > Date.now() - restMilliseconds;
    const known =
      trails.find(({ id }) => id === remembered.ofTab) ?? trails.find(({ id }) => id === remembered.ofBrowser);
    const head = known && isFresh(known) ? known : undefined;
    const nodes = head ? await readTrailNodes(head.id) : noNodes;
    state = { ...state, trails };
    show(head ?? state.open, { ...historyOf(nodes), ...(head && rememberedDeeds(head.id)) });
  } catch {
    set({ isKept: false });
  }
  set({ isReady: true });
}

/** Makes a trail the open one. One that is empty and has no name is not worth keeping. */
function show(open: TrailHead, history: TrailHistory): void {
  const { open: last, history: left } = state;
  if (last.id !== open.id && last.isUnnamed && left.nodes.size === 0) {
    histories.delete(last.id);
    state = { ...state, trails: state.trails.filter(({ id }) => id !== last.id) };
  }
  histories.set(open.id, history);
  rememberTrail(open.id);
  set({ open, history, trails: withHead(open) });
}

function replace(history: TrailHistory): void {
  if (history === state.history) return;
  const changed = differences(state.history.nodes, history.nodes);
  const open = { ...state.open, changedAt: Date.now() };
  histories.set(open.id, history);
  set({ history, open, trails: withHead(open) });
  if (changed.length > 0) void keep(open, changed);
}

async function keep(head: TrailHead, changed: Changed): Promise<void> {
  channel?.postMessage({ is: 'changed', head, changed } satisfies Message);
  await archiveTrail(head, changed).catch(() => set({ isKept: false }));
}

function differences(before: TrailNodes, after: TrailNodes): Changed {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((id) => before.get(id) !== after.get(id))
    .map((id) => [id, after.get(id) ?? null] as const);
}

// What another tab of this browser did.
channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.is === 'gone') {
    histories.delete(data.id);
    state = { ...state, trails: state.trails.filter(({ id }) => id !== data.id) };
    if (data.id === state.open.id) newTrail();
    else set({});
    return;
  }
  const { head, changed } = data;
  const isOpen = head.id === state.open.id;
  const known = isOpen ? state.history : histories.get(head.id);
  if (!known) return set({ trails: withHead(head) });
  const changes = changed.map(([id, after]) => ({ id, before: known.nodes.get(id) ?? null, after }));
  const history = amend(known, changes);
  histories.set(head.id, history);
  set({ trails: withHead(head), ...(isOpen && { open: head, history }) });
});

// A reload, or a visit elsewhere, is no reason to lose the way back.
globalThis.addEventListener?.('pagehide', () => {
  if (state.isReady && state.isKept) rememberDeeds(state.open.id, state.history);
});

function withHead(head: TrailHead): readonly TrailHead[] {
  return [head, ...state.trails.filter(({ id }) => id !== head.id)].sort(byChange);
}

function byChange(a: TrailHead, b: TrailHead): number {
  return b.changedAt - a.changedAt;
}

function unnamedTrail(): TrailHead {
  const now = Date.now();
  const minute = new Date(now).toISOString().slice(0, 16).replace('T', ' ');
  return { id: newTrailId(now), name: `Trail of ${minute} UTC`, isUnnamed: true, createdAt: now, changedAt: now };
}

function initialState(): TrailState {
  const open = unnamedTrail();
  return { isReady: false, isKept: true, trails: [open], open, history: historyOf(noNodes) };
}

function set(next: Partial<TrailState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}
