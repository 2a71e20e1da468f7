import { Link } from 'react-router';
import { stepHref, type StepNode } from '#web/stores/investigation/investigation-node.ts';
import { useInvestigation } from '#web/stores/investigation/investigation-store.ts';
import { Card } from '#web/kit/ui/Card.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { paths } from '#web/url/paths.ts';
import { SubjectLine } from './OwnLine.tsx';

const shownAtMost = 8;

/** The pinned subjects of the open investigation. */
export function PinnedSubjects() {
  const { history } = useInvestigation();
  const pinned = [...history.nodes.values()].filter(({ isPinned }) => isPinned).sort((a, b) => b.at - a.at);
  const subjects = [...new Map(pinned.map((node) => [stepHref(node.subject), node.subject])).values()].flatMap(
    (subject: StepNode['subject']) => (subject.is === 'subject' ? [subject] : []),
  );
  if (subjects.length === 0) return null;
  return (
    <Card
      title="Pinned"
      isFlush
      footer={
        <Link to={paths.investigation()} className={linkClass}>
          Open the investigation
        </Link>
      }
    >
      <ul>
        {subjects.slice(0, shownAtMost).map(({ kind, value }) => (
          <SubjectLine key={`${kind} ${value}`} kind={kind} value={value} />
        ))}
      </ul>
    </Card>
  );
}
