import type { ReactNode } from 'react';
import { WarningIcon } from '#web/ui/icons.ts';

/** The bar above every page that says what is wrong between it and the service, with what can be done. */
export function ConnectionBar({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return (
    <section
      aria-label="Connection"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-danger/60 bg-surface px-3 py-1 text-danger sm:px-4"
    >
      <WarningIcon />
      <p role="alert">{words}</p>
      {children}
    </section>
  );
}
