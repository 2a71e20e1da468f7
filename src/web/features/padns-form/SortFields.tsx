import { Button } from '#web/ui/Button.tsx';
import { AddIcon, CloseIcon } from '#web/ui/icons.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { orderWords, readSortTerms, sortColumns, writeSortTerms, type SortTerm } from './sort-terms.ts';

interface SortFieldsProps {
  /** `sort` of the question: terms joined by ';'. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The order the service sorts by, one term after the other: it decides which records come first, over all pages. */
export function SortFields({ value, onChange }: SortFieldsProps) {
  const terms = readSortTerms(value);
  const free = sortColumns.filter(({ value: column }) => !terms.some((term) => term.column === column));
  const [next] = free;
  const put = (changed: readonly SortTerm[]) => onChange(writeSortTerms(changed));
  return (
    <fieldset name="sort" className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-sm font-medium text-muted">Sort at the service</legend>
      {terms.map((term, index) => (
        <div key={term.column} className="flex items-center gap-1">
          <span className="w-10 shrink-0 text-sm text-faint">{index === 0 ? 'by' : 'then by'}</span>
          <SelectField
            label={`Sort column ${index + 1}`}
            isLabelHidden
            className="flex-1"
            value={term.column}
            choices={sortColumns.filter(
              ({ value: column }) => column === term.column || free.some((each) => each.value === column),
            )}
            onChange={(column) => put(terms.with(index, { ...term, column }))}
          />
          <SelectField
            label={`Sort order ${index + 1}`}
            isLabelHidden
            className="flex-1"
            value={term.order}
            choices={orderChoices(term)}
            onChange={(order) => put(terms.with(index, { ...term, order }))}
          />
          <IconButton
            icon={CloseIcon}
            label={`Remove sort term ${index + 1}`}
            size="sm"
            onClick={() => put(terms.toSpliced(index, 1))}
          />
        </div>
      ))}
      {terms.length === 0 && <p className="flex min-h-7 items-center text-muted">Last seen, newest first</p>}
      {next && (
        <Button
          size="sm"
          className="self-start"
          onClick={() => put([...terms, { column: next.value, order: next.value.endsWith('seen') ? 'desc' : 'asc' }])}
        >
          <AddIcon />
          {terms.length === 0 ? 'Sort otherwise' : 'Then by'}
        </Button>
      )}
    </fieldset>
  );
}

function orderChoices({ column }: SortTerm) {
  const words = orderWords(column);
  return (['asc', 'desc'] as const).map((value) => ({ value, label: words[value] }));
}
