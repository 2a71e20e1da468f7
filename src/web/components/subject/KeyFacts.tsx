import type { ReactNode } from 'react';

export interface KeyFact {
  readonly label: string;
  /** `undefined` while it is being asked for; `null` when the answer has none. */
  readonly value: ReactNode;
}

/** The few facts of a subject that stand above its tabs. Labels and room are there before the values, so that nothing moves. */
export function KeyFacts({ facts }: { facts: readonly KeyFact[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(45%,10.5rem),1fr))] gap-x-4 gap-y-1">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="h-5 truncate">
            {value === undefined ? (
              <span aria-hidden="true" className="inline-block h-2.5 w-24 animate-late rounded-sm bg-hover" />
            ) : (
              (value ?? <span className="text-faint">not known</span>)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
