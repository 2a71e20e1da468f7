import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { anyNodes } from './testing/any-trail.ts';
import { branchRemoval, noteChange, pinChange } from './trail-edits.ts';
import { commit, historyOf, undone } from './trail-history.ts';
import { readDeeds } from './trail-memory.ts';

it('reads deeds as they were, and they undo what was kept', () => {
  fc.assert(
    fc.property(anyNodes(), (list) => {
      const before = historyOf(new Map(list.map((node) => [node.id, node])));
      const [top] = list;
      if (!top) return;
      const noted = commit(commit(before, noteChange(top, 'Ask')), pinChange({ ...top, note: 'Ask' }, !top.isPinned));
      const done = commit(noted, branchRemoval(noted.nodes, top.id));
      const deeds = readDeeds(JSON.stringify({ trail: 'a', undo: done.undo, redo: done.redo }), 'a');
      expect(deeds).toEqual({ undo: done.undo, redo: [] });
      // as after a reload: the nodes from the archive, the deeds from the tab
      let history = { ...historyOf(done.nodes), ...deeds };
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
  ['of another trail', '{"trail":"b","undo":[],"redo":[]}'],
  ['without redo', '{"trail":"a","undo":[]}'],
  ['a deed without words', '{"trail":"a","undo":[{"changes":[]}],"redo":[]}'],
  ['a deed that is none', '{"trail":"a","undo":[null],"redo":[]}'],
  ['a change of something else', '{"trail":"a","undo":[{"words":"x","changes":[{"id":"n"}]}],"redo":[]}'],
  [
    'a node of another id',
    '{"trail":"a","undo":[{"words":"x","changes":[{"id":"n","before":null,"after":{"id":"m"}}]}],"redo":[]}',
  ],
])('remembers no deeds from what is not understood: %s', (_, text) =>
  expect(readDeeds(text, 'a')).toEqual({ undo: [], redo: [] }),
);
