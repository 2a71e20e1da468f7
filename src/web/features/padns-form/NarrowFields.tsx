import { noteOf } from '#web/components/field-note.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { FieldsProps } from './form-fields.ts';
import { usesOf } from './padns-question.ts';

const matchChoices = [
  { value: '', label: 'Every server (strict)' },
  { value: 'self', label: 'Servers of the same domain (self)' },
] as const;

const anyRecordType = 'Not for this record type.';

/** The parameters that only some record types have. The others stay in sight, so that they are known to exist. */
export function NarrowFields({ draft, onChange, problems, hintOf }: FieldsProps) {
  const uses = usesOf(draft);
  return (
    <>
      <TextField
        label="Netmask"
        name="netmask"
        inputMode="numeric"
        value={uses.netmask ? draft.netmask : ''}
        placeholder="24"
        disabled={!uses.netmask}
        onChange={(netmask) => onChange({ netmask })}
        {...noteOf(problems.netmask, uses.netmask ? hintOf('netmask') : anyRecordType)}
      />
      <SelectField
        label="Subdomains"
        value={uses.subdomains ? draft.subdomains : ''}
        choices={[
          { value: '', label: draft.mode === 'forward' ? 'Left out unless asked for' : 'Included unless left out' },
          { value: '0', label: 'Leave out' },
          { value: '1', label: 'Include' },
        ]}
        disabled={!uses.subdomains}
        onChange={(subdomains) => onChange({ subdomains })}
        hint={uses.subdomains ? hintOf('subdomains') : anyRecordType}
      />
      <SelectField
        label="Match"
        value={uses.match ? draft.match : ''}
        choices={matchChoices}
        disabled={!uses.match}
        onChange={(match) => onChange({ match })}
        hint={uses.match ? hintOf('match') : anyRecordType}
      />
    </>
  );
}
