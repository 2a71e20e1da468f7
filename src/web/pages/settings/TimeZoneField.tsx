import { useMemo } from 'react';
import { showTime } from '#model/shown-time.ts';
import { useNow } from '#web/components/time/use-now.ts';
import { savePreferences, usePreferences } from '#web/stores/preferences.ts';
import { SelectField } from '#web/ui/SelectField.tsx';

/** The zone that times are shown in. The interface speaks UTC; what is copied and exported stays so. */
export function TimeZoneField() {
  const { timeZone } = usePreferences();
  const now = useNow();
  const choices = useMemo(() => zones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })), []);
  const { text, zone } = showTime(now, timeZone);
  return (
    <SelectField
      label="Time zone shown"
      value={timeZone}
      choices={choices}
      onChange={(next) => savePreferences({ timeZone: next })}
      hint={`Now it is ${text.slice(0, 16)} (${zone}). Exports and links stay in UTC.`}
      className="max-w-80"
    />
  );
}

/** UTC and the browser's own zone first. */
function zones(): string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set(['UTC', own, ...Intl.supportedValuesOf('timeZone')])];
}
