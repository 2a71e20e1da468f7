import { DraftChoice, DraftText } from './DraftField.tsx';
import type { FieldsProps } from './form-fields.ts';

/** What E3 and E4 are mostly narrowed by: in sight, below the two sides. */
export function PairFields(form: FieldsProps) {
  const isUnsanctioned = form.draft.mode === 'unsanctioned';
  return (
    <div className="grid gap-3 md:grid-cols-2">
      {isUnsanctioned ? (
        <>
          <DraftText form={form} name="network" label="Own networks" example="192.0.2.0/26; 198.51.100.0/24" />
          <DraftText form={form} name="nsname" label="Own name servers" example="ns*.harborline-bank.example" />
        </>
      ) : (
        <>
          <DraftChoice form={form} name="match" label="The answer" choices={answerChoices} />
          <DraftText form={form} name="network" label="Further networks" example="192.0.2.0/26; 198.51.100.0/24" />
        </>
      )}
    </div>
  );
}

const answerChoices = [
  { value: '', label: 'is this one (eq)' },
  { value: 'neq', label: 'is any other (neq)' },
] as const;
const inside = { value: 'in', label: 'Inside them' } as const;
const outside = { value: 'notin', label: 'Outside of them' } as const;
const serverChoices = [
  { value: '', label: 'Domains not on them (neq)' },
  { value: 'eq', label: 'Domains on them (eq)' },
] as const;
const reduceChoices = [
  { value: '', label: 'Each name with each address (full)' },
  { value: 'host', label: 'Each name (host)' },
] as const;

/** The rest of E3 and E4: which side of the networks and name servers, and the autonomous systems. */
export function OriginFields(form: FieldsProps) {
  const isUnsanctioned = form.draft.mode === 'unsanctioned';
  const sides = isUnsanctioned ? [{ ...outside, value: '' }, inside] : [{ ...inside, value: '' }, outside];
  return (
    <>
      {!isUnsanctioned && <DraftText form={form} name="name" label="Other answers" example="ns1.*; *.mail.example" />}
      <DraftText form={form} name="netmask" label="Netmask" example="24" />
      <DraftChoice form={form} name="net" label="Addresses and the networks" choices={sides} />
      {isUnsanctioned && (
        <>
          <DraftChoice form={form} name="match" label="Domains and the name servers" choices={serverChoices} />
          <DraftChoice form={form} name="reduce" label="Times of" choices={reduceChoices} />
        </>
      )}
      <DraftText form={form} name="asnum" label="AS numbers" example="64500; AS64510" />
      <DraftText form={form} name="asname" label="AS names (asname)" example="CUMULINE; CINDERWALL" />
      <DraftText form={form} name="asname_starts_with" label="AS names that begin with" example="CINDER" />
      <DraftText form={form} name="asname_contains" label="AS names that contain" example="Hosting; Cloud" />
      <DraftChoice form={form} name="asn" label="Addresses and these ASNs" choices={sides} />
    </>
  );
}
