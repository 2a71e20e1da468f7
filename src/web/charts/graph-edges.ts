import type Sigma from 'sigma';
import type { Graph, GraphEdge, Point } from './graph.ts';
import type { ThemeColours } from './theme-colours.ts';

type AnySigma = Pick<Sigma, 'getNodeDisplayData' | 'framedGraphToViewport' | 'scaleSize' | 'getDimensions'>;

/** Pixels around a line within which it is pointed at. */
const reach = 6;

interface End extends Point {
  readonly size: number;
}

/** Where the ends of an edge are drawn, in pixels. */
function endsOf(plot: AnySigma, { from, to }: GraphEdge): readonly [End, End] | undefined {
  const [start, end] = [from, to].map((id) => {
    const shown = plot.getNodeDisplayData(id);
    return shown && { ...plot.framedGraphToViewport(shown), size: plot.scaleSize(shown.size) };
  });
  return start && end && [start, end];
}

/** The edge under the pointer, unless a dot at one of its ends is. */
export function edgeAt(plot: AnySigma, { edges }: Graph, at: Point): GraphEdge | undefined {
  const near = edges.flatMap((edge) => {
    const ends = endsOf(plot, edge);
    if (!ends || ends.some(({ x, y, size }) => Math.hypot(at.x - x, at.y - y) <= size)) return [];
    const distance = distanceTo(ends, at);
    return distance <= reach ? [{ edge, distance }] : [];
  });
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.edge;
}

function distanceTo([from, to]: readonly [Point, Point], at: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((at.x - from.x) * dx + (at.y - from.y) * dy) / Math.max(dx * dx + dy * dy, 1);
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(at.x - from.x - share * dx, at.y - from.y - share * dy);
}

interface Canvas {
  readonly context: CanvasRenderingContext2D;
  readonly colours: ThemeColours;
  readonly font: string;
  readonly labelPixels: number;
}

/** Draws the label of the edge that is pointed at or focused in a box over everything else, whole and inside of the picture. */
export function drawShownEdge(plot: AnySigma, edge: GraphEdge, { context, colours, font, labelPixels }: Canvas): void {
  const ends = endsOf(plot, edge);
  if (!ends || edge.label === '') return;
  const [from, to] = ends;
  context.font = `${labelPixels}px ${font}`;
  const { width: most, height } = plot.getDimensions();
  const width = context.measureText(edge.label).width + labelPixels;
  const left = Math.max(2, Math.min((from.x + to.x - width) / 2, most - width - 2));
  const top = Math.max(2, Math.min((from.y + to.y) / 2 - labelPixels, height - 2 * labelPixels - 2));
  context.fillStyle = colours.raised;
  context.strokeStyle = colours.accent;
  context.lineWidth = 1.5;
  context.beginPath();
  context.roundRect(left, top, width, 2 * labelPixels, 6);
  context.fill();
  context.stroke();
  context.fillStyle = colours.text;
  context.textAlign = 'left';
  context.fillText(edge.label, left + labelPixels / 2, top + (4 / 3) * labelPixels);
}
