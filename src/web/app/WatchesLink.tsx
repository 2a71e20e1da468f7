import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { answerOptions } from '#web/api/query.ts';
import { useTeam } from '#web/api/team.ts';
import { unreadQuestion } from '#web/api/watch-questions.ts';
import { buttonClass } from '#web/kit/ui/class-names.ts';
import { WatchIcon } from '#web/kit/ui/icons.ts';
import { Tooltip } from '#web/kit/ui/Tooltip.tsx';
import { paths } from '#web/url/paths.ts';

const pollMilliseconds = 60_000;

/** The way to the watches, with the number of events that this key has not seen; without it while nothing is unread or known. */
export function WatchesLink() {
  const { may } = useTeam();
  const { data } = useQuery({
    ...answerOptions(unreadQuestion),
    enabled: may('see settings'),
    ...{ retry: false, refetchInterval: pollMilliseconds, refetchOnWindowFocus: true, staleTime: 5000 },
  });
  const unread = data?.response.unread ?? 0;
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
