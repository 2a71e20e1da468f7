import type { ApiCall } from '#web/api/api-request.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { Panel } from '#web/components/Panel.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { KeyValueList, type KeyValue } from '#web/ui/KeyValueList.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { ADDRESS_FLAGS, flagTags } from './address-flags.ts';
import { addressState, type AddressRecord } from './address-record.ts';

interface FlagPanelProps {
  readonly call: ApiCall;
  readonly answer: Answer<Parameters<typeof addressState>[0]>;
}

/** What is known about the address beside its score. */
export function FlagPanel({ call, answer }: FlagPanelProps) {
  return (
    <Panel title="Known facts" call={call} answer={answer} read={addressState} skeleton={{ shape: 'rows', count: 7 }}>
      {(record) => <KeyValueList items={facts(record)} />}
    </Panel>
  );
}

function facts(record: AddressRecord): KeyValue[] {
  return ADDRESS_FLAGS.map(({ id, label, tone, holds }) => {
    const value = holds(record);
    return {
      key: id,
      label,
      value:
        value === undefined ? null : value ? (
          <span className="inline-flex flex-wrap items-baseline gap-1.5">
            <Badge tone={tone}>yes</Badge>
            {flagTags(record, id).map((tag) => (
              <VisibleText key={tag} text={tag} className="text-muted" />
            ))}
          </span>
        ) : (
          'no'
        ),
    };
  });
}
