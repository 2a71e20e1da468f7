import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { once } from '#web/storage/once.ts';
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
  /** Of every trail this tab had open: its undo outlives looking at another. */
  readonly histories: ReadonlyMap<string, TrailHistory>;
}

/** A trail that nobody named is over after a night. */
const restMilliseconds = 12 * 3_600_000;
const noNodes: TrailNodes = new Map();

type Changed = readonly (readonly [id: string, node: TrailNode | null])[];
type Message =
  | { readonly is: 'changed'; readonly head: TrailHead; readonly changed: Changed }
  | { readonly is: 'gone'; readonly id: string };

const trail = createStore<TrailState>(initialState);
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('sightline-trail');

export function trailState(): TrailState {
  return trail.getState();
}

export function useTrail(): TrailState {
  useEffect(() => void trailReady(), []);
  return useStore(trail);
}

/** Resolves when the trail that was open is read, or cannot be. */
export const trailReady: () => Promise<void> = once(read);

/** Does what `make` answers, so that it can be undone, if it goes on together with the deed before; null does nothing. */
export function editTrail(make: (nodes: TrailNodes) => TrailPatch | null, goesOn = false): void {
  const { history } = trailState();
  const patch = make(history.nodes);
  if (patch) replace(commit(history, patch, goesOn));
}

/** Notes what is no deed of the analyst: undo passes it by. */
export function amendTrail(make: (nodes: TrailNodes) => TrailPatch | null): void {
  const { history } = trailState();
  const patch = make(history.nodes);
  if (patch) replace(amend(history, patch.changes));
}

/** Takes the latest deed back and says which it was. */
export function undoTrail(): string | undefined {
  const { history } = trailState();
  replace(undone(history));
  return history.undo.at(-1)?.words;
}

export function redoTrail(): string | undefined {
  const { history } = trailState();
  replace(redone(history));
  return history.redo.at(-1)?.words;
}

/** Opens a trail of this browser; what this tab shows is recorded there from now on. */
export async function openTrail(id: string): Promise<void> {
  const { trails, open, histories } = trailState();
  const head = trails.find((each) => each.id === id);
  if (!head || id === open.id) return;
  const nodes = histories.has(id) ? noNodes : await readTrailNodes(id).catch(() => noNodes);
  show(head, trailState().histories.get(id) ?? historyOf(nodes));
}

/** Begins a trail, with these nodes if there are any; without a name it is called after today. */
export function newTrail(name = '', nodes: readonly TrailNode[] = []): void {
  const head = { ...unnamedTrail(), ...(name !== '' && { name, isUnnamed: false }) };
  show(head, historyOf(new Map(nodes.map((node) => [node.id, node]))));
  if (name !== '' || nodes.length > 0) void keep(head, [...trailState().history.nodes]);
}

export function renameTrail(name: string): void {
  const { open: before } = trailState();
  if (name.trim() === '' || name === before.name) return;
  const open = { ...before, name: name.trim(), isUnnamed: false, changedAt: Date.now() };
  trail.setState({ open, trails: withHead(open) });
  void keep(open, []);
}

/** Deletes the open trail; answers what brings it back. */
export function deleteTrail(): () => void {
  const { open: head, history } = trailState();
  trail.setState(without(head.id));
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
    trail.setState({ trails });
    show(head ?? trailState().open, { ...historyOf(nodes), ...(head && rememberedDeeds(head.id)) });
  } catch {
    trail.setState({ isKept: false });
  }
  trail.setState({ isReady: true });
}

/** Makes a trail the open one. One that is empty and has no name is not worth keeping. */
function show(open: TrailHead, history: TrailHistory): void {
  const { open: last, history: left } = trailState();
  if (last.id !== open.id && last.isUnnamed && left.nodes.size === 0) trail.setState(without(last.id));
  rememberTrail(open.id);
  trail.setState({ open, history, trails: withHead(open), histories: withHistory(open.id, history) });
}

function replace(history: TrailHistory): void {
  const before = trailState();
  if (history === before.history) return;
  const changed = differences(before.history.nodes, history.nodes);
  const open = { ...before.open, changedAt: Date.now() };
  trail.setState({ history, open, trails: withHead(open), histories: withHistory(open.id, history) });
  if (changed.length > 0) void keep(open, changed);
}

async function keep(head: TrailHead, changed: Changed): Promise<void> {
  channel?.postMessage({ is: 'changed', head, changed } satisfies Message);
  await archiveTrail(head, changed).catch(() => trail.setState({ isKept: false }));
}

function differences(before: TrailNodes, after: TrailNodes): Changed {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((id) => before.get(id) !== after.get(id))
    .map((id) => [id, after.get(id) ?? null] as const);
}

// What another tab of this browser did.
channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.is === 'gone') {
    trail.setState(without(data.id));
    if (data.id === trailState().open.id) newTrail();
    return;
  }
  const { head, changed } = data;
  const { open, history: shown, histories } = trailState();
  const isOpen = head.id === open.id;
  const known = isOpen ? shown : histories.get(head.id);
  if (!known) return trail.setState({ trails: withHead(head) });
  const changes = changed.map(([id, after]) => ({ id, before: known.nodes.get(id) ?? null, after }));
  const history = amend(known, changes);
  trail.setState({
    trails: withHead(head),
    histories: withHistory(head.id, history),
    ...(isOpen && { open: head, history }),
  });
});

// A reload, or a visit elsewhere, is no reason to lose the way back.
globalThis.addEventListener?.('pagehide', () => {
  const { isReady, isKept, open, history } = trailState();
  if (isReady && isKept) rememberDeeds(open.id, history);
});

function without(id: string): Partial<TrailState> {
  const { trails, histories } = trailState();
  return {
    trails: trails.filter((head) => head.id !== id),
    histories: new Map([...histories].filter(([each]) => each !== id)),
  };
}

function withHistory(id: string, history: TrailHistory): ReadonlyMap<string, TrailHistory> {
  return new Map(trailState().histories).set(id, history);
}

function withHead(head: TrailHead): readonly TrailHead[] {
  return [head, ...trailState().trails.filter(({ id }) => id !== head.id)].sort(byChange);
}

function byChange(a: TrailHead, b: TrailHead): number {
  return b.changedAt - a.changedAt;
}

function unnamedTrail(): TrailHead {
  const now = Date.now();
  const minute = new Date(now).toISOString().slice(0, 16).replace('T', ' ');
  return { id: newTrailId(), name: `Trail of ${minute} UTC`, isUnnamed: true, createdAt: now, changedAt: now };
}

function initialState(): TrailState {
  const open = unnamedTrail();
  return { isReady: false, isKept: true, trails: [open], open, history: historyOf(noNodes), histories: new Map() };
}
