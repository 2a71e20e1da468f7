import { useState } from 'react';
import { TextField } from './Field.tsx';

interface DayFieldProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  /** yyyy-mm-dd. */
  readonly value: string;
  /** The day that a text means; null for none that can be chosen. */
  readonly read: (text: string) => string | null;
  readonly onChange: (day: string) => void;
  readonly className?: string;
}

/** A day as ISO text: the browser's own date field shows it in the order of its locale. Only a day that can be chosen is passed on. */
export function DayField({ value, read, onChange, ...rest }: DayFieldProps) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setText(value);
  }
  return (
    <TextField
      {...rest}
      isIndicator
      value={text}
      placeholder="yyyy-mm-dd"
      maxLength={10}
      error={read(text) === null ? 'Enter a day up to today, as yyyy-mm-dd.' : undefined}
      onChange={(next) => {
        setText(next);
        const day = read(next);
        if (day === null) return;
        setShown(day);
        onChange(day);
      }}
    />
  );
}
