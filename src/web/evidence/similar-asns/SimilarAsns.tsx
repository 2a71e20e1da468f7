import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useNavigate } from 'react-router';
import type { AsnName } from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { indicatorColumn, textColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { asnFacts } from '#web/exports/row-facts.ts';
import { SearchIcon } from '#web/kit/ui/icons.ts';
import { SelectField } from '#web/kit/ui/SelectField.tsx';
import { paths } from '#web/url/paths.ts';

const columns = [
  indicatorColumn<AsnName>('asn', 'AS', { size: 110, meta: { indicatorOf: (value) => ({ kind: 'asn', value }) } }),
  textColumn<AsnName>('asname', 'Name', { size: 420 }),
];

const rowKey = ({ asn }: AsnName) => String(asn);
const matches = ['asname_starts_with', 'asname_contains'] as const;
const matchParser = parseAsStringLiteral(matches).withDefault('asname_starts_with');

/**
 * F2: autonomous systems whose names begin with, or contain, the first word of the AS's own name: often the same operator.
 * The own name is asked first, by number.
 */
export function SimilarAsns({ asn }: { readonly asn: number }) {
  const navigate = useNavigate();
  const [match, setMatch] = useQueryState('match', matchParser);
  const ownQuestion = { operationId: 'asnLookup', query: { asnum: asn } } as const;
  const own = useAnswer(ownQuestion, { title: `Name of ${formatAsn(asn)}` });
  const word = firstWord(own.response?.records?.[0]?.asname ?? '');
  const question = { operationId: 'asnLookup', query: { [match]: word ?? '' } } as const;
  const similar = useAnswer(question, { title: `AS names like ${word}`, enabled: word !== null });
  return (
    <Panel
      title={word === null ? 'Similar AS names' : `AS names like “${word}”`}
      answer={word === null ? own : similar}
      read={({ records }) => {
        if (word === null)
          return {
            is: 'unknown',
            message: 'The name of this AS is not known.',
          };
        return rowsOrEmpty(
          records?.filter((record) => record.asn !== asn),
          'No other AS has a similar name.',
        );
      }}
      menu={[
        {
          kind: 'action',
          id: 'open',
          label: 'Open in the AS search',
          icon: SearchIcon,
          onAction: () => void navigate(paths.asnSearch({ [match]: word ?? '' })),
        },
      ]}
      actions={
        <SelectField
          label="How the names match"
          isLabelHidden
          value={match}
          choices={[
            { value: 'asname_starts_with', label: 'begins with it' },
            { value: 'asname_contains', label: 'contains it' },
          ]}
          onChange={(value) => void setMatch(value)}
        />
      }
      skeleton={{ shape: 'rows', count: 6 }}
    >
      {(rows) => (
        <RecordTable
          caption={`AS names like ${word ?? ''}`}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          urlPrefix="n."
          exportTarget={{
            view: 'asn-names',
            subject: formatAsn(asn),
            factsOf: (row) => asnFacts(row.asn, row.asname),
          }}
        />
      )}
    </Panel>
  );
}

/**
 * The word of an AS name that its relatives share: 'EXAMPLE-NET Example Networks Ltd' -> 'EXAMPLE'. Registry names often begin
 * with 'AS-' or a number; such a part says nothing. null when no word of at least three letters is left.
 */
export function firstWord(asname: string): string | null {
  const words = asname.split(/[^\p{L}\p{N}&']+/u).filter((word) => /\p{L}/u.test(word) && !/^asn?\d*$/i.test(word));
  return words.find((word) => word.length >= 3) ?? null;
}
