import { type ReactNode, useMemo, useState } from 'react';
import { showTime } from '#model/shown-time.ts';
import { themeChoices } from '#web/kit/omnibox/destinations.ts';
import { JobNoticeSwitch } from '#web/kit/jobs/JobNoticeSwitch.tsx';
import { useNow } from '#web/kit/time/use-now.ts';
import { savePreferences, usePreferences } from '#web/stores/preferences.ts';
import { forgetSubjects, useRecentSubjects } from '#web/stores/recent-subjects.ts';
import { showShortcutList } from '#web/stores/shortcut-list.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { SelectField } from '#web/kit/ui/Field.tsx';
import { Switch } from '#web/kit/ui/Checkbox.tsx';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { canStore } from '#web/storage/browser-store.ts';
import { ConnectionForm } from './ConnectionForm.tsx';
import { ExternalLinks } from './ExternalLinks.tsx';
import { KeepSettings } from './KeepSettings.tsx';

export const handle: RouteHandle = { title: 'Settings' };

const densities = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
] as const;

/** The connection, and the appearance and behaviour of the dashboard in this browser. */
export function Component() {
  const { theme, density, isDefangedOnCopy, hasSingleKeyShortcuts } = usePreferences();
  const recent = useRecentSubjects();
  const [isStored] = useState(canStore);
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4">
      <div>
        <h1 className="text-xl font-semibold">Settings</h1>
        <p className="text-muted">
          {isStored
            ? 'Everything here is kept in this browser only.'
            : 'This browser does not keep your settings: its storage is blocked or full. They last until this tab is closed or reloaded.'}
        </p>
      </div>
      <Card title="Connection">
        <ConnectionForm />
      </Card>
      <Card title="Appearance">
        <div className="flex flex-col gap-3">
          <Row label="Theme">
            <SegmentedControl
              label="Theme"
              value={theme}
              choices={themeChoices}
              onChange={(next) => savePreferences({ theme: next })}
            />
          </Row>
          <Row label="Density of lists and tables">
            <SegmentedControl
              label="Density"
              value={density}
              choices={densities}
              onChange={(next) => savePreferences({ density: next })}
            />
          </Row>
          <TimeZoneField />
        </div>
      </Card>
      <Card title="Behaviour">
        <div className="flex flex-col gap-3">
          <Switch
            isOn={isDefangedOnCopy}
            onChange={(next) => savePreferences({ isDefangedOnCopy: next })}
            hint="Copies evil[.]example instead of text that a mail client turns into a link."
          >
            Defang indicators on copy
          </Switch>
          <Switch
            isOn={hasSingleKeyShortcuts}
            onChange={(next) => savePreferences({ hasSingleKeyShortcuts: next })}
            hint="/ for the search, g and a letter for a page, ? for the list. Those with Ctrl or ⌘ always work."
          >
            Single-key shortcuts
          </Switch>
          <JobNoticeSwitch />
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => showShortcutList(true)}>All keyboard shortcuts</Button>
            <Button
              onClick={forgetSubjects}
              disabledReason={recent.length === 0 ? 'There are no recent subjects.' : undefined}
            >
              Clear recent subjects
            </Button>
          </div>
        </div>
      </Card>
      <Card title="External links">
        <ExternalLinks />
      </Card>
      <Card title="All settings">
        <KeepSettings />
      </Card>
    </div>
  );
}

/** Shows the label of a control; hidden from screen readers, since the control has its own accessible name. */
function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-1">
      <span aria-hidden="true" className="text-sm font-medium text-muted">
        {label}
      </span>
      {children}
    </div>
  );
}

/** The time zone for times on screen. The interface, copies and exports use UTC. */
function TimeZoneField() {
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
