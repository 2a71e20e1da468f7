import { useState } from 'react';
import type { LogImports } from '#contract/generated/types.gen.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { SelectField, TextField } from '#web/kit/ui/Field.tsx';
import type { LogEntry } from './log-import.ts';
import { useLogImportChange } from './use-log-imports.ts';

export type LogFormat = NonNullable<LogImports['formats']>[number];

interface LogFormatChoiceProps {
  readonly entry: LogEntry;
  readonly formats: readonly LogFormat[];
  readonly onAsk: () => void;
}

/** Repeats the dry run as another format, with another mapping of the columns of a table, or with facts that the log lacks. */
export function LogFormatChoice({ entry, formats, onAsk }: LogFormatChoiceProps) {
  const { id, name, format, state, check } = entry;
  const change = useLogImportChange();
  const [chosen, setChosen] = useState<string>();
  const [columns, setColumns] = useState(entry.columns);
  const [day, setDay] = useState(entry.day);
  const [origin, setOrigin] = useState(entry.origin);
  const value = chosen ?? format;
  const isTable = value === 'csv';
  const choices = [
    { value: '', label: 'Recognise by content' },
    ...formats.map(({ format: each = '', title = each }) => ({ value: each, label: title })),
  ];
  // one that is not in the list of the service
  if (!choices.some((each) => each.value === value)) choices.push({ value, label: value });
  const isSame =
    value === format &&
    columns === entry.columns &&
    day === entry.day &&
    origin === entry.origin &&
    state === 'checked';
  const press = () => {
    onAsk();
    const mapping = isTable && columns.trim() !== '' ? { columns: columns.trim() } : {};
    const body = { action: 'check', format: value, day, origin: origin.trim(), ...mapping } as const;
    change.mutate({ operationId: 'logImportChange', path: { import_id: id }, body });
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <SelectField label="Read as" value={value} choices={choices} onChange={setChosen} className="w-72 max-w-full" />
      {isTable && (
        <TextField
          label="Column mapping"
          isIndicator
          value={columns}
          onChange={setColumns}
          maxLength={2000}
          placeholder="name=Query Name,answer=IP"
          className="w-80 max-w-full"
        />
      )}
      {(entry.day !== '' || check?.asks.includes('day')) && (
        <TextField
          label="Day of the records (UTC)"
          type="date"
          value={day}
          onChange={setDay}
          min="1990-01-01"
          className="w-44"
        />
      )}
      {(entry.origin !== '' || check?.asks.includes('origin')) && (
        <TextField
          label="Origin of the zone"
          isIndicator
          value={origin}
          onChange={setOrigin}
          maxLength={253}
          placeholder="example.com"
          className="w-60 max-w-full"
        />
      )}
      <Button
        aria-label={`Check again: ${name}`}
        disabledReason={
          change.isPending || state === 'checking' ? 'Checking …' : isSame ? 'Change something first.' : undefined
        }
        onClick={press}
      >
        Check again
      </Button>
    </div>
  );
}
