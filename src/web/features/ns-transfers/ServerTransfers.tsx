import { parseAsNumberLiteral, useQueryState } from 'nuqs';
import { Link } from 'react-router';
import { linkClass } from '#web/ui/link-class.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import { paths } from '#web/url/paths.ts';
import { moves } from './transfers-query.ts';
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
