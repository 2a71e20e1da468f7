import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Campaign } from '#contract/generated/types.gen.ts';
import { kindOfMember } from '#model/connection.ts';
import { formatCount } from '#model/format.ts';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { subjectPath } from '#web/url/subject-path.ts';
import { campaignGraph } from './campaign-links.ts';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

// WebGL and its graph are loaded when they are first asked for
const GraphPlot = lazyPart(async () => (await import('#web/charts/GraphPlot.tsx')).default);

const heightPx = 620;

/** The subjects of a campaign and their links on WebGL. Choosing a subject opens its page. */
export function CampaignGraph({ campaign }: { readonly campaign: Campaign }) {
  const navigate = useNavigate();
  const graph = useMemo(() => campaignGraph(campaign), [campaign]);
  const { subject = '', nodes = [] } = campaign;
  const links = formatCount(graph.edges.length, 'link');
  return (
    <GraphPlot
      fallback={<Skeleton shape="block" heightPx={heightPx} />}
      label={`Graph of the campaign around ${subject}`}
      description={`${formatCount(nodes.length, 'subject')} and ${links} between them; arrows lead from domains to their addresses. The tables show the same.`}
      graph={graph}
      chosen={null}
      onChoose={(id) => {
        const type = nodes.find((node) => node.subject === id)?.type;
        void navigate(subjectPath(kindOfMember(type, id), id));
      }}
      heightPx={heightPx}
    />
  );
}
