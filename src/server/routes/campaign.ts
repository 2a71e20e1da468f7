import type { CampaignLink } from '#contract/generated/types.gen.ts';
import { chunksOf } from '#model/chunks.ts';
import type { QueryOptions } from '#server/engine/engine.ts';
import { readIp } from '#server/input/address.ts';
import { readDomain } from '#server/input/name.ts';
import { CampaignLinks, type CampaignLink as Link, type HostLink, isIp } from './campaign-links.ts';
import type { Handler, Services } from './handler.ts';
import { mostScored, scoreAddresses, type ScoredMember, scoreNames } from './member-scores.ts';
import { tagsOf } from './member-tags.ts';
import { rounded, sharesOf } from './related-subjects.ts';
import { mapInSlices } from '#server/timing/slices.ts';

/** Subjects in an answer, subjects of which the links are followed, and links of one subject besides the one that led to it. */
const mostNodes = 300;
const mostFollowed = 60;
const linksEach = 3;

type Edge = Required<CampaignLink>;

interface Found {
  readonly subject: string;
  readonly depth: 0 | 1 | 2;
  /** The strength of the link that led to it. */
  readonly bits: number;
  /** Whether that link does not say that one operator is likely. */
  readonly isUnsure: boolean;
}

/** The subjects around one subject, over at most two links. */
const campaign: Handler<'campaign'> = async ({ path, signal }, services) => {
  const root = readRoot(path.type, path.subject);
  const links = new CampaignLinks(services, { signal });
  const found = new Map<string, Found>([[root, { subject: root, depth: 0, bits: 0, isUnsure: false }]]);
  const edges = new Map<string, Edge>();
  /** Domains that were only reached over an address on which others are as well: their links may be those of a hosting company. */
  const ends = new Set<string>();
  for (const depth of [1, 2] as const) {
    const followed = [...found.values()]
      .filter((each) => each.depth === depth - 1 && !ends.has(each.subject))
      .toSorted(strongestFirst);
    if (followed.length > mostFollowed) links.isCut = true;
    const from = followed.slice(0, mostFollowed).map(({ subject }) => subject);
    const linked = (await links.around(from)).flatMap(answerOf).filter((link) => isBelieved(link, found));
    const hosts = links.hostsOf(from.filter((each) => !isIp(each)));
    const served = isIp(root) ? await links.servedBy(from.filter((each) => isIp(each))) : [];
    const crowded = new Set(served.flatMap(({ isAlone, domain }) => (isAlone ? [] : [domain])));
    const all = [...linked, ...[...hosts, ...served].map(hostAnswer)];
    for (const link of all.toSorted((a, b) => b.bits - a.bits)) note(link, depth, found, edges);
    for (const domain of crowded) ends.add(domain);
  }
  const shown = [...found.values()].toSorted(strongestFirst).slice(0, mostNodes);
  // the engine reads while the links are compared here
  const [nodes] = await Promise.all([nodesOf(shown, services, { signal }), addLinksAmong(shown, links, edges)]);
  const isShown = new Set(shown.map(({ subject }) => subject));
  return {
    subject: root,
    type: typeOf(root),
    nodes,
    links: [...edges.values()].filter(({ from, to }) => isShown.has(from) && isShown.has(to)),
    total: found.size,
    more: links.isCut,
  };
};

/** The registrable domain of a name, or an address. @throws ApiError 400 */
function readRoot(type: 'ip' | 'domain', text: string): string {
  if (type === 'domain') return readDomain('subject', text).domain;
  return readIp(text);
}

/** Of two unsure links in a row, hardly any leads to the same operator: after an unsure one only a likely one counts. */
function isBelieved({ from, operator }: Edge, found: ReadonlyMap<string, Found>): boolean {
  return operator === 'likely' || !found.get(from)?.isUnsure;
}

/** Keeps the strongest link to each new subject, and any link between subjects that are known. */
function note(link: Edge, depth: 1 | 2, found: Map<string, Found>, edges: Map<string, Edge>): void {
  const { from, to, bits, operator } = link;
  for (const subject of [from, to])
    if (!found.has(subject)) {
      found.set(subject, { subject, depth, bits, isUnsure: operator !== 'likely' });
      edges.set(pairOf(from, to), link);
    }
}

/** Adds the strongest links of each subject to the others of the answer. */
async function addLinksAmong(shown: readonly Found[], links: CampaignLinks, edges: Map<string, Edge>): Promise<void> {
  const subjects = shown.map(({ subject }) => subject);
  const pairs = await mapInSlices(subjects.entries(), ([at, one]) =>
    subjects.slice(at + 1).flatMap((other) => (isIp(one) === isIp(other) ? answerOf(links.link(one, other)) : [])),
  );
  const hosts = links.hostsOf(subjects.filter((each) => !isIp(each))).map(hostAnswer);
  const counts = new Map<string, number>();
  for (const link of [...pairs.flat(), ...hosts].toSorted((a, b) => b.bits - a.bits)) {
    const ends = [link.from, link.to];
    if (ends.every((end) => (counts.get(end) ?? 0) >= linksEach)) continue;
    for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
    const pair = pairOf(link.from, link.to);
    if (!edges.has(pair)) edges.set(pair, link);
  }
}

function pairOf(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/** Likely and possible links; nothing for a weak one. */
function answerOf({ from, to, bits, word, shares }: Link): Edge[] {
  if (word === 'weak') return [];
  return [{ from, to, bits: rounded(bits), operator: word, shares: sharesOf(shares) }];
}

function hostAnswer({ domain, ip, bits }: HostLink): Edge {
  const each = rounded(bits);
  const shares = [{ attribute: 'address', value: ip, label: '', bits: each }];
  return { from: domain, to: ip, bits: each, operator: 'host', shares };
}

function strongestFirst(one: Found, other: Found): number {
  return one.depth - other.depth || other.bits - one.bits || (one.subject < other.subject ? -1 : 1);
}

function typeOf(subject: string): 'ip' | 'domain' {
  return isIp(subject) ? 'ip' : 'domain';
}

/** Scores all subjects, and tags those with the strongest links. @throws EngineError */
async function nodesOf(
  shown: readonly Found[],
  services: Services,
  options: QueryOptions & { readonly signal: AbortSignal },
) {
  const subjects = shown.map(({ subject }) => subject);
  const parts = [subjects.filter(isIp), subjects.filter((each) => !isIp(each))].flatMap((side) =>
    chunksOf(side, mostScored),
  );
  const scored = await Promise.all(
    parts.map((part) => (isIp(part[0] ?? '') ? scoreAddresses : scoreNames)(part, services, options)),
  );
  const scores = new Map(scored.flatMap((each): [string, ScoredMember][] => [...each]));
  const tagged = await tagsOf(
    subjects.slice(0, mostScored).flatMap((each) => scores.get(each) ?? []),
    services,
    options,
  );
  return shown.map(({ subject, depth, bits }) => ({
    subject,
    type: typeOf(subject),
    depth,
    bits,
    ...scores.get(subject)?.score,
    ...(tagged.has(subject) && { tags: tagged.get(subject)?.tags ?? [] }),
  }));
}

export const campaignHandlers = { campaign };
