import { groupGrounds } from './graph-groups.ts';
import type { Graph, GraphEdge, GraphNode, GraphTone, Point } from './graph.ts';

const toneRanks: Readonly<Record<GraphTone, number>> = {
  critical: 6,
  high: 5,
  sinkholed: 4,
  medium: 3,
  low: 2,
  none: 1,
  unknown: 0,
};

/** How many edges each node has. */
export function degreesOf({ edges }: Graph): ReadonlyMap<string, number> {
  const degrees = new Map<string, number>();
  for (const { from, to } of edges) for (const id of [from, to]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  return degrees;
}

/** The nodes in the order in which their labels get room: marked ones first, then by severity. */
export function byLabelRank(graph: Graph): readonly GraphNode[] {
  const degrees = degreesOf(graph);
  const ranks = ({ id, tone, isMarked }: GraphNode) => [isMarked ? 1 : 0, toneRanks[tone], degrees.get(id) ?? 0];
  return graph.nodes.toSorted((a, b) => {
    const others = ranks(a);
    return (
      ranks(b)
        .map((rank, place) => rank - (others[place] ?? 0))
        .find((difference) => difference !== 0) ?? 0
    );
  });
}

/** Where a label begins, ends or has its middle, on its base line. */
export interface LabelPlace extends Point {
  readonly anchor: 'start' | 'end' | 'middle';
  readonly left: number;
  readonly right: number;
}

const dotPixels = 20;
/** Offset from the centre of the dot: beside it if there is space, else above or below. */
const sides = [
  { dx: 15, dy: 4, anchor: 'start', share: 0 },
  { dx: -15, dy: 4, anchor: 'end', share: 1 },
  { dx: 0, dy: -15, anchor: 'middle', share: 0.5 },
  { dx: 0, dy: 24, anchor: 'middle', share: 0.5 },
] as const;

/** Where along an edge its label may stand, as a share of its length. */
export const alongEdge = [0.5, 0.38, 0.62];

interface LabelPlaces {
  /** By node id. */
  readonly nodes: ReadonlyMap<string, LabelPlace>;
  readonly edges: ReadonlyMap<GraphEdge, LabelPlace>;
  /** By label of the group. */
  readonly groups: ReadonlyMap<string, LabelPlace>;
}

/**
 * The place for the label of each group, then of each node, then of each edge, in layout coordinates, so that none overlaps another or a dot.
 * A label without space is left out.
 * @param widthOf pixels of a label
 */
export function labelPlaces(
  graph: Graph,
  layout: ReadonlyMap<string, Point>,
  heightPixels: number,
  widthOf: (thing: { readonly label: string }) => number,
): LabelPlaces {
  const room = new FreeRoom(heightPixels);
  const half = dotPixels / 2;
  for (const { x, y } of layout.values())
    room.take({ left: x - half, top: y - half, width: dotPixels, height: dotPixels });
  const groups = new Map<string, LabelPlace>();
  for (const { label, at } of groupGrounds(graph, (id) => layout.get(id))) {
    const width = widthOf({ label });
    const left = at.x - width / 2;
    if (room.take({ left, top: at.y - heightPixels, width, height: heightPixels }))
      groups.set(label, { ...at, anchor: 'middle', left, right: left + width });
  }
  const places = new Map<string, LabelPlace>();
  for (const node of byLabelRank(graph)) {
    const { id } = node;
    const { x = 0, y = 0 } = layout.get(id) ?? {};
    const width = widthOf(node);
    for (const { dx, dy, anchor, share } of sides) {
      const left = x + dx - width * share;
      if (!room.take({ left, top: y + dy - heightPixels, width, height: heightPixels })) continue;
      places.set(id, { x: x + dx, y: y + dy, anchor, left, right: left + width });
      break;
    }
  }
  const edges = new Map<GraphEdge, LabelPlace>();
  for (const edge of graph.edges) {
    const [from, to] = [layout.get(edge.from), layout.get(edge.to)];
    if (edge.label === '' || !from || !to) continue;
    const width = widthOf(edge);
    for (const share of alongEdge) {
      const [x, y] = [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share + heightPixels / 3];
      const left = x - width / 2;
      if (!room.take({ left, top: y - heightPixels, width, height: heightPixels })) continue;
      edges.set(edge, { x, y, anchor: 'middle', left, right: left + width });
      break;
    }
  }
  return { nodes: places, edges, groups };
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** With room around it, so that two lines of text do not read as one. */
export function widened({ left, top, width, height }: Box): Box {
  return { left: left - 4, top: top - 3, width: width + 8, height: height + 6 };
}

/** Occupied rectangles of a picture, so that labels do not overlap. All in pixels. */
export class FreeRoom {
  readonly #bandHeight: number;
  /** What is taken, by the horizontal bands that it touches. */
  readonly #bands = new Map<number, Box[]>();
  #width = Infinity;

  /** @param bandHeight about the height of a piece, so that each touches few bands */
  constructor(bandHeight: number) {
    this.#bandHeight = bandHeight;
  }

  /** Occupies a rectangle; false if it overlaps another one, or the picture cuts it off at a side. */
  take(box: Box): boolean {
    if (this.#width !== Infinity && (box.left < 0 || box.left + box.width > this.#width)) return false;
    const bands = this.#bandsOf(box);
    if (bands.some((band) => this.#bands.get(band)?.some((other) => overlap(box, other)))) return false;
    this.block(box);
    return true;
  }

  /** Occupies a rectangle that may overlap others. */
  block(box: Box): void {
    for (const band of this.#bandsOf(box)) {
      const taken = this.#bands.get(band);
      if (taken) taken.push(box);
      else this.#bands.set(band, [box]);
    }
  }

  /** Frees all rectangles of a picture of some width. */
  clear(width = Infinity): void {
    this.#bands.clear();
    this.#width = width;
  }

  #bandsOf({ top, height }: Box): readonly number[] {
    const first = Math.floor(top / this.#bandHeight);
    const last = Math.floor((top + height) / this.#bandHeight);
    return Array.from({ length: last - first + 1 }, (_, place) => first + place);
  }
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
}
