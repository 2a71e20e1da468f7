import type { DomainCertificate } from '#contract/generated/types.gen.ts';
import { RecordTimeline } from '#web/components/RecordTimeline.tsx';
import { certificateColumns } from './certificate-columns.tsx';
import { certificateItems } from './certificate-items.ts';
import { certificateKey } from './certificate-row.ts';

interface CertificateTimelineProps {
  readonly title: string;
  readonly rows: readonly DomainCertificate[];
  readonly urlPrefix: string;
  readonly onShow: (key: string) => void;
}

const words = { item: ['certificate', 'certificates'], group: ['issuer', 'issuers'] } as const;

/** Certificates over the time they are valid; a bar shows all of its certificate. */
export function CertificateTimeline({ onShow, ...rest }: CertificateTimelineProps) {
  return (
    <RecordTimeline
      {...rest}
      columns={certificateColumns}
      rowKey={certificateKey}
      itemsOf={certificateItems}
      words={words}
      onOpen={({ key }, isGroup) => !isGroup && onShow(key)}
    />
  );
}
