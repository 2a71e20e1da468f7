import { defang } from '#model/refang.ts';
import { formatCount } from '#model/format.ts';
import type { Judgement } from '#model/judgement.ts';
import { isReserved } from '#model/reserved-space.ts';
import { VERDICT_LOOKS } from '#model/verdict.ts';
import type { CollectionSource, Listing } from '#contract/generated/types.gen.ts';
import { defangedJudgement, defangText } from '#web/kit/share/ticket-markdown.ts';
import { listName } from '#web/kit/score/evidence-words.ts';
import { deciderSentence } from '#web/kit/score/score-words.ts';
import { accordingTo } from '#web/kit/score/verdict.ts';
import { byTime, childIndex } from '#web/stores/investigation/investigation-edits.ts';
import {
  isMarked,
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

/** Text, or a link to a page of the dashboard. Indicators in texts are defanged. */
export type ReportText = string | { readonly text: string; readonly href: string };

/** A step of the report with those below it. */
export interface ReportStep {
  readonly title: string;
  /** "domain"; '' for a search. */
  readonly kind: string;
  /** Its marks, its verdict, and how and when it was reached. */
  readonly words: readonly string[];
  readonly note: string;
  readonly below: readonly ReportStep[];
}

/** A part of a report, whatever its format. Texts are plain and may be foreign: a format escapes them. */
export type ReportPart =
  | { readonly is: 'heading'; readonly text: string }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'note'; readonly about: string; readonly text: string }
  | { readonly is: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly ReportText[])[] }
  | { readonly is: 'steps'; readonly steps: readonly ReportStep[] }
  /** The graph, described in a sentence. */
  | { readonly is: 'picture'; readonly text: string };

/** What the service says of a subject when the report is saved. */
export interface ReportFacts {
  readonly verdict: Omit<SeenVerdict, 'at'>;
  /** The sentence of the verdict. */
  readonly sentence: string;
  readonly listings: readonly Listing[];
}

export interface ReportOptions {
  readonly exportedAt: Date;
  /** By the address of a subject's page; a subject without an answer has the verdict as it was seen. */
  readonly facts: ReadonlyMap<string, ReportFacts>;
  /** What the team says about a subject, by its text. */
  readonly judgementsOf: (subject: string) => readonly Judgement[];
  /** The data of the collection. */
  readonly sources: readonly CollectionSource[];
  /** The origin of the dashboard, for links: "https://sightline.example". */
  readonly origin: string;
}

/** The parts of the report on an investigation: verdicts, notes, indicators, the graph, the steps and the days of the data. */
export function reportParts(nodes: StepNodes, options: ReportOptions): readonly ReportPart[] {
  const all = [...nodes.values()].sort(byTime);
  const subjects = latestOf(all, options);
  const notes = all.filter(isMarked);
  const isSample = subjects.some(({ subject }) => subject.is === 'subject' && isReserved(subject.kind, subject.value));
  return [
    {
      is: 'text',
      text: `${formatCount(all.length, 'step')}, exported ${timeWords(options.exportedAt.getTime())} UTC. Indicators are defanged; links lead to the dashboard.`,
    },
    ...(isSample
      ? [
          {
            is: 'text' as const,
            text: 'Holds values of the sample collection: reserved names, addresses and AS numbers, not real infrastructure.',
          },
        ]
      : []),
    { is: 'heading', text: 'Verdicts' },
    ...verdictPart(subjects, options),
    ...(notes.length > 0 ? [{ is: 'heading' as const, text: 'Notes and pins' }, ...notes.map(notePart)] : []),
    { is: 'heading', text: 'Indicators' },
    ...indicatorPart(subjects, options),
    { is: 'heading', text: 'Graph' },
    { is: 'picture', text: defangText(describeGraph(investigationGraph(nodes))) },
    { is: 'heading', text: 'Steps' },
    { is: 'steps', steps: reportSteps(nodes, { hasNotes: false }) },
    ...dataPart(options.sources),
  ];
}

/** The tree of the steps. */
export function reportSteps(nodes: StepNodes, { hasNotes }: { readonly hasNotes: boolean }): readonly ReportStep[] {
  const index = childIndex(nodes);
  const below = (parent: string | null): readonly ReportStep[] =>
    (index.get(parent) ?? []).map((node) => ({
      title: titleOf(node.subject),
      kind: node.subject.is === 'subject' ? stepKindWord(node.subject) : '',
      words: stepWords(node),
      note: hasNotes ? defangText(node.note.trim()) : '',
      below: below(node.id),
    }));
  return below(null);
}

function stepWords(node: StepNode): readonly string[] {
  const { isPinned, verdict } = node;
  const time = timeWords(node.at);
  const how = defangText(viaWords(node));
  return [
    isPinned ? 'pinned' : '',
    verdict ? verdictWords(node) : '',
    ...(node.why ? [how, `reached ${time}`] : [`${how} ${time}`]),
  ].filter(Boolean);
}

/** One step for each subject, with the verdict of the service or else the latest that was seen, the worst first. Searches have none. */
function latestOf(all: readonly StepNode[], { facts, exportedAt }: ReportOptions): readonly StepNode[] {
  const subjects = new Map<string, StepNode>();
  for (const node of all) {
    if (node.subject.is !== 'subject') continue;
    const before = subjects.get(stepHref(node.subject));
    if (!before || (node.verdict?.at ?? 0) >= (before.verdict?.at ?? 0)) subjects.set(stepHref(node.subject), node);
  }
  const latest = [...subjects].map(([href, node]) => {
    const known = facts.get(href);
    return known ? { ...node, verdict: { ...known.verdict, at: exportedAt.getTime() } } : node;
  });
  return latest.sort((a, b) => severity(b.verdict) - severity(a.verdict));
}

