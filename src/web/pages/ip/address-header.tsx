import { formatNumber } from '#model/format.ts';
import { indicatorOf } from '#model/indicator-of.ts';
import { CountryText } from '#web/kit/indicator/CountryText.tsx';
import { AsnLink, IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { addressVerdict } from '#web/kit/score/address-verdict.ts';
import type { KeyFact } from '#web/kit/subject/KeyFacts.tsx';
import { factsOnTabs } from '#web/kit/subject/facts-on-tabs.tsx';
import { scanHighlights } from '#web/kit/subject/scan-highlights.tsx';
import type { AddressEntity, AddressRecord } from '#web/evidence/address-record.ts';
import { ReputationTrend } from '#web/evidence/reputation-trend.tsx';

/** The verdict and key facts of an address, from one request. */
export function useAddressHeader({ kind, value, record, header }: AddressEntity) {
  return {
    scoreName: 'Risk score',
    verdict: record === undefined ? undefined : addressVerdict(record ?? header.response?.ip2asn?.[0]),
    facts: addressKeyFacts(record, { kind, value }),
    trend: kind === 'ipv4' && <ReputationTrend of="ipv4" value={value} />,
  };
}

/** The key facts above the tabs. @param record undefined while loading; null when nothing is known */
function addressKeyFacts(
  record: AddressRecord | null | undefined,
  subject: Pick<AddressEntity, 'kind' | 'value'>,
): readonly KeyFact[] {
  const value = (read: (record: AddressRecord) => KeyFact['value']) => record && (read(record) || null);
  return [
    { label: 'Autonomous system', share: 2.7, value: value(({ asn, asname }) => <AsnLink asn={asn} name={asname} />) },
    { label: 'Prefix', value: value(({ subnet }) => subnet && <IndicatorLink kind="subnet" value={subnet} />) },
    { label: 'Registered in', value: value(countryOf) },
    ...(subject.kind === 'ipv4'
      ? [{ label: 'PTR', value: value(({ ip_ptr }) => ip_ptr && <PtrName name={ip_ptr} />) }]
      : []),
    {
      label: 'Names ever on it',
      value: value(({ density }) => factsOnTabs(subject)('names', formatNumber(density))),
    },
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
