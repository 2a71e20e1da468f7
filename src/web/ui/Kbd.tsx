/** A key or chord: `<Kbd>Ctrl K</Kbd>`. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border border-border-strong bg-sunken px-1 font-sans text-xs text-muted">
      {children}
    </kbd>
  );
}
