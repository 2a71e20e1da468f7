import type { ReactNode } from 'react';
import type { Answer } from '#web/api/use-answer.ts';
import { addressState as verdictStateOf } from '#web/components/score/address-verdict.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { KeyValueList, type KeyValue } from '#web/ui/KeyValueList.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { ADDRESS_FLAGS, flagTags } from './address-flags.ts';
import { partOf, type addressState, type AddressRecord } from './address-record.ts';

interface FlagPanelProps {
  readonly answer: Answer<Parameters<typeof addressState>[0]>;
}

/** What is known about the address beside its score. Only facts that the record decides are shown: IPv6 records hold few. */
export function FlagPanel({ answer }: FlagPanelProps) {
  return (
    <Panel
      title="Flags"
      answer={answer}
      read={(response) => partOf(response, factState)}
      skeleton={{ shape: 'rows', count: 7 }}
    >
      {(items) => <KeyValueList items={items} />}
    </Panel>
  );
}

function factState(record: AddressRecord): PanelState<readonly KeyValue[]> {
  const isUnknown = verdictStateOf(record) === 'unknown';
  const items = ADDRESS_FLAGS.flatMap(({ id, label, tone, holds, isScanned }) => {
    const value = holds(record);
    if (value === undefined) return [];
    if (!value) return [{ key: id, label, value: negative(record, isUnknown, isScanned) }];
    return [{ key: id, label, value: <Fact tone={tone} tags={flagTags(record, id)} /> }];
  });
  return items.length > 0
    ? { is: 'data', data: items }
    : { is: 'unknown', message: 'The answer holds no facts beside the score.' };
}

/** "No" is said only of what was looked at. */
function negative({ scan_data: scans }: AddressRecord, isUnknown: boolean, isScanned: boolean): ReactNode {
  if (isUnknown) return <span className="text-muted">Not observed</span>;
  const isLookedAt = !isScanned || !scans || Object.values(scans).some((rows) => rows.length > 0);
  return isLookedAt ? 'No' : <span className="text-muted">Not scanned</span>;
}

function Fact({ tone, tags }: { tone: Tone; tags: readonly string[] }) {
  return (
    <span className="inline-flex flex-wrap items-baseline gap-1.5">
      <Badge tone={tone}>Yes</Badge>
      {tags.map((tag) => (
        <VisibleText key={tag} text={tag} className="text-muted" />
      ))}
    </span>
  );
}
