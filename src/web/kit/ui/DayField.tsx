import { useState } from 'react';
import { TextField } from './Field.tsx';

interface DayFieldProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  /** yyyy-mm-dd. */
  readonly value: string;
  /** Parses a text as a day; null for a day that cannot be chosen. */
  readonly read: (text: string) => string | null;
  readonly onChange: (day: string) => void;
  readonly className?: string;
}

/** A field for an ISO day (the browser's date field would use its locale's order). Reports only days that can be chosen. */
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
