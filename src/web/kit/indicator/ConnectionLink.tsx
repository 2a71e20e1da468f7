import { Link } from 'react-router';
import type { ConnectionAttribute } from '#model/connection.ts';
import { quietLinkClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';

interface ConnectionLinkProps {
  readonly attribute: ConnectionAttribute;
  readonly value: string;
}

/** A value that others wrote and others may have as well (a registrar, an e-mail address): text that opens all who share it. */
export function ConnectionLink({ attribute, value }: ConnectionLinkProps) {
  return (
    <Link
      to={paths.connections([{ attribute, value }])}
      className={quietLinkClass}
      // its text is the value: where that is cut off, the whole is worth more than a hint
      data-plain=""
      aria-description="Opens all with the same value"
    >
      <VisibleText text={value} foldAt={Number.POSITIVE_INFINITY} />
    </Link>
  );
}
