import type { DomainCertificate } from '#contract/generated/types.gen.ts';
import { certificateFingerprint, unknownFingerprint } from '#model/certificate.ts';
import { indicatorOf } from '#model/indicator-of.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { ShortList } from '#web/kit/ui/ShortList.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { CopyButton } from '#web/kit/ui/CopyButton.tsx';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { KeyValueList, type KeyValue } from '#web/kit/ui/KeyValueList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { plainTime, subjectMembers } from './certificate-row.ts';

interface CertificateDialogProps {
  readonly row: DomainCertificate;
  readonly onClose: () => void;
}

/** The details of one certificate: names, chain of issuers up to the root, fingerprints. All of it is foreign text. */
export function CertificateDialog({ row: certificate, onClose }: CertificateDialogProps) {
  const { subject = '', issuer = '', domains = [], chain = [], not_before, not_after } = certificate;
  const items: readonly KeyValue[] = [
    ...subjectMembers(subject).map(([member, value]) => ({
      key: `subject ${member}`,
      label: <VisibleText text={`Subject ${member}`} />,
      value: <VisibleText text={value} />,
    })),
    { key: 'Valid', value: <Validity from={not_before} to={not_after} /> },
    { key: 'Issuer', value: <VisibleText text={issuer} /> },
    { key: 'Chain', value: chain.length > 0 ? <Chain subject={subject} chain={chain} /> : null },
    { key: 'Names', value: <Names names={domains} /> },
    ...(certificateFingerprint(certificate) ? [] : [{ key: 'Fingerprint', value: unknownFingerprint }]),
    ...fingerprints(certificate).map(([label, text]) => ({
      key: label,
      value: <Copyable label={label} text={text} />,
    })),
    { key: 'Source', value: certificate.source_name ? <VisibleText text={certificate.source_name} /> : null },
  ];
  return (
    <Dialog title="Certificate" isOpen onClose={onClose} width="md" position="end">
      <KeyValueList items={items} />
    </Dialog>
  );
}

function fingerprints(certificate: DomainCertificate): readonly (readonly [label: string, text: string])[] {
  const { fingerprint_sha256, fingerprint_sha1, fingerprint_md5, serial_hex, serial_dec } = certificate;
  const all = [
    ['SHA-256', fingerprint_sha256],
    ['SHA-1', fingerprint_sha1],
    ['MD5', fingerprint_md5],
    ['Serial number', serial_hex],
    ['Serial number, decimal', serial_dec],
  ] as const;
  return all.flatMap(([label, text]) => (text ? [[label, text] as const] : []));
}

function Validity({ from, to }: { from: string | undefined; to: string | undefined }) {
  return (
    <>
      <TimeText value={plainTime(from)} /> to <TimeText value={plainTime(to)} />
    </>
  );
}

/** From the certificate to the root: each line is signed by the one below it. */
function Chain({ subject, chain }: { subject: string; chain: readonly string[] }) {
  return (
    <ol aria-label="Chain of issuers">
      {[subject, ...chain].map((name, at) => (
        <li key={at} className="relative border-l border-border-strong pb-2 pl-4 last:border-transparent last:pb-0">
          <span aria-hidden="true" className="absolute top-1.5 -left-1 size-2 rounded-full bg-accent" />
          <VisibleText text={name} />
          {at < chain.length && <span className="block text-sm text-faint">signed by</span>}
        </li>
      ))}
    </ol>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return (
    <ShortList label="Names" items={[...new Set(names)]} shownAtMost={20}>
      {(name) => <Name name={name} />}
    </ShortList>
  );
}

function Name({ name }: { name: string }) {
  const indicator = indicatorOf(name);
  return indicator ? <IndicatorLink {...indicator} display={name} /> : <VisibleText text={name} />;
}

function Copyable({ label, text }: { label: string; text: string }) {
  return (
    <span className="flex items-start gap-1">
      <VisibleText text={text} className="font-mono text-sm break-all" />
      <CopyButton text={text} label={`Copy ${label}`} />
    </span>
  );
}
