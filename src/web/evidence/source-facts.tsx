import { type FactKind, factKinds, type FactSubjectType } from '#model/fact-kind.ts';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import type { EvidenceFields } from '#model/verdict-records.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { FactList, factLines } from '#web/kit/panel/FactList.tsx';
import { given } from '#web/kit/panel/panel-source.tsx';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import type { Entity } from '#web/kit/subject/entity.ts';
import { isKnown, type ListedRecord } from './listings.tsx';

/** Facts that sources state about an AS, a subnet or a name server. Addresses and domains have their own fields and cards. */
export const SourceFacts = defineCard(
  given(({ header }: Entity<unknown, ListedRecord>) => header),
  {
    title: 'Flags',
    isShown: ({ record }) => isKnown(record),
    read: (_response, { record }): PanelState<EvidenceFields> =>
      record?.facts || record?.not_tracked
        ? { is: 'data', data: record }
        : { is: 'unknown', message: 'The service reports no facts besides the score.' },
    show: (record, { kind, text }) => <FactList record={record} lines={factLines(kindsOf(kind))} subject={text} />,
    expectedRows: ({ kind }) => kindsOf(kind).length,
  },
);

/** The subject type of a page, as facts name it. */
const subjectTypes: Readonly<Partial<Record<IndicatorKind, FactSubjectType>>> = {
  asn: 'asn',
  subnet: 'range',
  'name-server': 'name_server',
};

function kindsOf(subject: IndicatorKind): readonly FactKind[] {
  return (Object.keys(factKinds) as FactKind[]).filter((kind) =>
    factKinds[kind].subjects.some((type) => type === subjectTypes[subject]),
  );
}
