import type { ReactNode } from 'react';
import { CloseIcon } from './icons.ts';

interface TagProps {
  children: ReactNode;
  /** The text of the tag, for the name of its remove button. */
  label: string;
  onRemove: () => void;
}

/** Something chosen that can be taken away again: an active filter. */
export function Tag({ children, label, onRemove }: TagProps) {
  return (
    <span className="inline-flex h-6 max-w-full items-center rounded-sm border border-border-strong bg-raised pl-2 text-sm text-text">
      <span className="truncate">{children}</span>
      <button
        type="button"
        aria-label={`Remove ${label}`}
        onClick={onRemove}
        className="inline-flex size-6 shrink-0 items-center justify-center text-muted hover:text-text"
      >
        <CloseIcon />
      </button>
    </span>
  );
}
