import { categoryTitles } from '#model/listed-by.ts';
import type { SourceDescription, SourceSample } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';

/** The parameters of the operation; a refusal names the one that is wrong. */
export const ownFeedFields = [
  'title',
  'url',
  'format',
  'delimiter',
  'map_indicator',
  'map_first',
  'map_last',
  'map_category',
  'map_tags',
  'map_reference',
  'category',
  'mode',
  'lifetime_days',
  'every_hours',
  'confidence',
  'auth_header',
  'key',
  'sample',
] as const;

export type OwnFeedField = (typeof ownFeedFields)[number];

/** The form of an own feed as it is typed. */
export type OwnFeedDraft = Readonly<Record<OwnFeedField, string>> & {
  /** Without a URL, files are put into its drop folder. */
  readonly from: 'url' | 'folder';
};

export const emptyDraft: OwnFeedDraft = {
  from: 'url',
  title: '',
  url: '',
  format: 'lines',
  delimiter: '',
  category: 'malware',
  mode: 'snapshot',
  map_indicator: '',
  map_first: '',
  map_last: '',
  map_category: '',
  map_tags: '',
  map_reference: '',
  lifetime_days: '30',
  every_hours: '24',
  confidence: '75',
  auth_header: '',
  key: '',
  sample: '',
};

export const formatChoices = [
  { value: 'lines', label: 'Lines: one indicator a line' },
  { value: 'hosts', label: 'Hosts file' },
  { value: 'csv', label: 'CSV' },
  { value: 'json', label: 'JSON' },
  { value: 'ndjson', label: 'NDJSON: one object a line' },
  { value: 'misp', label: 'MISP feed' },
  { value: 'taxii', label: 'TAXII 2.1 collection' },
  { value: 'stix', label: 'STIX 2.1 bundle' },
] as const;

export const categoryChoices = Object.entries(categoryTitles).map(([value, label]) => ({ value, label }));

export const mappingFields = [
  { field: 'map_indicator', label: 'Indicator' },
  { field: 'map_first', label: 'First seen' },
  { field: 'map_last', label: 'Last seen' },
  { field: 'map_category', label: 'Category' },
  { field: 'map_tags', label: 'Tags' },
  { field: 'map_reference', label: 'Reference' },
] as const satisfies readonly { field: OwnFeedField; label: string }[];

const mapped: ReadonlySet<string> = new Set(['csv', 'json', 'ndjson']);

/** The format has columns or fields that have to be told what they hold. */
export function isMapped({ format }: Pick<OwnFeedDraft, 'format'>): boolean {
  return mapped.has(format);
}

export type Problems = Readonly<Partial<Record<OwnFeedField, string>>>;

/** What keeps the draft from being previewed; its columns may still have to be found. */
export function previewProblems(draft: OwnFeedDraft): Problems {
  const { from, url, sample, format, delimiter, auth_header, key } = draft;
  return {
    url: from === 'url' ? urlProblem(url.trim()) : undefined,
    sample: from === 'folder' && sample.trim() === '' ? 'Paste the first lines of a file to preview it.' : undefined,
    delimiter: format === 'csv' ? delimiterProblem(delimiter) : undefined,
    auth_header: from === 'url' ? headerProblem(auth_header.trim(), key.trim()) : undefined,
    key:
      from === 'url' && auth_header.trim() !== '' && key.trim() === '' ? 'Enter the value of the header.' : undefined,
  };
}

/** What keeps the draft from being added. */
export function addProblems(draft: OwnFeedDraft): Problems {
  const { sample: _, ...shared } = previewProblems(draft);
  return {
    title: draft.title.trim() === '' ? 'Give the feed a name: listings show it.' : undefined,
    ...shared,
    map_indicator:
      isMapped(draft) && draft.map_indicator.trim() === '' ? 'Enter the column that holds the indicator.' : undefined,
    lifetime_days: draft.mode === 'events' ? numberProblem(draft.lifetime_days, 1, 3650) : undefined,
    every_hours: draft.from === 'url' ? numberProblem(draft.every_hours, 1, 720) : undefined,
    confidence: numberProblem(draft.confidence, 0, 100),
  };
}

