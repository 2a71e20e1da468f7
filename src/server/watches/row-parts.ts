import type { OperationId } from '#contract/generated/operations.gen.ts';
import { isObject } from '#model/json-value.ts';
import { isTelling } from '#model/connection-strength.ts';
import { ownValue } from '#model/own-value.ts';
import { dayIn, listIn, text, tooMany, type WatchPart, type WatchQuestion } from './watch-part.ts';

/** A list in the answer of an operation, and what a watch compares of it. */
interface RowRule {
  /** As an analyst reads it: 'Listed addresses'. */
  readonly name: string;
  /** Where the lists are under `response`; the number of all records is in `total` beside a list. */
  readonly lists: readonly string[];
  /** Fields that identify a record; none of them is a time or a count. */
  readonly key: readonly string[];
  /** The field that is shown beside the key. */
  readonly value?: string;
  /** The field that names what a record is about. */
  readonly subject?: string;
  /** The field with the time when a record began. */
  readonly since?: string;
  readonly history?: 'retro_hunt';
  readonly isOnlyNew?: true;
  readonly isTold?: (record: Readonly<Record<string, unknown>>) => boolean;
  /** The most records that the operation answers. */
  readonly limit?: number;
}

const rules: Partial<Record<OperationId, readonly RowRule[]>> = {
  retroHunt: [
    {
      name: 'Listings of resolved names and addresses',
      lists: ['records'],
      limit: 1000,
      key: ['subject', 'list', 'category', 'listed'],
      subject: 'subject',
      since: 'updated',
      history: 'retro_hunt',
    },
  ],
  connections: [
    // those above the line between weak and possible
    { name: 'Related subjects', lists: ['related'], key: ['subject'], subject: 'subject', isOnlyNew: true },
    {
      name: 'Shared values',
      lists: ['connections'],
      key: ['attribute', 'value'],
      value: 'label',
      isOnlyNew: true,
      isTold: (row) => isTelling(String(row['attribute']), row),
    },
  ],
  connectionMembers: [
    {
      name: 'Names and addresses that share it',
      lists: ['addresses.records', 'names.records'],
      limit: 1000,
      key: ['subject'],
      subject: 'subject',
    },
  ],
  asnListed: [{ name: 'Listed addresses', lists: ['records'], key: ['ip'], subject: 'ip' }],
  asnListedNames: [{ name: 'Listed names', lists: ['records'], key: ['domain'], subject: 'domain' }],
};

const rulesOf = (id: OperationId) => ownValue<readonly RowRule[]>(rules, id) ?? [];

/** Whether `rowParts` knows the lists of an operation. */
export function hasRowParts(id: OperationId): boolean {
  return rulesOf(id).length > 0;
}

/** The lists in the answer of an operation, as the rules describe them. */
export function rowParts(question: WatchQuestion): readonly WatchPart[] {
  const rules = rulesOf(question.operationId);
  const [limit] = rules.flatMap((rule) => rule.limit ?? []);
  // the parts of one question share its answer
  const asked = limit === undefined ? question : { ...question, query: { ...question.query, limit } };
  return rules.map((rule) => rowsPart(rule, asked));
}

function rowsPart(
  { name, lists, key, value = '', subject = '', since = '', ...rule }: RowRule,
  question: WatchQuestion,
) {
  const { isTold = () => true, limit: _, ...rest } = rule;
  return {
    ...rest,
    name,
    question,
    read: (response: unknown) =>
      lists.flatMap((path) => {
        const steps = path.split('.');
        const holder = steps
          .slice(0, -1)
          .reduce<unknown>((at, step) => (isObject(at) ? at[step] : undefined), response);
        const records = listIn(holder, steps.at(-1) ?? '');
        if (isObject(holder) && Number(holder['total'] ?? 0) > records.length) throw tooMany(records.length, 'records');
        return records.filter(isTold).map((record) => ({
          key: key.map((field) => text(record[field])).join(' · '),
          value: text(record[value]),
          subject: text(record[subject]),
          since: dayIn([record[since]]),
        }));
      }),
  };
}
