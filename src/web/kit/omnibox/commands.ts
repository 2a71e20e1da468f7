import type { ComponentType } from 'react';
import { savePreferences, type Theme } from '#web/stores/preferences.ts';
import { showShortcutList } from '#web/stores/shortcut-list.ts';
import { showTourStep } from '#web/stores/tour.ts';
import { InfoIcon, LinkIcon, MoonIcon, PlayIcon, PrintIcon, SunIcon, SystemThemeIcon } from '#web/kit/ui/icons.ts';
import { copyText } from '#web/kit/ui/copy-text.ts';

/** Something the shell can do from anywhere; found in the omnibox. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: ComponentType;
  /** Other words that find it. */
  readonly words: string;
  readonly run: () => void;
}

export const themeChoices: readonly { readonly value: Theme; readonly label: string; readonly icon: ComponentType }[] =
  [
    { value: 'dark', label: 'Dark', icon: MoonIcon },
    { value: 'light', label: 'Light', icon: SunIcon },
    { value: 'system', label: 'System', icon: SystemThemeIcon },
  ];

export const commands: readonly Command[] = [
  {
    id: 'copy-link',
    label: 'Copy the link of this view',
    icon: LinkIcon,
    words: 'share permalink url',
    run: () => void copyText(location.href),
  },
  ...themeChoices.map(({ value, label, icon }) => ({
    id: `theme-${value}`,
    label: `Theme: ${label.toLowerCase()}`,
    icon,
    words: 'colour color appearance mode',
    run: () => savePreferences({ theme: value }),
  })),
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    icon: InfoIcon,
    words: 'keys help ?',
    run: () => showShortcutList(true),
  },
  { id: 'tour', label: 'First steps', icon: PlayIcon, words: 'tour help guide', run: () => showTourStep(0) },
  {
    id: 'print',
    label: 'Print this view',
    icon: PrintIcon,
    words: 'paper pdf',
    // the list that it was chosen from closes first
    run: () => setTimeout(() => print()),
  },
];
