import { KeyValueList } from '#web/ui/KeyValueList.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { explainValue } from './explain-value.ts';
import { explainWord } from './score-words.ts';

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
