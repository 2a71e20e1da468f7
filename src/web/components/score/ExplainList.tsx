import { dayIntToIsoDate } from '#model/dates.ts';
import { KeyValueList } from '#web/ui/KeyValueList.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { explainWord } from './score-words.ts';
import { daysAgo } from './verdict.ts';

interface ExplainListProps {
  /** An `*_explain` object; may be empty. */
  readonly explain: object | null | undefined;
}

/** The inputs of a score, as the service gives them. */
export function ExplainList({ explain }: ExplainListProps) {
  const items = Object.entries(explain ?? {}).map(([field, value]) => ({
    key: field,
    label: <span title={field}>{explainWord(field).label}</span>,
    value: (
      <span className="tabular-nums">
        <VisibleText text={explainValue(field, value)} />
      </span>
    ),
  }));
  if (items.length === 0) return <p className="text-muted">The service gives no inputs of this score.</p>;
  return <KeyValueList items={items} />;
}

/** A member of an `*_explain` object as text: counts with thousands, days as dates or with their unit. */
function explainValue(field: string, value: unknown): string {
  if (typeof value !== 'number') return typeof value === 'object' ? JSON.stringify(value) : String(value);
  const { unit } = explainWord(field);
  if (unit === 'day') return dayIntToIsoDate(value) ?? String(value);
  if (unit === 'ago') return daysAgo(value);
  const count = value.toLocaleString('en');
  return unit === 'days' ? `${count} ${value === 1 ? 'day' : 'days'}` : count;
}
