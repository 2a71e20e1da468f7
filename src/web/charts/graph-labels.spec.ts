import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byLabelRank, FreeRoom, labelPlaces } from './graph-labels.ts';
import { graphLayout } from './graph-layout.ts';
import type { Graph, GraphNode, GraphTone } from './graph.ts';

const tones: readonly GraphTone[] = ['unknown', 'none', 'low', 'medium', 'high', 'critical'];
const node = (id: string, tone: GraphTone, isMarked = false): GraphNode => ({
  id,
  label: id,
  letters: 'IP',
  tone,
  isMarked,
});

it('gives room to what is marked first, then to the worst, then to where most meets', () => {
  const nodes = [node('a', 'none'), node('b', 'high'), node('c', 'none'), node('d', 'unknown', true)];
  const edges = [
    { from: 'b', to: 'c', label: '' },
    { from: 'd', to: 'c', label: 'same JARM' },
  ];
  expect(byLabelRank({ nodes, edges }).map(({ id }) => id)).toEqual(['d', 'b', 'c', 'a']);
});

const anyGraph = fc
  .uniqueArray(fc.oneof(fc.constant('__proto__'), fc.string({ minLength: 1, maxLength: 30 })), { maxLength: 40 })
  .chain((ids) =>
    fc.record({
      nodes: fc.tuple(...ids.map((id) => fc.constantFrom(...tones).map((tone) => node(id, tone)))),
      edges: fc.array(
        fc.record({
          from: fc.constantFrom(...ids, ''),
          to: fc.constantFrom(...ids, ''),
          label: fc.constantFrom('', 'same JARM', 'resolved to, 2026-10-02'),
        }),
      ),
    }),
  )
  .map(({ nodes, edges }): Graph => ({ nodes, edges: edges.filter(({ from, to }) => from !== '' && to !== '') }));

it('lays no label over another, and hides none that has room', () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const places = labelPlaces(graph, graphLayout(graph), 12, ({ label }) => label.length * 7);
      const boxes = [...places.nodes.values(), ...places.edges.values()];
      for (const [at, a] of boxes.entries())
        for (const b of boxes.slice(at + 1)) {
          const isApart = a.right <= b.left || b.right <= a.left || Math.abs(a.y - b.y) >= 12;
          expect(isApart).toBe(true);
        }
      const [first] = byLabelRank(graph);
      if (first && graph.nodes.length < 5) expect(places.nodes.has(first.id)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

it('gives the same place once, and again after it was cleared', () => {
  const room = new FreeRoom(16);
  const label = { left: 10, top: 10, width: 80, height: 16 };
  expect(room.take(label)).toBe(true);
  expect(room.take({ ...label, left: 89 })).toBe(false);
  expect(room.take({ ...label, top: -5 })).toBe(false);
  expect(room.take({ ...label, left: 90 })).toBe(true);
  expect(room.take({ ...label, top: 26 })).toBe(true);
  room.clear();
  expect(room.take(label)).toBe(true);
});

it('refuses what a side of the picture cuts off', () => {
  const room = new FreeRoom(16);
  const label = { left: -1, top: 10, width: 80, height: 16 };
  expect(room.take(label)).toBe(true); // no picture, no sides
  room.clear(100);
  expect(room.take(label)).toBe(false);
  expect(room.take({ ...label, left: 21 })).toBe(false);
  expect(room.take({ ...label, left: 20 })).toBe(true);
});

it('refuses what overlaps something taken, and nothing else', () => {
  const box = fc.record({
    left: fc.integer({ min: -50, max: 300 }),
    top: fc.integer({ min: -50, max: 200 }),
    width: fc.integer({ min: 1, max: 120 }),
    height: fc.integer({ min: 1, max: 40 }),
  });
  fc.assert(
    fc.property(fc.array(box, { maxLength: 40 }), (boxes) => {
      const room = new FreeRoom(16);
      const taken: typeof boxes = [];
      for (const each of boxes) {
        const isFree = taken.every(
          (other) =>
            each.left >= other.left + other.width ||
            other.left >= each.left + each.width ||
            each.top >= other.top + other.height ||
            other.top >= each.top + each.height,
        );
        expect(room.take(each)).toBe(isFree);
        if (isFree) taken.push(each);
      }
    }),
  );
});
