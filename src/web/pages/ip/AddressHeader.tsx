import { addressVerdict } from '#web/components/score/address-verdict.ts';
import { addressFlags } from '#web/components/subject/subject-flags.ts';
import { SubjectHeader } from '#web/components/subject/SubjectHeader.tsx';
import { addressKeyFacts } from '#web/features/address-facts/address-key-facts.tsx';
import { addressState } from '#web/features/address-facts/address-record.ts';
import type { AddressViewProps } from './address-view.ts';

/** Who, how bad, why, and the key facts: from one question. */
export function AddressHeader({ ip, version, answer }: AddressViewProps) {
  const state = answer.response && addressState(answer.response);
  const record = state && (state.is === 'data' ? state.data : null);
  return (
    <SubjectHeader
      kind={version === 4 ? 'ipv4' : 'ipv6'}
      value={ip}
      answer={answer}
      scoreName="Risk score"
      verdict={record === undefined ? undefined : addressVerdict(record ?? undefined)}
      flags={record ? addressFlags(record) : []}
      facts={addressKeyFacts(record, version)}
    />
  );
}
