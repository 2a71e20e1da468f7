import { parseAsInteger, parseAsNumberLiteral, useQueryState } from 'nuqs';
import { Link } from 'react-router';
import type { NsChange } from '#contract/generated/types.gen.ts';
import { dayIntToIsoDate } from '#model/dates.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { linkClass } from '#web/ui/class-names.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import { paths } from '#web/url/paths.ts';
import { moveOf, moves, shiftDay } from './transfer-form.ts';
import { TransfersPanel } from './TransfersPanel.tsx';

const movesDays = [7, 30, 90, 365] as const;

const daysParser = parseAsNumberLiteral(movesDays).withDefault(90).withOptions({ history: 'replace' });

/** How far back transfers are looked for, in days: in the URL. */
function useMovesDays() {
  return useQueryState('moves.days', daysParser);
}

/** C9 in both directions: the domains that came to a name server, and those that left it. */
export function ServerTransfers({ server }: { readonly server: string }) {
  const [days] = useMovesDays();
  const [asOf] = useAsOf();
  const span = asOf === null ? `the last ${days} days` : `the ${days} days before ${asOf}`;
  const directions = [
    { id: 'in.', title: 'Moved in', from: '*', to: server, verb: 'moved to this name server' },
    { id: 'out.', title: 'Moved out', from: server, to: '*', verb: 'moved away from this name server' },
  ];
  return (
    <>
      {directions.map(({ id, title, from, to, verb }) => (
        <TransfersPanel
          key={`${id} ${days} ${asOf}`}
          title={title}
          query={moves(from, to, days, asOf)}
          subject={server}
          urlPrefix={id}
          // a server that is looked at mostly has as many as a table shows at a time
          expectedRows={20}
          emptyMessage={`No domain ${verb} in ${span}, as far as it was observed.`}
          actions={<MovesDays label={`Days of ${title}`} />}
          footer={
            <>
              Moves of {span}.{' '}
              <Link
                to={paths.transfers({ from_ns: from, to_ns: to, days: String(days), nschanges_only: '1' })}
                className={linkClass}
              >
                Open in advanced search
              </Link>
            </>
          }
        />
      ))}
    </>
  );
}

/** The choice of how far back transfers are looked for. @param label tells two of them on one page apart */
function MovesDays({ label }: { readonly label: string }) {
  const [days, setDays] = useMovesDays();
  return (
    <SelectField
      label={label}
      isLabelHidden
      value={String(days)}
      choices={movesDays.map((count) => ({ value: String(count), label: `${count} days` }))}
      onChange={(value) => void setDays(movesDays.find((count) => String(count) === value) ?? null)}
    />
  );
}

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
