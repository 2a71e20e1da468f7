import { factKinds, type FactKind, type FactSubjectType } from '#model/fact-kind.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { FactList, factLines } from '#web/kit/panel/FactList.tsx';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import type { EvidenceFields } from '#web/kit/score/evidence-words.ts';
import { ListingsPanel } from './ListingsPanel.tsx';

interface SubjectEvidenceProps<R> {
  readonly answer: Answer<R>;
  /** The record of the answer; undefined while it is asked for, null when there is none. */
  readonly record: (EvidenceFields & { readonly error?: string }) | null | undefined;
  /** What sources would call the subject. */
  readonly type: FactSubjectType;
  readonly what: string;
  /** In text, as facts name it. */
  readonly subject: string;
}

/** Facts of an AS, a subnet or a name server; addresses and domains have fields of their own to show. */
export function SubjectFacts<R>({ answer, record, type, subject }: Omit<SubjectEvidenceProps<R>, 'what'>) {
  return isNothing(record) ? null : <FactsPanel answer={answer} record={record ?? {}} type={type} subject={subject} />;
}

/** Listings of an AS, a subnet or a name server. */
export function SubjectListings<R>({ answer, record, what, subject }: Omit<SubjectEvidenceProps<R>, 'type'>) {
  if (isNothing(record)) return null;
  const state: PanelState<EvidenceFields> = { is: 'data', data: record ?? {} };
  return <ListingsPanel answer={answer} read={() => state} what={what} subject={subject} />;
}

/** The header says that nothing is known, or that the answer failed. */
function isNothing(record: SubjectEvidenceProps<unknown>['record']): boolean {
  return record === null || (record?.error !== undefined && !record.listings);
}

function FactsPanel<R>({
  answer,
  record,
  type,
  subject,
}: Pick<SubjectEvidenceProps<R>, 'answer' | 'type' | 'subject'> & { readonly record: EvidenceFields }) {
  const kinds = (Object.keys(factKinds) as FactKind[]).filter((kind) =>
    factKinds[kind].subjects.some((each) => each === type),
  );
  return (
    <Panel
      title="Flags"
      answer={answer}
      read={(): PanelState<EvidenceFields> =>
        record.facts || record.not_tracked
          ? { is: 'data', data: record }
          : { is: 'unknown', message: 'The service reports no facts besides the score.' }
      }
      skeleton={{ shape: 'rows', count: kinds.length }}
    >
      {(evidence) => <FactList record={evidence} lines={factLines(kinds)} subject={subject} />}
    </Panel>
  );
}
