import { type CSSProperties, type ReactNode, useState } from 'react';
import { Button } from '#web/kit/ui/Button.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';

export interface KeyFact {
  readonly label: string;
  /** `undefined` while loading; `null` when the answer has none. */
  readonly value: ReactNode;
  /** The width of its column in a line of facts, as a multiple of the others; 1 by default. */
  readonly share?: number;
}

/** The facts visible at first: one line on a wide screen, four on a phone; a button shows the others. */
const shownAtFirst = 8;
const shownOnPhone = 4;

/**
 * The key facts of a subject above its tabs, the most significant first. Labels are shown before the values arrive,
 * so that nothing moves.
 */
export function KeyFacts({ facts }: { facts: readonly KeyFact[] }) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <div className="flex items-end gap-x-3 max-sm:flex-col max-sm:items-start">
      <dl
        className={classNames(
          'grid min-w-0 flex-1 grid-cols-4 gap-x-4 gap-y-1 max-md:w-full max-md:grid-cols-2',
          // few facts leave room for whole names
          facts.length > 5 ? 'xl:grid-cols-(--columns)' : 'xl:grid-cols-5',
        )}
        style={{ '--columns': columnsOf(facts) } as CSSProperties}
      >
        {facts.map(({ label, value }, index) => (
          <div key={label} className={classNames('min-w-0', !isWhole && visibility(index))} data-key-fact="">
            <dt className="truncate text-sm text-muted">{label}</dt>
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
      {facts.length > shownOnPhone && (
        <span className={classNames('shrink-0', facts.length <= shownAtFirst && 'sm:hidden')} data-no-print="">
          <Button size="sm" variant="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Fewer facts' : 'More facts'}
          </Button>
        </span>
      )}
    </div>
  );
}

/** Known before the values arrive, so that nothing moves. */
function columnsOf(facts: readonly KeyFact[]): string {
  return facts
    .slice(0, shownAtFirst)
    .map(({ share = 1 }) => `minmax(0, ${share}fr)`)
    .join(' ');
}

function visibility(index: number): string | undefined {
  if (index >= shownAtFirst) return 'hidden print:block';
  return index >= shownOnPhone ? 'max-sm:hidden print:block' : undefined;
}
