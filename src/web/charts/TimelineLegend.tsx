import { VisibleText } from '#web/ui/VisibleText.tsx';
import { fitText, groupLook, type TimelineGroup } from './timeline-layout.ts';

const MAX_LISTED = 12;
const GROUP_CHARACTERS = 40;

/** What the colours and stripes stand for, the largest groups first. */
export function TimelineLegend({ groups }: { groups: readonly TimelineGroup[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {groups.slice(0, MAX_LISTED).map(({ group, groupLabel, items, rank }) => {
        const { color, isStriped } = groupLook(rank);
        return (
          <li key={group} className="flex min-w-0 items-center gap-1.5">
            <span
              aria-hidden
              data-fill=""
              className="size-2.5 shrink-0 rounded-sm"
              style={{
                background: isStriped
                  ? `repeating-linear-gradient(45deg, ${color} 0 2px, var(--surface) 2px 4px)`
                  : color,
              }}
            />
            <span className="truncate">
              <span className="text-text">{fitText(group, GROUP_CHARACTERS)}</span> <VisibleText text={groupLabel} /> (
              {items.toLocaleString('en')})
            </span>
          </li>
        );
      })}
      {groups.length > MAX_LISTED && <li>and {(groups.length - MAX_LISTED).toLocaleString('en')} more</li>}
    </ul>
  );
}
