import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';

export interface MoreParametersHandle {
  /** Makes room for the answer; keeps the focus in the form. */
  readonly close: () => void;
}

interface MoreParametersProps {
  readonly ref: Ref<MoreParametersHandle>;
  /** The parameters that are set, with their texts: shown while they are out of sight. */
  readonly set: Readonly<Record<string, string>>;
  /** One of them is wrong: they stay in sight until it is mended. */
  readonly hasProblem: boolean;
  readonly children: ReactNode;
}

/** The parameters that most questions do without. Closed until wanted, so that form and answer share the screen. */
export function MoreParameters({ ref, set, hasProblem, children }: MoreParametersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const details = useRef<HTMLDetailsElement>(null);
  useImperativeHandle(ref, () => ({
    close: () => {
      if (details.current?.contains(document.activeElement)) details.current.querySelector('summary')?.focus();
      setIsOpen(false);
    },
  }));
  const words = Object.entries(set).map(([field, text]) => `${field} ${text}`);
  return (
    <details ref={details} open={isOpen || hasProblem} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit max-w-full cursor-pointer rounded-sm text-muted hover:text-text">
        More parameters
        {words.length > 0 && <span className="font-mono text-sm break-all"> · {words.join(' · ')}</span>}
      </summary>
      <div className="mt-3 flex flex-col gap-4">{children}</div>
    </details>
  );
}
