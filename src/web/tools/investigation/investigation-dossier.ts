import { parseAsn } from '#model/asn.ts';
import { type Dossier, type Observable, observableOf, type Remark } from '#model/fact.ts';
import { reasonPhrase } from '#web/kit/score/score-words.ts';
import { startOfDay } from '#web/exports/intelligence.ts';
import { factsAbout } from '#web/exports/row-facts.ts';
import { childIndex, lineOf } from '#web/stores/investigation/investigation-edits.ts';
import {
  stepHref,
  type StepNode,
  type StepNodes,
  type StepSubject,
  stepTitle,
} from '#web/stores/investigation/investigation-node.ts';
import { viaWords } from './investigation-words.ts';

/**
 * The investigation as facts, pivots and remarks: what others can look for, how one led to the other, what was noted, and what was
 * searched for between them. Pins are labels.
 */
export function investigationDossier(name: string, nodes: StepNodes, exportedAt: Date): Dossier {
  const all = [...nodes.values()];
  const things = new Map(all.map((node) => [node.id, thingOf(node.subject)]));
  const nearest = (from: string | null): Observable | null =>
    lineOf(nodes, from)
      .map(({ id }) => things.get(id) ?? null)
      .find((thing) => thing !== null) ?? null;
  const below = childIndex(nodes);
  const search = (node: StepNode): Remark => ({
    about: [nearest(node.parent), ...(below.get(node.id) ?? []).map(({ id }) => things.get(id) ?? null)].filter(
      (thing) => thing !== null,
    ),
    text: `Searched: ${stepTitle(node.subject)}\n${stepHref(node.subject)}`,
    labels: pinLabels(node),
    at: seconds(node.at),
  });
  return {
    title: `investigation: ${name}`,
    facts: all.flatMap((node) => nodeFacts(node).map((fact) => ({ ...fact, labels: pinLabels(node) }))),
    pivots: all.flatMap((node) => {
      const [from, to] = [nearest(node.parent), things.get(node.id)];
      return from && to ? [{ from, to, how: viaWords(node), at: seconds(node.at) }] : [];
    }),
    remarks: all.flatMap((node): Remark[] => {
      const about = nearest(node.id);
      const note = { about: about ? [about] : [], text: node.note.trim(), at: seconds(node.at) };
      return [...(node.subject.is === 'search' ? [search(node)] : []), ...(note.text === '' ? [] : [note])];
    }),
    truncation: 'The order of steps is in the JSON export only.',
    day: startOfDay(exportedAt),
  };
}

/** The facts of a step: its subject, with the score as it was seen. */
export function nodeFacts({ subject, verdict }: Pick<StepNode, 'subject' | 'verdict'>) {
  if (subject.is === 'search') return [];
  // the other kinds have a reputation, which is a hint about a neighbourhood and not a verdict
  const isJudged = subject.kind === 'ipv4' || subject.kind === 'ipv6' || subject.kind === 'domain';
  const seenAs = isJudged && verdict ? { score: verdict.score, reason: reasonPhrase(verdict) } : {};
  return factsAbout(subject, seenAs);
}

function thingOf(subject: StepSubject): Observable | null {
  if (subject.is === 'search') return null;
  if (subject.kind !== 'asn') return observableOf(subject.value);
  const number = parseAsn(subject.value);
  return number === null ? null : { kind: 'asn', number };
}

function pinLabels({ isPinned }: Pick<StepNode, 'isPinned'>): readonly string[] {
  return isPinned ? ['pinned'] : [];
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
