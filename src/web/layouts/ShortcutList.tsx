import { destinations } from '#web/components/destinations.ts';
import { usePreferences } from '#web/stores/preferences.ts';
import { showShortcutList } from '#web/stores/shortcut-list.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';

type Shortcut = readonly [keys: string, does: string];

const groups: readonly {
  readonly title: string;
  readonly isSingleKey: boolean;
  readonly shortcuts: readonly Shortcut[];
}[] = [
  {
    title: 'Search',
    isSingleKey: false,
    shortcuts: [
      ['Ctrl K', 'To the search, from anywhere (⌘ K on a Mac)'],
      ['Enter', 'Open the first or the marked suggestion'],
      ['Ctrl Enter', 'Open it in a new tab'],
    ],
  },
  {
    title: 'On an indicator',
    isSingleKey: false,
    shortcuts: [
      ['Enter', 'Open its page'],
      ['.', 'Its menu: copy, search passive DNS, filter'],
      ['Shift F10', 'The same menu'],
    ],
  },
  {
    title: 'In a table',
    isSingleKey: false,
    shortcuts: [
      ['j', 'Next row, as the arrow down'],
      ['k', 'Row before, as the arrow up'],
      ['Space', 'Select the row'],
      ['Enter', 'Open what the cell names'],
    ],
  },
  {
    title: 'Anywhere outside of a field',
    isSingleKey: true,
    shortcuts: [
      ['/', 'To the search'],
      ...destinations.map(({ letter, label }): Shortcut => [`g ${letter}`, label]),
      ['?', 'This list'],
    ],
  },
];

/** Every shortcut of the dashboard. */
export default function ShortcutList() {
  const { hasSingleKeyShortcuts } = usePreferences();
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={() => showShortcutList(false)}>
      <div className="gap-8 sm:columns-2">
        {groups.map(({ title, isSingleKey, shortcuts }) => (
          <section key={title} aria-label={title} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-sm font-medium text-muted">{title}</h3>
            {isSingleKey && !hasSingleKeyShortcuts && (
              <p className="mb-1 text-sm text-warning">Switched off in the settings.</p>
            )}
            <dl className="flex flex-col">
              {shortcuts.map(([keys, does]) => (
                <div key={keys} className="flex min-h-7 items-center gap-3">
                  <dt className="w-20 shrink-0">
                    <Kbd>{keys}</Kbd>
                  </dt>
                  <dd className="min-w-0">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
