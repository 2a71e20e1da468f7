import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { News } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { HiddenFindings } from '#web/evidence/HiddenFindings.tsx';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { SegmentedControl } from '#web/kit/ui/RadioGroup.tsx';
import { quietLinkClass } from '#web/kit/ui/class-names.ts';
import { paths } from '#web/url/paths.ts';
import { listedRow } from './WorstNow.tsx';

type Day = NonNullable<News['days']>[number];

/** Periods that the panel offers, in days. */
export const newsDays = ['7', '30'] as const;
type NewsDays = (typeof newsDays)[number];

interface NewThingsProps {
  readonly answer: Answer<News>;
  readonly chosen: NewsDays;
  readonly onChoose: (days: NewsDays) => void;
}

/** What the last days of the data brought: newly listed, registered and moved, by day, and the worst of the newly listed. */
export function NewThings({ answer, chosen, onChoose }: NewThingsProps) {
  const since = answer.response?.days?.[0]?.day;
  return (
    <Panel
      title={since === undefined ? 'New' : `New since ${since}`}
      answer={answer}
      read={(news) => ({ is: 'data', data: news })}
      skeleton={{ shape: 'rows', count: 12 }}
      actions={
        <SegmentedControl
          label="Days"
          value={chosen}
          choices={newsDays.map((value) => ({ value, label: `${value} days` }))}
          onChange={onChoose}
        />
      }
    >
      {({ days: each = [], newly_listed: listed = [], newly_listed_hidden: hidden = 0 }) => (
        <>
          <div className="grid grid-cols-3 gap-x-4">
            <Figure days={each} of="listed" tone="var(--band-critical)">
              names and addresses newly listed
            </Figure>
            <Figure days={each} of="moved" tone="var(--series-2)" href={transfersOf(each)}>
              name-server changes
            </Figure>
            <Figure days={each} of="registered" tone="var(--series-1)">
              domains registered
            </Figure>
          </div>
          <h3 className="mt-4 text-sm text-muted">Newly listed, the worst</h3>
          {listed.length === 0 ? (
            hidden === 0 && <p className="py-1 text-muted">Nothing was listed for the first time in these days.</p>
          ) : (
            <ol>{listed.map(listedRow)}</ol>
          )}
          {hidden > 0 && (
            <p className="text-sm">
              <HiddenFindings answer={{ hidden }} />
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

function transfersOf(days: readonly Day[]): string {
  return paths.transfers({
    from_ns: '*',
    change_date_after: days[0]?.day ?? '',
    change_date_before: days.at(-1)?.day ?? '',
  });
}

interface FigureProps {
  readonly days: readonly Day[];
  readonly of: 'listed' | 'registered' | 'moved';
  readonly tone: string;
  readonly href?: string;
  /** What is counted, after the number. */
  readonly children: string;
}

/** A sum with its days as columns. */
function Figure({ days, of, tone, href, children }: FigureProps) {
  const counts = days.map((day) => day[of] ?? null);
  const known = counts.filter((count) => count !== null);
  const sum = known.reduce((total, count) => total + count, 0);
  return (
    <div className="min-w-0">
      {known.length === 0 ? (
        <p className="text-muted" title="The collection has no data of this kind.">
          Not tracked
        </p>
      ) : (
        <p className="text-2xl font-semibold tabular-nums">{formatNumber(sum)}</p>
      )}
      <p className="min-h-10 text-sm text-muted">
        {href === undefined || known.length === 0 ? (
          children
        ) : (
          <Link to={href} className={`${quietLinkClass} underline`}>
            {children}
          </Link>
        )}
      </p>
      {known.length > 0 && <DayColumns days={days} counts={counts} what={children} tone={tone} />}
    </div>
  );
}

interface DayColumnsProps {
  readonly days: readonly Day[];
  readonly counts: readonly (number | null)[];
  readonly what: string;
  readonly tone: string;
}

/** One column a day; each says its day and number on hover. */
function DayColumns({ days, counts, what, tone }: DayColumnsProps): ReactNode {
  const most = Math.max(1, ...counts.map((count) => count ?? 0));
  const words = (index: number) => `${days[index]?.day}: ${formatNumber(counts[index] ?? 0)}`;
  return (
    <>
      <svg
        role="img"
        aria-label={`${what} by day: ${counts.map((_, index) => words(index)).join(', ')}`}
        viewBox={`0 0 ${counts.length * 10} 48`}
        preserveAspectRatio="none"
        className="mt-1 h-14 w-full"
      >
        {counts.map((count, index) => {
          const height = count ? Math.max(2, (count / most) * 48) : 0.75;
          return (
            <g key={days[index]?.day}>
              <title>{words(index)}</title>
              {/* the whole height answers to the pointer */}
              <rect x={index * 10} width="10" height="48" fill="transparent" />
              <rect
                x={index * 10 + 1}
                y={48 - height}
                width="8"
                height={height}
                fill={count ? tone : 'var(--border-strong)'}
              />
            </g>
          );
        })}
      </svg>
      <p aria-hidden="true" className="flex justify-between text-xs text-faint tabular-nums">
        <span>{days[0]?.day?.slice(5)}</span>
        <span>{days.at(-1)?.day?.slice(5)}</span>
      </p>
    </>
  );
}
