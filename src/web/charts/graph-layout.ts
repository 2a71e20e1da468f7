import { DirectedGraph } from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import type { Graph, Point } from './graph.ts';

/** Pixels of a typical edge. */
const edgePixels = 150;

/**
 * Places the nodes of a graph with ForceAtlas2, starting from a circle in the order of the nodes. Nothing in it is random: the
 * same graph gives the same picture.
 */
export function graphLayout({ nodes, edges }: Graph): ReadonlyMap<string, Point> {
  const graph = new DirectedGraph<Point>();
  // the places come as members of an object, where an id like __proto__ would be lost
  const keys = new Map(nodes.map(({ id }, place) => [id, `node ${place}`]));
  for (const place of nodes.keys()) {
    const angle = (2 * Math.PI * place) / nodes.length;
    graph.addNode(`node ${place}`, { x: Math.cos(angle) * nodes.length, y: Math.sin(angle) * nodes.length });
  }
  for (const { from, to } of edges) if (from !== to) graph.mergeDirectedEdge(keys.get(from), keys.get(to));
  // gravity that grows with the distance keeps unconnected nodes in the picture
  const settings = { scalingRatio: 10, strongGravityMode: true, gravity: 0.08, barnesHutOptimize: nodes.length > 300 };
  // fewer rounds for more nodes: about a second for a thousand
  const iterations = Math.max(100, Math.min(600, Math.floor(120_000 / nodes.length)));
  const places = forceAtlas2(graph, { iterations, settings });
  const lengths = graph.mapEdges((_edge, _look, from, to) => {
    const [a, b] = [places[from]!, places[to]!];
    return Math.hypot(a.x - b.x, a.y - b.y);
  });
  const typical = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0;
  const scale = typical > 0 ? edgePixels / typical : 10;
  return new Map(
    [...keys].map(([id, key]) => [id, { x: rounded(places[key]!.x * scale), y: rounded(places[key]!.y * scale) }]),
  );
}

/** More would draw a ring of nodes as a line. */
const mostStretched = 2.2;

/**
 * The layout in the shape of a wide or high box: sigma scales both axes alike, which would leave two sides of the box empty.
 * @param aspect width of the box by its height
 */
export function stretched(layout: ReadonlyMap<string, Point>, aspect: number): ReadonlyMap<string, Point> {
  const spanOf = (axis: 'x' | 'y') => {
    const all = [...layout.values()].map((point) => point[axis]);
    return Math.max(1, Math.max(...all) - Math.min(...all));
  };
  const wanted = aspect * (spanOf('y') / spanOf('x'));
  const across = Math.min(mostStretched, Math.max(1, wanted));
  const down = Math.min(mostStretched, Math.max(1, 1 / wanted));
  return new Map([...layout].map(([id, { x, y }]) => [id, { x: x * across, y: y * down }]));
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
