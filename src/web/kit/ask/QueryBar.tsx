import { useRef } from 'react';
import { Button } from '#web/kit/ui/Button.tsx';
import { CloseIcon, RenameIcon } from '#web/kit/ui/icons.ts';
import type { QueryChip } from './query-chips.ts';
import type { ParameterQuestion } from './parameter-question.ts';
import { RequestPreview } from './RequestPreview.tsx';

interface QueryBarProps<Name extends string> {
  readonly chips: readonly QueryChip<Name>[];
  /** What was sent for it. */
  readonly request: string;
  /** The form was folded away by a run: the focus, which was in it, goes to "Edit". */
  readonly isFocused: boolean;
  /** Opens the form, at a field where one is given. */
  readonly onOpen: (name?: Name) => void;
  readonly onAsk: (question: ParameterQuestion<Name>) => void;
}

/** A form after its run, as one line of chips. A press on a chip opens the form at its field. */
export function QueryBar<Name extends string>({ chips, request, isFocused, onOpen, onAsk }: QueryBarProps<Name>) {
  const edit = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex items-start gap-2 rounded-lg border border-border bg-surface p-2">
      <ul aria-label="Query" className="flex min-w-0 flex-1 flex-wrap gap-1.5">
        {chips.map(({ name, label, value, without }) => (
          <li
            key={name}
            className="inline-flex h-7 max-w-full min-w-0 items-center rounded-md border border-border-strong bg-raised pointer-coarse:h-9"
          >
            <button
              type="button"
              onClick={() => onOpen(name)}
              className="flex h-full min-w-0 items-center gap-1.5 rounded-md px-2 text-sm hover:bg-hover"
            >
              <span className="shrink-0 text-muted">{label}</span>
              <span className="max-w-80 truncate font-mono">{value}</span>
            </button>
            {without && (
              <Button
                size="sm"
                variant="quiet"
                isIconOnly
                aria-label={`Remove ${label}`}
                onClick={() => {
                  edit.current?.focus();
                  onAsk(without);
                }}
              >
                <CloseIcon />
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button ref={edit} autoFocus={isFocused} onClick={() => onOpen()}>
        <RenameIcon />
        Edit
      </Button>
      <RequestPreview request={request} />
    </div>
  );
}
