import { formatNumber } from '#model/format.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { VERDICT_GROUPS, type VerdictGroup, verdictGroups } from './verdict-groups.ts';

/** What is shown: rows of some verdicts (none chosen: all of them), or one of the two lists without verdicts. */
export type Shown = VerdictGroup | 'skipped' | 'open';
export const shownChoices: readonly Shown[] = [...verdictGroups, 'skipped', 'open'];

interface VerdictStripProps {
  readonly counts: ReadonlyMap<VerdictGroup, number>;
  readonly total: number;
  readonly skipped: number;
  /** Indicators without an answer. */
  readonly open: number;
  readonly shown: readonly Shown[];
  readonly onShow: (shown: readonly Shown[]) => void;
}

/** How many rows there are of each verdict; pressed, they filter, several verdicts together. */
export function VerdictStrip({ counts, total, skipped, open, shown, onShow }: VerdictStripProps) {
  const chosen = shown.filter((each): each is VerdictGroup => each !== 'skipped' && each !== 'open');
  const toggle = (group: VerdictGroup) =>
    onShow(chosen.includes(group) ? chosen.filter((each) => each !== group) : [...chosen, group]);
  const lists = [
    { id: 'skipped' as const, word: 'Skipped', count: skipped },
    { id: 'open' as const, word: 'Not answered', count: open },
  ];
  return (
    <div role="group" aria-label="Filter by verdict" className="flex flex-wrap gap-1.5">
      <Button aria-pressed={shown.length === 0} onClick={() => onShow([])}>
        All <Count value={total} />
      </Button>
      {verdictGroups
        .filter((group) => (counts.get(group) ?? 0) > 0 || chosen.includes(group))
        .map((group) => {
          const { word, symbol, tone } = VERDICT_GROUPS[group];
          return (
            <Button key={group} aria-pressed={chosen.includes(group)} onClick={() => toggle(group)}>
              <span className={classNames('inline-flex gap-1', tone)}>
                <span aria-hidden="true">{symbol}</span>
                {word}
              </span>{' '}
              <Count value={counts.get(group) ?? 0} />
            </Button>
          );
        })}
      {lists
        .filter(({ id, count }) => count > 0 || shown.includes(id))
        .map(({ id, word, count }) => (
          <Button key={id} aria-pressed={shown.includes(id)} onClick={() => onShow(shown.includes(id) ? [] : [id])}>
            {word} <Count value={count} />
          </Button>
        ))}
    </div>
  );
}

function Count({ value }: { readonly value: number }) {
  return <span className="font-semibold tabular-nums">{formatNumber(value)}</span>;
}
