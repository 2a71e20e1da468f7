import { useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { classNames } from './class-names.ts';
import { CheckIcon } from './icons.ts';
import { Kbd } from './Kbd.tsx';
import type { MenuAction, MenuEntry, MenuLink } from './menu-entry.ts';
import { focusWhenReachable } from './use-anchored.ts';

interface MenuPopupProps {
  label: string;
  entries: readonly MenuEntry[];
  anchor: HTMLElement;
  /** A point of the viewport in CSS pixels, for a context menu; else the menu opens below its anchor. */
  point?: { x: number; y: number } | undefined;
  onClose: () => void;
}

/** The open menu: arrows, type-ahead, Escape; closing restores the focus. */
export function MenuPopup({ label, entries, anchor, point, onClose }: MenuPopupProps) {
  const anchorRef = useRef(anchor);
  const close = () => {
    onClose();
    // react-aria restores the focus a frame later, and keys pressed in that frame would be lost
    focusWhenReachable(() => (anchor.isConnected ? anchor : null));
  };
  return (
    <MenuTrigger isOpen onOpenChange={(isOpen) => !isOpen && close()}>
      {/* MenuTrigger needs its own react-aria button, which names the menu; the visible trigger is a native button */}
      <Button className="hidden">{label}</Button>
      <Popover
        triggerRef={anchorRef}
        placement={startsNearRightEdge(point?.x ?? anchor.getBoundingClientRect().left) ? 'bottom end' : 'bottom start'}
        offset={point ? 0 : 4}
        containerPadding={8}
        {...(point ? { getTargetRect: () => new DOMRect(point.x, point.y, 0, 0) } : {})}
        // a modal dialog makes everything outside inert, so its menu must be inside
        UNSTABLE_portalContainer={anchor.closest('dialog') ?? document.body}
        className="flex max-w-80 min-w-44 overflow-auto rounded-lg border border-border-strong bg-raised text-text shadow-popup"
      >
        <Menu aria-label={label} className="min-w-0 flex-1 overflow-auto p-1 outline-none">
          {entries.map(drawEntry)}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** The width of `max-w-80` plus the margin beside it. */
const mostRoom = 320 + 8;

/** React-aria counts the hidden scroll bar as room while a menu is open, but the page is cut off there. */
function startsNearRightEdge(left: number): boolean {
  return left + mostRoom > document.body.clientWidth;
}

const itemClass =
  'flex min-h-7 cursor-default items-center gap-2 rounded-md px-2 py-1 outline-none data-focused:bg-hover data-disabled:text-faint ' +
  'pointer-coarse:min-h-9';

// plain functions, not components: react-aria builds its collection from the elements
function drawEntry(entry: MenuEntry) {
  if (entry.kind === 'action') return drawAction(entry);
  if (entry.kind === 'link') return drawLink(entry);
  return (
    <MenuSection
      key={entry.id}
      id={entry.id}
      className="not-first:mt-1 not-first:border-t not-first:border-border not-first:pt-1"
    >
      <Header className="px-2 py-0.5 text-xs font-medium text-faint">{entry.label}</Header>
      {entry.entries.map(drawEntry)}
    </MenuSection>
  );
}

function drawAction({
  id,
  label,
  icon: Icon,
  shortcut,
  detail,
  isDisabled = false,
  isDanger,
  isChecked,
  onAction,
}: MenuAction) {
  return (
    <MenuItem
      key={id}
      id={id}
      textValue={label}
      aria-label={isChecked ? `${label}, chosen` : label}
      isDisabled={isDisabled}
      onAction={onAction}
      className={classNames(itemClass, isDanger && 'text-danger')}
    >
      <span className="flex w-3.5 text-muted">{isChecked ? <CheckIcon /> : Icon && <Icon />}</span>
      {drawText({ label, detail })}
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </MenuItem>
  );
}

function drawLink({ id, label, icon: Icon, detail, href }: MenuLink) {
  return (
    <MenuItem
      key={id}
      id={id}
      textValue={label}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={itemClass}
    >
      <span className="flex w-3.5 text-muted">{Icon && <Icon />}</span>
      {drawText({ label, detail })}
    </MenuItem>
  );
}

function drawText({ label, detail }: { label: string; detail: string | undefined }) {
  return (
    <span className="min-w-0 flex-1">
      {label}
      {detail && <span className="block text-sm text-faint">{detail}</span>}
    </span>
  );
}
