import { expect } from 'vitest';
import type { TestAnswer, TestService } from './collection.ts';

interface PadnsLines {
  ask(path: string): Promise<TestAnswer>;
  /** The records of a look-up that must succeed, as `query answer`. */
  found(path: string): Promise<string[]>;
  /** For a table of cases: the look-up finds these records, in this order. */
  holds(path: string, lines: readonly string[]): Promise<void>;
}

/** Passive DNS look-ups of one kind, with short forms of their records. */
export function padnsLines(service: TestService, lookup: 'query' | 'answer' | 'both' | 'uld'): PadnsLines {
  const ask = (path: string) => service.get(`/explore/padns/lookup/${lookup}/${path}`);
  const found = async (path: string): Promise<string[]> => {
    const { status, body, response } = await ask(path);
    expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
    return response.records.map(({ query, answer }: { query: string; answer: string }) => `${query} ${answer}`);
  };
  return { ask, found, holds: async (path, lines) => expect(await found(path)).toEqual(lines) };
}
