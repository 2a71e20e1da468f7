import { Link } from 'react-router';
import type { Findings } from '#contract/generated/types.gen.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { paths } from '#web/url/paths.ts';
import { hiddenFindings } from './finding-words.ts';

/** How many findings or other entries the never-flag list hides, linked to the list; nothing without any. */
export function HiddenFindings({ answer }: { readonly answer: Pick<Findings, 'hidden'> }) {
  const words = hiddenFindings(answer);
  if (!words) return null;
  return (
    <Link to={paths.judgements()} className={linkClass}>
      {words}
    </Link>
  );
}
