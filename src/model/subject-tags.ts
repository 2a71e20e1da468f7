import type { CurrentFinding } from '#contract/generated/types.gen.ts';
import { capital, formatCount, formatNumber } from './format.ts';
import { categoryLabel, type ListedBy, onSince } from './listed-by.ts';
import { VERDICT_LOOKS, type VerdictState } from './verdict.ts';

/** What answers say about a subject, as far as its tags use it. Absent: the answer does not say. */
export interface TagFacts {
  readonly state?: VerdictState | undefined;
  readonly listed?: ListedBy | null;
  /** The kinds of the facts that sources state: "tor_exit". */
  readonly factKinds?: readonly string[] | undefined;
  /** What detectors find now. Titles of own detectors are foreign text. */
  readonly findings?: readonly CurrentFinding[] | undefined;
  /** The actor that is known as benign, or its source. Foreign text. */
  readonly benignActor?: string | undefined;
  /** The name that the letters of this one look like. */
  readonly readsAs?: string | undefined;
  /** The scripts that one of its labels mixes. */
  readonly scripts?: readonly string[] | undefined;
  /** Days since whois says it was registered. */
  readonly registeredDays?: number | undefined;
  /** Registered or first seen within 24 hours. */
  readonly isNew?: boolean | undefined;
  /** Addresses and autonomous systems that it resolved to in 30 days. */
  readonly addresses?: number | undefined;
  readonly systems?: number | undefined;
  /** Changes of its name servers in 30 days. */
  readonly serverChanges?: number | undefined;
  /** dga_probability_score */
  readonly dgaScore?: number | undefined;
  /** Names that pointed to it in 30 days. */
  readonly names?: number | undefined;
  readonly hasOpenDirectory?: boolean | undefined;
  readonly hasExpiredCertificate?: boolean | undefined;
  /** On a popularity list, up to 10,000. */
  readonly rank?: number | undefined;
}

/** A short fact about a subject, beside its name. */
export interface SubjectTag {
  readonly id: string;
  readonly label: string;
  /** Why the subject has it. */
  readonly why: string;
  /** The severity, or the colour of the verdict state; the label carries the meaning. */
  readonly tone: 'danger' | 'warning' | 'sinkholed' | 'ok' | 'neutral';
  /** How the verdict's sentence says it; '' where the sentence does not. */
  readonly words: string;
  /** The domain that it imitates. */
  readonly domain?: string;
  /** The detector that found it. */
  readonly detector?: string;
}

/** A tag as it is shown, and as answers have it. */
export type ShownTag = Omit<SubjectTag, 'words' | 'detector'>;

/** A tag without the words of the verdict's sentence, and without its detector, which is its id. */
export function shownTag({ words: _, detector: __, ...tag }: SubjectTag): ShownTag {
  return tag;
}

type Rule = (facts: TagFacts) => (Omit<SubjectTag, 'id' | 'words'> & { readonly words?: string }) | false | undefined;

const newDays = 30;
const manyServerChanges = 3;
const dgaLike = 75;
const sharedNames = 100;

/**
 * Whether the addresses of a name change like those of fast flux: the flux score of Holz et al. (NDSS 2008), 1.32 per address and 18.54
 * per AS, above 142.38, over at least five AS. Counted over 30 days.
 */
function isFastFlux(addresses: number, systems: number): boolean {
  return systems >= 5 && 1.32 * addresses + 18.54 * systems > 142.38;
}

const ofFact =
  (kind: string, label: string, why: string, tone: SubjectTag['tone'] = 'neutral', words?: string): Rule =>
  ({ factKinds }) =>
    factKinds?.includes(kind) && { label, why, tone, ...(words !== undefined && { words }) };

const ofState =
  (state: Exclude<VerdictState, 'scored'>, tone: SubjectTag['tone'], kind?: string): Rule =>
  (facts) =>
    (facts.state === state || (kind !== undefined && facts.factKinds?.includes(kind))) && {
      label: VERDICT_LOOKS[state].word.toLowerCase(),
      why: VERDICT_LOOKS[state].meaning,
      tone,
    };

