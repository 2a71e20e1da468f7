import { useDeferredValue, useMemo, useState } from 'react';
import { formatCount } from '#model/format.ts';
import { judgementKinds, readJudgedSubject } from '#model/judgement.ts';
import { useTeam } from '#web/api/team.ts';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { controlClass, TextArea } from '#web/kit/ui/Field.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { JudgementForm } from './JudgementForm.tsx';

/** Judges all subjects of a pasted list or a file. The file is read in the browser. */
export function ListDialog({ onClose }: { readonly onClose: () => void }) {
  const { may } = useTeam();
  const [text, setText] = useState('');
  const shown = useDeferredValue(text);
  const { subjects, wrong } = useMemo(() => readList(shown), [shown]);
  const kinds = may('manage') ? judgementKinds.toReversed() : judgementKinds.filter((kind) => kind !== 'never-flag');
  const problem =
    wrong.length > 0 ? 'Correct the list first' : subjects.length === 0 ? 'Paste a list or choose a file' : undefined;
  return (
    <Dialog title="Judge a list" isOpen onClose={onClose} width="md">
      <JudgementForm subjects={subjects} problem={problem} kinds={kinds} onDone={onClose}>
        <TextArea
          label="Subjects, one on a line; what follows # is left out"
          value={text}
          rows={8}
          onChange={setText}
          error={
            wrong.length > 0
              ? `${formatCount(wrong.length, 'line is not a subject', 'lines are not subjects')}.`
              : undefined
          }
        />
        <label className="flex flex-col gap-1">
          <span className="text-sm font-medium text-muted">Or a text file</span>
          <input
            type="file"
            accept=".txt,.csv,.list,text/plain"
            onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
            className={`${controlClass} h-auto py-1.5 pointer-coarse:h-auto`}
          />
        </label>
        <p role="status" className="text-muted">
          {formatCount(subjects.length, 'subject')}
          {wrong.length > 0 && (
            <>
              . Not a subject: <VisibleText text={wrong.slice(0, 5).join(', ')} />
              {wrong.length > 5 && ' …'}
            </>
          )}
        </p>
      </JudgementForm>
    </Dialog>
  );
}

/** The subjects of a list, each once, and the lines that are none. A leading `*.` is left out. */
function readList(text: string): { readonly subjects: readonly string[]; readonly wrong: readonly string[] } {
  const entries = text
    .split(/[\n,;]/)
    .map((line) => line.replace(/#.*$/, '').trim())
    .filter(Boolean);
  const subjects = new Set<string>();
  const wrong: string[] = [];
  for (const entry of entries) {
    const subject = readJudgedSubject(entry.replace(/^\*?\./, ''));
    if (subject === undefined) wrong.push(entry);
    else subjects.add(subject);
  }
  return { subjects: [...subjects], wrong };
}
