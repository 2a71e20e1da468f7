import { Link } from 'react-router';
import type { RetroHuntLog } from '#contract/generated/types.gen.ts';
import { quietLinkClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';

/** Format, sensor and number of logs, each a link to its row among the sources. */
export function RetroHuntLogs({ logs = [] }: { readonly logs: readonly RetroHuntLog[] | undefined }) {
  return logs.map(({ source = '', import: number = 0 }, index) => (
    <span key={number}>
      {index > 0 && ', '}
      <Link to={paths.sources({ log: String(number), from: source })} className={`${quietLinkClass} underline`}>
        <VisibleText text={`${source.replace('log:', '')} #${number}`} />
      </Link>
    </span>
  ));
}
