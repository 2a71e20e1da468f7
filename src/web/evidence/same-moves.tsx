import { parseAsInteger, useQueryState } from 'nuqs';
import type { NsChange } from '#contract/generated/types.gen.ts';
import { dayIntToIsoDate, plusDays } from '#model/dates.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import type { Entity } from '#web/kit/subject/entity.ts';
import { SelectField } from '#web/kit/ui/Field.tsx';
import { moveOf } from './transfer-form.ts';
import { defineTransfers } from './transfers.tsx';

interface Move {
  /** yyyymmdd */
  readonly date: number;
  /** 'yyyy-mm-dd' */
  readonly day: string;
  readonly left: string;
  readonly joined: string;
}

interface SameMoveProps {
  readonly domain: string;
  readonly move: Move;
  readonly choices: readonly Move[];
}

const daysAround = 30;

/** C9: the other domains that made the same move at that time; domains of a campaign often move together. */
export const SameMove = defineTransfers<SameMoveProps>({
  title: 'Domains that made the same move',
  query: ({ move: { day, left, joined } }) => ({
    from_ns: left,
    to_ns: joined,
    nschanges_only: 1,
    change_date_after: plusDays(day, -daysAround),
    change_date_before: plusDays(day, daysAround),
  }),
  besides: ({ domain }) => domain,
  subject: ({ domain }) => domain,
  urlPrefix: 'same.',
  expectedRows: 6,
  empty: ({ move: { day, left, joined } }) =>
    `No other domain was seen moving from ${left} to ${joined} within ${daysAround} days of ${day}.`,
  Controls: MoveChoice,
  footer: ({ move: { day, left, joined } }) => `From ${left} to ${joined}, within ${daysAround} days of ${day}.`,
});

/**
 * The moves of the domain (C7), and the domains that made one of them too. The changes panel beside it requests C7: this panel loads
 * later and would repeat a request that has just failed.
 */
export function SameMoves({ value: domain }: Entity) {
  const [wanted] = useMoveDate();
  const question = { operationId: 'domainNsChanges', path: { domain } } as const;
  const answer = useAnswer(question, { title: `Name-server changes of ${domain}`, enabled: false });
  const choices = (answer.response?.nschanges?.nschanges ?? []).flatMap(readMove);
  const move = choices.find(({ date }) => date === wanted) ?? choices[0];
  // without a move there is nothing to match; the changes panel says so
  return move ? <SameMove key={move.date} domain={domain} move={move} choices={choices} /> : null;
}

function useMoveDate() {
  return useQueryState('move', parseAsInteger.withOptions({ history: 'replace' }));
}

function MoveChoice({ move, choices }: SameMoveProps) {
  const [, setWanted] = useMoveDate();
  return (
    <SelectField
      label="The move of"
      isLabelHidden
      value={String(move.date)}
      choices={choices.map(({ date, day: text }) => ({ value: String(date), label: `as on ${text}` }))}
      onChange={(date) => void setWanted(Number(date))}
    />
  );
}

function readMove(change: NsChange): readonly Move[] {
  const day = dayIntToIsoDate(change.date ?? 0);
  const move = moveOf(change.from_nameservers ?? [], change.to_nameservers ?? []);
  return day === null || !move ? [] : [{ date: change.date ?? 0, day, ...move }];
}
