import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Link, NavLink, useParams } from 'react-router';
import { formatNumber } from '#model/format.ts';
import { NotAsOf } from '#web/kit/time/NotAsOf.tsx';
import { classNames, linkClass } from '#web/kit/ui/class-names.ts';
import { SelectField } from '#web/kit/ui/Field.tsx';
import { scrollSideways } from '#web/kit/ui/Tabs.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { rankingTables } from './ranking-table.tsx';
import { isRankingKind, type RankingKind, rankings } from './rankings.ts';

export const handle: RouteHandle = {
  title: ({ kind = '' }) => (isRankingKind(kind) ? rankings[kind].title : 'No such ranking'),
};

const limits = ['25', '100', '500', '1000'] as const;
const limitParser = parseAsStringLiteral(limits).withDefault('100');

/** The ranking of a kind, worst first. */
export function Component() {
  const { kind = '' } = useParams();
  return isRankingKind(kind) ? <RankingView key={kind} kind={kind} /> : <NoSuchRanking text={kind} />;
}

function RankingView({ kind }: { kind: RankingKind }) {
  const [limit, setLimit] = useQueryState('limit', limitParser);
  const { title, meaning } = rankings[kind];
  const RankingTable = rankingTables[kind];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold">{title}</h1>
          <p className="text-muted">{meaning}</p>
        </div>
        <SelectField
          label="Rows at most"
          className="w-28"
          value={limit}
          choices={limits.map((value) => ({ value, label: formatNumber(Number(value)) }))}
          onChange={(next) => void setLimit(next)}
        />
      </div>
      <RankingNav />
      <NotAsOf what="Rankings" />
      <RankingTable limit={Number(limit)} />
    </div>
  );
}

function NoSuchRanking({ text }: { text: string }) {
  return (
    <div className="mx-auto w-full max-w-2xl py-6">
      <h1 className="text-xl font-semibold">There is no such ranking</h1>
      <p className="mt-3">
        The address asks for <VisibleText text={text} className="font-mono" />. These are the rankings:
      </p>
      <ul className="mt-2 flex flex-col gap-2">
        {Object.entries(rankings).map(([kind, { title, meaning }]) => (
          <li key={kind}>
            <Link to={paths.rankings(kind)} className={linkClass}>
              {title}
            </Link>
            <span className="block text-muted">{meaning}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Links to the six rankings. */
function RankingNav() {
  return (
    <nav
      ref={showCurrent}
      aria-label="Rankings"
      className="flex overflow-x-auto border-b border-border [scrollbar-width:none]"
    >
      {Object.entries(rankings).map(([kind, { label }]) => (
        <NavLink key={kind} to={paths.rankings(kind)} className={linkLook}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector<HTMLElement>('[aria-current]');
  if (nav && current) scrollSideways(nav, current);
}

function linkLook({ isActive }: { isActive: boolean }): string {
  return classNames(
    'relative inline-flex h-8 shrink-0 items-center px-2.5 -outline-offset-2! after:absolute after:inset-x-1 after:-bottom-px after:h-0.5',
    'whitespace-nowrap hover:text-text pointer-coarse:h-10',
    isActive ? 'text-text after:bg-accent' : 'text-muted',
  );
}
