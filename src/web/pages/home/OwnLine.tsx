import type { ReactNode } from 'react';
import { INDICATOR_KINDS } from '#model/indicator-kind.ts';
import type { Indicator } from '#model/indicator-of.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';

/** An entry in a list of the home page. */
export function OwnLine({ meta, children }: { readonly meta: string; readonly children: ReactNode }) {
  return (
    <li className="flex min-h-row items-center gap-2 border-b border-border px-3 last:border-b-0">
      <span className="min-w-0 truncate">{children}</span>
      <span className="ml-auto shrink-0 text-sm text-faint">{meta}</span>
    </li>
  );
}

/** A subject in a list of the home page. */
export function SubjectLine({ kind, value, display }: Indicator & { readonly display?: string }) {
  return (
    <OwnLine meta={INDICATOR_KINDS[kind].one}>
      <IndicatorLink kind={kind} value={value} display={display} />
    </OwnLine>
  );
}
