import type { DomainNsChangesAnswer, NsChangesSummary } from '#contract/generated/types.gen.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { ScoreBadge } from '#web/components/score/ScoreBadge.tsx';
import { TimeText } from '#web/components/time/TimeText.tsx';
import { KeyValueList, type KeyValue } from '#web/ui/KeyValueList.tsx';
import { nsChangesUnknown, summaryFlags, type SummaryFlag } from './change-words.ts';

/** C8: how often the name servers of a domain changed, and in which remarkable ways. */
export function NsChangesSummaryPanels({ domain }: { readonly domain: string }) {
  const question = { operationId: 'domainNsChangesSummary', path: { domain } } as const;
  const answer = useAnswer(question, { title: `Name-server summary of ${domain}` });
  return (
    <>
      <Panel
        title="How often they changed"
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
  const count = (value: number | undefined) => value?.toLocaleString('en');
  return [
    { key: 'num_changes_all', label: 'Changes ever', value: count(summary.num_changes_all) },
    { key: 'changes_last_7_days', label: 'Last 7 days', value: count(summary.changes_last_7_days) },
    { key: 'changes_7_30_days', label: '7 to 30 days ago', value: count(summary.changes_7_30_days) },
    { key: 'changes_30_90_days', label: '30 to 90 days ago', value: count(summary.changes_30_90_days) },
    { key: 'changes_last_30_days', label: 'Last 30 days', value: count(summary.changes_last_30_days) },
    { key: 'changes_last_90_days', label: 'Last 90 days', value: count(summary.changes_last_90_days) },
    {
      key: 'last_change',
      label: 'Last change',
      value: last ? <LastChange day={last} daysAgo={ago} /> : last === null ? 'none' : undefined,
    },
    { key: 'ns_entropy', label: 'Entropy', value: count(summary.ns_entropy) },
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
