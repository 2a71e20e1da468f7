import { isoDateToDate } from '#model/dates.ts';
import { type PanelChoice, usePanelSetting } from '#web/kit/panel/panel-description.tsx';

const period: PanelChoice = {
  parameter: 'seen',
  label: 'Last seen within',
  choices: [
    { value: 'any', label: 'Any time' },
    { value: '24h', label: '24 h' },
    { value: '7d', label: '7 d' },
    { value: '30d', label: '30 d' },
  ],
  defaultValue: 'any',
  isSegmented: true,
  isForTodayOnly: true,
  isPeriod: true,
};

/** How recently records must have been seen: the choice for the panels below the control. */
export const seenWithin: PanelChoice = { ...period, isControlElsewhere: true };

/** The choice as parameters of E1 and E2; the “as of” day of the session overrides it. */
export function seenAfter(choice: string, asOf: string | null): { readonly last_seen_after?: string } {
  if (choice === 'any' || asOf !== null) return {};
  return { last_seen_after: isoDateToDate(choice) ? choice : `-${choice}` };
}

/** The control, shown above its panels. */
export function SeenWithin() {
  const { control } = usePanelSetting(period);
  return (
    control && (
      <span className="inline-flex items-center gap-2">
        <span aria-hidden="true" className="text-sm text-muted">
          Last seen
        </span>
        {control}
      </span>
    )
  );
}
