import type { Campaign, CampaignLink, CampaignNode, SharedValue } from '#contract/generated/types.gen.ts';
import { attributeWord, inSentence, kindOfMember } from '#model/connection.ts';
import { apartWords } from '#model/connection-time.ts';
import { INDICATOR_KINDS } from '#model/indicator-kind.ts';
import { scoreBand } from '#model/score-band.ts';
import { readVerdictState, verdictWord } from '#model/verdict.ts';
import { visibleText } from '#model/visible-text.ts';
import type { Graph, GraphTone } from '#web/charts/graph.ts';

/** A subject of a campaign with the link that led to it. */
export type CampaignRow = CampaignNode & {
  /** The subject at the other end of that link, one step nearer; undefined for the subject that was asked for. */
  readonly nearer: string | undefined;
  readonly link: CampaignLink | undefined;
};

/** The subjects in the order of the answer, each after the one that it was reached from. */
export function campaignRows({ nodes = [], links = [] }: Campaign): readonly CampaignRow[] {
  const depths = new Map(nodes.map(({ subject = '', depth = 0 }) => [subject, depth]));
  const linksOf = new Map<string, CampaignLink[]>();
  for (const link of links)
    for (const end of [link.from ?? '', link.to ?? '']) linksOf.set(end, [...(linksOf.get(end) ?? []), link]);
  return nodes.map((node) => {
    const { subject = '', depth = 0 } = node;
    const other = ({ from = '', to = '' }: CampaignLink) => (from === subject ? to : from);
    const link = (linksOf.get(subject) ?? [])
      .filter((each) => depths.get(other(each)) === depth - 1)
      .toSorted((a, b) => (b.bits ?? 0) - (a.bits ?? 0))[0];
    return { ...node, nearer: link && other(link), link };
  });
}

/** 'likely the same operator', 'points to it' */
export function linkWords({ operator }: CampaignLink): string {
  return operator === 'host' ? 'points to the address' : `${operator} the same operator`;
}

/** 'same JARM, certificate and 2 more': the attributes of the values that both had at the same time. */
export function sharedWords(shares: readonly SharedValue[], named: number): string {
  const words = [...new Set(shares.flatMap(({ attribute = '', apart }) => (apart ? [] : [inSentence(attribute)])))];
  const more = words.length - named;
  return `same ${words.slice(0, named).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const namedOnEdge = 2;

/** 'same JARM, certificate and 2 more, 29.1 bits' */
export function linkReason({ operator, shares = [], bits = 0 }: CampaignLink): string {
  if (operator === 'host') return `points to, ${bits.toFixed(1)} bits`;
  return `${sharedWords(shares, namedOnEdge)}, ${bits.toFixed(1)} bits`;
}

/** Longest value on an edge, and longest name at a node; the tables have the whole. */
const longest = { value: 24, name: 48 };

/** 'JARM 2ad2ad16d2ad… and 3 more, 29.1 bits': the most telling value of a link. Right-to-left text does not reorder what follows. */
function edgeLabel(link: CampaignLink): string {
  const { operator, shares = [], bits = 0 } = link;
  const [first] = shares;
  if (operator === 'host' || !first) return linkReason(link);
  const letters = Array.from(visibleText(first.label || first.value || ''));
  const value = letters.length > longest.value ? `${letters.slice(0, longest.value).join('')}…` : letters.join('');
  const others = shares.filter(({ apart }) => !apart).length - 1;
  const more = others > 0 ? ` and ${others} more` : '';
  return `${attributeWord(first.attribute ?? '')} \u2068${value}\u2069${more}, ${bits.toFixed(1)} bits`;
}

/** A name without its middle if it is long: the end has the registrable domain. */
function shortName(name: string): string {
  if (name.length <= longest.name) return name;
  return `${name.slice(0, 8)}…${name.slice(9 - longest.name)}`;
}

/** 'JARM 2ad2…: 10.2 bits', or when the two had the value: 'Address 192.0.2.1: not at the same time: 2017 and 2024' */
export function shareText({ attribute = '', value = '', label, bits = 0, apart }: SharedValue): string {
  return `${attributeWord(attribute)} ${label || value}: ${apart ? apartWords(apart) : `${bits.toFixed(1)} bits`}`;
}

/** Every value of a link with its weight. */
export function linkValues({ shares = [] }: CampaignLink): string {
  return shares.map(shareText).join('; ');
}

function toneOf(node: CampaignNode): GraphTone {
  const state = readVerdictState(node.verdict);
  if (state === 'sinkholed') return 'sinkholed';
  return (state === 'scored' && scoreBand(node.risk_score ?? Number.NaN)?.name) || 'unknown';
}

/** The campaign as a graph. Each label includes the verdict, so that the graph can be read without colours. */
export function campaignGraph({ subject: asked, nodes = [], links = [] }: Campaign): Graph {
  return {
    nodes: nodes.map((node) => {
      const { subject = '', type, verdict, risk_score: score = null } = node;
      const state = readVerdictState(verdict);
      const word = [state === 'scored' ? score : null, verdictWord(state, score)].filter((each) => each !== null);
      return {
        id: subject,
        label: `${shortName(subject)} · ${word.join(' ')}`,
        letters: INDICATOR_KINDS[kindOfMember(type, subject)].letters ?? 'globe',
        tone: toneOf(node),
        isMarked: subject === asked,
      };
    }),
    edges: links.map((link) => ({
      from: link.from ?? '',
      to: link.to ?? '',
      label: edgeLabel(link),
      detail: `${linkReason(link)}. ${linkValues(link)}`,
      isMutual: link.operator !== 'host',
    })),
  };
}
