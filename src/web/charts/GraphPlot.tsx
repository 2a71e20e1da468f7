import { DirectedGraph } from 'graphology';
import { useEffect, useMemo, useRef, useState } from 'react';
import Sigma from 'sigma';
import type { Settings } from 'sigma/settings';
import { IconButton } from '#web/kit/ui/IconButton.tsx';
import { AddIcon, BackIcon, ForwardIcon, RemoveIcon, RetryIcon } from '#web/kit/ui/icons.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { drawShownEdge, edgeAt } from './graph-edges.ts';
import { alongEdge, byLabelRank, degreesOf, FreeRoom, widened } from './graph-labels.ts';
import { groupGrounds, groupMargin } from './graph-groups.ts';
import { graphLayout, stretched } from './graph-layout.ts';
import type { Graph, GraphEdge, Point } from './graph.ts';
import { themeColours, type ThemeColours } from './theme-colours.ts';
import { useThemeChanges } from './use-theme-changes.ts';

const labelPixels = 12;

interface GraphPlotProps {
  readonly label: string;
  readonly description: string;
  /** Keeps its identity while nothing in it changes. */
  readonly graph: Graph;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly heightPx: number;
}

type Plot = Sigma<NodeLook, EdgeLook>;
interface EdgeLook extends Record<string, unknown> {
  readonly color: string;
  readonly size: number;
  readonly label: string;
  /** Pointed at or focused. */
  readonly isShown?: boolean;
}
interface NodeLook extends Record<string, unknown> {
  readonly letters: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly label: string;
  readonly color: string;
  readonly forceLabel: true;
  readonly isMarked: boolean;
  readonly highlighted?: boolean;
}

/**
 * The graph on WebGL: drag to move, wheel or buttons to zoom, click a node to select it. Labels do not overlap: the label of
 * the lower-ranked node is hidden until it is hovered, selected, or zoomed in. That of an edge is shown when the edge is pointed at, or
 * chosen with the buttons. A table gives the same data to the keyboard.
 */
