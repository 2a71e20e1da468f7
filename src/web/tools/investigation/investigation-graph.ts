import { formatCount } from '#model/format.ts';
import { scoreBand } from '#model/score-band.ts';
import { VERDICT_LOOKS } from '#model/verdict.ts';
import { sharedVia } from '#web/kit/indicator/trace-connections.ts';
import type { Graph, GraphTone } from '#web/charts/graph.ts';
import { byTime } from '#web/stores/investigation/investigation-edits.ts';
import {
  isMarked,
  stepHref,
  type StepNode,
  type StepNodes,
  stepTitle,
} from '#web/stores/investigation/investigation-node.ts';
import { kindLetters, verdictWords, viaWords } from './investigation-words.ts';

/** The investigation as a graph: a subject is one node there, however many branches led to it. The id of a node is its address. */
export function investigationGraph(nodes: StepNodes): Graph {
  const all = [...nodes.values()].sort(byTime);
  const stepsOf = new Map<string, StepNode[]>();
  for (const node of all) {
    const href = stepHref(node.subject);
    const steps = stepsOf.get(href);
    if (steps) steps.push(node);
    else stepsOf.set(href, [node]);
  }
  const edges = new Map<string, Graph['edges'][number]>();
  const alike: (readonly [string, string])[] = [];
  for (const node of all) {
    const parent = node.parent === null ? undefined : nodes.get(node.parent);
    if (!parent) continue;
    const [from, to] = [stepHref(parent.subject), stepHref(node.subject)];
    if (sharedVia(node.via) !== undefined) alike.push([from, to]);
    // pivots in both directions are one line
    if (from !== to && !edges.has(`${to} ${from}`)) edges.set(`${from} ${to}`, { from, to, label: edgeLabel(node) });
  }
  return {
    nodes: [...stepsOf].map(([id, steps]) => ({
      id,
      ...lookOf(steps),
      letters: steps[0] ? kindLetters(steps[0].subject) : '',
      isMarked: steps.some(isMarked),
    })),
    edges: [...edges.values()],
    groups: campaignGroups(alike),
  };
}

/** Two linked subjects get no ground: the line between them says that they are linked. */
const smallestGroup = 3;

/** The groups of subjects that are linked by what they share, the largest first. @param alike the links */
function campaignGroups(alike: readonly (readonly [string, string])[]): NonNullable<Graph['groups']> {
  let groups: ReadonlySet<string>[] = [];
  for (const link of alike) {
    const touched = groups.filter((group) => link.some((id) => group.has(id)));
    const joined = new Set([...touched.flatMap((group) => [...group]), ...link]);
    groups = [...groups.filter((group) => !touched.includes(group)), joined];
  }
  return groups
    .filter(({ size }) => size >= smallestGroup)
    .toSorted((a, b) => b.size - a.size)
    .map((group, place) => ({
      label: `Campaign ${place + 1}: ${formatCount(group.size, 'subject')} linked by what they share`,
      members: [...group],
    }));
}

const tagsInLabel = 2;

/** The latest verdict colours the node; score and word stand in the label, so that no colour is needed to read it. */
function lookOf(steps: readonly StepNode[]): { readonly label: string; readonly tone: GraphTone } {
  const title = steps[0] ? stepTitle(steps[0].subject) : '';
  const verdicts = steps.flatMap(({ verdict }) => verdict ?? []).sort((a, b) => b.at - a.at);
  const [latest] = verdicts;
  if (!latest) return { label: title, tone: 'unknown' };
  const { state, tags = [] } = latest;
  // the word, so that no colour is needed to tell a sinkhole from a subject without a score
  const word =
    state === 'scored'
      ? verdictWords({ verdict: { ...latest, decider: '' } })
      : VERDICT_LOOKS[state].word.toLowerCase();
  const words = tags.filter((tag) => tag !== word).slice(0, tagsInLabel);
  const label = [title, word, ...words].join(' · ');
  if (state !== 'scored') return { label, tone: state === 'sinkholed' ? state : 'unknown' };
  return { label, tone: scoreBand(latest.score ?? Number.NaN)?.name ?? 'unknown' };
}

/** A plain pivot has no label. */
function edgeLabel(node: StepNode): string {
  return node.via === 'pivot' && !node.why ? '' : viaWords(node);
}

/** The graph in one sentence, for screen readers. */
export function describeGraph({ nodes, edges }: Graph): string {
  const meeting = nodes.filter(({ id }) => edges.filter(({ from, to }) => from === id || to === id).length > 2).length;
  const bad = nodes.filter(({ tone }) => tone === 'high' || tone === 'critical').length;
  return (
    `${formatCount(nodes.length, 'subject', 'subjects')} and ${formatCount(edges.length, 'pivot', 'pivots')} between them; ` +
    `${formatCount(bad, 'subject', 'subjects')} of high or critical risk, ${formatCount(meeting, 'subject', 'subjects')} with more than two ` +
    'pivots.'
  );
}
