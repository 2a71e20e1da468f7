import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { findingSpan, findingSubject, type NamedFinding, subjectTypeLabel, notJudged } from './finding-words.ts';
import { FindingEvidenceList } from './FindingEvidenceList.tsx';

interface FindingDialogProps {
  readonly row: NamedFinding;
  readonly onClose: () => void;
}

/** Everything about one finding: the sentence, its days, and the evidence. */
export function FindingDialog({ row: finding, onClose }: FindingDialogProps) {
  const { title, subject = '', summary = '', evidence = [], first_seen: first, last_seen: last } = finding;
  const indicator = findingSubject(finding);
  return (
    <Dialog title={title} isOpen onClose={onClose} width="md" position="end">
      <p className="mb-2">
        <VisibleText text={summary} />
      </p>
      <KeyValueList
        items={[
          {
            key: subjectTypeLabel(finding) || 'Subject',
            value: indicator ? <IndicatorLink {...indicator} /> : <VisibleText text={subject} />,
          },
          { key: 'Finding', value: findingSpan(finding) },
          {
            key: 'Seen',
            value: (
              <>
                <TimeText value={first} /> to <TimeText value={last} />
              </>
            ),
          },
          { key: 'Evidence', value: <FindingEvidenceList evidence={evidence} shownAtMost={40} /> },
          { key: 'Score', value: notJudged },
        ]}
      />
    </Dialog>
  );
}