export default function GraphPlot({ label, description, graph, chosen, onChoose, heightPx }: GraphPlotProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const [plot, setPlot] = useState<Plot>();
  const [pointed, setPointed] = useState<GraphEdge>();
  const [focused, setFocused] = useState<GraphEdge>();
  // those of an earlier graph are gone
  const shown = [pointed, focused].find((edge) => edge && graph.edges.includes(edge));
  const theme = useThemeChanges();
  const layout = useMemo(() => graphLayout(graph), [graph]);
  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    const colours = themeColours();
    const labelRoom = new FreeRoom(labelPixels);
    const made: Plot = new Sigma(
      drawn(graph, stretched(layout, box.clientWidth / box.clientHeight), colours),
      box,
      settingsOf(colours, box, labelRoom),
    );
    const ground = made.createCanvas('groups', { beforeLayer: 'edges' });
    const above = made.createCanvas('shown-edge', { beforeLayer: 'mouse' });
    made.on('beforeRender', () => {
      labelRoom.clear(made.getDimensions().width);
      blockDots(made, labelRoom);
      drawGroups(made, graph, { canvas: ground, room: labelRoom, colours });
    });
    made.on('afterRender', () => {
      const context = emptied(made, above);
      const id = made.getGraph().findEdge((_id, { isShown }) => isShown === true);
      const [from, to] = id === undefined ? [] : made.getGraph().extremities(id);
      const edge = graph.edges.find((each) => each.from === from && each.to === to);
      if (context && edge)
        drawShownEdge(made, edge, { context, colours, labelPixels, font: made.getSetting('labelFont') });
    });
    // a render resizes after beforeRender, so that it places labels by the old size: the next one has the new size
    made.on('resize', () => made.scheduleRender());
    made.refresh();
    setPlot(made);
    return () => made.kill();
  }, [graph, layout, theme]);
  useEffect(() => {
    if (!plot) return;
    const choose = ({ node }: { node: string }) => onChoose(node);
    const point = () => boxRef.current?.style.setProperty('cursor', 'pointer');
    const leave = () => boxRef.current?.style.removeProperty('cursor');
    const move = ({ event }: { event: Point }) => setPointed(edgeAt(plot, graph, event));
    const away = () => setPointed(undefined);
    plot
      .on('clickNode', choose)
      .on('enterNode', point)
      .on('leaveNode', leave)
      .on('moveBody', move)
      .on('leaveStage', away);
    return () =>
      void plot
        .off('clickNode', choose)
        .off('enterNode', point)
        .off('leaveNode', leave)
        .off('moveBody', move)
        .off('leaveStage', away);
  }, [plot, graph, onChoose]);
  useEffect(() => {
    plot?.getGraph().updateEachEdgeAttributes((_id, look, from, to) => ({
      ...look,
      isShown: from === shown?.from && to === shown.to,
    }));
  }, [plot, shown]);
  useEffect(() => {
    plot?.getGraph().updateEachNodeAttributes((id, look) => ({ ...look, highlighted: id === chosen }));
  }, [plot, chosen]);
  const labelOf = (id: string) => graph.nodes.find((node) => node.id === id)?.label ?? id;
  const camera = plot?.getCamera();
  const step = (by: 1 | -1) => {
    const { edges } = graph;
    const at = focused ? edges.indexOf(focused) : -1;
    setFocused(edges[at < 0 ? (by === 1 ? 0 : edges.length - 1) : (at + by + edges.length) % edges.length]);
  };
  // the library divides by the milliseconds: with 0, a second click in the same frame would leave the graph nowhere
  const motion = { duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 150 };
  return (
    <figure aria-label={label} className="relative">
      <div
        ref={boxRef}
        role="img"
        aria-label={description}
        className="overflow-hidden rounded-md bg-surface"
        style={{ height: heightPx }}
      />
      <div
        className="absolute top-1 right-1 flex flex-col gap-0.5"
        onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setFocused(undefined)}
      >
        <IconButton
          icon={AddIcon}
          label="Zoom in"
          variant="secondary"
          onClick={() => void camera?.animatedZoom(motion)}
        />
        <IconButton
          icon={RemoveIcon}
          label="Zoom out"
          variant="secondary"
          onClick={() => void camera?.animatedUnzoom(motion)}
        />
        <IconButton
          icon={RetryIcon}
          label="Fit to view"
          variant="secondary"
          onClick={() => void camera?.animatedReset(motion)}
        />
        {graph.edges.length > 0 && (
          <>
            <IconButton icon={ForwardIcon} label="Next link" variant="secondary" onClick={() => step(1)} />
            <IconButton icon={BackIcon} label="Previous link" variant="secondary" onClick={() => step(-1)} />
          </>
        )}
      </div>
      {/* in one place while the pointer moves, over the picture, so that nothing moves */}
      <div role="status" className="pointer-events-none absolute right-12 bottom-7 left-1 text-sm">
        {shown && (
          <p className="line-clamp-3 w-fit rounded-md border border-border bg-raised px-2 py-1">
            <VisibleText
              text={`${labelOf(shown.from)} – ${labelOf(shown.to)}: ${shown.detail ?? shown.label}`}
              foldAt={Infinity}
            />
          </p>
        )}
      </div>
      <figcaption className="mt-1 text-sm text-muted">{description}</figcaption>
    </figure>
  );
}

function drawn(
  graph: Graph,
  layout: ReturnType<typeof graphLayout>,
  colours: ThemeColours,
): DirectedGraph<NodeLook, EdgeLook> {
  const made = new DirectedGraph<NodeLook, EdgeLook>();
  const degrees = degreesOf(graph);
  // labels are drawn in this order; one that would overlap another is skipped
  for (const { id, label, letters, tone, isMarked } of byLabelRank(graph)) {
    const { x = 0, y = 0 } = layout.get(id) ?? {};
    const size = Math.min(8 + Math.sqrt(degrees.get(id) ?? 0), 12) + (isMarked ? 2 : 0);
    // the y axis of sigma points up
    made.addNode(id, { x, y: -y, size, label, letters, color: colours.tones[tone], forceLabel: true, isMarked });
  }
  for (const { from, to, label, isMutual } of graph.edges)
    made.mergeDirectedEdge(from, to, {
      color: colours.line,
      size: 1.6,
      label,
      forceLabel: true,
      type: isMutual ? 'line' : 'arrow',
    });
  return made;
}

