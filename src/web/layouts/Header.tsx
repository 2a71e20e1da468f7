import { NavLink } from 'react-router';
import { destinations } from '#web/components/destinations.ts';
import { classNames } from '#web/ui/class-names.ts';
import { ProductMark } from './ProductMark.tsx';

export function Header() {
  return (
    <header className="sticky top-0 z-10 border-b border-border bg-surface" data-no-print="">
      <div className="mx-auto flex w-full max-w-[160rem] flex-wrap items-center gap-x-2 gap-y-1.5 px-3 py-2 sm:px-4">
        <ProductMark />
        <nav aria-label="Pages" className="hidden items-center lg:flex">
          {destinations
            .filter(({ isInHeader }) => isInHeader)
            .map(({ label, href }) => (
              <NavLink key={href} to={href} className={navClass}>
                {label}
              </NavLink>
            ))}
        </nav>
      </div>
    </header>
  );
}

function navClass({ isActive }: { isActive: boolean }): string {
  return classNames(
    'flex h-7 items-center rounded-md px-2 text-base hover:bg-hover hover:text-text',
    isActive ? 'bg-selected text-text' : 'text-muted',
  );
}
