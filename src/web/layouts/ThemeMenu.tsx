import { themeChoices } from '#web/components/omnibox/commands.ts';
import { savePreferences, usePreferences } from '#web/stores/preferences.ts';
import { SystemThemeIcon } from '#web/ui/icons.ts';
import type { MenuAction } from '#web/ui/menu-entry.ts';
import { MenuButton } from '#web/ui/MenuButton.tsx';

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

export function themeEntries(theme: string): MenuAction[] {
  return themeChoices.map(({ value, label, icon }) => ({
    kind: 'action',
    id: value,
    label,
    icon,
    isChecked: theme === value,
    onAction: () => savePreferences({ theme: value }),
  }));
}
