import type { Query } from '#web/api/query.ts';
import { type ExplorerForm, type FormVariant, variantOf, waitFields } from '#web/kit/ask/explorer-form.ts';
import {
  askedQuestion,
  type ParameterField,
  type ParameterQuestion,
  questionQuery,
} from '#web/kit/ask/parameter-question.ts';
import { asNumberProblem, joinList, splitList } from '#web/kit/ask/value-list.ts';
import {
  answerProblem,
  defaultType,
  defaultWindow,
  isDefaultWindow,
  isOwnerMasked,
  isPattern,
  missingOf,
  netmaskProblem,
  otherAnswerProblem,
  ownNetworkProblem,
  type PadnsMode,
  padnsModes,
  padnsOperations,
  type PadnsQuestion,
  type QuestionField,
  questionFields,
  readingOf,
  serverProblem,
  subjectProblem,
  usesOf,
} from './padns-question.ts';
import { answerWords, modeWords, recordTypeLabel, subjectWords } from './question-words.ts';
import { readSortTerms, SortFields, writeSortTerms } from './SortFields.tsx';

type Name = QuestionField | 'mode';
type Field = ParameterField<Name> & { readonly name: QuestionField };

function list(name: QuestionField, label: string, example: string, check?: Field['check']): Field {
  const normalize = (text: string) => joinList(splitList(name, text));
  return { name, label, kind: 'list', example, normalize, ...(check && { check }) };
}

function choice(name: QuestionField, label: string, choices: NonNullable<Field['choices']>): Field {
  return { name, label, kind: 'choice', choices };
}

function within(group: string, fields: readonly Field[]): readonly Field[] {
  return fields.map((field) => ({ ...field, group }));
}

function inRow(row: number, fields: readonly Field[]): readonly Field[] {
  return fields.map((field) => ({ ...field, row }));
}

const qanswer: Field = {
  name: 'qanswer',
  label: 'Answer',
  kind: 'indicator',
  words: answerWords,
  check: answerProblem,
};
const regex: Field = {
  name: 'regex',
  label: 'or a regular expression (RE2)',
  shortLabel: 'Regular expression',
  kind: 'regex',
  example: '^login-[a-z]+\\.example$',
  hint: 'RE2, in place of the name: no back-references, no look-around. Fastest with ^ and $.',
  notUsed: 'Not available for this record type: texts match in part, hashes match exactly.',
};

/** What is looked for, in which records. */
function subject(mode: PadnsMode): readonly Field[] {
  return [
    {
      name: 'qtype',
      label: 'Record type',
      kind: 'choice',
      hint: '',
      choiceLabel: recordTypeLabel,
      normalize: (text) => text.trim().toLowerCase(),
      defaultOf: (question) => defaultType(mode, question),
      isAlwaysWritten: true,
    },
    {
      name: 'qname',
      label: 'Name or pattern',
      kind: 'indicator',
      words: subjectWords,
      reading: (question) => readingOf(question, question.qname),
      check: subjectProblem,
      isOverridden: isPattern,
    },
    ...(mode === 'both' || mode === 'unsanctioned' ? [qanswer] : []),
    regex,
  ];
}

const times = within('When it was seen', [
  { name: 'first_seen_after', label: 'First seen after', kind: 'time', edge: 'start', example: '-30d' },
  { name: 'first_seen_before', label: 'First seen before', kind: 'time', edge: 'end', example: '2026-06-01' },
  { name: 'last_seen_after', label: 'Last seen after', kind: 'time', edge: 'start', example: '-12h' },
  { name: 'last_seen_before', label: 'Last seen before', kind: 'time', edge: 'end', example: '-6m' },
  { name: 'as_of', label: 'As of', kind: 'time', edge: 'moment', example: '2026-06-01' },
]);

const netmask: Field = {
  name: 'netmask',
  label: 'Netmask',
  kind: 'number',
  example: '24',
  check: netmaskProblem,
  isOverridden: (question) => isPattern(question) && isOwnerMasked(question),
};
function subdomains(defaultLabel: string): Field {
  return choice('subdomains', 'Subdomains', [
    { value: '', label: defaultLabel },
    { value: '0', label: 'Leave out' },
    { value: '1', label: 'Include' },
  ]);
}

const networkHint = 'Each as address/length, at most 5 with ; between them.';
function networks(label: string): Field {
  return {
    ...list('network', label, '192.0.2.0/26; 198.51.100.0/24', ownNetworkProblem),
    hint: networkHint,
  };
}
const inside = { value: 'in', label: 'Inside them' } as const;
const outside = { value: 'notin', label: 'Outside of them' } as const;
type Sides = NonNullable<Field['choices']>;
function origins(sides: Sides): readonly Field[] {
  return [
    list('asnum', 'AS numbers', '64500; AS64510', asNumberProblem),
    list('asname', 'AS names (asname)', 'CUMULINE; CINDERWALL'),
    list('asname_starts_with', 'AS names that begin with', 'CINDER'),
    list('asname_contains', 'AS names that contain', 'Hosting; Cloud'),
    choice('asn', 'Addresses and these ASNs', sides),
  ];
}
const insideFirst: Sides = [{ ...inside, value: '' }, outside];
const outsideFirst: Sides = [{ ...outside, value: '' }, inside];

