import { Link } from 'react-router';
import type { Collection } from '#contract/generated/types.gen.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { CheckIcon, EmptyIcon } from '#web/kit/ui/icons.ts';
import { ShortList } from '#web/kit/ui/ShortList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';
import { coverageLabel, feedAnchor } from './feed-words.ts';
import type { Feed } from './feed.ts';

interface CoveragePanelProps {
  readonly answer: Answer<Collection>;
  readonly feeds: readonly Feed[];
}

type CoveredKind = NonNullable<Collection['coverage']>[number];

/** Which source covers each kind of fact, so that an analyst can tell "no" from "not covered". */
export function CoveragePanel({ answer, feeds }: CoveragePanelProps) {
  return (
    <Panel
      title="What is tracked"
      answer={answer}
      read={({ coverage }) => rowsOrEmpty(coverage, 'This service tracks nothing.')}
      skeleton={{ shape: 'rows', count: 10 }}
      isFlush
      footer="Where a kind is not tracked, records say so instead of “no”, and the verdict does not rely on it."
    >
      {(kinds) => (
        <ul aria-label="Kinds of facts" className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))]">
          {[...kinds].sort(trackedFirst).map((kind) => (
            <li key={kind.kind} className="-mt-px -mr-px min-w-0 border-t border-r border-border px-3 py-2">
              <Kind kind={kind} feeds={feeds} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function trackedFirst(a: CoveredKind, b: CoveredKind): number {
  return Number(b.tracked ?? false) - Number(a.tracked ?? false);
}

function Kind({ kind: { kind = '', tracked, sources = [] }, feeds }: { kind: CoveredKind; feeds: readonly Feed[] }) {
  const label = <span className="font-semibold">{coverageLabel(kind)}</span>;
  if (tracked)
    return (
      <>
        <p className="flex flex-wrap items-center gap-1.5">
          <span className="flex text-ok">
            <CheckIcon />
          </span>
          {label}
          <span className="ml-auto shrink-0 text-sm text-ok">Tracked</span>
        </p>
        <div className="pl-5 text-sm text-muted">
          <ShortList
            items={sources}
            itemKey={({ source }) => source ?? ''}
            shownAtMost={3}
            label={`Sources of ${coverageLabel(kind)}`}
          >
            {({ source = '', title = source, as_of }) => (
              <>
                <VisibleText text={title} />, as of <TimeText value={as_of} />
              </>
            )}
          </ShortList>
        </div>
      </>
    );
  const offers = feeds.filter(({ isEnabled, fills }) => !isEnabled && fills.includes(kind));
  return (
    <>
      <p className="flex flex-wrap items-center gap-1.5">
        <span className="flex text-warning">
          <EmptyIcon />
        </span>
        {label}
        <span className="ml-auto shrink-0 text-sm text-warning">Not tracked</span>
      </p>
      <p className="pl-5 text-sm text-muted">
        {offers.length === 0 ? 'No feed provides it.' : 'Available from: '}
        {offers.slice(0, 3).map(({ id, title }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <Link to={`${paths.sources()}#${feedAnchor(id)}`} className={linkClass}>
              <VisibleText text={title} />
            </Link>
          </span>
        ))}
        {offers.length > 3 && ` and ${offers.length - 3} more`}
      </p>
    </>
  );
}
