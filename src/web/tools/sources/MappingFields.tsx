import { SelectField } from '#web/kit/ui/SelectField.tsx';
import { TextField } from '#web/kit/ui/TextField.tsx';
import { mappingFields, type OwnFeedField } from './own-feed-form.ts';

interface MappingFieldsProps {
  /** Of the previewed file; without any, columns are typed. */
  readonly columns: readonly string[];
  readonly fieldOf: (field: OwnFeedField) => {
    readonly name: string;
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (next: string) => void;
  };
}

/** Which column or field holds what: picked from those of the previewed file. */
export function MappingFields({ columns, fieldOf }: MappingFieldsProps) {
  return (
    <fieldset className="min-w-0 rounded-md border border-border px-3 pt-1 pb-3">
      <legend className="px-1 text-sm font-medium text-muted">Columns</legend>
      <p className="mb-2 text-sm text-faint">
        {columns.length > 0
          ? 'Which column of the file holds what.'
          : 'The preview finds the columns of the file. A column can be named, or given by its number from 1.'}
      </p>
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-6">
        {mappingFields.map(({ field, label }) => {
          const props = { label, ...fieldOf(field) };
          if (columns.length === 0) return <TextField key={field} isIndicator {...props} />;
          // what was typed before stays a choice
          const names = [...new Set(['', props.value, ...columns])];
          const choices = names.map((value) => ({
            value,
            label: value || (field === 'map_indicator' ? 'Choose …' : 'none'),
          }));
          return <SelectField key={field} {...props} choices={choices} />;
        })}
      </div>
    </fieldset>
  );
}
