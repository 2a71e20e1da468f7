import type { WhoisRecord } from '#contract/generated/types.gen.ts';
import { dayIntToIsoDate } from '#model/dates.ts';
import { nameServerOf } from '#model/indicator-of.ts';
import { ConnectionLink } from '#web/kit/indicator/ConnectionLink.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { type FieldDiff, whoisDiff } from './whois-diff.ts';

interface WhoisComparisonProps {
  readonly record: WhoisRecord;
  readonly earlier: WhoisRecord | undefined;
  /** Heading of the record; its day by default. */
  readonly recordTitle?: string;
}

const phoneRow = 'max-sm:grid max-sm:h-auto max-sm:min-h-row max-sm:grid-cols-[8rem_minmax(0,1fr)] max-sm:items-start';

/** A whois record field by field, beside another if chosen (below it on a phone). Changed fields are marked by a word and a line. */
export function WhoisComparison({ record, earlier, recordTitle }: WhoisComparisonProps) {
  return (
    <div className="overflow-x-auto">
      <table aria-label="Fields of the whois record" className="w-full table-fixed max-sm:block sm:min-w-136">
        <thead className="max-sm:block">
          <tr className={classNames('h-row text-left text-sm text-muted', phoneRow)}>
            <th className="w-44 font-normal">Field</th>
            <th className="font-normal">{recordTitle ?? dayIntToIsoDate(record.date ?? 0) ?? 'Record'}</th>
            {earlier && (
              <th className="pl-3 font-normal max-sm:hidden">{dayIntToIsoDate(earlier.date ?? 0) ?? 'Compared'}</th>
            )}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {whoisDiff(record, earlier).map((diff) => (
            <tr
              key={diff.field}
              data-changed={diff.isChanged || undefined}
              className={classNames('h-row border-t border-border align-top data-changed:bg-hover', phoneRow)}
            >
              <th scope="row" className="row-span-2 py-1 pr-2 text-left font-normal text-muted">
                <span className="flex flex-wrap items-baseline justify-between gap-x-2">
                  {diff.label}
                  {diff.isChanged && <Badge tone="warning">changed</Badge>}
                </span>
              </th>
              <td className="py-1">
                <Values {...diff} others={diff.earlier} sign="+" />
              </td>
              {earlier && (
                <td className={classNames('col-start-2 py-1 sm:pl-3', !diff.isChanged && 'max-sm:hidden')}>
                  {diff.isChanged ? (
                    <Values {...diff} values={diff.earlier} others={diff.values} sign="−" />
                  ) : (
                    <span className="text-faint">unchanged</span>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ValuesProps extends Pick<FieldDiff, 'kind' | 'values' | 'attribute'> {
  readonly others: readonly string[];
  /** Precedes a value that the other record lacks. */
  readonly sign: '+' | '−';
}

function Values({ kind, attribute, values, others, sign }: ValuesProps) {
  if (values.length === 0) return <span className="text-faint">empty</span>;
  return (
    <ul>
      {values.map((value, index) => (
        <li key={index} className="flex gap-1 *:min-w-0 [overflow-wrap:anywhere]">
          {!others.includes(value) && (
            <span
              className="shrink-0 text-warning"
              title={sign === '+' ? 'only in this record' : 'only in the other record'}
            >
              {sign}
            </span>
          )}
          <Value kind={kind} attribute={attribute} value={value} />
        </li>
      ))}
    </ul>
  );
}

function Value({ kind, attribute, value }: Pick<FieldDiff, 'kind' | 'attribute'> & { readonly value: string }) {
  if (kind === 'time') return <TimeText value={value} />;
  const server = kind === 'host' ? nameServerOf(value) : null;
  if (server) return <IndicatorLink {...server} display={value} />;
  return attribute ? <ConnectionLink attribute={attribute} value={value} /> : <VisibleText text={value} />;
}