const narrower = 'Scope';
const where = 'Network and AS';
/** What E1 to E4 differ in, below the subject. */
const narrowing: Readonly<Record<PadnsMode, readonly Field[]>> = {
  forward: within(narrower, [
    netmask,
    subdomains('Left out (default)'),
    choice('match', 'Match', [
      { value: '', label: 'Every server (strict)' },
      { value: 'self', label: 'Servers of the same domain (self)' },
    ]),
  ]),
  reverse: within(narrower, [netmask, subdomains('Included (default)')]),
  both: [
    ...inRow(1, [
      {
        ...choice('match', 'The answer', [
          { value: '', label: 'is this one (eq)' },
          { value: 'neq', label: 'is any other (neq)' },
        ]),
        // E3 has two words for it
        normalize: (text) => (text.trim() === 'noteq' ? 'neq' : text.trim()),
      },
      networks('More networks'),
    ]),
    ...within(where, [
      list('name', 'Other answers', 'ns1.*; *.mail.example', otherAnswerProblem),
      netmask,
      choice('net', 'Addresses and the networks', insideFirst),
      ...origins(insideFirst),
    ]),
  ],
  unsanctioned: [
    ...inRow(1, [
      networks('Own networks'),
      list('nsname', 'Own name servers', 'ns*.harborline-bank.example', serverProblem),
    ]),
    ...within(where, [
      netmask,
      choice('net', 'Addresses and the networks', outsideFirst),
      choice('match', 'Domains and the name servers', [
        { value: '', label: 'Domains not on them (neq)' },
        { value: 'eq', label: 'Domains on them (eq)' },
      ]),
      choice('reduce', 'Times of', [
        { value: '', label: 'Each name with each address (full)' },
        { value: 'host', label: 'Each name (host)' },
      ]),
      ...origins(outsideFirst),
    ]),
  ],
};

const answer = 'Order and output';
const [wait, prefer, metadata] = waitFields(answer, 'records');
const output = within(answer, [
  {
    name: 'sort',
    label: 'Sort at the service',
    kind: 'list',
    Input: SortFields,
    normalize: (text) => writeSortTerms(readSortTerms(text)),
  },
  { name: 'limit', label: 'Records per page', kind: 'number', example: '100' },
  { name: 'skip', label: 'Skip', kind: 'number', example: '0' },
  wait,
  prefer,
  choice('output_format', 'Output', [
    { value: '', label: 'Sightline JSON (padns)' },
    { value: 'cof', label: 'Common output format (cof)' },
  ]),
  metadata,
]);

const narrowRow = 'grid gap-3 md:grid-cols-2 lg:grid-cols-[minmax(10rem,15rem)_minmax(0,3fr)_minmax(0,2fr)]';
const wideRow =
  'grid gap-3 md:grid-cols-2 lg:grid-cols-[minmax(10rem,15rem)_minmax(0,2fr)_minmax(0,2fr)_minmax(0,2fr)]';

/** E4: the window that holds unless told otherwise, as the service has it. */
function timesOf(mode: PadnsMode): readonly Field[] {
  if (mode !== 'unsanctioned') return times;
  return times.map((field) =>
    field.name === 'first_seen_after'
      ? {
          ...field,
          hint: 'Defaults to the last 30 days; 0 means any time.',
          unset: (question) => (isDefaultWindow(question) ? defaultWindow : undefined),
          cleared: '0',
        }
      : field,
  );
}

function variant(mode: PadnsMode): FormVariant<Name> {
  const fields = [...subject(mode), ...timesOf(mode), ...narrowing[mode], ...output].map((field): Field => ({
    ...field,
    uses: (question) => usesOf(question)(field.name),
  }));
  const isPair = mode === 'both' || mode === 'unsanctioned';
  return {
    operationId: padnsOperations[mode],
    fields,
    inUrl: questionFields.flatMap((name) => fields.find((field) => field.name === name) ?? []),
    rows: isPair ? [wideRow, 'grid gap-3 md:grid-cols-2'] : [narrowRow],
  };
}

/** Every parameter of E1 to E4. */
export const padnsForm = {
  label: 'Passive DNS search',
  variants: {
    param: 'mode',
    label: 'Direction',
    variants: Object.fromEntries(padnsModes.map((mode) => [mode, { ...modeWords[mode], ...variant(mode) }])),
    // the same parameter chooses between other things in each look-up
    keep: ({ match: _, net: __, asn: ___, ...draft }) => ({
      ...draft,
      qtype: draft.qtype === 'any' ? '' : draft.qtype,
    }),
  },
  questionOf: padnsQuestionOf,
  missingOf,
} as const satisfies ExplorerForm<Name>;

type Lookup = { readonly [Mode in PadnsMode]: Query<(typeof padnsOperations)[Mode]> }[PadnsMode];

/** The question of E1 to E4 that a form says. Its texts are taken as the form has judged them. */
export function padnsQuestionOf(texts: PadnsQuestion): Lookup {
  const { fields, inUrl = fields, operationId } = variantOf<Name>(padnsForm, texts);
  const { mode, qtype, qname, qanswer: wanted, regex: pattern } = askedTexts(texts);
  const path = {
    qtype,
    qname: pattern === '' ? qname : '_',
    // E4: _ when no address is to match
    ...((mode === 'both' || mode === 'unsanctioned') && { qanswer: wanted === '' ? '_' : wanted }),
  };
  const { qtype: _, qname: __, qanswer: ___, ...query } = questionQuery(inUrl, texts);
  // the record type and the choices were read against the contract, see readForm
  return { operationId, path, query } as Lookup;
}

/** The question without what its mode and record type have no use for, and without blanks around texts. */
export function askedTexts(texts: PadnsQuestion): ParameterQuestion<Name> {
  return askedQuestion(variantOf<Name>(padnsForm, texts).fields, texts);
}
