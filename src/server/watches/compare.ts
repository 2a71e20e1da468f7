import type { Change } from './watch.ts';

/** A record of a watch: what identifies it, and what may change about it. Times and counts are in neither. */
export interface Entry {
  readonly key: string;
  readonly value: string;
  /** What it is about; empty for the watched subject itself. */
  readonly subject: string;
  /** The day on which it began, 'yyyy-mm-dd'; null when the record does not say. */
  readonly since: string | null;
}

/** What the last run knew about a record. */
export type Kept = Pick<Entry, 'value' | 'subject'>;

/** Records by key, for each part that was ever read. */
export type Base = ReadonlyMap<string, ReadonlyMap<string, Kept>>;

interface ComparedPart {
  readonly name: string;
  /** Only what appeared is told. */
  readonly isOnlyNew?: boolean;
}

/**
 * The difference of one part.
 * @param before undefined when the part was never read: there is nothing to compare with
 */
export function compare(
  { name: part, isOnlyNew = false }: ComparedPart,
  before: ReadonlyMap<string, Kept> | undefined,
  now: readonly Entry[],
): Change[] {
  if (!before) return [];
  return differences(part, before, now).filter(({ change }) => !isOnlyNew || change === 'appeared');
}

function differences(part: string, before: ReadonlyMap<string, Kept>, now: readonly Entry[]): Change[] {
  const keys = new Set(now.map(({ key }) => key));
  const gone = [...before].filter(([key]) => !keys.has(key));
  return [
    ...now.flatMap(({ key, value, subject }): Change[] => {
      const old = before.get(key);
      if (old === undefined) return [{ change: 'appeared', part, key, before: '', after: value, subject }];
      return old.value === value ? [] : [{ change: 'changed', part, key, before: old.value, after: value, subject }];
    }),
    ...gone.map(([key, { value, subject }]): Change => ({
      change: 'gone',
      part,
      key,
      before: value,
      after: '',
      subject,
    })),
  ];
}

/** The base after the changes of an event, for parts that were read before. */
export function applyChanges(base: Base, changes: readonly Change[]): Base {
  const parts = new Map([...base].map(([part, values]) => [part, new Map(values)]));
  for (const { change, part, key, after, subject } of changes) {
    const values = parts.get(part) ?? new Map<string, Kept>();
    if (change === 'gone') values.delete(key);
    else values.set(key, { value: after, subject });
    parts.set(part, values);
  }
  return parts;
}
