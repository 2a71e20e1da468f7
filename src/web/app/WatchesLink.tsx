import { Link } from 'react-router';
import { useTeam } from '#web/api/team.ts';
import { buttonClass } from '#web/kit/ui/class-names.ts';
import { WatchIcon } from '#web/kit/ui/icons.ts';
import { Tooltip } from '#web/kit/ui/Tooltip.tsx';
import { paths } from '#web/url/paths.ts';

/** The way to the watches, with the number of events that this key has not seen; without it while nothing is unread or known. */
export function WatchesLink() {
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
