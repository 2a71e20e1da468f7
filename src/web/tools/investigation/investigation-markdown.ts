import { formatCount } from '#model/format.ts';
import { defang } from '#model/refang.ts';
import { codeSafe, defangText } from '#web/kit/share/ticket-text.ts';
import { childIndex } from '#web/stores/investigation/investigation-edits.ts';
import type { StepNode, StepNodes } from '#web/stores/investigation/investigation-node.ts';
import { stepKindWord, type StepSubject, stepTitle } from '#web/stores/investigation/investigation-subject.ts';
import { timeWords, verdictWords, viaWords } from './investigation-words.ts';

/** The investigation for a ticket: the tree as a nested list, every indicator defanged, verdicts as they were seen, notes as quotes. */
export function investigationMarkdown(name: string, nodes: StepNodes, exportedAt: Date): string {
  const count = formatCount(nodes.size, 'step');
  const head = `**${safe(name)}**\n\n${count}, exported ${timeWords(exportedAt.getTime())} UTC. Verdicts as last seen.`;
  return `${[head, stepList(nodes)].filter(Boolean).join('\n\n')}\n`;
}

/** The tree as a nested list. */
export function stepList(nodes: StepNodes, { hasNotes = true } = {}): string {
  const index = childIndex(nodes);
  const lines: string[] = [];
  const walk = (parent: string | null, depth: number) => {
    for (const node of index.get(parent) ?? []) {
      lines.push(...nodeLines(node, hasNotes).map((line) => `${'  '.repeat(depth)}${line}`));
      walk(node.id, depth + 1);
    }
  };
  walk(null, 0);
  return lines.join('\n');
}

/** Defanged, as Markdown. */
export function safeTitle(subject: StepSubject): string {
  return subject.is === 'subject' ? codeSafe(defang(stepTitle(subject))) : safe(stepTitle(subject));
}

/** The lines of a note, each behind `> `. */
export function quoted(note: string): readonly string[] {
  return note
    .trim()
    .split(/\r\n|[\r\n]/)
    .map((line) => `> ${safe(line)}`);
}

function nodeLines(node: StepNode, hasNote: boolean): readonly string[] {
  const { subject, isPinned, note } = node;
  const parts = [
    `**${safeTitle(subject)}**${subject.is === 'subject' ? ` ${stepKindWord(subject)}` : ''}`,
    isPinned && 'pinned',
    verdictText(node),
    ...(node.why
      ? [safe(viaWords(node)), `reached ${timeWords(node.at)}`]
      : [`${safe(viaWords(node))} ${timeWords(node.at)}`]),
  ];
  const quote = hasNote && note.trim() !== '' ? quoted(note).map((line) => `  ${line}`) : [];
  return [`- ${parts.filter(Boolean).join(' · ')}`, ...quote];
}

function verdictText(node: StepNode): string {
  return node.verdict ? safe(verdictWords(node)) : '';
}

/** Foreign text as Markdown, every indicator in it defanged. */
export function safe(text: string): string {
  return codeSafe(defangText(text));
}
