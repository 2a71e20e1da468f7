import type { DBSchema } from 'idb';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { lazyDatabase } from '#web/storage/browser-store.ts';
import {
  amend,
  commit,
  historyOf,
  type InvestigationHistory,
  type InvestigationPatch,
  redone,
  undone,
} from './investigation-edits.ts';
import {
  rememberActions,
  rememberedActions,
  rememberedInvestigation,
  rememberInvestigation,
} from './investigation-memory.ts';
import { type InvestigationHead, newInvestigationId, type StepNode, type StepNodes } from './investigation-node.ts';

/** The investigations of this browser and the one that is open in this tab. */
export interface InvestigationState {
  /** True once the stored investigations are read. */
  readonly isReady: boolean;
  /** False when storage is blocked or full: then changes last only as long as the tab. */
  readonly isKept: boolean;
  /** Including the open one; the last changed first. */
  readonly investigations: readonly InvestigationHead[];
  readonly open: InvestigationHead;
  readonly history: InvestigationHistory;
  /** The history of every investigation that was open in this tab, so that opening another one keeps its undo. */
  readonly histories: ReadonlyMap<string, InvestigationHistory>;
}

/** After this time without a change, an unnamed investigation is not opened in new tabs. */
const restMilliseconds = 12 * 3_600_000;
const noNodes: StepNodes = new Map();

type Changed = readonly (readonly [id: string, node: StepNode | null])[];
type Message =
  | { readonly is: 'changed'; readonly head: InvestigationHead; readonly changed: Changed }
  | { readonly is: 'gone'; readonly id: string };

const investigation = createStore<InvestigationState>(initialState);
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('sightline-investigation');

export function investigationState(): InvestigationState {
  return investigation.getState();
}

export function useInvestigation(): InvestigationState {
  useEffect(() => void investigationReady(), []);
  return useStore(investigation);
}

/** Resolves when the investigation that was open is read, or reading failed. */
export function investigationReady(): Promise<void> {
  return (reading ??= read());
}

let reading: Promise<void> | undefined;
let keeping: Promise<void> = Promise.resolve();

/** Resolves when the browser has stored the changes so far, or failed to. */
export function investigationKept(): Promise<void> {
  return keeping;
}

/** Applies the patch from `make`, so that it can be undone, with `goesOn` together with the action before; null does nothing. */
export function editInvestigation(make: (nodes: StepNodes) => InvestigationPatch | null, goesOn = false): void {
  const { history } = investigationState();
  const patch = make(history.nodes);
  if (patch) replace(commit(history, patch, goesOn));
}

/** Applies a patch that is not an action of the analyst: undo skips it. */
export function amendInvestigation(make: (nodes: StepNodes) => InvestigationPatch | null): void {
  const { history } = investigationState();
  const patch = make(history.nodes);
  if (patch) replace(amend(history, patch.changes));
}

/** Undoes the latest action. @returns its words */
export function undoInvestigation(): string | undefined {
  const { history } = investigationState();
  replace(undone(history));
  return history.undo.at(-1)?.words;
}

export function redoInvestigation(): string | undefined {
  const { history } = investigationState();
  replace(redone(history));
  return history.redo.at(-1)?.words;
}

/** Opens an investigation of this browser; this tab records its steps there from now on. */
export async function openInvestigation(id: string): Promise<void> {
  const { investigations, open, histories } = investigationState();
  const head = investigations.find((each) => each.id === id);
  if (!head || id === open.id) return;
  const nodes = histories.has(id) ? noNodes : await readStepNodes(id).catch(() => noNodes);
  show(head, investigationState().histories.get(id) ?? historyOf(nodes));
}

/** Starts an investigation, with these nodes if there are any; without a name, it is named after the current time. */
export function newInvestigation(name = '', nodes: readonly StepNode[] = []): void {
  const head = { ...unnamedInvestigation(), ...(name !== '' && { name, isUnnamed: false }) };
  show(head, historyOf(new Map(nodes.map((node) => [node.id, node]))));
  if (name !== '' || nodes.length > 0) void keep(head, [...investigationState().history.nodes]);
}

export function renameInvestigation(name: string): void {
  const { open: before } = investigationState();
  if (name.trim() === '' || name === before.name) return;
  const open = { ...before, name: name.trim(), isUnnamed: false, changedAt: Date.now() };
  investigation.setState({ open, investigations: withHead(open) });
  void keep(open, []);
}

/** Deletes the open investigation. @returns a function that restores it */
export function deleteInvestigation(): () => void {
  const { open: head, history } = investigationState();
  investigation.setState(without(head.id));
  void forgetInvestigation(head.id).catch(() => undefined);
  channel?.postMessage({ is: 'gone', id: head.id } satisfies Message);
  newInvestigation();
  return () => {
    show(head, history);
    void keep(head, [...history.nodes]);
  };
}

async function read(): Promise<void> {
  try {
    const investigations = [...(await readInvestigations())].sort(byChange);
    const remembered = rememberedInvestigation();
    const isFresh = ({ id, isUnnamed, changedAt }: InvestigationHead) =>
      id === remembered.ofTab || !isUnnamed || changedAt > Date.now() - restMilliseconds;
    const known =
      investigations.find(({ id }) => id === remembered.ofTab) ??
      investigations.find(({ id }) => id === remembered.ofBrowser);
    const head = known && isFresh(known) ? known : undefined;
    const nodes = head ? await readStepNodes(head.id) : noNodes;
    investigation.setState({ investigations });
    show(head ?? investigationState().open, { ...historyOf(nodes), ...(head && rememberedActions(head.id)) });
  } catch {
    investigation.setState({ isKept: false });
  }
  investigation.setState({ isReady: true });
}

