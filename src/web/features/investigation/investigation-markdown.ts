import { defang } from '#model/refang.ts';
import { scoreBand } from '#model/score-band.ts';
import { factorLabel } from '#model/score-factors.ts';
import { NO_DETECTIONS, VERDICT_LOOKS } from '#model/verdict.ts';
import { codeSafe, defangText } from '#web/components/share/ticket-markdown.ts';
import { childIndex } from '#web/stores/investigation/investigation-edits.ts';
import { seenState, type StepNode, type StepNodes } from '#web/stores/investigation/investigation-node.ts';
import { stepKindWord, stepTitle } from '#web/stores/investigation/investigation-subject.ts';
import { expansions, isSearchFind, searchFinds } from './expansion-list.ts';

/** The investigation for a ticket: the tree as a nested list, every indicator defanged, verdicts as they were seen, notes as quotes. */
export function investigationMarkdown(name: string, nodes: StepNodes, exportedAt: Date): string {
  const index = childIndex(nodes);
  const lines: string[] = [];
  const walk = (parent: string | null, depth: number) => {
    for (const node of index.get(parent) ?? []) {
      lines.push(...nodeLines(node).map((line) => `${'  '.repeat(depth)}${line}`));
      walk(node.id, depth + 1);
    }
  };
  walk(null, 0);
  const count = `${nodes.size} ${nodes.size === 1 ? 'step' : 'steps'}`;
  const head = `**${safe(name)}**\n\n${count}, exported ${timeWords(exportedAt.getTime())} UTC. Verdicts are as they were seen.`;
  return `${[head, lines.join('\n')].filter(Boolean).join('\n\n')}\n`;
}

function nodeLines(node: StepNode): readonly string[] {
  const { subject, isPinned, note } = node;
  const title = subject.is === 'subject' ? codeSafe(defang(stepTitle(subject))) : safe(stepTitle(subject));
  const parts = [
    `**${title}**${subject.is === 'subject' ? ` ${stepKindWord(subject)}` : ''}`,
    isPinned && 'pinned',
    verdictText(node),
    `${safe(viaWords(node))} ${timeWords(node.at)}`,
  ];
  const quoted =
    note.trim() === ''
      ? []
      : note
          .trim()
          .split(/\r\n|[\r\n]/)
          .map((line) => `  > ${safe(line)}`);
  return [`- ${parts.filter(Boolean).join(' · ')}`, ...quoted];
}

function verdictText(node: StepNode): string {
  return node.verdict ? safe(verdictWords(node)) : '';
}

function safe(text: string): string {
  return codeSafe(defangText(text));
}

/** How a step was reached, as it is read. */
export function viaWords({ via, parent }: Pick<StepNode, 'via' | 'parent'>): string {
  if (via === 'entry') return 'Searched';
  if (via === 'pivot') return 'Pivot';
  if (via === 'added') return parent === null ? 'added' : 'added from there';
  if (isSearchFind(via)) return searchFinds[via].via;
  return expansions.find(({ id }) => id === via)?.via ?? via;
}

/** The verdict as it was seen: "90 Critical, deciding factor: Listings", "Sinkholed". */
export function verdictWords({ verdict }: Pick<StepNode, 'verdict'>): string {
  if (!verdict) return 'not looked at';
  const state = seenState(verdict);
  if (state !== 'scored') return VERDICT_LOOKS[state].word;
  if (verdict.score === 0) return `0 ${NO_DETECTIONS}`;
  const score = `${verdict.score} ${scoreBand(verdict.score ?? Number.NaN)?.word ?? ''}`.trim();
  return verdict.decider === '' ? score : `${score}, deciding factor: ${factorLabel(verdict.decider)}`;
}

/** Epoch milliseconds as the interface writes times: 'yyyy-mm-dd hh:mm:ss', UTC. */
export function timeWords(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}
