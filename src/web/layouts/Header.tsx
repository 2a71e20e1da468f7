import { Link, NavLink, useLocation } from 'react-router';
import { destinations } from '#web/components/omnibox/destinations.ts';
import { Omnibox } from '#web/components/omnibox/Omnibox.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { classNames } from '#web/ui/class-names.ts';
import { SettingsIcon } from '#web/ui/icons.ts';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { useAsOf, withAsOf } from '#web/url/as-of.ts';
import { paths } from '#web/url/paths.ts';
import { AsOfControl } from './AsOf.tsx';
import { HeaderMenu, HelpMenu, ThemeMenu } from './HeaderMenus.tsx';
import { JobsTray } from './JobsTray.tsx';

/** One line; on narrow screens the omnibox takes a second one and the pages move into the menu. */
export function Header() {
  const isHome = useLocation().pathname === paths.home();
  // a link opened in a new tab keeps the day as well
  const [asOf] = useAsOf();
  return (
    <header className="border-b border-border bg-surface">
      <div className="mx-auto flex min-h-12 w-full max-w-[160rem] flex-wrap items-center gap-x-2 gap-y-1.5 px-3 py-2 sm:flex-nowrap sm:px-4">
        <ProductMark />
        <nav aria-label="Pages" className="ml-2 hidden shrink-0 items-center min-[1360px]:flex">
          {destinations
            .filter(({ isInHeader }) => isInHeader)
            .map(({ label, href }) => (
              <NavLink key={href} to={withAsOf(href, asOf)} className={navClass}>
                {label}
              </NavLink>
            ))}
        </nav>
        <div className="order-last w-full min-w-0 sm:order-none sm:flex-1 sm:px-2">
          {/* On the home page the omnibox is the page. */}
          {!isHome && (
            <div className="mx-auto max-w-3xl">
              <Omnibox />
            </div>
          )}
        </div>
        <div className="ml-auto flex shrink-0 items-center gap-0.5">
          <AsOfControl />
          <JobsTray />
          <span className="hidden items-center gap-0.5 min-[1360px]:flex">
            <ThemeMenu />
            <Tooltip text="Settings" shortcut="g s" isName>
              <Link to={paths.settings()} aria-label="Settings" className={buttonClass('quiet', 'md', true)}>
                <SettingsIcon />
              </Link>
            </Tooltip>
          </span>
          <span data-tour="help" className="flex">
            <span className="hidden min-[1360px]:flex">
              <HelpMenu />
            </span>
            <span className="flex min-[1360px]:hidden">
              <HeaderMenu />
            </span>
          </span>
        </div>
      </div>
    </header>
  );
}

function navClass({ isActive }: { isActive: boolean }): string {
  return classNames(
    'flex h-7 items-center rounded-md px-2 text-base whitespace-nowrap hover:bg-hover hover:text-text',
    isActive ? 'bg-selected text-text' : 'text-muted',
  );
}

/** The logo and the name; leads home. */
function ProductMark() {
  return (
    <Link to={paths.home()} className="flex h-7 shrink-0 items-center gap-2 rounded-md text-md font-semibold text-text">
      <svg
        aria-hidden="true"
        viewBox="0 0 32 32"
        className="size-5 fill-none stroke-accent stroke-[2.5] [stroke-linecap:round]"
      >
        <circle cx="16" cy="16" r="9" />
        <path d="M16 2v6M16 24v6M2 16h6M24 16h6" />
        <circle cx="16" cy="16" r="2" className="fill-accent" />
      </svg>
      Sightline
    </Link>
  );
}
