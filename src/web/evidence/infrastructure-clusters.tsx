import { useState } from 'react';
import type { DomainInfratagBulkAnswer } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import type { TagGroup } from '#model/tag-clusters.ts';
import { withDay } from '#web/api/query.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import type { PanelSource } from '#web/kit/panel/panel-source.tsx';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import type { Entity } from '#web/kit/subject/entity.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { ShortList } from '#web/kit/ui/ShortList.tsx';
import { tagMatch } from './infrastructure-tag.tsx';
import { useRelativeNames } from './relative-names.ts';
import { type ClusterLevel, clusterLevels, elementNames, tagElements } from './tag-elements.ts';
import { Labels } from './TagElements.tsx';

/** Compares siblings and cousins on a press. Uses the collection; nothing is sent to the domains. */
const comparison: PanelSource<Entity, DomainInfratagBulkAnswer> = {
  useSource: ({ props: { value }, setting: { asOf, choice }, title }) => {
    const relatives = useRelativeNames(value);
    const [isAsked, setIsAsked] = useState(false);
    const body = { domains: [value, ...(relatives ?? [])] };
    const query = { mode: 'padns', match: choice === 'full' ? 'full' : 'self', clusters: 1 } as const;
    const answer = useAnswer(withDay({ operationId: 'domainInfratagBulk', query, body }, asOf), {
      title,
      enabled: isAsked && relatives !== undefined,
    });
    return { answer, idle: <Compare relatives={relatives} onAsk={() => setIsAsked(true)} /> };
  },
};

/** C6 with clusters: which related domains share the infrastructure of a domain. */
export const InfrastructureClusters = defineCard(comparison, {
  title: 'Clusters by infrastructure',
  caption: ({ value }) => `Clusters by infrastructure of ${value}`,
  choice: { ...tagMatch, isControlElsewhere: true },
  read: ({ tag_clusters }, { value }) => clusterState(tag_clusters, value),
  show: (levels, { value }) => (
    <div className="flex flex-col gap-3">
      {levels.map((level) => (
        <Level key={level.share} level={level} domain={value} />
      ))}
    </div>
  ),
  footer: (_props, { asOf }) =>
    asOf === null ? 'Groups that share more elements of the tag come first.' : `As of ${asOf}.`,
});

function Compare({ relatives, onAsk }: { relatives: readonly string[] | undefined; onAsk: () => void }) {
  const count = relatives?.length ?? 0;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Button
        onClick={onAsk}
        disabledReason={
          relatives === undefined
            ? 'Siblings and cousins are still loading.'
            : count === 0
              ? 'No siblings or cousins to compare with.'
              : undefined
        }
      >
        Cluster by tag similarity
      </Button>
      <p className="max-w-prose text-muted">
        Compares the infrastructure tag of the domain with those of {formatNumber(count)} siblings and cousins, based on
        collected data. Nothing is sent to them.
      </p>
    </div>
  );
}

function clusterState(
  clusters: DomainInfratagBulkAnswer['tag_clusters'],
  domain: string,
): PanelState<readonly ClusterLevel[]> {
  if (!clusters) return { is: 'unknown', message: 'The answer does not include clusters.' };
  const levels = clusterLevels(clusters, domain);
  const count = levels.reduce((sum, level) => sum + level.clusters.length, 0);
  if (count > 0) return { is: 'data', data: levels, count };
  return { is: 'empty', message: 'No two of these domains share any part of their infrastructure.' };
}

function Level({ level, domain }: { level: ClusterLevel; domain: string }) {
  return (
    <section aria-label={`${level.share} % the same`}>
      <h3 className="mb-1 font-semibold">
        {level.share} % the same <span className="font-normal text-muted">· {level.words}</span>
      </h3>
      <ul className="flex flex-col gap-2">
        {level.clusters.map((cluster) => (
          <Cluster key={cluster.match} cluster={cluster} domain={domain} />
        ))}
      </ul>
    </section>
  );
}

function Cluster({ cluster, domain }: { cluster: TagGroup; domain: string }) {
  const shared = (tagElements(cluster.match) ?? []).filter(({ differs }) => !differs);
  return (
    <li className="grid gap-x-4 gap-y-1 border-l-2 border-border-strong pl-3 md:grid-cols-2">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 self-start">
        {shared.map((element) => (
          <div key={element.kind} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{elementNames[element.kind]}</dt>
            <dd className="min-w-0">
              <Labels element={element} />
            </dd>
          </div>
        ))}
      </dl>
      <ShortList label="Domains" items={cluster.domains}>
        {(name) => (
          <span className="flex min-w-0 items-baseline gap-2">
            <IndicatorLink kind="domain" value={name} />
            {name === domain && <Badge tone="accent">this domain</Badge>}
          </span>
        )}
      </ShortList>
    </li>
  );
}
