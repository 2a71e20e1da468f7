import type { NsChangesSummary } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import { daysAgo } from '#model/shown-time.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { ScoreBadge } from '#web/kit/score/VerdictBadge.tsx';
import { DayAndAge } from '#web/kit/time/TimeText.tsx';
import { type KeyValue, KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { titleOfRegistered } from './domain-record.ts';
import { changesSummary, summaryState } from './change-words.ts';

/** C8: how often the name servers of a domain changed. */
export const ChangeFrequency = defineCard(changesSummary, {
  title: (domain) => titleOfRegistered('Change frequency', domain),
  caption: ({ value }) => `Frequency of name-server changes of ${value}`,
  read: summaryState,
  show: (summary) => <KeyValueList items={counts(summary)} />,
  expectedRows: 8,
  footer: 'Entropy: each change counts half as much every 60 days.',
});

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
      value: last ? <DayAndAge day={last} age={ago} words={daysAgo} /> : last === null ? 'none' : undefined,
    },
    { key: 'ns_entropy', label: 'Entropy', value: formatNumber(summary.ns_entropy) },
    { key: 'ns_entropy_score', label: 'Entropy score', value: <ScoreBadge score={summary.ns_entropy_score} /> },
  ];
}
