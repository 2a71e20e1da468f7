import type { EnrichIpv4Answer, EnrichIpv6Answer } from '#contract/generated/types.gen.ts';
import { partOf } from '#web/features/address-facts/address-record.ts';
import { Certificates } from '#web/features/scan-data/Certificates.tsx';
import { Favicons } from '#web/features/scan-data/Favicons.tsx';
import { HtmlPages } from '#web/features/scan-data/HtmlPages.tsx';
import { HttpHeaders } from '#web/features/scan-data/HttpHeaders.tsx';
import { Ipv4TlsHistory } from '#web/features/scan-data/Ipv4TlsHistory.tsx';
import { JarmFingerprints } from '#web/features/scan-data/JarmFingerprints.tsx';
import type { AddressViewProps } from './address-view.ts';

/** What scans saw at the address, from the question of the header; what it says is foreign text. */
export function AddressScans({ ip, version, call, answer }: AddressViewProps) {
  const source = { call, answer, read: scanDataOf, subject: ip };
  // all but the first come with the answer: how much room they take is not known before
  return (
    <>
      <Certificates source={source} />
      {answer.status !== 'pending' && (
        <>
          <HttpHeaders source={source} />
          <HtmlPages source={source} />
          <Favicons source={source} />
          <JarmFingerprints source={source} />
          {version === 4 && <Ipv4TlsHistory ip={ip} />}
        </>
      )}
    </>
  );
}

function scanDataOf(response: EnrichIpv4Answer | EnrichIpv6Answer) {
  return partOf(response, ({ scan_data }) => ({ is: 'data', data: scan_data }));
}
