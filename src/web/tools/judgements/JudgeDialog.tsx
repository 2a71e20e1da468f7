import { useState } from 'react';
import { formatCount } from '#model/format.ts';
import { judgedWords, judgementLabel, judgementOrigin } from '#model/judgement-words.ts';
import { type Judgement, judgementKinds, readJudgedSubject } from '#model/judgement.ts';
import { visibleText } from '#model/visible-text.ts';
import { useTeam } from '#web/api/team.ts';
import { JudgementBadge } from '#web/kit/indicator/Judgements.tsx';
import { judgeSubjects, useJudgedNow } from '#web/stores/judge-dialog.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { TextField } from '#web/kit/ui/Field.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { JudgementForm } from './JudgementForm.tsx';
import { useTakeBack } from './use-judge.ts';

/** The dialog that menus, headers and tables open. A default export, because it is loaded when first opened. */
export default function JudgeDialog() {
  return <SubjectsDialog subjects={useJudgedNow()} onClose={() => judgeSubjects([])} />;
}

interface SubjectsProps {
  readonly subjects: readonly string[];
  readonly onClose: () => void;
}

/** Sets and takes back what the team says about one subject or several. */
export function SubjectsDialog({ subjects, onClose }: SubjectsProps) {
  const { may } = useTeam();
  const [only] = subjects.length === 1 ? subjects : [];
  const title = only === undefined ? formatCount(subjects.length, 'subject') : only;
  return (
    <Dialog title={may('judge') ? `Judge ${title}` : title} isOpen={subjects.length > 0} onClose={onClose} width="md">
      <div className="flex flex-col gap-4">
        <HeldNow subjects={subjects} />
        {may('judge') &&
          (only === undefined ? (
            <SeveralForm subjects={subjects} onClose={onClose} />
          ) : (
            <OneForm subject={only} onClose={onClose} />
          ))}
      </div>
    </Dialog>
  );
}

/** Only an administrator changes the never-flag list. */
function useKinds() {
  const { may } = useTeam();
  return judgementKinds.filter((kind) => kind !== 'never-flag' || may('manage'));
}

function SeveralForm({ subjects, onClose }: SubjectsProps) {
  const [shown, rest] = [subjects.slice(0, 10), subjects.length - 10];
  return (
    <JudgementForm subjects={subjects} problem={undefined} kinds={useKinds()} onDone={onClose}>
      <p className="font-mono text-sm break-all text-muted">
        {shown.join(', ')}
        {rest > 0 && ` and ${rest} more`}
      </p>
    </JudgementForm>
  );
}

/** The subject may be widened to a network or a parent domain. */
function OneForm({ subject, onClose }: { readonly subject: string } & Pick<SubjectsProps, 'onClose'>) {
  const [text, setText] = useState(subject);
  const read = readJudgedSubject(text);
  const problem = read === undefined ? 'Enter an address, a network, a name or an AS' : undefined;
  return (
    <JudgementForm subjects={[read ?? text]} problem={problem} kinds={useKinds()} onDone={onClose}>
      <TextField
        label="Subject"
        isIndicator
        value={text}
        onChange={setText}
        error={problem}
        hint="Can be widened to a network or a domain above."
      />
    </JudgementForm>
  );
}

/** What holds for the subjects, each with a button that takes it back. Of several subjects, the same is one line. */
function HeldNow({ subjects }: Pick<SubjectsProps, 'subjects'>) {
  const { of, may } = useTeam();
  const takeBack = useTakeBack();
  const groups = subjects.length === 1 ? subjects.flatMap(of).map((each) => [each]) : sameOf(subjects, of);
  if (groups.length === 0) return null;
  const mayTakeBack = ({ kind, configured }: Judgement) =>
    may('judge') && !configured && (kind !== 'never-flag' || may('manage'));
  return (
    <section aria-label="Holds now">
      <h3 className="mb-1 text-sm font-medium text-muted">Holds now</h3>
      <ul className="flex flex-col gap-1">
        {groups.map((group) => {
          const [first] = group;
          if (!first) return null;
          const about = group.length === 1 ? first.subject : formatCount(group.length, 'subject');
          return (
            <li
              key={`${first.subject} ${first.kind} ${first.text} ${first.configured}`}
              className="flex items-center justify-between gap-3 rounded-md border border-border px-2 py-1.5"
            >
              <span className="min-w-0">
                <JudgementBadge {...first} /> {group.length === 1 ? <Words judgement={first} page={subjects} /> : about}
              </span>
              {mayTakeBack(first) && (
                <Button
                  size="sm"
                  aria-label={`Take back ${visibleText(judgementLabel(first))} of ${about}`}
                  onClick={() => takeBack.mutate(group)}
                  disabledReason={takeBack.isPending ? 'Waiting for the answer.' : undefined}
                >
                  Take back
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {takeBack.error && (
        <p role="alert" className="mt-1 text-danger">
          {takeBack.error.message}
        </p>
      )}
    </section>
  );
}

function Words({ judgement, page }: { readonly judgement: Judgement; readonly page: readonly string[] }) {
  return (
    <>
      {judgement.reason && <VisibleText text={judgement.reason} foldAt={200} />}
      <span className="block text-sm text-muted">
        {!page.includes(judgement.subject) && `of ${judgedWords(judgement)}, `}
        {judgementOrigin(judgement)}
      </span>
    </>
  );
}

/** The judgements of the subjects themselves, those of one kind and text together; what the configuration sets is left out. */
function sameOf(subjects: readonly string[], of: (subject: string) => readonly Judgement[]): readonly Judgement[][] {
  const groups = new Map<string, Judgement[]>();
  for (const subject of subjects)
    for (const each of of(subject)) {
      if (each.subject !== subject || each.configured) continue;
      const key = `${each.kind} ${each.text}`;
      groups.set(key, [...(groups.get(key) ?? []), each]);
    }
  return [...groups.values()];
}
