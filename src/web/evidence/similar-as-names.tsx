import { useNavigate } from 'react-router';
import type { AsnLookupAnswer, AsnName } from '#contract/generated/types.gen.ts';
import { type Answer, useAnswer } from '#web/api/use-answer.ts';
import { asnFacts } from '#web/exports/row-facts.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked, given } from '#web/kit/panel/panel-source.tsx';
import { indicatorColumn, textColumn } from '#web/kit/records/record-columns.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { SearchIcon } from '#web/kit/ui/icons.ts';
import { paths } from '#web/url/paths.ts';

type Subject = Pick<Entity, 'value' | 'text'>;

/**
 * F2: autonomous systems whose names begin with or contain the first word of this AS's name: often the same operator.
 * The name of this AS is looked up first, by number.
 */
export function SimilarAsNames({ value, text }: Subject) {
  const navigate = useNavigate();
  const own = useAnswer({ operationId: 'asnLookup', query: { asnum: Number(value) } }, { title: `Name of ${text}` });
  const word = firstWord(own.response?.records?.[0]?.asname ?? '');
  if (word === null) return <Nameless own={own} />;
  return (
    <NamesLike value={value} text={text} word={word} onSearch={(query) => void navigate(paths.asnSearch(query))} />
  );
}

const Nameless = defineCard(
  given(({ own }: { readonly own: Answer<AsnLookupAnswer> }) => own),
  {
    title: 'Similar AS names',
    read: () => ({ is: 'unknown', message: 'The name of this AS is not known.' }) as const,
    show: () => null,
    expectedRows: 6,
  },
);

interface NamedAs extends Subject {
  /** The word that related names may share. */
  readonly word: string;
  /** Opens the AS search with this query. */
  readonly onSearch: (query: Readonly<Record<string, string>>) => void;
}

const NamesLike = defineEvidence(
  asked(({ word }: NamedAs, { choice }) => ({ operationId: 'asnLookup', query: { [choice]: word } })),
  {
    title: ({ word }) => `AS names like “${word}”`,
    caption: ({ word }) => `AS names like ${word}`,
    choice: {
      parameter: 'match',
      label: 'How the names match',
      choices: [
        { value: 'asname_starts_with', label: 'begins with it' },
        { value: 'asname_contains', label: 'contains it' },
      ],
      defaultValue: 'asname_starts_with',
    },
    menu: ({ word, onSearch }, { choice }) => [
      {
        kind: 'action',
        id: 'open',
        label: 'Open in the AS search',
        icon: SearchIcon,
        onAction: () => onSearch({ [choice]: word }),
      },
    ],
    rows: ({ records }) => records,
    useRows: (rows, { value }) => rows.filter(({ asn }) => asn !== Number(value)),
    empty: 'No other AS has a similar name.',
    columns: [
      indicatorColumn<AsnName>('asn', 'AS', { size: 110, meta: { indicatorOf: (value) => ({ kind: 'asn', value }) } }),
      textColumn<AsnName>('asname', 'Name', { size: 420 }),
    ],
    rowKey: ({ asn }) => String(asn),
    expectedRows: 6,
    urlPrefix: 'n.',
    exports: { view: 'asn-names', subject: ({ text }) => text, facts: ({ asn, asname }) => asnFacts(asn, asname) },
  },
);

/**
 * The word of an AS name that related names share: 'EXAMPLE-NET Example Networks Ltd' -> 'EXAMPLE'. Registry names often begin
 * with 'AS-' or a number; such a part is skipped. null when no word of at least three letters is left.
 */
export function firstWord(asname: string): string | null {
  const words = asname.split(/[^\p{L}\p{N}&']+/u).filter((word) => /\p{L}/u.test(word) && !/^asn?\d*$/i.test(word));
  return words.find((word) => word.length >= 3) ?? null;
}
