import { describe, expect, it } from 'vitest';
import { HeavyQueue } from './heavy-queue.ts';

const never = new AbortController().signal;

/** Work that ends when the spec says so. */
function handWork() {
  const begun: string[] = [];
  const ends = new Map<string, (word: string) => void>();
  const stopped: string[] = [];
  const work = (word: string) => (signal: AbortSignal) =>
    new Promise<string>((resolve) => {
      begun.push(word);
      ends.set(word, resolve);
      signal.addEventListener('abort', () => stopped.push(word));
    });
  const end = async (word: string) => {
    ends.get(word)?.(word);
    await new Promise(setImmediate);
  };
  return { work, begun, stopped, end };
}

describe('one queue in front of everything heavy', () => {
  it('serves the keys in turn, so that many questions of one delay another by one', async () => {
    const queue = new HeavyQueue({ workers: 1, queueLimit: 10, openPerKey: 10 });
    const { work, begun, end } = handWork();
    const ask = (owner: string, word: string) => queue.answer({ owner, key: word, signal: never }, work(word));
    const answers = [ask('one', 'a'), ask('one', 'b'), ask('one', 'c'), ask('two', 'd'), ask('one', 'e')];
    for (const word of ['a', 'd', 'b', 'c', 'e']) {
      await new Promise(setImmediate);
      expect(begun.at(-1)).toBe(word);
      await end(word);
    }
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('gives searches and answers places of their own', async () => {
    const queue = new HeavyQueue({ workers: 1, queueLimit: 10, openPerKey: 10 });
    const leave = await queue.enter('search', 'one', never);
    expect(await queue.answer({ owner: 'one', key: 'a', signal: never }, () => Promise.resolve('answered'))).toBe(
      'answered',
    );
    leave();
  });

  it('merges repeats of a question, and stops the work when the last caller has gone', async () => {
    const queue = new HeavyQueue({ workers: 2, queueLimit: 10, openPerKey: 10 });
    const { work, begun, stopped, end } = handWork();
    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()];
    const ask = (owner: string, word: string, { signal }: AbortController) =>
      queue.answer({ owner, key: word, signal }, work(word));
    const shared = [ask('one', 'a', first), ask('two', 'a', second)];
    const alone = ask('one', 'b', third);
    await new Promise(setImmediate);
    expect(begun).toEqual(['a', 'b']);
    first.abort(new Error('gone'));
    third.abort(new Error('gone'));
    await expect(shared[0]).rejects.toThrow('gone');
    await expect(alone).rejects.toThrow('gone');
    expect(stopped).toEqual(['b']);
    await end('a');
    expect(await shared[1]).toBe('a');
  });

  it('refuses what finds no room, a key that has too much in it, and what gets no turn in time', async () => {
    const queue = new HeavyQueue({ workers: 1, queueLimit: 2, openPerKey: 2, turnMilliseconds: 50 });
    const { work, end } = handWork();
    const ask = (owner: string, word: string) => queue.answer({ owner, key: word, signal: never }, work(word));
    const running = ask('one', 'a');
    await new Promise(setImmediate);
    const late = ask('one', 'b');
    const room = { limit: 'queue', retryAfterSeconds: 10 };
    await expect(ask('one', 'c')).rejects.toMatchObject({ limit: 'openPerKey', retryAfterSeconds: 10 });
    const other = ask('two', 'd');
    await expect(ask('three', 'e')).rejects.toMatchObject(room);
    await expect(late).rejects.toMatchObject(room);
    await expect(other).rejects.toMatchObject(room);
    expect(queue.waiting('answer')).toBe(0);
    await end('a');
    expect(await running).toBe('a');
  });
});
