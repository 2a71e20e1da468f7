import { SCORE_BANDS } from '#model/score-band.ts';
import { visibleSegments } from '#model/visible-text.ts';
import { groupGrounds, groupMargin } from './graph-groups.ts';
import { type LabelPlace, labelPlaces } from './graph-labels.ts';
import { graphLayout } from './graph-layout.ts';
import type { Graph, GraphNode, Point } from './graph.ts';
import { rasterise } from './save-picture.ts';
import { themeColours, type ThemeColours } from './theme-colours.ts';

const margin = 40;
const labelPixels = 12;
const letterPixels = labelPixels * 0.62;
const longestLabel = 60;
const legendPixels = 36;
/** Between the entries of the legend: dot and room. */
const gap = 28;

/** The graph as a file of a picture; needs no WebGL. */
export async function graphPicture(graph: Graph, format: 'png' | 'svg'): Promise<Blob> {
  const { text, width, height } = graphMarkup(graph, graphLayout(graph), themeColours());
  const vector = new Blob([text], { type: 'image/svg+xml' });
  return format === 'svg' ? vector : rasterise(vector, width, height);
}

/**
 * One SVG document: arrows with their reasons, dots in the colour of their band with their kind inside, the
 * labels that fit, and a legend of the colours.
 */
export function graphMarkup(
  graph: Graph,
  layout: ReadonlyMap<string, Point>,
  colours: ThemeColours,
): { readonly text: string; readonly width: number; readonly height: number } {
  const { nodes, edges } = graph;
  const widthOf = ({ label }: { readonly label: string }) => labelText(label).length * letterPixels;
  const places = labelPlaces(graph, layout, labelPixels, widthOf);
  const allPlaces = [...places.nodes.values(), ...places.edges.values(), ...places.groups.values()];
  const points = [...layout.values()];
  const [left, top] = [
    Math.min(0, ...points.map(({ x }) => x), ...allPlaces.map((place) => place.left)) - margin,
    Math.min(0, ...points.map(({ y }) => y), ...[...places.groups.values()].map(({ y }) => y)) - margin,
  ];
  const ends = [...points.map(({ x }) => x), ...allPlaces.map(({ right }) => right)];
  const width = Math.ceil(Math.max(620, Math.max(0, ...ends) + margin - left));
  const height = Math.ceil(Math.max(0, ...points.map(({ y }) => y)) + margin - top + legendPixels);
  const at = (id: string) => {
    const { x = 0, y = 0 } = layout.get(id) ?? {};
    return { x: round(x - left), y: round(y - top) };
  };
  // a halo keeps the label readable where a line runs under it
  const halo = `stroke="${colours.ground}" stroke-width="3" paint-order="stroke"`;
  const text = (place: LabelPlace | undefined, label: string, colour: string) =>
    place
      ? `<text x="${round(place.x - left)}" y="${round(place.y - top)}" text-anchor="${place.anchor}" fill="${colour}" ${halo}>${labelText(label)}</text>`
      : '';
  const lines = edges.map(({ from, to, isMutual }) => line(at(from), at(to), colours.line, isMutual));
  const dots = nodes.map(({ id, tone, isMarked, letters, label }) => {
    const { x, y } = at(id);
    const ring = isMarked
      ? `<circle cx="${x}" cy="${y}" r="12" fill="none" stroke="${colours.accent}" stroke-width="2"/>`
      : '';
    const dot = `<circle cx="${x}" cy="${y}" r="9" fill="${colours.tones[tone]}"/>`;
    return `${ring}${dot}${kindSign(letters, x, y, colours.ground)}${text(places.nodes.get(id), label, colours.text)}`;
  });
  const grounds = groupGrounds(graph, (id) => layout.get(id)).map((ground) => {
    const corners = ground.corners.map(({ x, y }) => `${round(x - left)},${round(y - top)}`).join(' ');
    const look = `fill="${colours.raised}" stroke="${colours.raised}" stroke-width="${2 * groupMargin}" stroke-linejoin="round"`;
    return `<polygon points="${corners}" ${look}/>`;
  });
  const titles = (graph.groups ?? []).map((group) => text(places.groups.get(group.label), group.label, colours.muted));
  const reasons = edges.map((edge) => text(places.edges.get(edge), edge.label, colours.muted));
  const markup =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `font-family="ui-monospace, monospace" font-size="${labelPixels}">` +
    `<rect width="100%" height="100%" fill="${colours.ground}"/>` +
    `${grounds.join('')}${lines.join('')}${titles.join('')}${reasons.join('')}${dots.join('')}${legend(height, colours)}</svg>`;
  return { text: markup, width, height };
}

/** What kind of thing a dot is: its letters, or a globe. */
function kindSign(letters: GraphNode['letters'], x: number, y: number, ink: string): string {
  if (letters !== 'globe')
    return `<text x="${x}" y="${round(y + 3)}" text-anchor="middle" font-size="8.5" font-weight="700" fill="${ink}">${labelText(letters)}</text>`;
  const line = `fill="none" stroke="${ink}" stroke-width="1.1"`;
  return (
    `<circle cx="${x}" cy="${y}" r="5.5" ${line}/><ellipse cx="${x}" cy="${y}" rx="2.3" ry="5.5" ${line}/>` +
    `<line x1="${round(x - 5.5)}" y1="${y}" x2="${round(x + 5.5)}" y2="${y}" ${line}/>`
  );
}

/** Ends before the dot, so that its head is seen, unless it has none. */
function line(from: Point, to: Point, colour: string, isMutual = false): string {
  const length = Math.max(Math.hypot(to.x - from.x, to.y - from.y), 1);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const tip = { x: round(to.x - ux * 13), y: round(to.y - uy * 13) };
  const wing = (side: 1 | -1) =>
    `${round(tip.x - ux * 7 + side * uy * 3.5)},${round(tip.y - uy * 7 - side * ux * 3.5)}`;
  return (
    `<line x1="${from.x}" y1="${from.y}" x2="${tip.x}" y2="${tip.y}" stroke="${colour}"/>` +
    (isMutual ? '' : `<polygon points="${tip.x},${tip.y} ${wing(1)} ${wing(-1)}" fill="${colour}"/>`)
  );
}

function legend(height: number, colours: ThemeColours): string {
  const entries = SCORE_BANDS.map(({ name, word }) => [colours.tones[name], word] as const);
  const all = [...entries, [colours.tones.unknown, 'Unknown or not opened'] as const];
  const y = height - legendPixels / 2;
  let x = margin / 2 - gap;
  return all
    .map(([colour, word], place) => {
      x += gap + (all[place - 1]?.[1].length ?? 0) * letterPixels;
      return `<circle cx="${x}" cy="${y}" r="5" fill="${colour}"/><text x="${x + 9}" y="${y + 4}" fill="${colours.muted}">${word}</text>`;
    })
    .join('');
}

/** Untrusted text as XML: characters that hide or reverse text are written as code points. */
function labelText(label: string): string {
  const cut = [...label].length > longestLabel ? `${[...label].slice(0, longestLabel).join('')}…` : label;
  const visible = visibleSegments(cut)
    .map(({ kind, text, label: codePoint }) => (kind === 'plain' ? text : `[${codePoint}]`))
    .join('');
  return visible.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
