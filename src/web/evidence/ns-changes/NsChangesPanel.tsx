import { useMemo } from 'react';
import type { DomainNsChangesAnswer, NsChange, NsChangesSummary } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import { nameServerOf } from '#model/indicator-of.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { LaneDiagram } from '#web/charts/LaneDiagram.tsx';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { countColumn, flagColumn, indicatorColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { ScoreBadge } from '#web/kit/score/ScoreBadge.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { useNow } from '#web/kit/time/use-now.ts';
import { type KeyValue, KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import {
  changeLanes,
  changeMarks,
  nsChangesState,
  nsChangesUnknown,
  type SummaryFlag,
  summaryFlags,
} from './change-words.ts';

const columns = [
  timeColumn<NsChange>('date', 'Day', { size: 112 }),
  countColumn<NsChange>('days_ago', 'Days ago', { size: 84 }),
  indicatorColumn<NsChange>('from_nameservers', 'From', { size: 260, meta: { indicatorOf: nameServerOf } }),
  indicatorColumn<NsChange>('to_nameservers', 'To', { size: 260, meta: { indicatorOf: nameServerOf } }),
  textColumn<NsChange>('marks', 'Marks', { size: 260, accessorFn: changeMarks }),
  countColumn<NsChange>('from_ns_srv_domain_density', 'Domains before', {
    size: 128,
    accessorFn: ({ from_ns_srv_domain_density }) => busiest(from_ns_srv_domain_density),
    meta: {
      description: 'Domains on the busiest of the old name servers',
      exportValue: ({ from_ns_srv_domain_density }) => from_ns_srv_domain_density,
    },
  }),
  countColumn<NsChange>('to_ns_srv_domain_density', 'Domains after', {
    size: 128,
    accessorFn: ({ to_ns_srv_domain_density }) => busiest(to_ns_srv_domain_density),
    meta: {
      description: 'Domains on the busiest of the new name servers',
      exportValue: ({ to_ns_srv_domain_density }) => to_ns_srv_domain_density,
    },
  }),
  ...(
    [
      ['circular_change_to', 'Circular'],
      ['from_expire', 'From expiry'],
      ['to_expire', 'To expiry'],
      ['from_parked', 'From parking'],
      ['to_parked', 'To parking'],
      ['from_sinkhole', 'From sinkhole'],
      ['to_sinkhole', 'To sinkhole'],
      ['from_ns_in_domain', 'From own servers'],
      ['to_ns_in_domain', 'To own servers'],
      ['from_ns_srv_domain_density_low', 'From rarely used NS'],
      ['to_ns_srv_domain_density_low', 'To rarely used NS'],
    ] as const
  ).map(([field, header]) => flagColumn<NsChange>(field, header, { size: 130, meta: { isHidden: true } })),
];

const rowKey = ({ date, to_nameservers: servers = [] }: NsChange, index: number) =>
  `${date} ${servers.join(' ')} ${index}`;

/** C7: every change of the name servers, as lanes over time and as rows. */
export function NsChangesPanel({ domain }: { readonly domain: string }) {
  const question = { operationId: 'domainNsChanges', path: { domain } } as const;
  const answer = useAnswer(question, { title: `Name-server changes of ${domain}` });
  return (
    <Panel title="Name-server changes" answer={answer} read={nsChangesState} skeleton={{ shape: 'rows', count: 18 }}>
      {(changes) => (
        <>
          <ChangeLanes domain={domain} changes={changes} />
          <RecordTable
            caption={`Name-server changes of ${domain}`}
            rows={changes}
            columns={columns}
            rowKey={rowKey}
            urlPrefix="ns."
            exportTarget={{ view: 'ns-changes', subject: domain }}
          />
        </>
      )}
    </Panel>
  );
}

function ChangeLanes({ domain, changes }: { domain: string; changes: readonly NsChange[] }) {
  const now = useNow();
  const lanes = useMemo(() => changeLanes(changes), [changes]);
  return <LaneDiagram label={`Name servers of ${domain}`} changes={lanes} now={now} hasTableBeside />;
}

function busiest(density: Readonly<Record<string, number>> | undefined): number | undefined {
  const counts = Object.values(density ?? {});
  return counts.length === 0 ? undefined : Math.max(...counts);
}

/** C8: how often the name servers of a domain changed, and in which remarkable ways. */
export function NsChangesSummaryPanels({ domain }: { readonly domain: string }) {
  const question = { operationId: 'domainNsChangesSummary', path: { domain } } as const;
  const answer = useAnswer(question, { title: `Name-server summary of ${domain}` });
  return (
    <>
      <Panel
        title="Change frequency"
        answer={answer}
        read={summaryState}
        skeleton={{ shape: 'rows', count: 8 }}
        footer="Entropy: each change counts half as much every 60 days."
      >
        {(summary) => <KeyValueList items={counts(summary)} />}
      </Panel>
      <Panel title="Kinds of changes" answer={answer} read={summaryState} skeleton={{ shape: 'rows', count: 12 }}>
        {(summary) => <FlagTable flags={summaryFlags(summary)} />}
      </Panel>
    </>
  );
}

function summaryState({ nschanges }: DomainNsChangesAnswer): PanelState<NsChangesSummary> {
  const summary = nschanges?.results_summary;
  return summary ? { is: 'data', data: summary } : nsChangesUnknown;
}

function counts(summary: NsChangesSummary): KeyValue[] {
  const { last_change: last, last_change_days_ago: ago } = summary;
  return [
    { key: 'num_changes_all', label: 'All changes', value: formatNumber(summary.num_changes_all) },
    { key: 'changes_last_7_days', label: 'Last 7 days', value: formatNumber(summary.changes_last_7_days) },
    { key: 'changes_7_30_days', label: '7 to 30 days ago', value: formatNumber(summary.changes_7_30_days) },
    { key: 'changes_30_90_days', label: '30 to 90 days ago', value: formatNumber(summary.changes_30_90_days) },
    { key: 'changes_last_30_days', label: 'Last 30 days', value: formatNumber(summary.changes_last_30_days) },
    { key: 'changes_last_90_days', label: 'Last 90 days', value: formatNumber(summary.changes_last_90_days) },
    {
      key: 'last_change',
      label: 'Last change',
      value: last ? <LastChange day={last} daysAgo={ago} /> : last === null ? 'none' : undefined,
    },
    { key: 'ns_entropy', label: 'Entropy', value: formatNumber(summary.ns_entropy) },
    { key: 'ns_entropy_score', label: 'Entropy score', value: <ScoreBadge score={summary.ns_entropy_score} /> },
  ];
}

function LastChange({ day, daysAgo }: { day: number; daysAgo: number | null | undefined }) {
  return (
    <>
      <TimeText value={day} />
      {typeof daysAgo === 'number' && (
        <span className="text-muted">, {daysAgo === 0 ? 'today' : `${daysAgo} days ago`}</span>
      )}
    </>
  );
}

function FlagTable({ flags }: { flags: readonly SummaryFlag[] }) {
  return (
    <table className="w-full">
      <thead>
        <tr className="h-row text-left text-sm text-muted">
          <th className="font-normal">Change</th>
          <th className="px-2 font-normal">Ever</th>
          <th className="font-normal">The last one</th>
        </tr>
      </thead>
      <tbody>
        {flags.map(({ name, label, hasChange, isLastChange }) => (
          <tr key={name} title={name} className="h-row border-t border-border">
            <th scope="row" className="text-left font-normal">
              {label}
            </th>
            <td className="px-2">{yesOrNo(hasChange)}</td>
            <td>{yesOrNo(isLastChange)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function yesOrNo(holds: boolean | undefined) {
  if (holds === undefined) return <span className="text-faint">not given</span>;
  return holds ? <span className="font-medium text-warning">yes</span> : <span className="text-muted">no</span>;
}
