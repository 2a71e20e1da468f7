import { categoryTitles } from '#model/listed-by.ts';
import type { Outfeed, OutfeedDefinition, Outfeeds } from '#contract/generated/types.gen.ts';
import { formatCount } from '#model/format.ts';
import { TLP_LEVELS } from '#model/tlp.ts';
import { connection } from '#web/api/connection.ts';

/** The form of a feed, with every choice. */
export type OutfeedDraft = Required<OutfeedDefinition>;

export const emptyDraft: OutfeedDraft = {
  name: '',
  holds: 'listing',
  kind: 'domain',
  category: '',
  source: '',
  detector: '',
  tag: '',
  request: '',
  band: 'high',
  tlp: 'amber',
};

const holdsLabels = {
  listing: 'Listed subjects',
  score: 'Listed subjects, by risk score',
  finding: 'Subjects of findings',
  judged: 'Subjects judged by the team',
  search: 'Names and addresses of a search',
} as const;
const kindLabels = { domain: 'Domains', address: 'Addresses and networks', both: 'Domains, addresses and networks' };
const bandLabels = { medium: 'Medium and above', high: 'High and above', critical: 'Critical' } as const;
const categoryLabels = { '': 'All categories', ...categoryTitles } as const;

function choicesOf<Value extends string>(labels: Readonly<Record<Value, string>>) {
  return (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }));
}

export const holdsChoices = choicesOf(holdsLabels);
export const kindChoices = choicesOf(kindLabels);
export const bandChoices = choicesOf(bandLabels);
export const categoryChoices = choicesOf(categoryLabels);
export const tlpChoices = (Object.keys(TLP_LEVELS) as (keyof typeof TLP_LEVELS)[]).map((value) => ({
  value,
  label: TLP_LEVELS[value].name,
}));

/** What a feed holds, in words. */
export function holdsWords(feed: Outfeed, { sources = [], detectors = [] }: Outfeeds): string {
  const {
    holds = 'listing',
    kind = 'both',
    category = '',
    source = '',
    detector = '',
    tag = '',
    request = '',
    band = 'high',
  } = feed;
  const kinds = kindLabels[kind];
  const titleIn = (list: readonly { id?: string; title?: string }[], id: string) =>
    list.find((each) => each.id === id)?.title ?? id;
  if (holds === 'finding')
    return `${kinds} of ${detector === '' ? 'all findings' : `findings: ${titleIn(detectors, detector)}`}`;
  const named = categoryChoices.find(({ value }) => value === category)?.label ?? category;
  if (holds === 'search') return `${kinds} found by ${request}`;
  if (holds === 'judged') return `${kinds} that the team ${tag === '' ? 'judged bad' : `tagged “${tag}”`}`;
  return [
    `${kinds} on a list`,
    category === '' ? '' : named,
    source === '' ? '' : titleIn(sources, source),
    holds === 'score' ? `risk score ${bandLabels[band].toLowerCase()}` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** How many entries of the kinds that a feed has. */
export function entriesWords({ kind, domains = 0, addresses = 0 }: Pick<Outfeed, 'kind' | 'domains' | 'addresses'>) {
  const ofAddresses = formatCount(addresses, 'address or network', 'addresses and networks');
  if (kind === 'domain') return formatCount(domains, 'domain');
  return kind === 'address' ? ofAddresses : `${formatCount(domains, 'domain')}, ${ofAddresses}`;
}

export function leftOutWords({ left_out = [] }: Pick<Outfeed, 'left_out'>): string {
  return left_out.map(({ reason = '', count = 0 }) => `${count} ${reason}`).join(', ');
}

/** The forms in which a feed is published, with their addresses. */
export function addressesOf(name: string): readonly { readonly label: string; readonly address: string }[] {
  const { origin } = new URL(connection().baseUrl, location.href);
  const at = (ending: string) => `${origin}/feeds/${name}${ending}`;
  return [
    { label: 'Text', address: at('.txt') },
    { label: 'CSV', address: at('.csv') },
    { label: 'Hosts file', address: at('.hosts') },
    { label: 'RPZ zone', address: at('.rpz') },
    { label: 'TAXII 2.1', address: `${origin}/taxii2/feeds/collections/${name}/` },
  ];
}
