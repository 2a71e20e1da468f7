import { showShortcutList } from '#web/stores/shortcut-list.ts';
import { showTourStep } from '#web/stores/tour.ts';
import { ApiIcon, InfoIcon, PlayIcon } from '#web/ui/icons.ts';
import type { MenuAction, MenuLink } from '#web/ui/menu-entry.ts';

/** What helps, wherever the header has room to offer it. */
export const helpEntries: readonly (MenuAction | MenuLink)[] = [
  {
    kind: 'action',
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    icon: InfoIcon,
    shortcut: '?',
    onAction: () => showShortcutList(true),
  },
  { kind: 'action', id: 'tour', label: 'First steps', icon: PlayIcon, onAction: () => showTourStep(0) },
  { kind: 'link', id: 'reference', label: 'Reference of the interface', icon: ApiIcon, href: '/api' },
];
