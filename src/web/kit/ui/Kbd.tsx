import { shortcutParts } from './shortcuts.ts';

/** A key or chord: `<Kbd>Ctrl K</Kbd>`. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border border-border-strong bg-sunken px-1 font-sans text-xs text-muted">
      {children}
    </kbd>
  );
}

const symbols: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  ' ': 'Space',
};

/** A shortcut in the notation of the analyst's platform: `⌘ K` on a Mac, `Ctrl K` elsewhere. */
export function shortcutLabel(shortcut: string, isMac: boolean): string {
  const { modifiers, key } = shortcutParts(shortcut);
  const named = { mod: isMac ? '⌘' : 'Ctrl', shift: isMac ? '⇧' : 'Shift' } as const;
  const isCapital = key.length === 1 && key !== key.toLowerCase();
  return [
    ...modifiers.map((modifier) => (modifier === 'mod' ? named.mod : named.shift)),
    ...(isCapital ? [named.shift] : []),
    symbols[key] ?? (modifiers.length > 0 && key.length === 1 ? key.toUpperCase() : key),
  ].join(' ');
}

/** Detects a Mac from the browser's platform; wrong only if the browser masks it. */
export function isMacKeyboard(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
