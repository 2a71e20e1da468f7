import * as z from 'zod/mini';
import { formatNumber } from '#model/format.ts';
import { SUBJECT_KINDS } from '#model/indicator-kind.ts';
import { VERDICT_STATES } from '#model/verdict.ts';
import { parseJson } from '#web/storage/browser-store.ts';
import {
  investigationIdPattern,
  stepHref,
  type StepNode,
  type StepSubject,
  stepSubjectOf,
} from '#web/stores/investigation/investigation-node.ts';

/* The file of an investigation: everything in it, so that this or another browser can import it. */

export const investigationFormat = 'sightline-investigation';
const version = 1;
const stepsAtMost = 20_000;
const longestNote = 20_000;
const shownProblems = 5;

const text = (what: string, atMost = 500) =>
  z.string(`must be ${what}`).check(z.maxLength(atMost, `must be at most ${formatNumber(atMost)} characters`));
const time = z
  .string('must be a time such as "2026-11-21T16:00:00.000Z"')
  .check(z.refine((value) => Number.isFinite(Date.parse(value)), 'must be a time such as "2026-11-21T16:00:00.000Z"'));
const id = z
  .string('must be the id of a step')
  .check(z.regex(investigationIdPattern, 'must be 8 to 40 digits and lower-case letters'));

const subjectSchema = z.object(
  {
    kind: z.enum(SUBJECT_KINDS, `must be one of ${SUBJECT_KINDS.join(', ')}`),
    value: text('the value as its page has it, such as "evil.example"'),
  },
  'must be an object with kind and value',
);
const searchSchema = z.object(
  {
    path: text('the path of an explorer, such as "/search/padns"'),
    query: z.record(z.string(), text('a text', 2000), 'must be an object of texts: the parameters of the search'),
  },
  'must be an object with path and query',
);
const verdictSchema = z.object(
  {
    score: z.nullable(z.number('must be a number from 0 to 100, or null for unknown').check(z.gte(0), z.lte(100))),
    decider: text('the name of a field, or ""'),
    provider: z.optional(text('the name of the provider whose verdict it is', 100)),
    tags: z.optional(z.array(text('a word such as "phishing"', 100), 'must be a list of words')),
    state: z.enum(VERDICT_STATES, `must be one of ${VERDICT_STATES.join(', ')}`),
    seen_at: time,
  },
  'must be an object with score, decider, state and seen_at, or null',
);
const stepSchema = z.object(
  {
    id,
    from: z.nullable(id),
    subject: z.optional(subjectSchema),
    search: z.optional(searchSchema),
    via: text('a word such as "pivot"', 40),
    why: z.optional(text('a text such as "same JARM"')),
    at: time,
    note: z._default(text('a text', longestNote), ''),
    pinned: z._default(z.boolean('must be true or false'), false),
    verdict: z._default(z.nullable(verdictSchema), null),
  },
  'must be an object',
);
const fileSchema = z.object(
  {
    format: z.literal(
      investigationFormat,
      `must be "${investigationFormat}": export an investigation as JSON and import that file`,
    ),
    version: z.literal(version, `must be ${version}: the file is of another version of this format`),
    name: text('the name of the investigation', 200),
    steps: z
      .array(stepSchema, 'must be the list of steps')
      .check(z.maxLength(stepsAtMost, `must be at most ${formatNumber(stepsAtMost)} steps`)),
  },
  `must be an object: export an investigation as JSON and import that file`,
);
type Step = z.infer<typeof stepSchema>;

export interface ReadInvestigation {
  readonly name: string;
  readonly nodes: readonly StepNode[];
}

