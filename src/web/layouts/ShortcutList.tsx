import type { ReactNode } from 'react';
import { destinations } from '#web/components/omnibox/destinations.ts';
import { savePreferences, usePreferences } from '#web/stores/preferences.ts';
import { showShortcutList } from '#web/stores/shortcut-list.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';
import { isMacKeyboard, shortcutLabel } from '#web/ui/shortcut-label.ts';
import { isSingleKey, SHORTCUTS, shortcutsOf, type ShortcutGroup } from '#web/ui/shortcuts.ts';
import { Switch } from '#web/ui/Switch.tsx';
import { shortcutWords } from './shortcut-words.ts';

const groups: readonly (readonly [group: ShortcutGroup, title: string])[] = [
  ['anywhere', 'Anywhere'],
  ['search', 'In the search'],
  ['indicator', 'On an indicator'],
  ['trail', 'On a step of the trail'],
  ['bulk', 'In the list for bulk triage'],
  ['picture', 'On a picture over time'],
  ['heading', 'On the heading of a column'],
  ['table', 'In a table'],
];

/** Every shortcut of the dashboard, as they are bound. A default export, because it is loaded when it is first opened. */
export default function ShortcutList() {
  const { hasSingleKeyShortcuts } = usePreferences();
  const isMac = isMacKeyboard();
  return (
    <Dialog
      title="Keyboard shortcuts"
      isOpen
      width="lg"
      onClose={() => showShortcutList(false)}
      footer={
        <Switch
          isOn={hasSingleKeyShortcuts}
          onChange={(next) => savePreferences({ hasSingleKeyShortcuts: next })}
          className="mr-auto"
        >
          Shortcuts of a single key
        </Switch>
      }
    >
      {/* reachable by Tab from the switch below, to be scrolled from there */}
      <div role="group" aria-label="All of them" tabIndex={0} className="gap-8 sm:columns-2 lg:columns-3">
        <Group title="To a page">
          {destinations.map(({ letter, label }) => (
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
    <section aria-label={title} className="mb-4 break-inside-avoid">
      <h3 className="mb-1 text-sm font-medium text-muted">{title}</h3>
      <dl className="flex flex-col">{children}</dl>
    </section>
  );
}

function Line({ keys, does, isOff }: { keys: readonly string[]; does: string; isOff: boolean }) {
  return (
    <div className={classNames('flex min-h-7 items-baseline gap-3 py-0.5', isOff && 'text-faint')}>
      <dt className="flex w-24 shrink-0 flex-wrap gap-1">
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
