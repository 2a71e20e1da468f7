import { Link } from 'react-router';
import { isoDateToDate } from '#model/dates.ts';
import type { PanelSetting } from '#web/kit/panel/panel-source.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { paths } from '#web/url/paths.ts';
import { moves } from './transfer-form.ts';
import { defineTransfers } from './transfers.tsx';

interface Direction {
  readonly title: string;
  readonly urlPrefix: string;
  /** The verb of a sentence about the domains. */
  readonly verb: string;
  /** The two sides of the move; `*` matches any. */
  readonly sides: (server: string) => readonly [from: string, to: string];
  /** The side of the name server itself. */
  readonly sameColumn: string;
}

/** C9: the domains that moved to a name server. */
export const MovedIn = inDirection({
  title: 'Moved in',
  urlPrefix: 'in.',
  verb: 'moved to this name server',
  sides: (server) => ['*', server],
  sameColumn: 'newnsrecs',
});

/** C9: the domains that moved away from a name server. */
export const MovedOut = inDirection({
  title: 'Moved out',
  urlPrefix: 'out.',
  verb: 'moved away from this name server',
  sides: (server) => [server, '*'],
  sameColumn: 'oldnsrecs',
});

function inDirection({ title, urlPrefix, verb, sides, sameColumn }: Direction) {
  return defineTransfers<Entity>({
    title,
    urlPrefix,
    sameColumn,
    choice: {
      parameter: 'moves.days',
      label: `Days of ${title}`,
      choices: ['7', '30', '90', '365'].map((value) => ({ value, label: `${value} d` })),
      defaultValue: '90',
      isSegmented: true,
      isPeriod: true,
    },
    query: ({ value }, { choice, asOf }) => moves(...sides(value), choice, asOf),
    subject: ({ value }) => value,
    // two tables, one above the other: as many rows as each shows without scrolling inside
    pageRows: 25,
    expectedRows: 20,
    empty: (_props, setting) => `No domain ${verb} in ${spanOf(setting)}, as far as it was observed.`,
    footer: ({ value }, setting) => {
      const [from, to] = sides(value);
      return (
        <>
          Moves of {spanOf(setting)}.{' '}
          <Link
            to={paths.transfers({ from_ns: from, to_ns: to, days: setting.choice, nschanges_only: '1' })}
            className={linkClass}
          >
            Open in advanced search
          </Link>
        </>
      );
    },
  });
}

function spanOf({ choice, asOf }: PanelSetting): string {
  if (isoDateToDate(choice)) return `the days from ${choice} ${asOf === null ? 'on' : `to ${asOf}`}`;
  return asOf === null ? `the last ${choice} days` : `the ${choice} days before ${asOf}`;
}
