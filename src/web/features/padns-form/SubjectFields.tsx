import { noteOf } from '#web/components/ask/field-note.ts';
import { checkRegex } from '#web/components/ask/regex-check.ts';
import { classNames } from '#web/ui/class-names.ts';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { FieldsProps } from './form-fields.ts';
import { padnsModes, usualType, type PadnsMode } from './padns-question.ts';
import { readingOf } from './question-check.ts';
import { usesOf } from './question-shape.ts';
import { answerWords, modeWords, recordTypeLabel, subjectWords } from './question-words.ts';

const modeChoices = padnsModes.map((value) => ({ value, label: modeWords[value].label }));

/** Which way to look, for which records, and of what. */
export function SubjectFields({ draft, onChange, problems, guide, hintOf }: FieldsProps) {
  const { mode, qtype, qname, qanswer, regex } = draft;
  const uses = usesOf(draft);
  const words = subjectWords(draft);
  const isRegexUsed = uses('regex') && regex.trim() !== '';
  const answer = uses('qanswer') ? answerWords(draft) : null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <SegmentedControl
          label="Direction"
          value={mode}
          choices={modeChoices}
          onChange={(next) => onChange({ ...leaveChoices, mode: next, qtype: typeFor(next, draft, guide) })}
        />
        <p className="text-muted">{modeWords[mode].meaning}</p>
      </div>
      <div className={classNames('grid gap-3 md:grid-cols-2', answer ? wideGrid : narrowGrid)}>
        <SelectField
          label="Record type"
          name="qtype"
          value={qtype}
          choices={guide.recordTypes[mode].map((value) => ({ value, label: recordTypeLabel(value) }))}
          onChange={(next) => onChange({ qtype: next })}
          hint={mode === 'reverse' ? 'Type of the answer.' : 'Type of the records.'}
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
              : (readingOf(draft, qname) ?? words.hint ?? hintOf('qname')),
          )}
        />
        {answer && (
          <TextField
            label={answer.label}
            name="qanswer"
            isIndicator
            value={qanswer}
            placeholder={answer.example}
            onChange={(next) => onChange({ qanswer: next })}
            {...noteOf(problems.qanswer, answer.hint ?? hintOf('qanswer'))}
          />
        )}
        <TextField
          label="or a regular expression (RE2)"
          name="regex"
          isIndicator
          value={uses('regex') ? regex : ''}
          placeholder="^login-[a-z]+\.example$"
          disabled={!uses('regex')}
          onChange={(next) => onChange({ regex: next })}
          {...noteOf(
            problems.regex,
            uses('regex')
              ? (checkRegex(regex).advice ?? hintOf('regex'))
              : 'Not for this record type: texts match in part, and hashes as they are.',
          )}
        />
      </div>
    </>
  );
}

const narrowGrid = 'lg:grid-cols-[minmax(10rem,15rem)_minmax(0,3fr)_minmax(0,2fr)]';
const wideGrid = 'lg:grid-cols-[minmax(10rem,15rem)_minmax(0,2fr)_minmax(0,2fr)_minmax(0,2fr)]';

// the same parameter chooses between other things in each look-up
const leaveChoices = { match: '', net: '', asn: '' };

/** The chosen record type where the other look-up has it too. */
function typeFor(mode: PadnsMode, draft: FieldsProps['draft'], { recordTypes }: FieldsProps['guide']): string {
  const { qtype } = draft;
  return qtype !== 'any' && recordTypes[mode].includes(qtype) ? qtype : usualType(mode, draft);
}
