import type { NsChange } from '#contract/generated/types.gen.ts';
import { dateToEpochSeconds, dayIntToDate } from '#model/dates.ts';
import type { LaneMark, ServerSetChange } from '#web/charts/name-server-lanes.ts';

/** The changes (C7) for the picture. A change without a day cannot be drawn; the table has it. */
export function changeLanes(changes: readonly NsChange[]): readonly ServerSetChange[] {
  return changes.flatMap((change) => {
    const day = dayIntToDate(change.date ?? 0);
    if (!day) return [];
    return [
      {
        time: dateToEpochSeconds(day),
        from: change.from_nameservers ?? [],
        to: change.to_nameservers ?? [],
        fromMarks: marksOf({ expiry: change.from_expire, parked: change.from_parked, sinkhole: change.from_sinkhole }),
        toMarks: marksOf({
          expiry: change.to_expire,
          parked: change.to_parked,
          sinkhole: change.to_sinkhole,
          circular: change.circular_change_to,
        }),
      },
    ];
  });
}

function marksOf(holds: Readonly<Partial<Record<LaneMark, boolean | undefined>>>): readonly LaneMark[] {
  return (Object.keys(holds) as LaneMark[]).filter((mark) => holds[mark] === true);
}
