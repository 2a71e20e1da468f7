import fc from 'fast-check';
import { afterAll, expect, it, test, vi } from 'vitest';
import { anyNodes, nodesById } from '#test/web/any-investigation.ts';
import { branchRemoval, commit, historyOf, noteChange, pinChange, undone } from './investigation-edits.ts';
import {
  handOver,
  readActions,
  rememberActions,
  rememberedInvestigation,
  rememberedPlaces,
  rememberInvestigation,
  rememberPlaces,
  takeHandover,
} from './investigation-memory.ts';

// other specs run in the same process
afterAll(() => vi.unstubAllGlobals());

it('reads actions as they were, and they undo what was kept', () => {
  fc.assert(
    fc.property(anyNodes(), (list) => {
      const before = historyOf(nodesById(list));
      const [top] = list;
      if (!top) return;
      const noted = commit(commit(before, noteChange(top, 'Ask')), pinChange({ ...top, note: 'Ask' }, !top.isPinned));
      const done = commit(noted, branchRemoval(noted.nodes, top.id));
      const actions = readActions(JSON.stringify({ investigation: 'a', undo: done.undo, redo: done.redo }), 'a');
      expect(actions).toEqual({ undo: done.undo, redo: [] });
      // as after a reload: the nodes from the archive, the actions from the tab
      let history = { ...historyOf(done.nodes), ...actions };
      while (history.undo.length > 0) history = undone(history);
      expect(history.nodes).toEqual(before.nodes);
      expect(history.redo).toHaveLength(done.undo.length);
    }),
  );
});

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['null', 'null'],
  ['of another investigation', '{"investigation":"b","undo":[],"redo":[]}'],
  ['without redo', '{"investigation":"a","undo":[]}'],
  ['an action without words', '{"investigation":"a","undo":[{"changes":[]}],"redo":[]}'],
  ['an action that is none', '{"investigation":"a","undo":[null],"redo":[]}'],
  ['a change of something else', '{"investigation":"a","undo":[{"words":"x","changes":[{"id":"n"}]}],"redo":[]}'],
  [
    'a node of another id',
    '{"investigation":"a","undo":[{"words":"x","changes":[{"id":"n","before":null,"after":{"id":"m"}}]}],"redo":[]}',
  ],
])('remembers no actions from what is not understood: %s', (_, text) =>
  expect(readActions(text, 'a')).toEqual({ undo: [], redo: [] }),
);

it('keeps each thing it remembers under a key of its own', () => {
  const local = storageLike();
  const session = storageLike();
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', session);
  rememberInvestigation('t1');
  rememberPlaces(new Map([['default', 'n1']]));
  rememberActions('t1', { undo: [], redo: [] });
  handOver('/ip/192.0.2.1', 'n2');
  expect([...local.texts.keys()]).toEqual(['sightline.investigation', 'sightline.investigation-handover']);
  expect([...session.texts]).toEqual([
    ['sightline.investigation', 't1'],
    ['sightline.investigation-places', '[["default","n1"]]'],
    ['sightline.investigation-actions', '{"investigation":"t1","undo":[],"redo":[]}'],
  ]);
  expect(rememberedInvestigation()).toEqual({ ofTab: 't1', ofBrowser: 't1' });
  expect(rememberedPlaces()).toEqual(new Map([['default', 'n1']]));
  expect(takeHandover('/ip/192.0.2.2')).toBeNull();
  expect(takeHandover('/ip/192.0.2.1')).toBe('n2');
  expect(takeHandover('/ip/192.0.2.1')).toBeNull();
});

function storageLike() {
  const texts = new Map<string, string>();
  return {
    texts,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
    removeItem: (key: string) => texts.delete(key),
  };
}
