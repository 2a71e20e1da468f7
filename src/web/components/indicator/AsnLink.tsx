import { VisibleText } from '#web/ui/VisibleText.tsx';
import { IndicatorLink } from './IndicatorLink.tsx';

interface AsnLinkProps {
  /** 0 or missing: not announced. */
  readonly asn: number | undefined;
  /** Operators write it: shown as text only. */
  readonly name?: string | undefined;
}

/** An autonomous system by number and name. */
export function AsnLink({ asn, name }: AsnLinkProps) {
  if (!asn) return <span className="text-faint">not announced</span>;
  return (
    <span>
      <IndicatorLink kind="asn" value={String(asn)} />
      {name && (
        <>
          {' '}
          <VisibleText text={name} className="text-muted" />
        </>
      )}
    </span>
  );
}
