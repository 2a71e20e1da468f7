import type { ComponentType } from 'react';

export interface MenuAction {
  kind: 'action';
  id: string;
  label: string;
  icon?: ComponentType;
  /** Shown at the end, e.g. `C`. */
  shortcut?: string;
  /** A second line in muted text: what the action does outside the dashboard, or why it is disabled. */
  detail?: string;
  isDisabled?: boolean;
  isDanger?: boolean;
  /** Marks the chosen one of several. */
  isChecked?: boolean;
  onAction: () => void;
}

/** Leads out of the dashboard, in a new tab without referrer or opener. */
export interface MenuLink {
  kind: 'link';
  id: string;
  label: string;
  icon?: ComponentType;
  detail?: string;
  href: string;
}

interface Submenu {
  kind: 'submenu';
  id: string;
  label: string;
  icon?: ComponentType;
  entries: readonly MenuEntry[];
}

/** A named group; a hairline parts it from what comes before. */
interface MenuGroup {
  kind: 'group';
  id: string;
  label: string;
  entries: readonly (MenuAction | MenuLink | Submenu)[];
}

/** A menu is data: the trigger stays light, and what draws it is loaded when first needed. */
export type MenuEntry = MenuAction | MenuLink | Submenu | MenuGroup;