function urlProblem(url: string): string | undefined {
  if (url === '') return 'Enter the address of the list.';
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'https:') return 'An address that begins with https://.';
  return parsed.username || parsed.password ? 'Leave user and password out; use a header for them.' : undefined;
}

function delimiterProblem(delimiter: string): string | undefined {
  return delimiter === '' || delimiter === 'tab' || [...delimiter].length === 1 ? undefined : 'One character, or tab.';
}

function headerProblem(header: string, key: string): string | undefined {
  if (header === '') return key === '' ? undefined : 'Name the header that carries the key.';
  return /^[\w!#$%&'*+.^`|~-]+$/.test(header) ? undefined : 'This is not the name of a request header.';
}

function numberProblem(text: string, least: number, most: number): string | undefined {
  const isWithin = /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
  return isWithin ? undefined : `A whole number from ${least} to ${formatNumber(most)}.`;
}

/** The draft as the operation takes it; what does not belong to its format and source is left out. */
export function descriptionOf(draft: OwnFeedDraft): SourceDescription {
  return { title: draft.title.trim(), ...readingOf(draft) };
}

/** The same for a preview: of the pasted sample, or of what the address serves. */
export function sampleOf(draft: OwnFeedDraft): SourceSample {
  return { ...readingOf(draft), ...(draft.from === 'folder' && { sample: draft.sample }) };
}

function readingOf(draft: OwnFeedDraft): Omit<SourceDescription, 'title'> {
  const { from, format, delimiter, category, mode, auth_header, key } = draft;
  const columns = mappingFields.flatMap(({ field }) => {
    const column = draft[field].trim();
    return isMapped(draft) && column !== '' ? [[field, column]] : [];
  });
  return {
    format: format as SourceDescription['format'],
    category: category as NonNullable<SourceDescription['category']>,
    mode: mode as NonNullable<SourceDescription['mode']>,
    confidence: Number(draft.confidence),
    ...(mode === 'events' && { lifetime_days: Number(draft.lifetime_days) }),
    ...(from === 'url' && { url: draft.url.trim(), every_hours: Number(draft.every_hours) }),
    ...(from === 'url' && auth_header.trim() !== '' && { auth_header: auth_header.trim(), key: key.trim() }),
    ...(format === 'csv' && delimiter !== '' && { delimiter }),
    ...Object.fromEntries(columns),
  };
}

/** Names that columns commonly have, the most telling first. */
const usualNames: Readonly<Record<(typeof mappingFields)[number]['field'], readonly RegExp[]>> = {
  map_indicator: [/^(ioc|indicator)(_value)?$/, /^(ip|domain|url|host)/, /ioc|indicator|address|hostname/, /value|dst/],
  map_first: [/first_?seen/, /^(date_?)?added|date_?added/, /^(date|created|timestamp)/],
  map_last: [/last_?seen/, /last_?online/, /updated|modified/],
  map_category: [/category/, /threat(_type)?$/, /^type$/],
  map_tags: [/^tags?$/, /malware|family/, /label/],
  map_reference: [/reference|link/, /report/],
};

/** What the columns of a file probably hold, by their names; '' where none looks like it. No column is taken twice. */
export function guessMapping(columns: readonly string[]): Readonly<Record<keyof typeof usualNames, string>> {
  const taken = new Set<string>();
  const guesses = mappingFields.map(({ field }) => {
    const free = columns.filter((column) => !taken.has(column));
    // the last part of a JSON path is its name
    const nameOf = (column: string) =>
      (column.split(/[.\]]/).at(-1) ?? column).trim().toLowerCase().replaceAll(' ', '_');
    const guess = usualNames[field].flatMap((name) => free.find((column) => name.test(nameOf(column))) ?? [])[0] ?? '';
    taken.add(guess);
    return [field, guess];
  });
  return Object.fromEntries(guesses) as Record<keyof typeof usualNames, string>;
}