/** No label may cover a dot. */
function blockDots(plot: Plot, room: FreeRoom): void {
  for (const id of plot.getGraph().nodes()) {
    const shown = plot.getNodeDisplayData(id);
    if (!shown) continue;
    const { x, y } = plot.framedGraphToViewport(shown);
    const size = plot.scaleSize(shown.size);
    room.block({ left: x - size, top: y - size, width: 2 * size, height: 2 * size });
  }
}

/** The context of a layer of our own, emptied, in pixels of the page. */
function emptied(plot: Plot, canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const { width, height } = plot.getDimensions();
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  const context = canvas.getContext('2d');
  context?.scale(devicePixelRatio, devicePixelRatio);
  context?.clearRect(0, 0, width, height);
  return context;
}

interface GroupLayer {
  readonly canvas: HTMLCanvasElement;
  readonly room: FreeRoom;
  readonly colours: ThemeColours;
}

/** Draws the grounds of the groups, under everything else, with their labels. */
function drawGroups(plot: Plot, graph: Graph, { canvas, room, colours }: GroupLayer): void {
  const context = emptied(plot, canvas);
  if (!context) return;
  context.font = `${labelPixels}px ${plot.getSetting('labelFont')}`;
  context.textAlign = 'center';
  const grounds = groupGrounds(graph, (id) => {
    const shown = plot.getNodeDisplayData(id);
    return shown && plot.framedGraphToViewport(shown);
  });
  for (const { corners, label, at } of grounds) {
    context.fillStyle = colours.raised;
    context.strokeStyle = colours.raised;
    context.lineWidth = 2 * groupMargin;
    context.lineJoin = 'round';
    context.beginPath();
    for (const { x, y } of corners) context.lineTo(x, y);
    context.closePath();
    context.fill();
    context.stroke();
    const text = context.measureText(label).width;
    if (room.take({ left: at.x - text / 2, top: at.y - labelPixels, width: text, height: labelPixels }))
      drawText(context, label, at, { ink: colours.muted, halo: colours.ground });
  }
}

/** Draws a label with a halo, which keeps it readable on a line. */
function drawText(
  context: CanvasRenderingContext2D,
  text: string,
  at: { readonly x: number; readonly y: number },
  { ink, halo }: { readonly ink: string; readonly halo: string },
): void {
  context.strokeStyle = halo;
  context.lineWidth = 3;
  context.strokeText(text, at.x, at.y);
  context.fillStyle = ink;
  context.fillText(text, at.x, at.y);
}

interface KindSign {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly letters: string;
  readonly ink: string;
  readonly font: string;
}

/** Draws the kind of a node inside it: two letters, or a globe for a domain. */
function drawKind(context: CanvasRenderingContext2D, { x, y, size, letters, ink, font }: KindSign): void {
  context.save();
  if (letters === 'globe') {
    context.strokeStyle = ink;
    context.lineWidth = Math.max(1, size / 8);
    context.beginPath();
    context.arc(x, y, size * 0.6, 0, 2 * Math.PI);
    context.moveTo(x + size * 0.25, y);
    context.ellipse(x, y, size * 0.25, size * 0.6, 0, 0, 2 * Math.PI);
    context.moveTo(x - size * 0.6, y);
    context.lineTo(x + size * 0.6, y);
    context.stroke();
  } else {
    context.fillStyle = ink;
    context.font = `700 ${size * 0.9}px ${font}`;
    context.textAlign = 'center';
    context.fillText(letters, x, y + size * 0.32);
  }
  context.restore();
}

