import { dateToIsoDate } from '#model/dates.ts';
import type { Engine } from '#server/engine/engine.ts';

interface ReadOptions<T> {
  readonly engine: Engine;
  readonly now: () => Date;
  /** @param today 'yyyy-mm-dd' */
  readonly read: (today: string) => Promise<T>;
}

/** Delay after which writes of other processes to a server are noticed; own writes are noticed at once. */
const lifeMilliseconds = 3000;

/** Reads again after writes and at midnight, and otherwise answers from memory. After a failure the next caller reads again. */
export function readOnce<T>({ engine, now, read }: ReadOptions<T>): () => Promise<T> {
  let kept: { readonly at: string; readonly answer: Promise<T> } | undefined;
  return () => {
    const today = dateToIsoDate(now());
    const age = engine.kind === 'server' ? Math.floor(now().getTime() / lifeMilliseconds) : 0;
    const at = `${engine.writes()} ${age} ${today}`;
    if (kept?.at === at) return kept.answer;
    const reading = { at, answer: read(today) };
    kept = reading;
    void reading.answer.catch(() => {
      if (kept === reading) kept = undefined;
    });
    return reading.answer;
  };
}
