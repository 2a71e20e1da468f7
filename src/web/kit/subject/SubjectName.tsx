import { useState } from 'react';
import { formatNumber } from '#model/format.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';

interface SubjectNameProps {
  readonly text: string;
}

/** The title of a subject's page. The middle of a very long name is folded, since its end says which domain it belongs to. */
export function SubjectName({ text }: SubjectNameProps) {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = text.length > longName;
  return (
    <>
      <h1
        className="mr-3 inline align-middle font-mono text-lg font-semibold break-all sm:text-xl"
        aria-label={isLong ? text : undefined}
      >
        {isLong && !isWhole ? <FoldedName text={text} /> : text}
      </h1>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          className={linkClass}
          data-no-print=""
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : `Show all ${formatNumber(text.length)} characters`}
        </button>
      )}
    </>
  );
}

/** Start and end of a very long name; other names are whole. In print every name is. */
export function FoldedName({ text }: SubjectNameProps) {
  if (text.length <= longName) return text;
  return (
    <>
      {text.slice(0, startLength)}
      <span className="text-muted print:hidden">…</span>
      <span className="hidden print:inline">{text.slice(startLength, -endLength)}</span>
      {text.slice(-endLength)}
    </>
  );
}

const longName = 100;
const startLength = 24;
const endLength = 40;