/** In the order of display, the most severe first. */
const RULES: Readonly<Record<string, Rule>> = {
  sinkholed: ofState('sinkholed', 'sinkholed'),
  'known-benign': ({ state, benignActor, factKinds }) =>
    (state === 'known_benign' || factKinds?.includes('known_benign')) && {
      label: 'known benign',
      why: benignActor ? `Belongs to ${benignActor}` : 'Belongs to a known benign actor',
      tone: 'ok',
    },
  expired: ofState('expired', 'neutral', 'expired'),
  parked: ofState('parked', 'neutral', 'parking'),
  'look-alike': ({ readsAs }) =>
    readsAs !== undefined && {
      label: 'look-alike',
      why: `Its letters only look Latin: it reads as ${readsAs}`,
      tone: 'warning',
      words: `look-alike of ${readsAs}`,
      domain: readsAs,
    },
  'mixed-scripts': ({ scripts, readsAs }) =>
    scripts !== undefined &&
    readsAs === undefined && {
      label: 'mixed scripts',
      why: `One label mixes ${scripts.join(' and ')} letters: it may imitate another name`,
      tone: 'warning',
    },
  'fast-flux': ({ addresses, systems, state }) =>
    addresses !== undefined &&
    systems !== undefined &&
    state !== 'known_benign' &&
    isFastFlux(addresses, systems) && {
      label: 'fast flux',
      why: `Resolved to ${formatCount(addresses, 'address', 'addresses')} in ${systems} AS within 30 days`,
      tone: 'warning',
      words: `fast flux over ${formatNumber(addresses)} addresses in ${systems} AS within 30 days`,
    },
  'newly-registered': ({ registeredDays: days, isNew }) =>
    days !== undefined && days <= newDays
      ? {
          label: 'newly registered',
          why: `Registered ${days === 0 ? 'today' : `${formatCount(days, 'day')} ago`}, by whois`,
          tone: 'warning',
          words: `registered ${days === 0 ? 'today' : `${formatCount(days, 'day')} ago`}`,
        }
      : isNew && {
          label: 'new',
          why: 'Registered or first seen within 24 hours',
          tone: 'warning',
          words: 'first seen within 24 hours',
        },
  'server-changes': ({ serverChanges: count = 0 }) =>
    count >= manyServerChanges && {
      label: `${count} NS changes in 30 days`,
      why: `Its name servers changed ${count} times in the last 30 days`,
      tone: 'warning',
      words: `name servers changed ${count} times in 30 days`,
    },
  'dga-like': ({ dgaScore = 0 }) =>
    dgaScore >= dgaLike && {
      label: 'DGA-like',
      why: `DGA likelihood ${dgaScore} of 100, by the letters of the name`,
      tone: 'warning',
      words: 'a name like those of domain generators',
    },
  'tor-exit': ofFact('tor_exit', 'Tor exit', 'An exit node of the Tor network: its traffic comes from Tor users', 'warning', 'Tor exit node'), // prettier-ignore
  'open-directory': ({ hasOpenDirectory }) =>
    hasOpenDirectory && {
      label: 'open directory',
      why: 'A scan found an open directory on the address',
      tone: 'warning',
      words: 'open directory',
    },
  'shared-hosting': ({ names = 0, state }) =>
    names >= sharedNames &&
    state !== 'sinkholed' && {
      label: 'shared hosting',
      why: `${formatNumber(names)} names pointed to it in the last 30 days; what one of them does says little about the others`,
      tone: 'neutral',
      words: `shared hosting of ${formatNumber(names)} names`,
    },
  'dynamic-dns': ofFact('dynamic_dns', 'dynamic DNS', 'Anyone can register a name below it', 'warning', 'dynamic DNS'),
  shortener: ofFact('url_shortener', 'URL shortener', 'The name does not show where a link leads'),
  'user-content': ofFact('user_content', 'user content', 'Users publish pages below this name'),
  dynamic: ofFact('dsl_dynamic', 'dynamic IP', 'Residential or dynamically assigned: the address changes users'),
  vpn: ofFact('vpn', 'VPN', 'A list of VPN and datacenter networks includes it'),
  cdn: ofFact('cdn', 'CDN', 'A content delivery network: many sites share the address, so judge the names on it'),
  cloud: ofFact('cloud', 'cloud', 'An address range of a cloud provider'),
  resolver: ofFact('open_resolver', 'public resolver', 'Answers DNS queries of anybody'),
  ipfs: ofFact('ipfs_node', 'IPFS node', 'A node of the InterPlanetary File System'),
  scanner: ofFact('scanner', 'known scanner', 'A source lists it as a scanner of the whole internet'),
  sinkhole: ({ factKinds, state }) =>
    factKinds?.includes('sinkhole') &&
    state !== 'sinkholed' && { label: 'sinkhole', why: 'A source lists it as a sinkhole', tone: 'sinkholed' },
  popular: ({ rank }) =>
    rank !== undefined && {
      label: 'top 10,000',
      why: `Rank ${formatNumber(rank)} of the popular domains`,
      tone: 'neutral',
    },
  'expired-certificate': ({ hasExpiredCertificate }) =>
    hasExpiredCertificate && {
      label: 'expired certificate',
      why: 'A scan found an expired certificate',
      tone: 'neutral',
    },
};

/** The tags of a subject: as what it is listed, what detectors find, then what it does and is. */
export function subjectTags(facts: TagFacts): readonly SubjectTag[] {
  const others = Object.entries(RULES).flatMap(([id, rule]) => {
    const tag = rule(facts);
    return tag ? [{ words: '', ...tag, id }] : [];
  });
  const found = findingTags(facts.findings);
  const isFound = (id: string) => found.some((each) => each.id === id);
  return [
    ...listedTags(facts.listed),
    // a finding says the same as the tag of its id, with more evidence
    ...found.map((tag) => ({ ...tag, words: others.find(({ id }) => id === tag.id)?.words ?? '' })),
    ...others.filter(({ id }) => !isFound(id)),
  ];
}

/** One for each detector. */
function findingTags(findings: TagFacts['findings'] = []): readonly Omit<SubjectTag, 'words'>[] {
  // the nearest come first
  const nearest = findings.filter(
    (finding, index) => findings.findIndex(({ detector }) => detector === finding.detector) === index,
  );
  return nearest.map(({ detector: id = '', title = id, subject, appeared, summary }) => ({
    id,
    label: title.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase()),
    why: `Finding about ${subject} since ${appeared}: ${summary}`,
    tone: 'warning',
    detector: id,
  }));
}

/** A subject has no tag for past listings, and none for listings of other hosts. */
function listedTags(listed: ListedBy | null | undefined): readonly SubjectTag[] {
  if (!listed?.isOpen || listed.what !== 'itself') return [];
  return listed.categories.map((category) => ({
    id: category,
    label: categoryLabel(category),
    why: capital(onSince(listed.byCategory?.[category] ?? listed)),
    tone: categoryTone(category),
    words: categoryLabel(category),
  }));
}

/** The tone of a category of listings: "phishing". */
export function categoryTone(category: string): SubjectTag['tone'] {
  return category === 'scan' || category === 'spam' ? 'warning' : 'danger';
}
