import { noteOf } from '#web/components/ask/field-note.ts';
import { TextField } from '#web/ui/TextField.tsx';
import type { FieldsProps } from './form-fields.ts';
import { readTime, type TimeField } from './question-check.ts';

const fields: readonly (readonly [field: TimeField, label: string, example: string])[] = [
  ['first_seen_after', 'First seen after', '-30d'],
  ['first_seen_before', 'First seen before', '2026-06-01'],
  ['last_seen_after', 'Last seen after', '-12h'],
  ['last_seen_before', 'Last seen before', '-6m'],
];

interface TimeFieldsProps extends FieldsProps {
  readonly now: Date;
  /** The day the session looks at, which stands in for an as_of that is not given. */
  readonly sessionAsOf: string | null;
}

/** The four bounds and the moment (T), each with the instant it means. */
export function TimeFields({ draft, onChange, problems, hintOf, now, sessionAsOf }: TimeFieldsProps) {
  const field = (name: TimeField, label: string, example: string, hint: string) => (
    <TextField
      key={name}
      label={label}
      name={name}
      isIndicator
      value={draft[name]}
      placeholder={example}
      onChange={(next) => onChange({ [name]: next })}
      {...noteOf(problems[name], readTime(name, draft[name], now).meaning ?? hint)}
    />
  );
  return (
    <>
      {fields.map(([name, label, example]) => field(name, label, example, hintOf(name)))}
      {field(
        'as_of',
        'As of',
        sessionAsOf ?? '2026-06-01',
        sessionAsOf === null
          ? hintOf('as_of')
          : `The session looks at ${sessionAsOf}, unless another time is given here.`,
      )}
      <p className="self-end text-sm text-faint">
        A time is a day (2026-06-01), epoch seconds (1780272000), or a while ago: -3600 is seconds, -12h, -30d, -4w and
        -6m are hours, days, weeks and months.
      </p>
    </>
  );
}
