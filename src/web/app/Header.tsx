import { Link, useLocation, useNavigate } from 'react-router';
import { hasEnded, useFollowedJobs } from '#web/api/followed-jobs.ts';
import { useTeam } from '#web/api/team.ts';
import { JobLine } from '#web/kit/jobs/JobLine.tsx';
import { JobNoticeSwitch } from '#web/kit/jobs/JobNoticeSwitch.tsx';
import { isWithin, offeredPages, pageGroups, themeChoices } from '#web/kit/omnibox/destinations.ts';
import { Omnibox } from '#web/kit/omnibox/Omnibox.tsx';
import { savePreferences, usePreferences } from '#web/stores/preferences.ts';
import { showShortcutList } from '#web/stores/shortcut-list.ts';
import { showTourStep } from '#web/stores/tour.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { buttonClass, linkClass } from '#web/kit/ui/class-names.ts';
import {
  ApiIcon,
  InfoIcon,
  JobIcon,
  NavigationIcon,
  NotFoundIcon,
  PlayIcon,
  SettingsIcon,
  SystemThemeIcon,
  WatchIcon,
} from '#web/kit/ui/icons.ts';
import type { MenuAction, MenuEntry } from '#web/kit/ui/menu-entry.ts';
import { Kbd } from '#web/kit/ui/Kbd.tsx';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import { Popover } from '#web/kit/ui/Popover.tsx';
import { Tooltip } from '#web/kit/ui/Tooltip.tsx';
import { useAsOf, withAsOf } from '#web/url/as-of.ts';
import { paths } from '#web/url/paths.ts';
import { AsOfControl } from './AsOf.tsx';

