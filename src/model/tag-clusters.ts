import { emptyElement } from './infratag.ts';

/** A domain and its infrastructure tag. */
export interface TaggedDomain {
  readonly domain: string;
  readonly tag: string;
}

/** Domains whose tags agree in every element that `match` shows; `*` represents the elements in which they do not. */
export interface TagGroup {
  readonly domains: readonly string[];
  readonly match: string;
}

/** C6: how much of a tag is equal, in per cent: one of its four elements, two, three, all. */
export const similarityLevels = ['25', '50', '75', '100'] as const;
type SimilarityLevel = (typeof similarityLevels)[number];

const elementCount = similarityLevels.length;
const differs = '*';

/**
 * Groups of at least two different domains by the elements that all of them share. A group is at one level only, that of
 * everything its domains share, and no domain outside of it shares the same: groups are maximal, so one domain may be
 * in several. An element that is empty in all tags counts as shared, but never forms a group on its own. The largest
 * groups come first, domains in the order given.
 */
export function tagClusters(tagged: readonly TaggedDomain[]): Record<SimilarityLevel, TagGroup[]> {
  const tags = new Map(tagged.map(({ domain, tag }) => [domain, tag.split(':')]));
  const levels: Record<SimilarityLevel, TagGroup[]> = { '25': [], '50': [], '75': [], '100': [] };
  for (const [match, domains] of domainsByPattern(tags)) {
    const level = levelOf(match.split(':'));
    if (domains.length > 1 && level && patternOf(domains, tags) === match) levels[level].push({ domains, match });
  }
  for (const groups of Object.values(levels)) groups.sort(byImportance);
  return levels;
}

/** Every pattern that a tag matches, with all domains that match it: 15 patterns a tag, so this stays small. */
function domainsByPattern(tags: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [domain, elements] of tags)
    for (let mask = 1; mask < 2 ** elementCount; mask += 1) {
      const pattern = elements.map((element, at) => ((mask >> at) & 1 ? element : differs)).join(':');
      const domains = found.get(pattern);
      if (domains) domains.push(domain);
      else found.set(pattern, [domain]);
    }
  return found;
}

/** Undefined when the tags share only empty elements. */
function levelOf(pattern: readonly string[]): SimilarityLevel | undefined {
  const shared = pattern.filter((element) => element !== differs);
  return shared.some((element) => element !== emptyElement) ? similarityLevels[shared.length - 1] : undefined;
}

/** The elements that all of the domains share. */
function patternOf(domains: readonly string[], tags: ReadonlyMap<string, readonly string[]>): string {
  const [first = [], ...others] = domains.map((domain) => tags.get(domain) ?? []);
  return first.map((element, at) => (others.every((tag) => tag[at] === element) ? element : differs)).join(':');
}

function byImportance(a: TagGroup, b: TagGroup): number {
  return b.domains.length - a.domains.length || (a.match < b.match ? -1 : 1);
}
