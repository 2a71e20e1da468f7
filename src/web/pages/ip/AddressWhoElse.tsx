import { everyDay } from '#web/components/ask/scan-kind.ts';
import { NotAnswered } from '#web/components/evidence/AnswerFailure.tsx';
import { PanelGrid } from '#web/components/evidence/PanelGrid.tsx';
import { scanMarks, type ScanMarks } from '#web/components/subject/scan-highlights.tsx';
import { NotAsOf } from '#web/components/time/NotAsOf.tsx';
import { addressState } from '#web/features/address-facts/address-record.ts';
import { WhoElse } from '#web/features/scans/WhoElse.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { subjectPath } from '#web/url/subject-path.ts';
import type { AddressViewProps } from './AddressHeader.tsx';

/** Other addresses with the certificate, the JARM or the icon that the latest scans saw here: one operator runs them all. */
export function AddressWhoElse({ ip, answer }: AddressViewProps) {
  // its failure stands in the header
  if (answer.status === 'failed') return <NotAnswered />;
  const state = answer.response && addressState(answer.response);
  if (!state) return <Skeleton shape="block" heightPx={240} />;
  const marks = state.is === 'data' ? scanMarks(state.data.scan_data ?? {}) : {};
  if (Object.keys(marks).length === 0)
    return (
      <EmptyState kind="empty" word="Nothing to compare">
        No scan took a certificate, a JARM fingerprint or an icon of this address.
      </EmptyState>
    );
  return (
    <>
      <NotAsOf what="What scans saw" />
      <PanelGrid>
        <Panels ip={ip} marks={marks} />
      </PanelGrid>
    </>
  );
}

function Panels({ ip, marks: { certificate, jarm, favicon } }: { readonly ip: string; readonly marks: ScanMarks }) {
  return (
    <>
      {certificate && (
        <WhoElse
          ip={ip}
          title="Same certificate"
          mark={certificate.display ?? certificate.value}
          search={{ operationId: 'scanCertificates', query: { fingerprint_sha1: certificate.value, window: everyDay } }}
          href={subjectPath('certificate-sha1', certificate.value)}
        />
      )}
      {jarm && (
        <WhoElse
          ip={ip}
          title="Same JARM"
          mark={jarm.value}
          search={{ operationId: 'scanJarm', query: { jarm_hash: jarm.value, window: everyDay } }}
          href={subjectPath('jarm', jarm.value)}
        />
      )}
      {favicon && (
        <WhoElse
          ip={ip}
          title="Same favicon"
          mark={favicon.value}
          search={{ operationId: 'scanFavicon', query: { mmh3: Number(favicon.value) } }}
          href={subjectPath('favicon-mmh3', favicon.value)}
        />
      )}
    </>
  );
}
