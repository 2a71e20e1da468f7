import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { dateToIsoDate, isoDateToDate } from '#model/dates.ts';
import { isJudgedName } from '#model/judgement-match.ts';
import { judgementWords } from '#model/judgement-words.ts';
import { type JudgementKind, longestReason, longestTag, readTag } from '#model/judgement.ts';
import { useTeam } from '#web/api/team.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Checkbox } from '#web/kit/ui/Checkbox.tsx';
import { TextField } from '#web/kit/ui/Field.tsx';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { useJudge } from './use-judge.ts';

interface JudgementFormProps {
  readonly subjects: readonly string[];
  /** Why the subjects cannot be judged; undefined when they can. */
  readonly problem: string | undefined;
  readonly kinds: readonly JudgementKind[];
  readonly onDone: () => void;
  /** The choice of the subjects. */
  readonly children?: ReactNode;
}

/** What to say about subjects: the kind, the tag, the reason, and the last day. Enter sends it. */
export function JudgementForm({ subjects, problem, kinds, onDone, children }: JudgementFormProps) {
  const [kind, setKind] = useState(kinds[0] ?? 'tag');
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const [below, setBelow] = useState(kind === 'never-flag');
  const judge = useJudge();
  const lacking = problem ?? whatLacks({ kind, text, reason, until });
  const hasNames = subjects.some(isJudgedName);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (lacking !== undefined || judge.isPending) return;
    const body = { subjects: [...subjects], kind, reason, until, below: below && hasNames ? 1 : 0 } as const;
    judge.mutate({ ...body, ...(kind === 'tag' && { text }) }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={send} className="flex flex-col gap-3">
      {kinds.length > 1 && (
        <div>
          <SegmentedControl
            label="What it is"
            value={kind}
            choices={kinds.map((each) => ({ value: each, label: judgementWords[each].label }))}
            onChange={setKind}
          />
          <p className="mt-1 text-sm text-faint">{judgementWords[kind].meaning}</p>
        </div>
      )}
      {children}
      {kind === 'tag' && <TagField value={text} onChange={setText} />}
      <TextField
        label={kind === 'tag' ? 'Reason (optional)' : 'Reason'}
        value={reason}
        maxLength={longestReason}
        onChange={setReason}
      />
      <TextField
        label="Last day (optional)"
        isIndicator
        placeholder="yyyy-mm-dd"
        maxLength={10}
        hint="It holds through this day (UTC); without one until it is taken back."
        value={until}
        onChange={setUntil}
        className="sm:w-56"
      />
      {hasNames && (
        <Checkbox isChecked={below} onChange={setBelow} className="self-start">
          All names below as well
        </Checkbox>
      )}
      {judge.error && (
        <p role="alert" className="text-danger">
          {judge.error.message}
        </p>
      )}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" aria-busy={judge.isPending} disabledReason={lacking}>
          {kind === 'tag' ? 'Add tag' : `Set ${judgementWords[kind].label.toLowerCase()}`}
        </Button>
      </div>
    </form>
  );
}

/** The tags that are in use are offered. */
function TagField({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) {
  const id = useId();
  const { judgements = [] } = useTeam();
  const used = [...new Set(judgements.flatMap(({ kind, text }) => (kind === 'tag' ? [text] : [])))];
  return (
    <>
      <TextField label="Tag" value={value} maxLength={longestTag} list={id} autoComplete="off" onChange={onChange} />
      <datalist id={id}>
        {used.slice(0, 100).map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  );
}

interface Filled {
  readonly kind: JudgementKind;
  readonly text: string;
  readonly reason: string;
  readonly until: string;
}

function whatLacks({ kind, text, reason, until }: Filled): string | undefined {
  if (kind === 'tag' && readTag(text) === undefined) return 'Enter a tag';
  if (kind !== 'tag' && reason.trim() === '') return 'Enter a reason';
  const isDay = isoDateToDate(until) !== null && until >= dateToIsoDate(new Date());
  return until === '' || isDay ? undefined : 'Enter the last day as yyyy-mm-dd, today or later';
}
