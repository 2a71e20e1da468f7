import { type ReactNode, useMemo, useState } from 'react';
import { type Graph, hasWebGl } from '#web/charts/graph.ts';
import { byTime } from '#web/stores/investigation/investigation-edits.ts';
import { stepHref, type StepNodes } from '#web/stores/investigation/investigation-node.ts';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { describeGraph, investigationGraph } from './investigation-graph.ts';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

// WebGL and its graph are loaded when they are first asked for
const GraphPlot = lazyPart(async () => (await import('#web/charts/GraphPlot.tsx')).default);

const heightPx = 560;

interface InvestigationGraphProps {
  readonly nodes: StepNodes;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  /** Shown where the graph cannot be drawn. */
  readonly instead: ReactNode;
}

/** The investigation as a graph: a subject reached by several branches is one node. */
export function InvestigationGraph({ nodes, chosen, onChoose, instead }: InvestigationGraphProps) {
  const [canDraw] = useState(hasWebGl);
  // a note does not change the picture: an equal graph keeps its object
  const text = JSON.stringify(investigationGraph(nodes));
  const graph = useMemo(() => JSON.parse(text) as Graph, [text]);
  const chosenNode = nodes.get(chosen ?? '');
  if (!canDraw)
    return (
      <>
        <p role="status" className="border-b border-border px-3 py-2 text-warning">
          This browser cannot draw the graph (it has no WebGL). The tree shows the same steps, the list shows them as a
          table, and the export saves the graph as a picture.
        </p>
        {instead}
      </>
    );
  return (
    <div className="px-3 py-2">
      <GraphPlot
        fallback={<Skeleton shape="block" heightPx={heightPx} />}
        label="Graph of the investigation"
        description={`${describeGraph(graph)} The list shows the same as a table.`}
        graph={graph}
        chosen={chosenNode ? stepHref(chosenNode.subject) : null}
        onChoose={(href) => {
          const latest = [...nodes.values()]
            .filter(({ subject }) => stepHref(subject) === href)
            .sort(byTime)
            .at(-1);
          if (latest) onChoose(latest.id);
        }}
        heightPx={heightPx}
      />
    </div>
  );
}
