import { stepHref, type StepNode } from '#web/stores/investigation/investigation-node.ts';
import { useInvestigation } from '#web/stores/investigation/investigation-store.ts';
import { OwnGroup, SubjectLine } from './OwnLine.tsx';

const shownAtMost = 6;

/** The pinned subjects of the open investigation. */
export function PinnedSubjects() {
  const { history } = useInvestigation();
  const pinned = [...history.nodes.values()].filter(({ isPinned }) => isPinned).sort((a, b) => b.at - a.at);
  const subjects = [...new Map(pinned.map((node) => [stepHref(node.subject), node.subject])).values()].flatMap(
    (subject: StepNode['subject']) => (subject.is === 'subject' ? [subject] : []),
  );
  if (subjects.length === 0) return null;
  return (
    <OwnGroup title="Pinned">
      {subjects.slice(0, shownAtMost).map(({ kind, value }) => (
        <SubjectLine key={`${kind} ${value}`} kind={kind} value={value} />
      ))}
    </OwnGroup>
  );
}
