import { DraftChoice, DraftText } from './DraftField.tsx';
import type { FieldsProps } from './form-fields.ts';

const matchChoices = [
  { value: '', label: 'Every server (strict)' },
  { value: 'self', label: 'Servers of the same domain (self)' },
] as const;

/** The parameters of E1 and E2 that only some record types have. */
export function NarrowFields(form: FieldsProps) {
  return (
    <>
      <DraftText form={form} name="netmask" label="Netmask" example="24" />
      <DraftChoice
        form={form}
        name="subdomains"
        label="Subdomains"
        choices={[
          {
            value: '',
            label: form.draft.mode === 'forward' ? 'Left out unless asked for' : 'Included unless left out',
          },
          { value: '0', label: 'Leave out' },
          { value: '1', label: 'Include' },
        ]}
      />
      {form.draft.mode === 'forward' && <DraftChoice form={form} name="match" label="Match" choices={matchChoices} />}
    </>
  );
}
