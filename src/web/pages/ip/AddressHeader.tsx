import type { EnrichIpv4Answer, EnrichIpv6Answer } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import { indicatorOf } from '#model/indicator-of.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { CountryText } from '#web/kit/indicator/CountryText.tsx';
import { AsnLink, IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { addressVerdict } from '#web/kit/score/address-verdict.ts';
import type { KeyFact } from '#web/kit/subject/KeyFacts.tsx';
import { scanHighlights } from '#web/kit/subject/scan-highlights.tsx';
import { addressFlags } from '#web/kit/subject/subject-flags.ts';
import { SubjectHeader } from '#web/kit/subject/SubjectHeader.tsx';
import { type AddressRecord, addressState } from '#web/evidence/address-facts/address-record.ts';
import { ReputationTrend } from '#web/evidence/reputation/ReputationTrend.tsx';

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
      trend={version === 4 && <ReputationTrend of="ipv4" value={ip} />}
    />
  );
}

/** What stands above the tabs. @param record undefined while it is asked for; null when nothing is known */
function addressKeyFacts(record: AddressRecord | null | undefined, version: 4 | 6): readonly KeyFact[] {
  const value = (read: (record: AddressRecord) => KeyFact['value']) => record && (read(record) || null);
  return [
    { label: 'Autonomous system', value: value(({ asn, asname }) => <AsnLink asn={asn} name={asname} />) },
    { label: 'Prefix', value: value(({ subnet }) => subnet && <IndicatorLink kind="subnet" value={subnet} />) },
    { label: 'Registered in', value: value(countryOf) },
    ...(version === 4 ? [{ label: 'PTR', value: value(({ ip_ptr }) => ip_ptr && <PtrName name={ip_ptr} />) }] : []),
    { label: 'Names ever on it', value: value(({ density }) => formatNumber(density)) },
    ...scanHighlights(record && (record.scan_data ?? null)),
  ];
}

function countryOf({ ip_location }: AddressRecord): KeyFact['value'] {
  return ip_location?.country_code && <CountryText code={ip_location.country_code} name={ip_location.country_name} />;
}

function PtrName({ name }: { name: string }) {
  const indicator = indicatorOf(name);
  return indicator ? <IndicatorLink {...indicator} /> : name;
}

/** What every part of the page needs that stands on the enrichment of the address (G2 or G3). */
export interface AddressViewProps {
  readonly ip: string;
  readonly version: 4 | 6;
  readonly answer: Answer<EnrichIpv4Answer | EnrichIpv6Answer>;
}
