import type { Answer } from '#web/api/use-answer.ts';
import { EventTimeline } from '#web/charts/EventTimeline.tsx';
import type { EventLane } from '#web/charts/event-lanes.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { isoDateToDate, SECONDS_PER_DAY, dateToEpochSeconds } from '#model/dates.ts';
import { useAsOf } from '#web/url/as-of.ts';

interface EventsCardProps {
  readonly subject: string;
  readonly lanes: readonly EventLane[];
  /** The answers to the card's own questions, besides the header's. */
  readonly answers: readonly Pick<Answer<unknown>, 'status' | 'failure' | 'refetch'>[];
  /** Epoch seconds. */
  readonly now: number;
}

/** Fits most lanes. Fixed, so that nothing moves when the answers arrive. */
const lanePx = 58;
const aroundLanesPx = 62;

/** The events of a subject in one picture. A failed question leaves only its own lane empty. */
export function EventsCard({ subject, lanes, answers, now }: EventsCardProps) {
  const [asOf] = useAsOf();
  const day = asOf === null ? null : isoDateToDate(asOf);
  const until = day ? Math.min(now, dateToEpochSeconds(day) + SECONDS_PER_DAY) : now;
  const failed = answers.filter(({ status }) => status === 'failed');
  return (
    <Card
      title="Event timeline"
      isBusy={answers.some(({ status }) => status === 'pending')}
      footer={
        failed.length > 0 ? (
          <>
            <span className="text-warning">
              {failed[0]?.failure?.message ?? 'Part of the data could not be loaded.'}
            </span>
            <Button size="sm" onClick={() => failed.forEach(({ refetch }) => refetch())}>
              Retry
            </Button>
          </>
        ) : (
          asOf !== null && `Events that began by ${asOf}, from current records.`
        )
      }
    >
      <EventTimeline
        label={`Events of ${subject}`}
        lanes={asOf === null ? lanes : lanes.map((lane) => begunBy(lane, until))}
        now={until}
        heightPx={aroundLanesPx + lanes.length * lanePx}
      />
    </Card>
  );
}

/** The events known on the day: an event that began later is left out, and an end after the day is cut off. */
function begunBy(lane: EventLane, until: number): EventLane {
  const events = lane.events
    .filter(({ start }) => start <= until)
    .map((event) => ({ ...event, end: Math.min(event.end, until) }));
  return { ...lane, events };
}
