import type { QueryClient } from '@tanstack/react-query';
import type { ConnectionMember, ConnectionRow, RelatedSubject } from '#contract/generated/types.gen.ts';
import {
  formatConnection,
  isConnectionAttribute,
  kindOfMember,
  mostHops,
  sameWord,
  sameWords,
} from '#model/connection.ts';
import { isTelling, linkTitles } from '#model/connection-strength.ts';
import { isNameServer } from '#model/indicator-kind.ts';
import { recordRelation } from '#model/record-relation.ts';
import { readVerdictState } from '#model/verdict.ts';
import { answerOptions } from '#web/api/query.ts';
import { addition, nodeOf } from '#web/stores/investigation/investigation-edits.ts';
import {
  newInvestigationId,
  type SeenVerdict,
  stepHref,
  type StepNode,
  type StepSubject,
  stepTitle,
} from '#web/stores/investigation/investigation-node.ts';
import {
  editInvestigation,
  investigationReady,
  investigationState,
} from '#web/stores/investigation/investigation-store.ts';

/** The most subjects with a shared value that are checked for a new one. */
const askedMembers = 50;

/** The type of a subject in GET /connections/{type}/{subject}; undefined for unsupported subjects. */
export function connectionType(subject: StepSubject): 'ip' | 'domain' | 'nameserver' | undefined {
  if (subject.is !== 'subject') return undefined;
  if (subject.kind === 'ipv4' || subject.kind === 'ipv6') return 'ip';
  if (subject.kind === 'domain') return 'domain';
  return isNameServer(subject.kind) ? 'nameserver' : undefined;
}

const sharedPrefix = 'shared-';

/** The `via` of a step that shares an attribute with the step above it. */
export function viaOfShared(attribute: string): string {
  return `${sharedPrefix}${attribute}`;
}

const operatorPrefix = 'operator-';

/** The `via` of a step that one operator likely or possibly runs as well as the step above it. */
export function viaOfOperator(word: keyof typeof linkTitles): string {
  return `${operatorPrefix}${word}`;
}

/** The reason of a step with a shared attribute or operator: "same JARM", "likely the same operator"; undefined for any other step. */
export function sharedVia(via: string): string | undefined {
  for (const word of ['likely', 'possible'] as const)
    if (via === viaOfOperator(word)) return linkTitles[word].toLowerCase();
  return via.startsWith(sharedPrefix) ? sameWord(via.slice(sharedPrefix.length)) : undefined;
}

interface TraceOptions {
  readonly client: QueryClient;
  /** Called before each hop: 1 to `mostHops`. */
  readonly onHop: (hop: number) => void;
}

/**
 * Extends a step automatically and adds the results as one action that Undo reverts. Each hop goes to the subject with the strongest
 * link that the same operator likely runs, and without one along the value with most bits that the trace has not followed yet, to the
 * worst subject that is not in the investigation. After a dead end, the trace continues at the previous step, as a branch. It ends
 * after `mostHops`, or when no telling value is left.
 * @returns the added steps, in order; rejects with ApiFailure
 */
export async function traceConnections(from: string, { client, onHop }: TraceOptions): Promise<readonly StepNode[]> {
  await investigationReady();
  const { nodes } = investigationState().history;
  const start = nodes.get(from);
  if (!start) return [];
  const added: StepNode[] = [];
  const known = new Set([...nodes.values()].map(({ subject }) => stepHref(subject)));
  const followed = new Set<string>();
  while (added.length < mostHops) {
    onHop(added.length + 1);
    const next = await furthestHop([start, ...added].toReversed(), { known, followed, client });
    if (!next) break;
    added.push(next);
    known.add(stepHref(next.subject));
  }
  if (added.length > 0) editInvestigation(() => addition(`Trace from ${stepTitle(start.subject)}`, added));
  return added;
}

interface Hopping {
  /** Paths of the pages of all subjects in the investigation. */
  readonly known: ReadonlySet<string>;
  /** Connections that this trace has followed; each hop adds one. */
  readonly followed: Set<string>;
  readonly client: QueryClient;
}

/** Continues from the first step with a connection to follow. */
async function furthestHop(steps: readonly StepNode[], hopping: Hopping): Promise<StepNode | undefined> {
  for (const step of steps) {
    const next = await nextHop(step, hopping);
    if (next) return next;
  }
  return undefined;
}

