import type { ScoreBandName } from '#model/score-band.ts';

/** The band of a node's score; sinkholed or unknown without one. */
export type GraphTone = ScoreBandName | 'sinkholed' | 'unknown';

export interface GraphNode {
  readonly id: string;
  readonly label: string;
  /** The kind of the node, inside the dot: at most two characters, or `globe` for a picture of one. */
  readonly letters: string;
  readonly tone: GraphTone;
  /** Drawn with a ring or larger; its label comes before others. */
  readonly isMarked: boolean;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** The reason of the edge; '' if unknown. */
  readonly label: string;
  /** All of what the edge says, where the label is shorter. */
  readonly detail?: string;
  /** Drawn without an arrow head. */
  readonly isMutual?: boolean;
}

/** A graph. Node ids are unique; both ends of an edge are nodes of it. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Nodes that belong together, drawn on a common ground. A node is in at most one group. */
  readonly groups?: readonly GraphGroup[];
}

interface GraphGroup {
  readonly label: string;
  /** Ids of nodes. */
  readonly members: readonly string[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Whether this browser supports WebGL: not without a graphics driver, nor where a policy forbids it. */
export function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  // browsers keep a few contexts only
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
