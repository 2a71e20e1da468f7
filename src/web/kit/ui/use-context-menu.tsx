import { type KeyboardEvent, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import type { MenuEntry } from './menu-entry.ts';
import { LazyMenuPopup, preloadMenuPopup } from './menu-popup-loader.ts';
import { isPressed } from './shortcuts.ts';

interface ContextMenu {
  /** For the element the menu is about; it must be focusable for the keyboard to reach the menu. */
  props: {
    onContextMenu: (event: MouseEvent<HTMLElement>) => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    onPointerEnter: () => void;
    onFocus: () => void;
  };
  /** Render this alongside the element: the menu while open, else nothing. */
  menu: ReactNode;
}

/**
 * A menu about one element: right-click, long press on touch screens that send contextmenu, the context-menu key, Shift+F10, or `.`.
 * With Shift held, a right-click still gets the browser's own menu.
 */
export function useContextMenu(label: string, entries: () => readonly MenuEntry[]): ContextMenu {
  const [open, setOpen] = useState<{ anchor: HTMLElement; point?: { x: number; y: number } }>();
  return {
    props: {
      onContextMenu: (event) => {
        if (event.shiftKey && event.button === 2) return;
        event.preventDefault();
        event.stopPropagation();
        // The keyboard sends the event without a button; the menu then is below the element.
        const anchor = event.currentTarget;
        setOpen(event.button === 2 ? { anchor, point: { x: event.clientX, y: event.clientY } } : { anchor });
      },
      onKeyDown: (event) => {
        if (!isPressed(event, 'indicatorMenu')) return;
        event.preventDefault();
        event.stopPropagation();
        setOpen({ anchor: event.currentTarget });
      },
      onPointerEnter: preloadMenuPopup,
      onFocus: preloadMenuPopup,
    },
    menu: open && (
      <Suspense fallback={null}>
        <LazyMenuPopup
          label={label}
          entries={entries()}
          anchor={open.anchor}
          point={open.point}
          onClose={() => setOpen(undefined)}
        />
      </Suspense>
    ),
  };
}
