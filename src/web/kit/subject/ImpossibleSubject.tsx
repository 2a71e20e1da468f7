import { useEffect } from 'react';
import { Link } from 'react-router';
import { INDICATOR_KINDS, isHostName } from '#model/indicator-kind.ts';
import type { Reading } from '#model/interpretation.ts';
import { recogniseValue } from '#model/recognise-value.ts';
import { focusOmnibox } from '#web/kit/omnibox/focus-omnibox.ts';
import { indicatorClass, linkClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';
import { subjectPath } from '#web/url/subject-path.ts';

interface ImpossibleSubjectProps {
  /** The part of the URL where the subject should be. */
  readonly text: string;
  /** "There is no such IP address" */
  readonly heading: string;
  /** What was expected: "An IP address". */
  readonly what: string;
}

interface Suggestion {
  readonly label: string;
  readonly value: string;
  /** The name in Unicode, which may look like another one. */
  readonly reads: string | null;
  readonly href: string;
}

/** Shown for a URL with an invalid subject: the problem, alternatives, and the focused omnibox. */
export function ImpossibleSubject({ text, heading, what }: ImpossibleSubjectProps) {
  useEffect(() => void focusOmnibox(), [text]);
  const { interpretations, problem } = recogniseValue(text);
  const suggestions = suggestionsOf({ interpretations, problem });
  return (
    <div className="mx-auto w-full max-w-2xl py-6">
      <h1 className="text-xl font-semibold">{heading}</h1>
      {text !== '' && (
        <p className="mt-3">
          {what} was expected here, but the link says <VisibleText text={text} className={indicatorClass} />.
        </p>
      )}
      {problem && <p className="mt-1 text-muted">{problem.message}</p>}
      {suggestions.length > 0 && (
        <>
          <h2 className="mt-4 text-base font-semibold">What it could be instead</h2>
          <ul className="mt-1 flex flex-col gap-1">
            {suggestions.map(({ label, value, reads, href }) => (
              <li key={`${label} ${value}`}>
                {label}{' '}
                <Link to={href} className={`${linkClass} ${indicatorClass}`}>
                  {value}
                </Link>
                {reads !== null && (
                  <span className="ml-2 text-muted">
                    reads <bdi className={indicatorClass}>{reads}</bdi>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-4 text-muted">
        Type or paste anything into the search above, or go{' '}
        <Link to={paths.home()} className={linkClass}>
          home
        </Link>
        .
      </p>
    </div>
  );
}

function suggestionsOf({ interpretations, problem }: Reading): Suggestion[] {
  const readings = [
    ...interpretations,
    ...(problem?.tryInstead ?? []).flatMap((each) => recogniseValue(each).interpretations.slice(0, 1)),
  ];
  return readings.map(({ kind, value, display }) => ({
    label: INDICATOR_KINDS[kind].one,
    value: isHostName(kind) ? value : display,
    reads: isHostName(kind) && display !== value ? display : null,
    href: subjectPath(kind, value),
  }));
}
