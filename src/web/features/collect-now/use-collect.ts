import { useMutation, useQueryClient, type Query } from '@tanstack/react-query';
import type { CollectAnswer, CollectStep } from '#contract/generated/types.gen.ts';
import { fetchAnswer } from '#web/api/question.ts';
import { announce } from '#web/ui/announcer.tsx';

export type CollectWhat = 'dns' | 'registration';

/** Asks the world about a subject on a press, and then the service again for everything that is shown. */
export function useCollect(indicator: string, what: CollectWhat) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<CollectAnswer> => {
      const question = { operationId: 'collectNow', body: { indicator, what: [what] } } as const;
      return (await fetchAnswer(question)).response;
    },
    onSuccess: ({ added = 0 }) => {
      announce(`${what === 'dns' ? 'DNS' : 'Registration'}: ${countWords(added)} collected`);
      // what is asked on a press only goes out again on another press only
      if (added > 0) void client.invalidateQueries({ predicate: (query) => !isOnPressOnly(query) });
    },
  });
}

function isOnPressOnly({ observers }: Query): boolean {
  return observers.some(({ options }) => options.staleTime === Number.POSITIVE_INFINITY);
}

export function countWords(records: number): string {
  return records === 1 ? '1 record' : `${records.toLocaleString('en')} records`;
}

export type StepStatus = NonNullable<CollectStep['status']>;

/** Steps with one outcome, shown as one line. */
export interface Outcome {
  readonly status: StepStatus;
  /** 'A', or several with commas between them. */
  readonly names: string;
  readonly message: string;
  readonly whose: string;
}

/** Record types that do not exist share a line, and so do steps that were refused or failed for the same reason. */
export function outcomesOf(steps: readonly CollectStep[]): readonly Outcome[] {
  const outcomes = new Map<string, Outcome>();
  for (const { what, name = '', status = 'failed', message = '', whose } of steps) {
    const isAbsence = status === 'none' && what === 'dns';
    const key = status === 'found' ? `found ${name}` : isAbsence ? 'none' : `${status} ${message}`;
    const before = outcomes.get(key);
    const names = before ? `${before.names}, ${name}` : name;
    outcomes.set(key, { status, names, message: isAbsence ? 'No such record.' : message, whose: whose ?? '' });
  }
  return [...outcomes.values()].sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status));
}

const order: readonly StepStatus[] = ['found', 'failed', 'refused', 'none'];
