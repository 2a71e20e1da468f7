import { useId } from 'react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, describedBy, Field } from './Field.tsx';
import type { FieldChrome } from './Field.tsx';

type TextAreaProps = FieldChrome &
  Omit<ComponentProps<'textarea'>, 'id' | 'onChange'> & { onChange?: (value: string) => void };

/** Several lines of indicators: monospace, nothing corrected. */
export function TextArea({ label, isLabelHidden, hint, error, className, onChange, rows = 6, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <Field {...{ id, label, isLabelHidden, hint, error, className }}>
      <textarea
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        {...rest}
        {...describedBy(id, { hint, error })}
        id={id}
        rows={rows}
        onChange={(event) => onChange?.(event.target.value)}
        className={classNames(controlClass, 'h-auto resize-y py-1.5 font-mono pointer-coarse:h-auto')}
      />
    </Field>
  );
}
