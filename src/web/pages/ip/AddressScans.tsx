import type { EnrichIpv4Answer, EnrichIpv6Answer } from '#contract/generated/types.gen.ts';
import { everyDay } from '#web/kit/ask/scan-kind.ts';
import { type AddressRecord, partOf } from '#web/evidence/address-facts/address-record.ts';
import {
  Certificates,
  Favicons,
  HtmlPages,
  HttpHeaders,
  JarmFingerprints,
  TlsFingerprints,
} from '#web/evidence/scan-data/ScanPanels.tsx';
import { ScansPanel } from '#web/evidence/scans/ScansPanel.tsx';
import type { AddressViewProps } from './AddressHeader.tsx';

/** What scans saw at the address; what it says is foreign text. */
export function AddressScans(props: AddressViewProps) {
  return <>{props.version === 4 ? <Ipv4Scans {...props} /> : <Ipv6Scans {...props} />}</>;
}

/**
 * The scan operations reach back to the first scan (A3, A5, A6, A7). Icons and pages come from the question of the header,
 * which says more of them: when, under which name, and which icon the page named. No other question has TLS fingerprints.
 */
function Ipv4Scans({ ip, answer }: AddressViewProps) {
  const source = { answer, read: scanDataOf, subject: ip };
  const one = { subject: ip, isOneAddress: true } as const;
  const record: AddressRecord = answer.response?.ip2asn?.[0] ?? {};
  const { scan_data: seen, ip_has_open_directory: hasOpenDirectory } = record;
  // all but the first come with the answer, which tells how much room they take;
  // what nothing was seen of takes two rows less: it has no toolbar and no line of the pages
  const expected = (rows: readonly unknown[] | undefined) =>
    rows?.length === 0 ? -1 : Math.min(rows?.length ?? 1, 12);
  return (
    <>
      <ScansPanel
        {...one}
        search={{ operationId: 'scanCertificates', query: { ipv4: ip, window: everyDay } }}
        title="Certificates"
        emptyMessage="No scan found a certificate."
        expectedRows={expected(seen?.certificates)}
        urlPrefix="c."
      />
      {answer.status !== 'pending' && (
        <>
          <ScansPanel
            {...one}
            search={{ operationId: 'scanJarm', query: { ipv4: ip, window: everyDay } }}
            title="JARM"
            emptyMessage="No scan recorded a JARM fingerprint."
            expectedRows={expected(seen?.jarm)}
            urlPrefix="j."
          />
          <ScansPanel
            {...one}
            search={{ operationId: 'scanHeaders', query: { ipv4: ip } }}
            title="HTTP headers"
            emptyMessage="No scan received an HTTP response."
            expectedRows={expected(seen?.headers)}
            urlPrefix="h."
          />
          <ScansPanel
            {...one}
            search={{ operationId: 'scanOpenDirectories', query: { ipv4: ip, window: everyDay } }}
            title="Open directories"
            emptyMessage="No scan found an open directory."
            expectedRows={hasOpenDirectory ? 12 : 2}
            urlPrefix="o."
          />
          <Favicons source={source} />
          <HtmlPages source={source} />
          <TlsFingerprints source={source} />
        </>
      )}
    </>
  );
}

function Ipv6Scans({ ip, answer }: AddressViewProps) {
  const source = { answer, read: scanDataOf, subject: ip };
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
          <TlsFingerprints source={source} />
        </>
      )}
    </>
  );
}

function scanDataOf(response: EnrichIpv4Answer | EnrichIpv6Answer) {
  return partOf(response, ({ scan_data }) => ({ is: 'data', data: scan_data }));
}
