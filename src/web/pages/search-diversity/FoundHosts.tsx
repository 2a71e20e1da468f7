import { parseAsString, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { type FoundHost, foundHosts, hostCountColumns } from '#web/evidence/found-hosts.tsx';
import { useLateExport } from '#web/evidence/use-scored-rows.ts';
import type { LateRows } from '#web/evidence/complete-scores.ts';
import type { KeptJob } from '#web/kit/jobs/use-kept-job.ts';
import { indicatorColumn, scoreColumn, textColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { type LateFacts, lateVerdict, useLateFacts } from '#web/kit/records/use-late-facts.ts';
import { usePagedAnswer } from '#web/kit/records/use-pages.ts';
import type { DiversitySearchQuery } from '#web/tools/diversity-search/diversity-form.ts';
import { LateScore } from '#web/kit/score/VerdictBadge.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { Switch } from '#web/kit/ui/Checkbox.tsx';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

// loaded when timelines are first requested
const HostTimeline = lazyPart(async () => (await import('./HostTimeline.tsx')).HostTimeline);

interface FoundHostsProps {
  readonly title: string;
  readonly query: DiversitySearchQuery;
  readonly job: KeptJob;
  /** Runs the search with or without timelines. */
  readonly onTimelines: (isOn: boolean) => void;
}

/** E8: the hosts found and, with timelines, the addresses over time of the chosen host. */
export function FoundHosts({ title, query, job, onTimelines }: FoundHostsProps) {
  const {
    answer,
    rows: found,
    paging,
    fetchAll,
    parquet,
  } = usePagedAnswer({ operationId: 'padnsIpDiversitySearch', query }, { title, rowsOf: foundHosts, job });
  const rows = useScored(found);
  const { late } = useLateExport(lateHosts);
  const hasTimelines = query.timeline === 1;
  const [chosen, choose] = useChosenHost(rows);
  return (
    <Panel
      title={title}
      answer={answer}
      read={() => rowsOrEmpty(rows, 'No host meets all of these conditions.', paging)}
      skeleton={{ shape: 'rows', count: 12 }}
      actions={
        <Switch isOn={hasTimelines} onChange={onTimelines}>
          Timelines
        </Switch>
      }
      footer="Counts cover the A records of the last 30 days, or of the “last seen” period if one is set."
    >
      {(hosts) => (
        <>
          <RecordTable<ScoredHost>
            caption={title}
            rows={hosts}
            columns={foundHostColumns}
            rowKey={hostKey}
            urlPrefix="t."
            paging={paging}
            highlightedKey={hasTimelines ? (chosen?.host ?? null) : null}
            {...(hasTimelines && { onOpen: ({ row }) => choose(row.id) })}
            exportTarget={{
              view: 'diversity-search',
              subject: query.domain ?? query.domain_regex ?? 'hosts',
              // rows on screen keep their scores
              fetchAll: async (options) => [...rows, ...(await fetchAll(options)).slice(rows.length)],
              ...(parquet && { parquet }),
              late,
            }}
          />
          {hasTimelines && chosen && (
            <HostTimeline
              fallback={<Skeleton shape="block" heightPx={480} />}
              hosts={hosts}
              chosen={chosen}
              onChoose={choose}
            />
          )}
        </>
      )}
    </Panel>
  );
}

type ScoredHost = FoundHost & Partial<Pick<LateFacts, 'seen' | 'isScoreAsked'>>;

/** The hosts with the risk scores that have arrived so far. */
function useScored(hosts: readonly FoundHost[]): readonly ScoredHost[] {
  const indicators = useMemo(() => hosts.map(({ host: value }) => ({ kind: 'domain', value }) as const), [hosts]);
  const factsOf = useLateFacts(indicators);
  return useMemo(
    () => hosts.map((host, at) => ({ ...host, ...factsOf(indicators[at] ?? null) })),
    [hosts, indicators, factsOf],
  );
}

/** The host whose timeline is shown; the URL holds it. Default: the first. */
function useChosenHost(hosts: readonly ScoredHost[]): [chosen: ScoredHost | undefined, choose: (host: string) => void] {
  const [name, setName] = useQueryState('host', parseAsString.withOptions({ history: 'replace' }));
  return [hosts.find(({ host }) => host === name) ?? hosts[0], (host) => void setName(host)];
}

const lateHosts: LateRows<ScoredHost> = {
  indicatorsOf: ({ host: value }) => [{ kind: 'domain', value }],
  isPending: ({ seen }) => !seen,
  withFacts: (row, found) => ({ ...row, ...found.get(row.host) }),
};

const hostKey = ({ host }: FoundHost) => host;

/** The columns of the hosts that E8 found. */
const foundHostColumns = [
  indicatorColumn<ScoredHost>('host', 'Host', { size: 320 }),
  scoreColumn<ScoredHost>('risk_score', 'Risk score', {
    size: 140,
    accessorFn: ({ seen }) => seen?.score,
    cell: ({ row: { original } }) => <LateScore seen={original.seen} isAsked={original.isScoreAsked ?? false} />,
    meta: { isLate: true, description: 'Of the host, today' },
  }),
  textColumn<ScoredHost>('verdict', 'Verdict', {
    accessorFn: ({ seen, isScoreAsked = false }) => lateVerdict({ seen, isScoreAsked }),
    meta: { isHidden: true, isLate: true },
  }),
  ...hostCountColumns<ScoredHost>(),
];
