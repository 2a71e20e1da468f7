import { formatCount } from '#model/format.ts';
import { isReserved } from '#model/reserved-space.ts';
import { VERDICT_LOOKS } from '#model/verdict.ts';
import { deciderSentence } from '#web/kit/score/score-words.ts';
import { arrive } from '#web/api/prefetch.ts';
import { accordingTo } from '#web/kit/score/verdict.ts';
import { byTime, childIndex } from '#web/stores/investigation/investigation-edits.ts';
import {
  type SeenVerdict,
  stepHref,
  stepKindWord,
  type StepNode,
  type StepNodes,
  type StepSubject,
  stepTitle,
} from '#web/stores/investigation/investigation-node.ts';
import { describeGraph, investigationGraph } from './investigation-graph.ts';
import { timeWords, verdictWords, viaWords } from './investigation-words.ts';
import { defang } from '#model/refang.ts';
import { codeSafe, defangText } from '#web/kit/share/ticket-markdown.ts';

interface ReportOptions {
  readonly exportedAt: Date;
  /** Where the picture of the graph is: a data URI, or the name of a file beside the report. */
  readonly picture: string;
}

/** The investigation as a report in Markdown: verdicts with reasons, notes, the graph and the steps. Every indicator is defanged. */
export function investigationReport(name: string, nodes: StepNodes, { exportedAt, picture }: ReportOptions): string {
  const all = [...nodes.values()].sort(byTime);
  const isSample = all.some(({ subject }) => subject.is === 'subject' && isReserved(subject.kind, subject.value));
  const notes = all.filter(({ note, isPinned }) => isPinned || note.trim() !== '');
  const parts = [
    `# ${safe(name)}`,
    `${formatCount(all.length, 'step')}, exported ${timeWords(exportedAt.getTime())} UTC. Verdicts as last seen. Indicators are defanged.`,
    isSample &&
      'Holds values of the sample collection: reserved names, addresses and AS numbers, not real infrastructure.',
    `## Verdicts\n\n${verdictTable(all)}`,
    notes.length > 0 && `## Notes and pins\n\n${notes.map(noteBlock).join('\n\n')}`,
    `## Graph\n\n![${safe(describeGraph(investigationGraph(nodes)))}](${picture})`,
    `## Steps\n\n${stepList(nodes, { hasNotes: false })}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** A ZIP archive, not compressed, of the report and the picture that it refers to as `graph.svg`. @param time of both files */
export async function reportArchive(report: string, picture: Uint8Array, time: Date): Promise<Uint8Array<ArrayBuffer>> {
  const { strToU8, zipSync } = await arrive(() => import('fflate'));
  return zipSync({ 'report.md': strToU8(report), 'graph.svg': picture }, { mtime: time, level: 0 });
}

/** One row for each subject with its latest verdict, the worst first. Searches have none. */
function verdictTable(all: readonly StepNode[]): string {
  const subjects = new Map<string, StepNode>();
  for (const node of all) {
    if (node.subject.is !== 'subject') continue;
    const before = subjects.get(stepHref(node.subject));
    if (!before || (node.verdict?.at ?? 0) >= (before.verdict?.at ?? 0)) subjects.set(stepHref(node.subject), node);
  }
  const rows = [...subjects.values()].sort((a, b) => severity(b.verdict) - severity(a.verdict));
  if (rows.length === 0) return 'No subjects opened.';
  return [
    '| Subject | Kind | Verdict | Reason | Seen (UTC) |',
    '|---|---|---|---|---|',
    ...rows.map(({ subject, verdict }) => {
      const cells = [
        safeTitle(subject),
        stepKindWord(subject),
        safe(verdictWords({ verdict: verdict && { ...verdict, decider: '' } })),
        safe(verdict ? reasonOf(verdict) : ''),
        verdict ? timeWords(verdict.at) : '',
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  ].join('\n');
}

/** The score; a sinkholed subject ranks as 75, since it means victims, other states without a score come last. */
function severity(verdict: SeenVerdict | null): number {
  if (!verdict) return -2;
  const state = verdict.state;
  if (state === 'scored') return verdict.score ?? 0;
  return state === 'sinkholed' ? 75 : -1;
}

function reasonOf(verdict: SeenVerdict): string {
  const state = verdict.state;
  const words =
    state === 'scored'
      ? deciderSentence(verdict.score, verdict.decider).replace(/^Deciding factor: /, '')
      : VERDICT_LOOKS[state].meaning;
  return accordingTo(words, verdict.provider);
}

function noteBlock({ subject, note, isPinned }: StepNode): string {
  const head = `**${safeTitle(subject)}**${isPinned ? ' · pinned' : ''}`;
  return note.trim() === '' ? head : `${head}\n\n${quoted(note).join('\n')}`;
}

/** The investigation for a ticket: the tree as a nested list, every indicator defanged, verdicts as they were seen, notes as quotes. */
export function investigationMarkdown(name: string, nodes: StepNodes, exportedAt: Date): string {
  const count = formatCount(nodes.size, 'step');
  const head = `**${safe(name)}**\n\n${count}, exported ${timeWords(exportedAt.getTime())} UTC. Verdicts as last seen.`;
  return `${[head, stepList(nodes)].filter(Boolean).join('\n\n')}\n`;
}

/** The tree as a nested list. */
function stepList(nodes: StepNodes, { hasNotes = true } = {}): string {
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
function safeTitle(subject: StepSubject): string {
  return subject.is === 'subject' ? codeSafe(defang(stepTitle(subject))) : safe(stepTitle(subject));
}

/** The lines of a note, each behind `> `. */
function quoted(note: string): readonly string[] {
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
function safe(text: string): string {
  return codeSafe(defangText(text));
}
