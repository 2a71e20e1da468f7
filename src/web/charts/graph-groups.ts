import type { Graph, Point } from './graph.ts';

/** Pixels between a node and the border of the ground of its group. */
export const groupMargin = 24;

/** The ground of a group: the corners of its hull, without its margin, and the place of its label, above it. */
export interface GroupGround {
  readonly label: string;
  readonly corners: readonly Point[];
  /** The middle of the base line of the label. */
  readonly at: Point;
}

/** The grounds of the groups. @param placeOf where a node is, in pixels */
export function groupGrounds(
  { groups = [] }: Graph,
  placeOf: (id: string) => Point | undefined,
): readonly GroupGround[] {
  return groups.flatMap(({ label, members }) => {
    const corners = hullOf(members.flatMap((id) => placeOf(id) ?? []));
    if (corners.length === 0) return [];
    const across = corners.map(({ x }) => x);
    const at = {
      x: (Math.min(...across) + Math.max(...across)) / 2,
      y: Math.min(...corners.map(({ y }) => y)) - groupMargin - 5,
    };
    return [{ label, corners, at }];
  });
}

/** The corners of the convex hull of some points, in order (the monotone chain of Andrew). */
function hullOf(points: readonly Point[]): readonly Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const half = (all: readonly Point[]) => {
    const chain: Point[] = [];
    for (const point of all) {
      while (chain.length > 1 && !turnsLeft(chain.at(-2)!, chain.at(-1)!, point)) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return sorted.length < 2 ? sorted : [...half(sorted), ...half(sorted.toReversed())];
}

function turnsLeft(a: Point, b: Point, c: Point): boolean {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
}
