import type { ReactNode } from 'react';
import { INDICATOR_KINDS } from '#model/indicator-kind.ts';
import type { Indicator } from '#model/indicator-of.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';

interface OwnGroupProps {
  readonly title: string;
  /** At the end of the heading. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A titled list of what belongs to this browser. */
export function OwnGroup({ title, action, children }: OwnGroupProps) {
  return (
    <section aria-label={title}>
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h3 className="text-sm text-muted">{title}</h3>
        {action}
      </div>
      <ul>{children}</ul>
    </section>
  );
}

/** An entry in a list of the home page. */
export function OwnLine({ meta, children }: { readonly meta: string; readonly children: ReactNode }) {
  return (
    <li className="flex min-h-row items-center gap-2">
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