/** The score; a sinkholed subject ranks as 75, since it means victims, other states without a score come last. */
function severity(verdict: SeenVerdict | null): number {
  if (!verdict) return -2;
  if (verdict.state === 'scored') return verdict.score ?? 0;
  return verdict.state === 'sinkholed' ? 75 : -1;
}

/** Each subject with its verdict in a sentence, its tags, and the lists that name it with their dates. */
function verdictPart(subjects: readonly StepNode[], { facts, judgementsOf, origin }: ReportOptions): ReportPart[] {
  if (subjects.length === 0) return [{ is: 'text', text: 'No subjects opened.' }];
  const hasTeam = subjects.some(({ subject }) => judgementsOf(stepTitle(subject)).length > 0);
  const rows = subjects.map(({ subject, verdict }) => {
    const known = facts.get(stepHref(subject));
    return [
      { text: titleOf(subject), href: `${origin}${stepHref(subject)}` },
      known ? defangText(known.sentence) : seenSentence(verdict),
      ...(hasTeam ? [teamWords(stepTitle(subject), judgementsOf)] : []),
      (verdict?.tags ?? []).join(', '),
      known ? defangText(listDates(known.listings).join('; ')) : '',
      verdict ? timeWords(verdict.at) : '',
    ];
  });
  const head = ['Subject', 'Verdict', ...(hasTeam ? ['Team'] : []), 'Tags', 'Lists', 'As of (UTC)'];
  return [{ is: 'table', head, rows }];
}

/** What the team says, beside the verdict; defanged. */
function teamWords(subject: string, judgementsOf: ReportOptions['judgementsOf']): string {
  return judgementsOf(subject)
    .map((each) => defangedJudgement(each, subject))
    .join('; ');
}

function seenSentence(verdict: SeenVerdict | null): string {
  const word = verdictWords({ verdict: verdict && { ...verdict, decider: '' } });
  // the word says it all: "0 No detections"
  if (!verdict || verdict.score === 0) return word;
  const { state, score, decider, provider } = verdict;
  const reason =
    state === 'scored'
      ? deciderSentence(score, decider).replace(/^Deciding factor: /, '')
      : VERDICT_LOOKS[state].meaning;
  return `${word}: ${defangText(accordingTo(reason, provider))}`;
}

const shownLists = 5;

/** "hookline-phish (phishing), 2026-10-21 to 2026-11-20, still listed": one text for each list. */
function listDates(listings: readonly Listing[]): readonly string[] {
  const lists = new Map<string, Listing[]>();
  for (const listing of listings) lists.set(listName(listing), [...(lists.get(listName(listing)) ?? []), listing]);
  const texts = [...lists].map(([name, entries]) => {
    const { first, last } = listedDays(entries);
    const days = [...new Set([first, last])].filter(Boolean).join(' to ');
    return `${name}, ${days}, ${entries.some(({ is_open }) => is_open) ? 'still listed' : 'no longer listed'}`;
  });
  const rest = texts.length - shownLists;
  return [...texts.slice(0, shownLists), ...(rest > 0 ? [formatCount(rest, 'more list')] : [])];
}

function listedDays(listings: readonly Listing[]): { readonly first: string; readonly last: string } {
  const firsts = listings.flatMap(({ first_listed }) => first_listed || []).sort();
  const lasts = listings.flatMap(({ last_listed }) => last_listed || []).sort();
  return { first: firsts[0] ?? '', last: lasts.at(-1) ?? '' };
}

/** The values to look for elsewhere, with what led to them. */
function indicatorPart(subjects: readonly StepNode[], { facts }: ReportOptions): ReportPart[] {
  if (subjects.length === 0) return [{ is: 'text', text: 'None.' }];
  const rows = subjects.map((node) => {
    const { first, last } = listedDays(facts.get(stepHref(node.subject))?.listings ?? []);
    const verdict = verdictWords({ verdict: node.verdict && { ...node.verdict, decider: '' } });
    return [stepKindWord(node.subject), titleOf(node.subject), verdict, first, last, defangText(viaWords(node))];
  });
  return [{ is: 'table', head: ['Kind', 'Value', 'Verdict', 'First listed', 'Last listed', 'How it was found'], rows }];
}

function dataPart(sources: readonly CollectionSource[]): ReportPart[] {
  if (sources.length === 0) return [];
  const rows = sources.map(({ source = '', kind = '', as_of: day, loaded_at: loaded = '' }) => [
    defangText(source),
    kind,
    day || 'unknown',
    loaded,
  ]);
  return [
    { is: 'heading', text: 'Data' },
    { is: 'text', text: 'The verdicts rest on this data. What is not in it is unknown, not absent.' },
    { is: 'table', head: ['Source', 'Kind', 'Day of the data', 'Loaded (UTC)'], rows },
  ];
}

function notePart({ subject, note, isPinned }: StepNode): ReportPart {
  return { is: 'note', about: `${titleOf(subject)}${isPinned ? ' · pinned' : ''}`, text: defangText(note.trim()) };
}

/** Defanged. */
function titleOf(subject: StepSubject): string {
  return subject.is === 'subject' ? defang(stepTitle(subject)) : defangText(stepTitle(subject));
}
