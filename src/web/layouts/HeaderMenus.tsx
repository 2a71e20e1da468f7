import { useNavigate } from 'react-router';
import { themeChoices } from '#web/components/omnibox/commands.ts';
import { destinations } from '#web/components/omnibox/destinations.ts';
import { savePreferences, usePreferences } from '#web/stores/preferences.ts';
import { showShortcutList } from '#web/stores/shortcut-list.ts';
import { showTourStep } from '#web/stores/tour.ts';
import { ApiIcon, InfoIcon, NavigationIcon, NotFoundIcon, PlayIcon, SystemThemeIcon } from '#web/ui/icons.ts';
import type { MenuAction, MenuEntry, MenuLink } from '#web/ui/menu-entry.ts';
import { MenuButton } from '#web/ui/MenuButton.tsx';

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

export function HelpMenu() {
  return <MenuButton label="Help" icon={NotFoundIcon} entries={helpEntries} />;
}

export function ThemeMenu() {
  const { theme } = usePreferences();
  const chosen = themeChoices.find(({ value }) => value === theme);
  return (
    <MenuButton
      label={`Theme: ${chosen?.label.toLowerCase() ?? theme}`}
      icon={chosen?.icon ?? SystemThemeIcon}
      entries={themeEntries(theme)}
    />
  );
}

function themeEntries(theme: string): MenuAction[] {
  return themeChoices.map(({ value, label, icon }) => ({
    kind: 'action',
    id: value,
    label,
    icon,
    isChecked: theme === value,
    onAction: () => savePreferences({ theme: value }),
  }));
}

/** What helps, wherever the header has room to offer it. */
const helpEntries: readonly (MenuAction | MenuLink)[] = [
  {
    kind: 'action',
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    icon: InfoIcon,
    shortcut: '?',
    onAction: () => showShortcutList(true),
  },
  { kind: 'action', id: 'tour', label: 'First steps', icon: PlayIcon, onAction: () => showTourStep(0) },
  { kind: 'link', id: 'reference', label: 'API reference', icon: ApiIcon, href: '/api' },
];
