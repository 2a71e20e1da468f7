import { NavLink } from 'react-router';
import { classNames } from '#web/ui/class-names.ts';
import { paths } from '#web/url/paths.ts';
import { rankings } from './rankings.ts';

/** The six rankings, each a page of its own. */
export function RankingNav() {
  return (
    <nav aria-label="Rankings" className="flex overflow-x-auto border-b border-border [scrollbar-width:none]">
      {Object.entries(rankings).map(([kind, { label }]) => (
        <NavLink key={kind} to={paths.rankings(kind)} className={linkLook}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

function linkLook({ isActive }: { isActive: boolean }): string {
  return classNames(
    'relative inline-flex h-8 shrink-0 items-center px-2.5 -outline-offset-2! after:absolute after:inset-x-1 after:-bottom-px after:h-0.5',
    'whitespace-nowrap hover:text-text pointer-coarse:h-10',
    isActive ? 'text-text after:bg-accent' : 'text-muted',
  );
}
