import type { ComponentType } from 'react';

export interface MenuAction {
  kind: 'action';
  id: string;
  label: string;
  icon?: ComponentType;
  /** Shown at the end, e.g. `C`. */
  shortcut?: string;
  /** A second line in muted text: the effect outside the dashboard, or why the action is disabled. */
  detail?: string;
  isDisabled?: boolean;
  isDanger?: boolean;
  /** Marks the chosen entry of several. */
  isChecked?: boolean;
  onAction: () => void;
}

/** A link out of the dashboard, opened in a new tab without referrer or opener. */
export interface MenuLink {
  kind: 'link';
  id: string;
  label: string;
  icon?: ComponentType;
  detail?: string;
  href: string;
}

/** A named group, separated by a hairline. */
interface MenuGroup {
  kind: 'group';
  id: string;
  label: string;
  entries: readonly (MenuAction | MenuLink)[];
}

/** A menu as data: the trigger stays small, and the menu component is loaded when first needed. */
export type MenuEntry = MenuAction | MenuLink | MenuGroup;
