import { useRef } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** What is chosen: the name of the field behind the button. */
  readonly fileLabel: string;
  readonly accept?: string;
  readonly isMultiple?: boolean;
  readonly onChoose: (files: readonly File[]) => void;
}

/** A button that lets the analyst choose a file, or several. The same file can be chosen again. */
export function FileButton({ fileLabel, accept, isMultiple = false, onChoose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={isMultiple}
        aria-label={fileLabel}
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}
