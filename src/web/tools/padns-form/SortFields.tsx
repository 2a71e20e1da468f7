import { readSortTerm, type SortColumn, type SortTerm } from '#model/padns-sort.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { IconButton } from '#web/kit/ui/IconButton.tsx';
import { AddIcon, CloseIcon } from '#web/kit/ui/icons.ts';
import { SelectField } from '#web/kit/ui/Field.tsx';

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
            value={orderOf(term)}
            choices={orderChoices(term)}
            onChange={(order) => put(terms.with(index, { ...term, descending: order === 'desc' }))}
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
          onClick={() => put([...terms, { column: next.value, descending: next.value.endsWith('seen') }])}
        >
          <AddIcon />
          {terms.length === 0 ? 'Add sort order' : 'Then by'}
        </Button>
      )}
    </fieldset>
  );
}

function orderChoices({ column }: SortTerm) {
  const words = orderWords(column);
  return (['asc', 'desc'] as const).map((value) => ({ value, label: words[value] }));
}

/** Columns that the service sorts by, with their names in the table. */
const sortColumns = [
  { value: 'last_seen', label: 'Last seen' },
  { value: 'first_seen', label: 'First seen' },
  { value: 'query', label: 'Name' },
  { value: 'answer', label: 'Answer' },
] as const satisfies readonly { readonly value: SortColumn; readonly label: string }[];

/** Reads `<column>/<order>` terms joined by ';', with the synonyms of the interface. Anything else is left out. */
export function readSortTerms(text: string): readonly SortTerm[] {
  const terms = text.split(';').flatMap((each) => readSortTerm(each.trimStart()) ?? []);
  // a column sorts once: a later term of it could change nothing
  return terms.filter(({ column }, index) => terms.findIndex((term) => term.column === column) === index);
}

function orderOf({ descending }: SortTerm): 'asc' | 'desc' {
  return descending ? 'desc' : 'asc';
}

export function writeSortTerms(terms: readonly SortTerm[]): string {
  return terms.map((term) => `${term.column}/${orderOf(term)}`).join(';');
}

/** Each order in words that fit its column. */
function orderWords(column: SortColumn): Readonly<Record<'asc' | 'desc', string>> {
  return column === 'last_seen' || column === 'first_seen'
    ? { desc: 'newest first', asc: 'oldest first' }
    : { asc: 'A to Z', desc: 'Z to A' };
}
