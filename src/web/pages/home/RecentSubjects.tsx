import { INDICATOR_KINDS } from '#model/indicator-kind.ts';
import { isReserved } from '#model/reserved-space.ts';
import { IndicatorLink } from '#web/components/indicator/IndicatorLink.tsx';
import { SampleMark } from '#web/components/indicator/SampleMark.tsx';
import { forgetSubjects, useRecentSubjects } from '#web/stores/recent-subjects.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';

const shownAtMost = 10;

/** What was opened last in this browser. */
export function RecentSubjects() {
  const recent = useRecentSubjects();
  if (recent.length === 0) return null;
  return (
    <Card
      title="Recent"
      isFlush
      menu={
        <Button size="sm" variant="quiet" onClick={forgetSubjects}>
          Forget them
        </Button>
      }
    >
      <ul>
        {recent.slice(0, shownAtMost).map(({ kind, value, display }) => (
          <li
            key={`${kind} ${value}`}
            className="flex min-h-row items-center gap-2 border-b border-border px-3 last:border-b-0"
          >
            <span className="min-w-0 truncate">
              <IndicatorLink kind={kind} value={value} display={display} />
            </span>
            {isReserved(kind, value) && <SampleMark />}
            <span className="ml-auto shrink-0 text-sm text-faint">{INDICATOR_KINDS[kind].one}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
