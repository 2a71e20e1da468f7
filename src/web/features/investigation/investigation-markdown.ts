import { defang } from '#model/refang.ts';
import { codeSafe, defangText } from '#web/components/share/ticket-text.ts';
import { childIndex } from '#web/stores/investigation/investigation-edits.ts';
import type { StepNode, StepNodes } from '#web/stores/investigation/investigation-node.ts';
import { stepKindWord, stepTitle } from '#web/stores/investigation/investigation-subject.ts';
import { timeWords, verdictWords, viaWords } from './investigation-words.ts';

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
