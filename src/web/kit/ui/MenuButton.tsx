import { type ComponentType, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { Button } from './Button.tsx';
import type { ButtonSize, ButtonVariant } from './class-names.ts';
import { IconButton } from './IconButton.tsx';
import type { MenuEntry } from './menu-entry.ts';
import { lazyPart } from './lazy-part.tsx';

const load = () => import('./MenuPopup.tsx');

/** react-aria's menu, some 50 kB gzip, is not in the entry chunk: it loads on hover, focus or opening. */
export const LazyMenuPopup = lazyPart(async () => (await load()).MenuPopup);

export function preloadMenuPopup(): void {
  // what fails here is loaded again when the menu opens
  load().catch(() => undefined);
}

interface MenuButtonProps {
  /** The name of the button (when it is only an icon) and of the menu. */
  label: string;
  /** The entries, or a function that creates them when the menu opens. */
  entries: readonly MenuEntry[] | (() => readonly MenuEntry[]);
  /** A lone icon; otherwise `children` is the visible text. */
  icon?: ComponentType;
  children?: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
}

/** A button that opens a menu; ArrowDown opens it too. */
export function MenuButton({ label, entries, icon, children, variant, size = 'md' }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const shared = {
    size,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': anchor !== undefined,
    onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
    onPointerEnter: preloadMenuPopup,
    onFocus: preloadMenuPopup,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      setAnchor(event.currentTarget);
    },
  };
  return (
    <>
      {icon ? (
        <IconButton {...shared} icon={icon} label={label} variant={variant ?? 'quiet'} />
      ) : (
        <Button {...shared} variant={variant ?? 'secondary'}>
          {children}
        </Button>
      )}
      {anchor && (
        <LazyMenuPopup
          label={label}
          entries={typeof entries === 'function' ? entries() : entries}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}
