import { useNavigate } from 'react-router';
import { destinations } from '#web/components/omnibox/destinations.ts';
import { usePreferences } from '#web/stores/preferences.ts';
import { NavigationIcon } from '#web/ui/icons.ts';
import type { MenuEntry } from '#web/ui/menu-entry.ts';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { helpEntries } from './help-entries.ts';
import { themeEntries } from './ThemeMenu.tsx';

/** Where the header has no room to name them: every page, the theme and the help. */
export function HeaderMenu() {
  const navigate = useNavigate();
  const { theme } = usePreferences();
  const entries = (): readonly MenuEntry[] => [
    {
      kind: 'group',
      id: 'pages',
      label: 'Pages',
      entries: destinations.map(({ label, href, icon, letter }) => ({
        kind: 'action',
        id: letter,
        label,
        icon,
        shortcut: `g ${letter}`,
        onAction: () => void navigate(href),
      })),
    },
    {
      kind: 'group',
      id: 'theme',
      label: 'Theme',
      entries: themeEntries(theme),
    },
    {
      kind: 'group',
      id: 'help',
      label: 'Help',
      entries: helpEntries,
    },
  ];
  return <MenuButton label="Menu: pages, theme, help" icon={NavigationIcon} entries={entries} />;
}
