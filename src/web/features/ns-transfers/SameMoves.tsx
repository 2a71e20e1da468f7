import { parseAsInteger, useQueryState } from 'nuqs';
import type { NsChange } from '#contract/generated/types.gen.ts';
import { dayIntToIsoDate } from '#model/dates.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { moveOf, shiftDay } from './transfers-query.ts';
import { TransfersPanel } from './TransfersPanel.tsx';

const daysAround = 30;

/** C9 for a change of C7: who else left the same name server for the same one at that time, as campaigns do together. */
export function SameMoves({ domain }: { readonly domain: string }) {
  const [wanted, setWanted] = useQueryState('move', parseAsInteger.withOptions({ history: 'replace' }));
  const question = { operationId: 'domainNsChanges', path: { domain } } as const;
  const answer = useAnswer(question, { title: `Name-server changes of ${domain}` });
  const choices = (answer.response?.nschanges?.nschanges ?? []).flatMap(readMove);
  const chosen = choices.find(({ date }) => date === wanted) ?? choices[0];
  // no other domain can have moved like one that never moved; the panel of its changes says so
  if (!chosen) return null;
  const { day, left, joined } = chosen;
  return (
    <TransfersPanel
      key={chosen.date}
      title="Domains that made the same move"
      query={{
        from_ns: left,
        to_ns: joined,
        nschanges_only: 1,
        change_date_after: shiftDay(day, -daysAround),
        change_date_before: shiftDay(day, daysAround),
      }}
      besides={domain}
      subject={domain}
      urlPrefix="same."
      expectedRows={6}
      emptyMessage={`No other domain was seen moving from ${left} to ${joined} within ${daysAround} days of ${day}.`}
      actions={
        <SelectField
          label="The move of"
          isLabelHidden
          value={String(chosen.date)}
          choices={choices.map(({ date, day: text }) => ({ value: String(date), label: `as on ${text}` }))}
          onChange={(date) => void setWanted(Number(date))}
        />
      }
      footer={`From ${left} to ${joined}, within ${daysAround} days of ${day}.`}
    />
  );
}

function readMove(change: NsChange) {
  const day = dayIntToIsoDate(change.date ?? 0);
  const move = moveOf(change);
  return day === null || !move ? [] : [{ date: change.date ?? 0, day, ...move }];
}
