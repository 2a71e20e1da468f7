import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import type { DomainInfratagAnswer, DomainInfratagBulkAnswer } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import { withDay } from '#web/api/question.ts';
import { useAnswer, useLiveAnswer } from '#web/api/use-answer.ts';
import { AskNow } from '#web/kit/panel/AskNow.tsx';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { ShortList } from '#web/kit/ui/ShortList.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import { type ClusterLevel, clusterLevels, elementNames, type TagCluster, tagElements } from './tag-elements.ts';
import { Labels, TagElements } from './TagElements.tsx';

interface InfratagClustersProps {
  readonly domain: string;
  /** The names it is compared with; undefined while they are being asked for. */
  readonly relatives: readonly string[] | undefined;
}

/** C6 with clusters: which relatives of a domain stand on the same infrastructure. From the collection; nothing goes out. */
export function InfratagClusters({ domain, relatives }: InfratagClustersProps) {
  const [match] = useTagMatch();
  const [asOf] = useAsOf();
  const [isAsked, setIsAsked] = useState(false);
  const body = { domains: [domain, ...(relatives ?? [])] };
  const query = { mode: 'padns', match, clusters: 1 } as const;
  const question = withDay({ operationId: 'domainInfratagBulk', query, body }, asOf);
  const title = 'Clusters by infrastructure';
  const answer = useAnswer(question, {
    title: `${title} of ${domain}`,
    enabled: isAsked && relatives !== undefined,
  });
  return (
    <Panel
      title={title}
      answer={answer}
      read={(response) => clusterState(response, domain)}
      skeleton={{ shape: 'rows', count: 8 }}
      idle={<Compare relatives={relatives} onAsk={() => setIsAsked(true)} />}
      footer={asOf === null ? 'Groups that share more elements of the tag come first.' : `As of ${asOf}.`}
    >
      {(levels) => (
        <div className="flex flex-col gap-3">
          {levels.map((level) => (
            <Level key={level.share} level={level} domain={domain} />
          ))}
        </div>
      )}
    </Panel>
  );
}

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

function clusterState({ tag_clusters }: DomainInfratagBulkAnswer, domain: string): PanelState<readonly ClusterLevel[]> {
  const levels = clusterLevels(tag_clusters ?? [], domain);
  const count = levels.reduce((sum, { clusters }) => sum + clusters.length, 0);
  if (count > 0) return { is: 'data', data: levels, count };
  return { is: 'empty', message: 'No two of these domains share any part of their infrastructure.' };
}

function Level({ level, domain }: { level: ClusterLevel; domain: string }) {
  return (
    <section aria-label={`${level.share}% the same`}>
      <h3 className="mb-1 font-semibold">
        {level.share}% the same <span className="font-normal text-muted">· {level.words}</span>
      </h3>
      <ul className="flex flex-col gap-2">
        {level.clusters.map((cluster) => (
          <Cluster key={cluster.match} cluster={cluster} domain={domain} />
        ))}
      </ul>
    </section>
  );
}

function Cluster({ cluster, domain }: { cluster: TagCluster; domain: string }) {
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

/** C5 in padns mode: the infrastructure of the domain as it was observed, also as of another day. */
export function StoredInfratag({ domain }: { readonly domain: string }) {
  const { answer, asOf } = useStoredInfratag(domain);
  const [match, setMatch] = useTagMatch();
  return (
    <Panel
      title="Infrastructure tag"
      answer={answer}
      read={infratagState}
      skeleton={{ shape: 'text', count: 11 }}
      actions={
        <SegmentedControl
          label="Own servers"
          value={match}
          choices={[
            { value: 'self', label: 'Collapse own servers' },
            { value: 'full', label: 'Show names' },
          ]}
          onChange={(next) => void setMatch(next)}
        />
      }
      footer={asOf === null ? 'Based on passive DNS and the newest stored whois record.' : `As of ${asOf}.`}
    >
      {(tag) => <TagElements domain={domain} tag={tag} />}
    </Panel>
  );
}

/** C5 in live mode, asked on a press: what DNS says now, with what differs from the collected tag. */
export function LiveInfratag({ domain }: { readonly domain: string }) {
  const [match] = useTagMatch();
  const question = { operationId: 'domainInfratag', path: { domain }, query: { mode: 'live', match } } as const;
  const { answer, ask } = useLiveAnswer(question, `Infrastructure tag of ${domain} now`);
  const stored = useStoredInfratag(domain).answer.response?.infratag?.tag;
  return (
    <Panel
      title="Infrastructure tag now"
      answer={answer}
      read={infratagState}
      skeleton={{ shape: 'text', count: 6 }}
      idle={
        <AskNow label="Query DNS now" onAsk={ask}>
          Looks up mail servers, name servers and addresses of the domain through the resolver of the service. The
          queries reach the domain’s own name servers, so the target may notice.
        </AskNow>
      }
    >
      {(tag) => (
        <>
          <TagElements domain={domain} tag={tag} comparedTag={stored} />
        </>
      )}
    </Panel>
  );
}

/** C5 from the collection, for the day of the session: asking for it sends nothing out. */
function useStoredInfratag(domain: string) {
  const [match] = useTagMatch();
  const [asOf] = useAsOf();
  const query = { mode: 'padns', match } as const;
  const question = withDay({ operationId: 'domainInfratag', path: { domain }, query }, asOf);
  return { asOf, answer: useAnswer(question, { title: `Infrastructure tag of ${domain}` }) };
}

/** The tag, or that nothing it is made of is known. */
function infratagState({ infratag }: DomainInfratagAnswer): PanelState<string> {
  if (infratag?.tag !== undefined) return { is: 'data', data: infratag.tag };
  if (infratag?.mode === 'live')
    return {
      is: 'empty',
      message: 'DNS returns no mail server, name server or address for this domain now. It may not exist any more.',
    };
  return {
    is: 'unknown',
    message: 'Neither mail servers, name servers, hosting nor a registrar of this domain are known.',
  };
}

const tagMatches = ['self', 'full'] as const;

const parser = parseAsStringLiteral(tagMatches).withDefault('self').withOptions({ history: 'replace' });

/** How servers of the domain itself are written in its tag (C5): in the URL, and the same for all tags of the view. */
function useTagMatch() {
  return useQueryState('tag.match', parser);
}
