import { capital } from './format.ts';

/** One entry of a list, as records hold it. Days are 'yyyy-mm-dd'. */
interface ListEntry {
  readonly source?: string;
  readonly title?: string;
  readonly category?: string;
  readonly subject?: string;
  readonly first_listed?: string;
  readonly last_listed?: string;
  readonly is_open?: boolean;
  readonly known_benign?: boolean;
  readonly on_shared_host?: boolean;
  readonly tags?: readonly string[];
}

/** Which lists name a subject, as what, and when: the open listings or, without one, those of the past. */
export interface ListedBy {
  /** Names, the first to list it first. */
  readonly lists: readonly string[];
  /** Categories of the interface, the most severe first; those of other deployments last. */
  readonly categories: readonly string[];
  /** The lists and the first day of each category, where there are several. */
  readonly byCategory?: Readonly<Record<string, Pick<ListedBy, 'lists' | 'since'>>>;
  readonly isOpen: boolean;
  /** The first day, and the last one. */
  readonly since: string;
  readonly until: string;
  /** What the entries name: the subject, only URLs on a host that many share, or only hosts below the subject. */
  readonly what: 'itself' | 'shared host' | 'below';
}

const severest = ['c2', 'malware', 'phishing', 'spam', 'scan'];

/**
 * The listings that are evidence against a subject, in brief; null without one. Leaves out what is known benign and what names
 * another network or host.
 * @param names the subject and the domain that it belongs to
 */
export function listedBy(entries: readonly ListEntry[], names: readonly string[]): ListedBy | null {
  const counted = entries.filter((entry) => !entry.known_benign && placeOf(entry, names) !== null);
  const open = counted.filter(({ is_open }) => is_open);
  const all = open.length > 0 ? open : counted;
  const what = (['itself', 'shared host', 'below'] as const).find((place) =>
    all.some((entry) => placeOf(entry, names) === place),
  );
  if (!what) return null;
  const shown = all
    .filter((entry) => placeOf(entry, names) === what)
    .sort((a, b) => (a.first_listed ?? '').localeCompare(b.first_listed ?? ''));
  const rank = (category: string) => (severest.indexOf(category) + 1 || Infinity) - 1;
  const categories = [...new Set(shown.flatMap(({ category }) => category || []))].sort((a, b) => rank(a) - rank(b));
  const each = categories.map((name) => [name, listsOf(shown.filter(({ category }) => category === name))] as const);
  return {
    ...listsOf(shown),
    categories,
    ...(categories.length > 1 && { byCategory: Object.fromEntries(each) }),
    isOpen: open.length > 0,
    until: shown.reduce((latest, { last_listed = '' }) => (last_listed > latest ? last_listed : latest), ''),
    what,
  };
}

/** @param entries the first listed first */
function listsOf(entries: readonly ListEntry[]): Pick<ListedBy, 'lists' | 'since'> {
  return {
    lists: [...new Set(entries.map(({ title, source }) => title || source || 'an unnamed list'))],
    since: entries.find(({ first_listed }) => first_listed)?.first_listed ?? '',
  };
}

/** What an entry names, seen from the subject; null for another network, or a host that is not below the subject. */
function placeOf({ subject = '', on_shared_host }: ListEntry, names: readonly string[]): ListedBy['what'] | null {
  const host = hostOf(subject);
  if (on_shared_host) return 'shared host';
  if (names.includes(host)) return 'itself';
  return names.some((name) => host.endsWith(`.${name}`)) ? 'below' : null;
}

/** The host of a listed URL; any other listed value unchanged. */
function hostOf(subject: string): string {
  if (!subject.includes('://') || !URL.canParse(subject)) return subject;
  return new URL(subject).hostname.replace(/^\[|\]$/g, '');
}

/**
 * "on hookline-phish and tacklebox-phish since 2026-10-21, still listed", "on A since 2026-11-29 (C2) and on B since 2026-10-01 (scanner),
 * still listed", or "was on A, 2026-08-01 to 2026-09-01".
 */
export function listedWords(listed: ListedBy): string {
  const { lists, isOpen, since, until, what } = listed;
  const on = isOpen ? openWords(listed) : `on ${nameSome(lists)}`;
  const when = isOpen ? ', still listed' : (since || until) && `, ${spanWords(since, until)}`;
  if (what === 'itself') return `${isOpen ? '' : 'was '}${on}${when}`;
  const whose = what === 'below' ? 'a host below it' : 'URLs on this shared host';
  const verb = what === 'below' ? (isOpen ? 'is' : 'was') : isOpen ? 'are' : 'were';
  return `${whose} ${verb} ${on}${when}`;
}

function openWords({ byCategory, categories, ...all }: ListedBy): string {
  if (!byCategory) return onSince(all);
  const each = categories.map((name) => `${onSince(byCategory[name] ?? all)} (${categoryLabel(name)})`);
  return nameSome(each, each.length);
}

/** "on A and B since 2026-10-21" */
export function onSince({ lists, since }: Pick<ListedBy, 'lists' | 'since'>): string {
  return `on ${nameSome(lists)}${since && ` since ${since}`}`;
}

function spanWords(since: string, until: string): string {
  return since === until ? since : [since, until].filter(Boolean).join(' to ');
}

/** "a", "a and b", "a, b and c", "a, b and 3 others". */
export function nameSome(names: readonly string[], atMost = 3): string {
  const rest = names.length > atMost ? names.length - atMost + 1 : 0;
  const shown = [...names.slice(0, rest > 0 ? atMost - 1 : atMost), ...(rest > 0 ? [`${rest} others`] : [])];
  const last = shown.pop() ?? '';
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : last;
}

/** Titles of the categories of listings, the most common first. */
export const categoryTitles = {
  malware: 'Malware',
  phishing: 'Phishing',
  c2: 'Command and control',
  spam: 'Spam',
  scan: 'Scanning',
} as const;

const categoryLabels: Readonly<Record<string, string>> = { c2: 'C2', scan: 'scanner' };

/** "C2" for c2, "scanner" for scan; any other category as it is. */
export function categoryLabel(category: string): string {
  return categoryLabels[category] ?? category;
}

/** A sentence from a phrase: "On a list." */
export function asSentence(phrase: string): string {
  return phrase && `${capital(phrase)}.`;
}
