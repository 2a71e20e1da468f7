import { formatCount } from '#model/format.ts';
import { isReserved } from '#model/reserved-space.ts';
import { VERDICT_LOOKS } from '#model/verdict.ts';
import { deciderSentence } from '#web/kit/score/score-words.ts';
import { arrive } from '#web/api/prefetch.ts';
import { accordingTo } from '#web/kit/score/verdict.ts';
import { byTime } from '#web/stores/investigation/investigation-edits.ts';
import {
  seenState,
  type SeenVerdict,
  type StepNode,
  type StepNodes,
} from '#web/stores/investigation/investigation-node.ts';
import { stepHref, stepKindWord } from '#web/stores/investigation/investigation-subject.ts';
import { describeGraph, investigationGraph } from './investigation-graph.ts';
import { quoted, safe, safeTitle, stepList } from './investigation-markdown.ts';
import { timeWords, verdictWords } from './investigation-words.ts';

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

/** A ZIP archive of the report and the picture that it refers to as `graph.svg`. @param time of both files */
export async function reportArchive(report: string, picture: Uint8Array, time: Date): Promise<Uint8Array<ArrayBuffer>> {
  const { strToU8, zipSync } = await arrive(() => import('fflate'));
  return zipSync({ 'report.md': strToU8(report), 'graph.svg': picture }, { mtime: time });
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

/** Scores as they are; a sinkhole means victims, other states without a score come after every score. */
function severity(verdict: SeenVerdict | null): number {
  if (!verdict) return -2;
  const state = seenState(verdict);
  if (state === 'scored') return verdict.score ?? 0;
  return state === 'sinkholed' ? 75 : -1;
}

function reasonOf(verdict: SeenVerdict): string {
  const state = seenState(verdict);
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
