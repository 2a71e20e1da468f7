import { noteOf } from '#web/components/field-note.ts';
import { checkRegex } from '#web/components/regex-check.ts';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { FieldsProps } from './form-fields.ts';
import { usesOf, usualType, type PadnsMode } from './padns-question.ts';
import { readingOf } from './question-check.ts';
import { modeWords, recordTypeLabel, subjectWords } from './question-words.ts';

const modeChoices = (['forward', 'reverse'] as const).map((value) => ({ value, label: modeWords[value].label }));

/** Which way to look, for which records, and of what. */
export function SubjectFields({ draft, onChange, problems, guide, hintOf }: FieldsProps) {
  const { mode, qtype, qname, regex } = draft;
  const uses = usesOf(draft);
  const words = subjectWords(draft);
  const isRegexUsed = uses.regex && regex.trim() !== '';
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <SegmentedControl
          label="Direction"
          value={mode}
          choices={modeChoices}
          onChange={(next) => onChange({ mode: next, qtype: typeFor(next, draft, guide) })}
        />
        <p className="text-muted">{modeWords[mode].meaning}</p>
      </div>
      <div className="grid gap-3 md:grid-cols-[minmax(10rem,15rem)_minmax(0,3fr)_minmax(0,2fr)]">
        <SelectField
          label="Record type"
          value={qtype}
          choices={guide.recordTypes[mode].map((value) => ({ value, label: recordTypeLabel(value) }))}
          onChange={(next) => onChange({ qtype: next })}
          hint={mode === 'forward' ? 'Type of the records.' : 'Type of the answer.'}
        />
        <TextField
          label={words.label}
          name="qname"
          isIndicator
          value={qname}
          placeholder={words.example}
          disabled={isRegexUsed}
          onChange={(next) => onChange({ qname: next })}
          {...noteOf(
            problems.qname,
            isRegexUsed
              ? 'Not used: the regular expression decides.'
              : (readingOf(draft) ?? words.hint ?? hintOf('qname')),
          )}
        />
        <TextField
          label="or a regular expression (RE2)"
          name="regex"
          isIndicator
          value={uses.regex ? regex : ''}
          placeholder="^login-[a-z]+\.example$"
          disabled={!uses.regex}
          onChange={(next) => onChange({ regex: next })}
          {...noteOf(
            problems.regex,
            uses.regex
              ? (checkRegex(regex).advice ?? hintOf('regex'))
              : 'Not for this record type: texts match in part, and hashes as they are.',
          )}
        />
      </div>
    </>
  );
}

/** The chosen record type where the other direction has it too. */
function typeFor(
  mode: PadnsMode,
  { qtype, qname }: FieldsProps['draft'],
  { recordTypes }: FieldsProps['guide'],
): string {
  return qtype !== 'any' && recordTypes[mode].includes(qtype) ? qtype : usualType(mode, qname);
}
