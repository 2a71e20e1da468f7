import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byLabelRank, labelPlaces } from './graph-labels.ts';
import { graphLayout } from './graph-layout.ts';
import type { Graph, GraphNode, GraphTone } from './graph.ts';

const tones: readonly GraphTone[] = ['unknown', 'none', 'low', 'medium', 'high', 'critical'];
const node = (id: string, tone: GraphTone, isMarked = false): GraphNode => ({ id, label: id, tone, isMarked });

it('gives room to what is marked first, then to the worst, then to where most meets', () => {
  const nodes = [node('a', 'none'), node('b', 'high'), node('c', 'none'), node('d', 'unknown', true)];
  const edges = [
    { from: 'b', to: 'c' },
    { from: 'd', to: 'c' },
  ];
  expect(byLabelRank({ nodes, edges }).map(({ id }) => id)).toEqual(['d', 'b', 'c', 'a']);
});

const anyGraph = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 30 }), { maxLength: 40 })
  .chain((ids) =>
    fc.record({
      nodes: fc.tuple(...ids.map((id) => fc.constantFrom(...tones).map((tone) => node(id, tone)))),
      edges: fc.array(fc.record({ from: fc.constantFrom(...ids, ''), to: fc.constantFrom(...ids, '') })),
    }),
  )
  .map(({ nodes, edges }): Graph => ({ nodes, edges: edges.filter(({ from, to }) => from !== '' && to !== '') }));

it('lays no label over another, and hides none that has room', () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const places = labelPlaces(graph, graphLayout(graph), 12, (id) => id.length * 7);
      const boxes = [...places.values()];
      for (const [at, a] of boxes.entries())
        for (const b of boxes.slice(at + 1)) {
          const isApart = a.right <= b.left || b.right <= a.left || Math.abs(a.y - b.y) >= 12;
          expect(isApart).toBe(true);
        }
      const [first] = byLabelRank(graph);
      if (first && graph.nodes.length < 5) expect(places.has(first.id)).toBe(true);
    }),
    { numRuns: 50 },
  );
});
