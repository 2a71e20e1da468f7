import { useEffect } from 'react';
import { SampleMark } from '#web/kit/indicator/CountryText.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { Kbd } from '#web/kit/ui/Kbd.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import type { Suggestion, SuggestionGroup } from './suggest.ts';

interface OmniboxListProps {
  readonly id: string;
  readonly isShown: boolean;
  readonly message: string;
  readonly isProblem: boolean;
  readonly groups: readonly SuggestionGroup[];
  /** Index over all groups; -1 for none. */
  readonly active: number;
  readonly hasText: boolean;
  readonly onChoose: (suggestion: Suggestion, inNewTab: boolean) => void;
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** The suggestions of the omnibox. The focus stays in the input; the active option is marked. */
export function OmniboxList({ id, isShown, message, isProblem, groups, active, hasText, onChoose }: OmniboxListProps) {
  useEffect(() => {
    if (isShown) document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, isShown, active]);
  const first = groups[0]?.suggestions[0];
  return (
    <>
      <p role="status" className="sr-only">
        {isShown && hasText && (message || (first ? spoken(first) : ''))}
      </p>
      {isShown && (
        <div
          // a click in the list must not move the focus out of the input
          onMouseDown={(event) => event.preventDefault()}
          className="absolute top-full left-1/2 z-30 mt-1 flex max-h-[min(34rem,70dvh)] w-[max(100%,min(36rem,100vw-1.5rem))] -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-border-strong bg-raised text-base shadow-popup"
        >
          {message && (
            <p className={classNames('border-b border-border px-3 py-2', isProblem ? 'text-warning' : 'text-muted')}>
              {message}
            </p>
          )}
          <div
            id={id}
            role="listbox"
            aria-label="Suggestions"
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain py-1"
          >
            {withOffsets(groups).map(({ label, suggestions, offset }) => (
              <div key={label} role="group" aria-label={label}>
                <div aria-hidden="true" className="px-3 pt-2 pb-0.5 text-xs font-medium text-faint">
                  {label}
                </div>
                {suggestions.map((suggestion, index) => (
                  <Option
                    key={suggestion.id}
                    id={optionId(id, offset + index)}
                    suggestion={suggestion}
                    isActive={offset + index === active}
                    onChoose={onChoose}
                  />
                ))}
              </div>
            ))}
          </div>
          <p
            aria-hidden="true"
            className="hidden gap-3 border-t border-border px-3 py-1.5 text-sm text-faint sm:flex pointer-coarse:hidden"
          >
            <span>
              <Kbd>Enter</Kbd> open
            </span>
            <span>
              <Kbd>Ctrl Enter</Kbd> in a new tab
            </span>
            <span>
              <Kbd>Esc</Kbd> close
            </span>
          </p>
        </div>
      )}
    </>
  );
}

interface OptionProps {
  readonly id: string;
  readonly suggestion: Suggestion;
  readonly isActive: boolean;
  readonly onChoose: OmniboxListProps['onChoose'];
}

function Option({ id, suggestion, isActive, onChoose }: OptionProps) {
  const { icon: Icon, label, indicator, detail, shortcut, isSample } = suggestion;
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={(event) => onChoose(suggestion, event.ctrlKey || event.metaKey)}
      className={classNames(
        'flex min-h-row items-center gap-2.5 px-3 py-1 pointer-coarse:min-h-10',
        isActive ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      <span className="flex text-muted">
        <Icon />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-baseline gap-2">
          <span className={classNames('shrink-0', indicator !== undefined && 'text-muted')}>{label}</span>
          {indicator !== undefined && (
            <span className="truncate font-mono">
              <VisibleText text={indicator} foldAt={Number.POSITIVE_INFINITY} />
            </span>
          )}
          {isSample && <SampleMark />}
        </span>
        {detail !== undefined && <span className="block truncate text-sm text-faint">{detail}</span>}
      </span>
      {shortcut !== undefined && <Kbd>{shortcut}</Kbd>}
    </div>
  );
}

function withOffsets(groups: readonly SuggestionGroup[]) {
  let offset = 0;
  return groups.map(({ label, suggestions }) => {
    const placed = { label, suggestions, offset };
    offset += suggestions.length;
    return placed;
  });
}

function spoken({ label, indicator, detail }: Suggestion): string {
  return [label, indicator, detail].filter(Boolean).join(', ');
}