/** The page header, one line high. On narrow screens the omnibox gets a second line and the pages move into the menu. */
export function Header() {
  const isHome = useLocation().pathname === paths.home();
  return (
    <header className="border-b border-border bg-surface">
      <div className="mx-auto flex min-h-12 w-full max-w-[160rem] flex-wrap items-center gap-x-2 gap-y-1.5 px-3 py-2 sm:flex-nowrap sm:px-4">
        <ProductMark />
        <nav aria-label="Pages" className="ml-2 hidden shrink-0 items-center md:flex">
          {pageGroups.map((group) => (
            <PageMenu key={group} group={group} />
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
          <WatchesLink />
          <JobsTray />
          <span className="hidden items-center gap-0.5 md:flex">
            <ThemeMenu />
            <Tooltip text="Settings" shortcut="g s" isName>
              <Link to={paths.settings()} aria-label="Settings" className={buttonClass('quiet', 'md', true)}>
                <SettingsIcon />
              </Link>
            </Tooltip>
          </span>
          <span data-tour="help" className="flex">
            <span className="hidden md:flex">
              <HelpMenu />
            </span>
            <span className="flex md:hidden">
              <HeaderMenu />
            </span>
          </span>
        </div>
      </div>
    </header>
  );
}

/** A menu of pages in the header. The pages stay links, so that they open in new tabs. */
function PageMenu({ group }: { readonly group: (typeof pageGroups)[number] }) {
  const { pathname } = useLocation();
  // a link opened in a new tab keeps the day too
  const [asOf] = useAsOf();
  const { may } = useTeam();
  const pages = offeredPages(may).filter((each) => each.group === group);
  const isHere = pages.some((each) => isWithin(pathname, each));
  return (
    <Popover
      label={group}
      className="w-56 p-1"
      trigger={(props) => (
        <Button {...props} variant="quiet" className={isHere ? 'bg-selected text-text' : undefined}>
          {group}
        </Button>
      )}
    >
      {(close) => (
        <ul>
          {pages.map((each) => (
            <li key={each.href}>
              <Link
                to={withAsOf(each.href, asOf)}
                onClick={close}
                aria-current={isWithin(pathname, each) ? 'page' : undefined}
                className="flex h-8 items-center gap-2 rounded-md px-2 text-text hover:bg-hover aria-[current]:bg-selected"
              >
                <each.icon />
                <span className="flex-1">{each.label}</span>
                <Kbd>{`g ${each.letter}`}</Kbd>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

/** The logo and the product name, linked to the home page. */
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

/** For a narrow header: every page, the theme and the help. */
function HeaderMenu() {
  const navigate = useNavigate();
  const { theme } = usePreferences();
  const { may } = useTeam();
  const entries = (): readonly MenuEntry[] => [
    ...[undefined, ...pageGroups].map((group): MenuEntry => ({
      kind: 'group',
      id: group ?? 'pages',
      label: group ?? 'Pages',
      entries: offeredPages(may)
        .filter((each) => each.group === group)
        .map(({ label, href, icon, letter }) => ({
          kind: 'action',
          id: letter,
          label,
          icon,
          shortcut: `g ${letter}`,
          onAction: () => void navigate(href),
        })),
    })),
    {
      kind: 'group',
      id: 'theme',
      label: 'Theme',
      entries: themeEntries(theme),
    },
    {
      kind: 'group',
      id: 'help',
      label: 'Help',
      // the API reference is among the pages already
      entries: helpEntries(navigate).filter(({ id }) => id !== 'reference'),
    },
  ];
  return <MenuButton label="Menu: pages, theme, help" icon={NavigationIcon} entries={entries} />;
}

function HelpMenu() {
  const navigate = useNavigate();
  return <MenuButton label="Help" icon={NotFoundIcon} entries={helpEntries(navigate)} />;
}

function ThemeMenu() {
  const { theme } = usePreferences();
  const chosen = themeChoices.find(({ value }) => value === theme);
  return (
    <MenuButton
      label={`Theme: ${chosen?.label.toLowerCase() ?? theme}`}
      icon={chosen?.icon ?? SystemThemeIcon}
      entries={themeEntries(theme)}
    />
  );
}

function themeEntries(theme: string): MenuAction[] {
  return themeChoices.map(({ value, label, icon }) => ({
    kind: 'action',
    id: value,
    label,
    icon,
    isChecked: theme === value,
    onAction: () => savePreferences({ theme: value }),
  }));
}

/** The help menu. */
const helpEntries = (navigate: (path: string) => unknown): readonly MenuAction[] => [
  {
    kind: 'action',
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    icon: InfoIcon,
    shortcut: '?',
    onAction: () => showShortcutList(true),
  },
  { kind: 'action', id: 'tour', label: 'First steps', icon: PlayIcon, onAction: () => showTourStep(0) },
  {
    kind: 'action',
    id: 'reference',
    label: 'API reference',
    icon: ApiIcon,
    onAction: () => void navigate(paths.api()),
  },
];

/** The way to the watches, with the number of events that this key has not seen; without it while nothing is unread or known. */
function WatchesLink() {
  const { unread } = useTeam();
  const label = unread === 0 ? 'Watches' : `Watches, ${unread} unread`;
  return (
    <Tooltip text={label} shortcut="g w" isName>
      <Link to={paths.watches()} aria-label={label} className={buttonClass('quiet', 'md', unread === 0)}>
        <WatchIcon />
        {unread > 0 && (
          <span className="rounded-full bg-accent px-1.5 text-xs text-on-accent tabular-nums">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}

const shownAtMost = 8;

/** The followed background jobs with their state and time; each opens its result or can be dismissed. */
function JobsTray() {
  const jobs = useFollowedJobs();
  const running = jobs.filter((job) => !hasEnded(job)).length;
  return (
    <Popover
      label="Background jobs"
      align="end"
      className="w-96"
      trigger={(props) => (
        <Button
          {...props}
          data-tour="jobs"
          variant="quiet"
          aria-label={running === 0 ? 'Jobs' : `Jobs, ${running} running`}
          className="relative"
        >
          <JobIcon />
          {running > 0 && (
            <span className="rounded-full bg-accent px-1.5 text-xs text-on-accent tabular-nums">{running}</span>
          )}
        </Button>
      )}
    >
      {(close) => (
        <>
          {jobs.length === 0 ? (
            <p className="px-3 py-3 text-muted">
              No background jobs. A search that takes longer than a few seconds continues here, also when you leave its
              page.
            </p>
          ) : (
            <ul className="divide-y divide-border">
              {jobs.slice(0, shownAtMost).map((job) => (
                <JobLine key={job.id} job={job} onOpen={close} />
              ))}
            </ul>
          )}
          <div className="border-t border-border px-3 py-2">
            <JobNoticeSwitch />
          </div>
          <p className="border-t border-border px-3 py-2">
            <Link to={paths.jobs()} onClick={close} className={linkClass}>
              {jobs.length > shownAtMost ? `All ${jobs.length} jobs` : 'Jobs page'}
            </Link>
          </p>
        </>
      )}
    </Popover>
  );
}
