import { defineCard } from '#web/kit/panel/define-card.tsx';
import { NotTracked } from '#web/kit/panel/FactList.tsx';
import { titleOfRegistered } from './domain-record.ts';
import { changesSummary, type SummaryFlag, summaryFlags, summaryState } from './change-words.ts';

/** C8: the notable kinds of name-server changes of a domain. */
export const KindsOfChanges = defineCard(changesSummary, {
  title: (domain) => titleOfRegistered('Kinds of changes', domain),
  caption: ({ value }) => `Kinds of name-server changes of ${value}`,
  read: summaryState,
  show: (summary) => <FlagTable flags={summaryFlags(summary)} />,
  expectedRows: 12,
});

function FlagTable({ flags }: { flags: readonly SummaryFlag[] }) {
  return (
    <table aria-label="Kinds of changes" className="w-full">
      <thead>
        <tr className="h-row text-left text-sm text-muted">
          <th className="font-normal">Change</th>
          <th className="px-2 font-normal">Ever</th>
          <th className="font-normal">Last change</th>
        </tr>
      </thead>
      <tbody>
        {flags.map(({ name, label, hasChange, isLastChange, isTracked }) => (
          <tr key={name} title={name} className="h-row border-t border-border">
            <th scope="row" className="text-left font-normal">
              {label}
            </th>
            {isTracked || hasChange ? (
              <>
                <td className="px-2">{yesOrNo(hasChange)}</td>
                <td>{yesOrNo(isLastChange)}</td>
              </>
            ) : (
              <td className="px-2" colSpan={2}>
                <NotTracked />
              </td>
            )}
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
