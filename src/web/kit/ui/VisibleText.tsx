import { type ReactNode, useState } from 'react';
import { formatNumber } from '#model/format.ts';
import { visibleSegments } from '#model/visible-text.ts';
import type { TextSegment } from '#model/visible-text.ts';
import { classNames } from './class-names.ts';

interface VisibleTextProps {
  /** Text that an attacker may have written: whois, TXT records, banners, titles, header values. */
  text: string;
  /** Keeps line breaks and tabs (whois text); otherwise they are made visible too. */
  keepsLines?: boolean;
  /** Longer text is folded behind "show all". */
  foldAt?: number;
  className?: string;
}

const names: Record<Exclude<TextSegment['kind'], 'plain'>, string> = {
  control: 'control character',
  bidi: 'text-direction character',
  'zero-width': 'invisible character',
};

/**
 * Shows foreign text as text only. Characters that hide or reorder text are shown as their code point; the whole text is
 * isolated, so that it cannot change the text direction of the page.
 */
export function VisibleText({ text, keepsLines = false, foldAt = 400, className }: VisibleTextProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const isLong = text.length > foldAt;
  const shown = isLong && !isUnfolded ? cutAt(text, foldAt) : text;
  return (
    <span className={classNames('min-w-0 break-words [overflow-wrap:anywhere]', className)}>
      <bdi dir="ltr" className={keepsLines ? 'whitespace-pre-wrap' : undefined}>
        {visibleSegments(shown, { keepsLines }).map((segment, index) => drawSegment(segment, index))}
        {isLong && !isUnfolded && '…'}
      </bdi>
      {isLong && (
        <button
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => setIsUnfolded(!isUnfolded)}
          className="target ml-1.5 text-accent underline-offset-2 hover:underline"
        >
          {isUnfolded ? 'Show less' : `Show all ${formatNumber(text.length)} characters`}
        </button>
      )}
    </span>
  );
}

/** A title, which may name a file, a feed or a value of an attacker. */
export function Title({ title }: { readonly title: ReactNode }) {
  return typeof title === 'string' ? <VisibleText text={title} foldAt={Infinity} /> : title;
}

function drawSegment({ kind, text, label }: TextSegment, index: number) {
  if (kind === 'plain') return text;
  return (
    <span
      key={index}
      title={`${label}, ${names[kind]}`}
      className="mx-px rounded-sm border border-warning/60 px-0.5 font-mono text-xs whitespace-nowrap text-warning"
    >
      {label}
    </span>
  );
}

/** The first `length` UTF-16 units, one less where that would split a surrogate pair. */
function cutAt(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