function settingsOf(
  colours: ThemeColours,
  box: HTMLElement,
  labelRoom: FreeRoom,
): Partial<Settings<NodeLook, EdgeLook>> {
  return {
    // the box of a page that is being left has no width
    allowInvalidContainer: true,
    labelFont: getComputedStyle(box).fontFamily,
    labelSize: labelPixels,
    labelColor: { color: colours.text },
    renderEdgeLabels: true,
    edgeLabelFont: getComputedStyle(box).fontFamily,
    edgeLabelSize: labelPixels - 1,
    edgeLabelColor: { color: colours.muted },
    // places labels by rank; the label grid of the library ignores widths
    labelDensity: 0,
    defaultDrawNodeLabel: (
      context,
      { x, y, size, label, letters, isMarked, highlighted },
      { labelSize, labelFont },
    ) => {
      drawKind(context, { x, y, size, letters: String(letters), ink: colours.ground, font: labelFont });
      // the box of the chosen node has its label
      if (!label || highlighted) return;
      context.font = `${labelSize}px ${labelFont}`;
      context.textAlign = 'left';
      const width = context.measureText(label).width;
      const boxAt = (left: number, middle: number) => ({ left, top: middle - labelSize / 2, width, height: labelSize });
      const { width: most } = context.canvas.getBoundingClientRect();
      const inside = Math.max(0, Math.min(x - width / 2, most - width));
      const above = boxAt(inside, y - size - labelSize);
      const sides = [
        boxAt(x + size + 3, y),
        boxAt(x - size - 3 - width, y),
        above,
        boxAt(inside, y + size + labelSize),
      ];
      const box = sides.find((each) => labelRoom.take(each)) ?? (isMarked ? above : undefined);
      if (!box) return;
      if (isMarked) labelRoom.block(box);
      const baseLine = box.top + (labelSize * 5) / 6;
      drawText(context, label, { x: box.left, y: baseLine }, { ink: colours.text, halo: colours.ground });
    },
    // drawn after the labels of nodes: the label of an edge takes what they leave
    defaultDrawEdgeLabel: (context, { label }, source, target, { edgeLabelSize, edgeLabelFont }) => {
      if (!label || Math.hypot(target.x - source.x, target.y - source.y) < source.size + target.size) return;
      context.font = `${edgeLabelSize}px ${edgeLabelFont}`;
      const width = context.measureText(label).width;
      for (const share of alongEdge) {
        const [x, y] = [source.x + (target.x - source.x) * share, source.y + (target.y - source.y) * share];
        const box = { left: x - width / 2, top: y - edgeLabelSize / 2, width, height: edgeLabelSize };
        if (!labelRoom.take(widened(box))) continue;
        context.textAlign = 'center';
        drawText(context, label, { x, y: y + edgeLabelSize / 3 }, { ink: colours.muted, halo: colours.ground });
        return;
      }
    },
    edgeReducer: (_id, look) =>
      look.isShown ? { ...look, color: colours.accent, size: 3, label: '', zIndex: 1 } : look,
    zIndex: true,
    stagePadding: 60,
    minCameraRatio: 0.05,
    maxCameraRatio: 3,
    // the box of the node under the pointer, in the colours of the theme
    defaultDrawNodeHover: (context, { x, y, size, label }, { labelSize, labelFont }) => {
      context.font = `${labelSize}px ${labelFont}`;
      const text = label ?? '';
      context.fillStyle = colours.raised;
      context.strokeStyle = colours.accent;
      context.lineWidth = 1.5;
      context.beginPath();
      const width = context.measureText(text).width + size * 2 + 14;
      // near the right edge of the picture, the text is on the left of the dot
      const isLeft = x - size - 4 + width > context.canvas.getBoundingClientRect().width;
      context.roundRect(isLeft ? x + size + 4 - width : x - size - 4, y - labelSize, width, labelSize * 2, 6);
      context.fill();
      context.stroke();
      context.fillStyle = colours.text;
      context.textAlign = isLeft ? 'right' : 'left';
      context.fillText(text, isLeft ? x - size - 3 : x + size + 3, y + labelSize / 3);
    },
  };
}
