import { addressState as verdictStateOf } from '#web/components/score/address-verdict.ts';
import { FactList, type FactLine } from '#web/components/evidence/FactList.tsx';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { scoreRule } from '#web/components/score/score-words.ts';
import { ScoreTable } from '#web/components/score/ScoreTable.tsx';
import { ADDRESS_FLAGS, flagTags } from './address-flags.ts';
import { addressState, partOf, type AddressPanelProps, type AddressRecord } from './address-record.ts';
import { addressScores } from './address-scores.ts';

/** What is known about the address beside its score, and who says so. IPv6 records hold few of the fields. */
export function FactPanel({ answer, ip }: AddressPanelProps & { readonly ip: string }) {
  return (
    <Panel
      title="Facts"
      answer={answer}
      read={(response) => partOf(response, factState)}
      skeleton={{ shape: 'rows', count: 11 }}
    >
      {({ record, lines }) => <FactList record={record} lines={lines} subject={ip} />}
    </Panel>
  );
}

interface ShownFacts {
  readonly record: AddressRecord;
  readonly lines: readonly FactLine[];
}

function factState(record: AddressRecord): PanelState<ShownFacts> {
  const lines = ADDRESS_FLAGS.flatMap(({ id, label, tone, kinds, holds }): FactLine[] => {
    const value = holds(record);
    const isTold = value !== undefined || (kinds.length > 0 && record.not_tracked !== undefined);
    const notLookedAt = whyNotNo(record, kinds.length === 0);
    return isTold ? [{ id, label, tone, kinds, holds: value, tags: flagTags(record, id), notLookedAt }] : [];
  });
  return lines.length > 0
    ? { is: 'data', data: { record, lines } }
    : { is: 'unknown', message: 'The answer holds no facts beside the score.' };
}

/** "No" is said only of what was looked at. Where the service says which kinds are tracked, that decides. */
function whyNotNo(record: AddressRecord, isScanned: boolean): string | undefined {
  if (!isScanned && record.not_tracked) return undefined;
  if (verdictStateOf(record) === 'unknown') return 'Not observed';
  const { scan_data: scans } = record;
  const isLookedAt = !isScanned || !scans || Object.values(scans).some((rows) => rows.length > 0);
  return isLookedAt ? undefined : 'Not scanned';
}

/** Every factor of the overall score, the one that decided, and what each was made of. */
export function ScoreBreakdown({ answer }: AddressPanelProps) {
  const shown = answer.response && addressState(answer.response);
  const state = shown?.is === 'data' ? verdictStateOf(shown.data) : undefined;
  return (
    <Panel
      title="Why this score"
      answer={answer}
      read={addressState}
      skeleton={{ shape: 'rows', count: 9 }}
      footer={state ? scoreRule(state) : undefined}
    >
      {(record) => <ScoreTable scores={addressScores(record)} />}
    </Panel>
  );
}