/** Opens an investigation, and drops the one before if it is empty and unnamed. */
function show(open: InvestigationHead, history: InvestigationHistory): void {
  const { open: last, history: left } = investigationState();
  if (last.id !== open.id && last.isUnnamed && left.nodes.size === 0) investigation.setState(without(last.id));
  rememberInvestigation(open.id);
  investigation.setState({ open, history, investigations: withHead(open), histories: withHistory(open.id, history) });
}

function replace(history: InvestigationHistory): void {
  const before = investigationState();
  if (history === before.history) return;
  const changed = differences(before.history.nodes, history.nodes);
  const open = { ...before.open, changedAt: Date.now() };
  investigation.setState({ history, open, investigations: withHead(open), histories: withHistory(open.id, history) });
  if (changed.length > 0) keeping = keep(open, changed);
}

async function keep(head: InvestigationHead, changed: Changed): Promise<void> {
  channel?.postMessage({ is: 'changed', head, changed } satisfies Message);
  await archiveInvestigation(head, changed).catch(() => investigation.setState({ isKept: false }));
}

function differences(before: StepNodes, after: StepNodes): Changed {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((id) => before.get(id) !== after.get(id))
    .map((id) => [id, after.get(id) ?? null] as const);
}

// applies changes from other tabs of this browser
channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.is === 'gone') {
    investigation.setState(without(data.id));
    if (data.id === investigationState().open.id) newInvestigation();
    return;
  }
  const { head, changed } = data;
  const { open, history: shown, histories } = investigationState();
  const isOpen = head.id === open.id;
  const known = isOpen ? shown : histories.get(head.id);
  if (!known) return investigation.setState({ investigations: withHead(head) });
  const changes = changed.map(([id, after]) => ({ id, before: known.nodes.get(id) ?? null, after }));
  const history = amend(known, changes);
  investigation.setState({
    investigations: withHead(head),
    histories: withHistory(head.id, history),
    ...(isOpen && { open: head, history }),
  });
});

// undo survives a reload and a visit to another site
globalThis.addEventListener?.('pagehide', () => {
  const { isReady, isKept, open, history } = investigationState();
  if (isReady && isKept) rememberActions(open.id, history);
});

function without(id: string): Partial<InvestigationState> {
  const { investigations, histories } = investigationState();
  return {
    investigations: investigations.filter((head) => head.id !== id),
    histories: new Map([...histories].filter(([each]) => each !== id)),
  };
}

function withHistory(id: string, history: InvestigationHistory): ReadonlyMap<string, InvestigationHistory> {
  return new Map(investigationState().histories).set(id, history);
}

function withHead(head: InvestigationHead): readonly InvestigationHead[] {
  return [head, ...investigationState().investigations.filter(({ id }) => id !== head.id)].sort(byChange);
}

function byChange(a: InvestigationHead, b: InvestigationHead): number {
  return b.changedAt - a.changedAt;
}

function unnamedInvestigation(): InvestigationHead {
  const now = Date.now();
  const minute = new Date(now).toISOString().slice(0, 16).replace('T', ' ');
  return {
    id: newInvestigationId(),
    name: `Investigation of ${minute} UTC`,
    isUnnamed: true,
    createdAt: now,
    changedAt: now,
  };
}

function initialState(): InvestigationState {
  const open = unnamedInvestigation();
  return {
    isReady: false,
    isKept: true,
    investigations: [open],
    open,
    history: historyOf(noNodes),
    histories: new Map(),
  };
}

interface InvestigationSchema extends DBSchema {
  investigations: { key: string; value: InvestigationHead };
  nodes: { key: [investigation: string, id: string]; value: StepNode & { readonly investigation: string } };
}

const database = lazyDatabase<InvestigationSchema>('sightline-investigations', (made) => {
  made.createObjectStore('investigations', { keyPath: 'id' });
  made.createObjectStore('nodes', { keyPath: ['investigation', 'id'] });
});

/** All nodes of an investigation: an array sorts after every text. */
const nodesOf = (investigation: string) => IDBKeyRange.bound([investigation], [investigation, []]);

async function readInvestigations(): Promise<readonly InvestigationHead[]> {
  return (await database()).getAll('investigations');
}

async function readStepNodes(investigation: string): Promise<ReadonlyMap<string, StepNode>> {
  const records = await (await database()).getAll('nodes', nodesOf(investigation));
  return new Map(records.map(({ investigation: _, ...node }) => [node.id, node]));
}

/** Stores the head and the changed nodes; null deletes a node. Nodes are stored one by one, so that two tabs never overwrite each other. */
async function archiveInvestigation(head: InvestigationHead, changed: Changed): Promise<void> {
  const transaction = (await database()).transaction(['investigations', 'nodes'], 'readwrite');
  const nodes = transaction.objectStore('nodes');
  await Promise.all([
    transaction.objectStore('investigations').put(head),
    ...changed.map(([id, node]) =>
      node ? nodes.put({ ...node, investigation: head.id }) : nodes.delete([head.id, id]),
    ),
    transaction.done,
  ]);
}

async function forgetInvestigation(id: string): Promise<void> {
  const transaction = (await database()).transaction(['investigations', 'nodes'], 'readwrite');
  await Promise.all([
    transaction.objectStore('investigations').delete(id),
    transaction.objectStore('nodes').delete(nodesOf(id)),
    transaction.done,
  ]);
}
