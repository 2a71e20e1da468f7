import type { Graph, Point } from './graph.ts';

/** Pixels between neighbours when nothing else pulls. */
const spring = 110;
/** Nodes farther apart than this leave each other alone: a crowd does not drive the rest away. */
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
 * Places the nodes of a graph: a spiral to begin with, then springs along the edges and a push between all nodes (Fruchterman and
 * Reingold). Nothing in it is random: the same graph gives the same picture, and one more node moves the others little.
 */
export function graphLayout({ nodes, edges }: Graph): ReadonlyMap<string, Point> {
  const bodies = nodes.map((_, place) => spiral(place));
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const springs = edges.flatMap(({ from, to }) => {
    const [a, b] = [bodies[places.get(from) ?? -1], bodies[places.get(to) ?? -1]];
    return a && b ? [[a, b] as const] : [];
  });
  const rounds = Math.max(20, Math.min(300, Math.floor(pairsAtMost / Math.max(1, nodes.length ** 2))));
  for (let round = 0; round < rounds; round += 1) relax(bodies, springs, spring * 1.5 * (1 - round / rounds));
  return new Map(nodes.map(({ id }, place) => [id, pointOf(bodies[place])]));
}

/** The golden angle keeps any number of points apart. */
function spiral(place: number): Body {
  const [radius, angle] = [spring * 0.6 * Math.sqrt(place), place * 2.399_963];
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), dx: 0, dy: 0 };
}

/** One round: all forces, then a step of at most `reach` pixels. */
function relax(bodies: readonly Body[], springs: readonly (readonly [Body, Body])[], reach: number): void {
  for (const body of bodies) {
    // a light pull to the middle keeps what hangs on nothing in the picture
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
