import { Link } from 'react-router';
import type { Connection } from '#model/connection.ts';
import { quietLinkClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';

/** A value of a record that other subjects may share (a registrar, an e-mail address), linked to all that share it. */
export function ConnectionLink({ attribute, value }: Connection) {
  return (
    <Link
      to={paths.connections([{ attribute, value }])}
      className={quietLinkClass}
      // if the text is truncated, the tooltip shows the whole value
      data-plain=""
      aria-description="Opens all with the same value"
    >
      <VisibleText text={value} foldAt={Number.POSITIVE_INFINITY} />
    </Link>
  );
}