async function nextHop(node: StepNode, { known, followed, client }: Hopping): Promise<StepNode | undefined> {
  const type = connectionType(node.subject);
  if (type === undefined || node.subject.is !== 'subject') return undefined;
  const path = { type, subject: node.subject.value };
  const { response } = await client.fetchQuery(answerOptions({ operationId: 'connections', path }));
  const related = (response.related ?? []).find(
    (each) => each.operator === 'likely' && !known.has(stepHref(subjectOf(each))),
  );
  if (related) return operatorStep(node, related);
  for (const row of response.connections ?? []) {
    const { attribute = '', value = '' } = row;
    if (!isConnectionAttribute(attribute) || !isTelling(attribute, row)) continue;
    const key = formatConnection({ attribute, value });
    if (followed.has(key)) continue;
    const isNew = (member: ConnectionMember) => !known.has(stepHref(subjectOf(member)));
    const found = row.worst && isNew(row.worst) ? row.worst : (await membersOf(key, row, client)).find(isNew);
    if (!found) continue;
    followed.add(key);
    return stepOf(node, found, row);
  }
  return undefined;
}

/** The subjects that share a value, the worst score first. */
async function membersOf(key: string, { members }: ConnectionRow, client: QueryClient): Promise<ConnectionMember[]> {
  const question = { operationId: 'connectionMembers', query: { with: [key], limit: askedMembers } } as const;
  const { response } = await client.fetchQuery(answerOptions(question));
  const list = members === 'name' ? response.names : response.addresses;
  return (list?.records ?? []).toSorted((a, b) => (b.risk_score ?? -1) - (a.risk_score ?? -1));
}

/** A member of an answer about connections as the subject of a step. */
export function subjectOf({ type, subject = '' }: Pick<ConnectionMember, 'type' | 'subject'>): StepSubject {
  return { is: 'subject', kind: kindOfMember(type, subject), value: subject };
}

/** "likely the same operator, 31.2 bits: same JARM and certificate" */
export function operatorReason({ operator = 'likely', bits = 0, shares = [] }: RelatedSubject): string {
  const attributes = [...new Set(shares.flatMap(({ attribute = '', apart }) => (apart ? [] : [attribute])))].slice(
    0,
    3,
  );
  return `${linkTitles[operator].toLowerCase()}, ${bits.toFixed(1)} bits: ${sameWords(attributes)}`;
}

const shownOfHash = 12;
const shownOfValue = 40;

/** "same JARM 2ad2ad0002ad…, 10.2 bits": the attribute that a step shares with the one above, its value and its weight. */
export function sharedReason({ attribute = '', value = '', label, bits }: ConnectionRow): string {
  const text = label || value;
  const atMost = /^[0-9a-f]{32,}$/i.test(text) ? shownOfHash : shownOfValue;
  const shown = text.length > atMost ? `${text.slice(0, atMost)}…` : text;
  return `${sameWord(attribute)} ${shown}${bits ? `, ${bits.toFixed(1)} bits` : ''}`;
}

function operatorStep(above: StepNode, related: RelatedSubject): StepNode {
  return nodeOf({
    id: newInvestigationId(),
    parent: above.id,
    subject: subjectOf(related),
    via: viaOfOperator(related.operator ?? 'likely'),
    why: operatorReason(related),
    at: Date.now(),
    verdict: verdictOf(related),
  });
}

function stepOf(above: StepNode, member: ConnectionMember, row: ConnectionRow): StepNode {
  const { attribute = '' } = row;
  // for names that share an address, that address is the step above
  const isAbove = attribute === 'address' && connectionType(above.subject) === 'ip';
  return nodeOf({
    id: newInvestigationId(),
    parent: above.id,
    subject: subjectOf(member),
    via: viaOfShared(attribute),
    why: isAbove ? recordRelation('A', 'query') : sharedReason(row),
    at: Date.now(),
    verdict: verdictOf(member),
  });
}

/** The verdict about a member of an answer about connections. */
export function verdictOf({
  verdict,
  risk_score: score = null,
  decider = '',
}: Pick<ConnectionMember, 'verdict' | 'risk_score' | 'decider'>): SeenVerdict | null {
  const state = readVerdictState(verdict);
  return state === undefined ? null : { state, score: state === 'scored' ? score : null, decider, at: Date.now() };
}
