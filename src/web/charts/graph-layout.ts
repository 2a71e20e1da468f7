import type { Graph, Point } from './graph.ts';

/** Pixels between neighbours when nothing else pulls. */
const spring = 140;
/** Nodes farther apart than this do not repel each other, so a dense group does not push the others away. */
const reachOfPush = spring * 4;
/** Work stays under a second also for a thousand nodes: pairs times rounds. */
const pairsAtMost = 40_000_000;

interface Body {
  x: number;
  y: number;
  dx: number;
  dy: number;
}

/**
 * Places the nodes of a graph: as a tree in rings to begin with, then springs along the edges and a push between nearby nodes
 * (Fruchterman and Reingold). Nothing in it is random: the same graph gives the same picture.
 */
export function graphLayout(graph: Graph): ReadonlyMap<string, Point> {
  const { nodes, edges } = graph;
  const rings = ringsOf(graph);
  const bodies = nodes.map(({ id }) => ({ ...(rings.get(id) ?? { x: 0, y: 0 }), dx: 0, dy: 0 }));
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const springs = edges.flatMap(({ from, to }) => {
    const [a, b] = [bodies[places.get(from) ?? -1], bodies[places.get(to) ?? -1]];
    return a && b ? [[a, b] as const] : [];
  });
  const rounds = Math.max(20, Math.min(300, Math.floor(pairsAtMost / Math.max(1, nodes.length ** 2))));
  for (let round = 0; round < rounds; round += 1) relax(bodies, springs, spring * 1.5 * (1 - round / rounds));
  return new Map(nodes.map(({ id }, place) => [id, pointOf(bodies[place])]));
}

/** Every node in the sector of the one that led to it first, a ring farther out; sectors are as wide as what is in them. */
function ringsOf({ nodes, edges }: Graph): ReadonlyMap<string, Point> {
  const parents = new Map<string, string>();
  const below = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { from, to } of edges) {
    if (parents.has(to) || isAbove(parents, to, from)) continue;
    parents.set(to, from);
    below.get(from)?.push(to);
  }
  const sizes = new Map<string, number>();
  const order = walk(
    nodes.filter(({ id }) => !parents.has(id)).map(({ id }) => id),
    below,
  );
  for (const id of order.toReversed())
    sizes.set(id, 1 + sum((below.get(id) ?? []).map((each) => sizes.get(each) ?? 1)));
  const points = new Map<string, Point>();
  const starts = new Map<string, { readonly from: number; readonly depth: number }>();
  const turn = (2 * Math.PI) / Math.max(nodes.length, 1);
  let root = 0;
  for (const id of order) {
    // beginnings share the circle; one alone is in the middle
    const { from, depth } = starts.get(id) ?? { from: root, depth: order.length === sizes.get(id) ? 0 : 1 };
    if (!starts.has(id)) root += sizes.get(id) ?? 1;
    const middle = (from + (sizes.get(id) ?? 1) / 2) * turn;
    points.set(id, { x: spring * depth * Math.cos(middle), y: spring * depth * Math.sin(middle) });
    let next = from;
    for (const child of below.get(id) ?? []) {
      starts.set(child, { from: next, depth: depth + 1 });
      next += sizes.get(child) ?? 1;
    }
  }
  return points;
}

/** The nodes from the beginnings down, each after the one above it. */
function walk(roots: readonly string[], below: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const order = [...roots];
  // grows while it is walked
  for (const id of order) order.push(...(below.get(id) ?? []));
  return order;
}

function isAbove(parents: ReadonlyMap<string, string>, above: string, id: string): boolean {
  for (let each: string | undefined = id; each !== undefined; each = parents.get(each)) if (each === above) return true;
  return false;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** One round: all forces, then a step of at most `reach` pixels. */
function relax(bodies: readonly Body[], springs: readonly (readonly [Body, Body])[], reach: number): void {
  for (const body of bodies) {
    // a weak pull to the middle keeps unconnected nodes in the picture
    body.dx = -body.x * 0.05;
    body.dy = -body.y * 0.05;
  }
  for (let first = 0; first < bodies.length; first += 1)
    for (let second = first + 1; second < bodies.length; second += 1) push(bodies[first]!, bodies[second]!);
  for (const [a, b] of springs) pull(a, b);
  for (const body of bodies) {
    const length = Math.hypot(body.dx, body.dy);
    const share = length > reach ? reach / length : 1;
    body.x += body.dx * share;
    body.y += body.dy * share;
  }
}

function push(a: Body, b: Body): void {
  const [x, y] = [a.x - b.x, a.y - b.y];
  const square = Math.max(x * x + y * y, 1);
  if (square > reachOfPush ** 2) return;
  const force = (spring * spring) / square;
  a.dx += x * force;
  a.dy += y * force;
  b.dx -= x * force;
  b.dy -= y * force;
}

function pull(a: Body, b: Body): void {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const force = Math.hypot(x, y) / spring;
  a.dx += x * force;
  a.dy += y * force;
  b.dx -= x * force;
  b.dy -= y * force;
}

function pointOf(body: Body | undefined): Point {
  return { x: Math.round((body?.x ?? 0) * 10) / 10, y: Math.round((body?.y ?? 0) * 10) / 10 };
}