/** The file of an investigation, indented by two. */
export function writeInvestigationFile(name: string, nodes: readonly StepNode[], exportedAt: Date): string {
  const ids = new Set(nodes.map((node) => node.id));
  const file = {
    format: investigationFormat,
    version,
    exported_at: exportedAt.toISOString(),
    name,
    steps: nodes.map(({ subject, verdict, parent, ...node }) => ({
      id: node.id,
      from: parent !== null && ids.has(parent) ? parent : null,
      ...(subject.is === 'subject'
        ? { subject: { kind: subject.kind, value: subject.value } }
        : { search: { path: subject.path, query: subject.query } }),
      via: node.via,
      why: node.why,
      at: new Date(node.at).toISOString(),
      note: node.note,
      pinned: node.isPinned,
      verdict: verdict && {
        score: verdict.score,
        decider: verdict.decider,
        provider: verdict.provider,
        tags: verdict.tags,
        state: verdict.state,
        seen_at: new Date(verdict.at).toISOString(),
      },
    })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Parses the file of an investigation. @returns the investigation, or sentences that say what is wrong */
export function readInvestigationFile(
  content: string,
): { readonly investigation: ReadInvestigation } | { readonly problems: readonly string[] } {
  const parsed = parseJson(content);
  if (parsed === undefined)
    return { problems: ['This is not JSON: export an investigation as JSON and import that file.'] };
  const { data, error } = fileSchema.safeParse(parsed);
  if (!data)
    return { problems: firstOf((error?.issues ?? []).map(({ path, message }) => `${pathText(path)} ${message}.`)) };
  const nodes = data.steps.map(nodeOfStep);
  const problems = [...nodes.filter((node) => typeof node === 'string'), ...structureProblems(data.steps)];
  if (problems.length > 0) return { problems: firstOf(problems) };
  return { investigation: { name: data.name, nodes: nodes.filter((node) => typeof node !== 'string') } };
}

/** The node of a step, or what is wrong with its subject. */
function nodeOfStep(step: Step, place: number): StepNode | string {
  const subject = subjectOfStep(step);
  if (typeof subject === 'string') return `steps[${place}].${subject}.`;
  const { verdict } = step;
  return {
    id: step.id,
    parent: step.from,
    subject,
    via: step.via,
    why: step.why,
    at: Date.parse(step.at),
    note: step.note,
    isPinned: step.pinned,
    verdict: verdict && {
      score: verdict.score,
      decider: verdict.decider,
      provider: verdict.provider,
      tags: verdict.tags,
      state: verdict.state,
      at: Date.parse(verdict.seen_at),
    },
  };
}

function subjectOfStep({ subject, search }: Step): StepSubject | string {
  if (subject && search) return 'search must not stand beside subject: a step is one or the other';
  if (subject) {
    const read = stepSubjectOf(stepHref({ is: 'subject', ...subject }));
    if (read?.is === 'subject' && read.kind === subject.kind) return read;
    return `subject.value ${JSON.stringify(subject.value)} is not a valid ${subject.kind}: send the value as the address of its page has it`;
  }
  if (!search) return 'subject is missing: send {"kind", "value"}, or a search with {"path", "query"}';
  const read = stepSubjectOf(`${search.path}?${new URLSearchParams(search.query).toString()}`);
  return read?.is === 'search' ? read : 'search is none of this dashboard: send the path and parameters of an explorer';
}

/** Checks that ids are unique, that parents exist, and that there is no cycle. */
function structureProblems(steps: readonly Step[]): readonly string[] {
  const parents = new Map(steps.map(({ id: step, from }) => [step, from]));
  const seen = new Set<string>();
  return steps.flatMap(({ id: step, from }, place) => {
    const isTwice = seen.has(step);
    seen.add(step);
    if (isTwice) return [`steps[${place}].id ${step} stands twice: give every step an id of its own.`];
    if (from !== null && !parents.has(from))
      return [`steps[${place}].from ${from} is not in the file: send the id of a step, or null for a start.`];
    return isCircle(parents, step) ? [`steps[${place}].from leads back to itself: a start has null.`] : [];
  });
}

function isCircle(parents: ReadonlyMap<string, string | null>, start: string): boolean {
  const line = new Set([start]);
  for (let id = parents.get(start) ?? null; id !== null; id = parents.get(id) ?? null) {
    if (id === start) return true;
    // a circle above it is told where it is
    if (line.has(id)) return false;
    line.add(id);
  }
  return false;
}

/** `steps[3].subject.value`. */
function pathText(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'The file';
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}

function firstOf(problems: readonly string[]): readonly string[] {
  const more = problems.length - shownProblems;
  return more > 0 ? [...problems.slice(0, shownProblems), `And ${more} more of the kind.`] : problems;
}
