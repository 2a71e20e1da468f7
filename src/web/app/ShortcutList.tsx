import type { ReactNode } from 'react';
import { useTeam } from '#web/api/team.ts';
import { offeredPages } from '#web/kit/omnibox/destinations.ts';
import { savePreferences, usePreferences } from '#web/stores/preferences.ts';
import { showShortcutList } from '#web/stores/shortcut-list.ts';
import { classNames } from '#web/kit/ui/class-names.ts';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { isMacKeyboard, Kbd, shortcutLabel } from '#web/kit/ui/Kbd.tsx';
import { isSingleKey, type ShortcutGroup, type ShortcutId, SHORTCUTS, shortcutsOf } from '#web/kit/ui/shortcuts.ts';
import { Switch } from '#web/kit/ui/Checkbox.tsx';

const groups: readonly (readonly [group: ShortcutGroup, title: string])[] = [
  ['anywhere', 'Anywhere'],
  ['search', 'In the search'],
  ['indicator', 'On an indicator'],
  ['investigation', 'On a step of the investigation'],
  ['bulk', 'In the list for bulk triage'],
  ['picture', 'On a chart'],
  ['heading', 'On the heading of a column'],
  ['table', 'In a table'],
];

/** Every keyboard shortcut of the dashboard, from the registry. A default export, because it is loaded lazily. */
export default function ShortcutList() {
  const { hasSingleKeyShortcuts } = usePreferences();
  const isMac = isMacKeyboard();
  const { may } = useTeam();
  return (
    <Dialog
      title="Keyboard shortcuts"
      isOpen
      width="xl"
      onClose={() => showShortcutList(false)}
      footer={
        <Switch
          isOn={hasSingleKeyShortcuts}
          onChange={(next) => savePreferences({ hasSingleKeyShortcuts: next })}
          className="mr-auto"
        >
          Single-key shortcuts
        </Switch>
      }
    >
      {/* reachable by Tab, so that the keyboard can scroll it */}
      <div role="group" aria-label="All shortcuts" tabIndex={0} className="gap-6 sm:columns-2 lg:columns-4">
        <Group title="Go to a page">
          {offeredPages(may).map(({ letter, label }) => (
            <Line key={letter} keys={[`g ${letter}`]} does={label} isOff={!hasSingleKeyShortcuts} />
          ))}
        </Group>
        {groups.map(([group, title]) => (
          <Group key={group} title={title}>
            {shortcutsOf(group).map((id) => {
              const { keys } = SHORTCUTS[id];
              const bound = keys.filter((key) => hasSingleKeyShortcuts || !isSingleKey(key));
              const shown = bound.length > 0 ? bound : keys;
              const labels = shown.map((key) => shortcutLabel(key, isMac));
              return <Line key={id} keys={labels} does={shortcutWords[id]} isOff={bound.length === 0} />;
            })}
          </Group>
        ))}
      </div>
    </Dialog>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-3 break-inside-avoid">
      <h3 className="mb-1 text-sm font-medium text-muted">{title}</h3>
      <dl className="flex flex-col">{children}</dl>
    </section>
  );
}

function Line({ keys, does, isOff }: { keys: readonly string[]; does: string; isOff: boolean }) {
  return (
    <div className={classNames('flex min-h-6 items-baseline gap-2', isOff && 'text-faint')}>
      <dt className="flex w-20 shrink-0 flex-wrap gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dt>
      <dd className="min-w-0">
        {does}
        {isOff && ' (off)'}
      </dd>
    </div>
  );
}

/** What each shortcut does, for the list of them. */
const shortcutWords: Readonly<Record<ShortcutId, string>> = {
  search: 'Go to the search',
  help: 'Show this list',
  panelNext: 'Next panel',
  panelBefore: 'Previous panel',
  suggestionOpen: 'Open the first or highlighted suggestion',
  suggestionOpenAside: 'Open it in a new tab',
  indicatorMenu: 'Open its menu: copy, pin, search passive DNS, filter',
  tableUp: 'Previous row',
  tableDown: 'Next row',
  tableLeft: 'Previous column',
  tableRight: 'Next column',
  tableRowStart: 'Start of the row',
  tableRowEnd: 'End of the row',
  tableStart: 'Start of the table',
  tableEnd: 'End of the table',
  tablePageUp: 'A screen up',
  tablePageDown: 'A screen down',
  tableOpen: 'Open the linked page, or show the full value',
  tableSelect: 'Select the row; with Shift, a range',
  tableSelectAll: 'Select all rows, or none',
  tableCopyCell: 'Copy the cell',
  tableCopyRow: 'Copy the row or the selected rows',
  tableMenu: 'Open the menu of the cell or heading',
  columnNarrower: 'Make the column narrower',
  columnWider: 'Make the column wider',
  columnBefore: 'Move the column to the left',
  columnAfter: 'Move the column to the right',
  pictureZoomIn: 'Zoom in',
  pictureZoomOut: 'Zoom out',
  pictureReset: 'Show the whole period',
  pictureEarlier: 'Earlier',
  pictureLater: 'Later',
  bulkAsk: 'Run bulk triage',
  investigationOpen: 'Open the step',
  investigationPin: 'Pin or unpin it',
  investigationNote: 'Edit its note',
  investigationExpand: 'Expand',
  investigationTrace: 'Trace its connections, up to six hops',
  investigationDelete: 'Delete it with everything below it',
  investigationUndo: 'Undo',
  investigationRedo: 'Redo',
};
