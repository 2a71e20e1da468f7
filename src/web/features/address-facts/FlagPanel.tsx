import type { ApiCall } from '#web/api/api-request.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { Panel } from '#web/components/Panel.tsx';
import type { PanelState } from '#web/components/panel-state.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { KeyValueList, type KeyValue } from '#web/ui/KeyValueList.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { ADDRESS_FLAGS, flagTags } from './address-flags.ts';
import { partOf, type addressState, type AddressRecord } from './address-record.ts';

interface FlagPanelProps {
  readonly call: ApiCall;
  readonly answer: Answer<Parameters<typeof addressState>[0]>;
}

/** What is known about the address beside its score. Only facts that the record decides are shown: IPv6 records hold few. */
export function FlagPanel({ call, answer }: FlagPanelProps) {
  return (
    <Panel
      title="Known facts"
      call={call}
      answer={answer}
      read={(response) => partOf(response, factState)}
      skeleton={{ shape: 'rows', count: 7 }}
    >
      {(items) => <KeyValueList items={items} />}
    </Panel>
  );
}

function factState(record: AddressRecord): PanelState<readonly KeyValue[]> {
  const items = ADDRESS_FLAGS.flatMap(({ id, label, tone, holds }) => {
    const value = holds(record);
    return value === undefined
      ? []
      : [{ key: id, label, value: <Fact tone={tone} holds={value} tags={flagTags(record, id)} /> }];
  });
  return items.length > 0
    ? { is: 'data', data: items }
    : { is: 'unknown', message: 'The answer holds no facts beside the score.' };
}

function Fact({ tone, holds, tags }: { tone: Tone; holds: boolean; tags: readonly string[] }) {
  if (!holds) return 'no';
  return (
    <span className="inline-flex flex-wrap items-baseline gap-1.5">
      <Badge tone={tone}>yes</Badge>
      {tags.map((tag) => (
        <VisibleText key={tag} text={tag} className="text-muted" />
      ))}
    </span>
  );
}
