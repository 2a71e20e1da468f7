import { describe, expect, it } from 'vitest';
import type { LogImport } from '#contract/generated/types.gen.ts';
import { ApiFailure } from '#web/api/failure.ts';
import { hasMoved, isLively, isLeftOf, seenAfter, sendFile, type Upload, type UploadPort } from './log-uploads.ts';

const offline = () => new ApiFailure('No answer from the service.', { kind: 'offline', status: 0 });
const refused = (status: number, retryAfterSeconds?: number) =>
  new ApiFailure(`answered ${status}`, {
    kind: 'service',
    status,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });

const content = '0123456789abcdefghij';
const file = new File([content], 'dns.log', { lastModified: 1_700_000_000_999 });

interface Stand {
  /** Failures of the next calls of `send`; undefined lets one through. */
  readonly faults?: readonly (Error | undefined)[];
  /** The fault comes after the piece has arrived: only the answer is lost. */
  readonly arrives?: boolean;
  readonly left?: readonly LogImport[];
  readonly importId?: string;
  readonly file?: File;
  readonly onPause?: () => void;
}

/** A service that takes one file, and what was asked of it. */
function stand({ faults = [], arrives = false, left = [], importId = '', file: sent = file, onPause }: Stand = {}) {
  const stored = new Map(left.map((each) => [each.id, { ...each }]));
  const calls: string[] = [];
  const pauses: number[] = [];
  const told: Partial<Upload>[] = [];
  const waiting = [...faults];
  const control = new AbortController();
  let taken = '';
  const find = (id: string) => {
    const found = stored.get(id);
    if (!found) throw refused(404);
    return found;
  };
  const port: UploadPort = {
    list: () => Promise.resolve([...stored.values()].map((each) => ({ ...each }))),
    announce: ({ name, bytes, source }) => {
      calls.push(`announce ${name} ${bytes} ${source ?? '-'}`);
      const entry: LogImport = { id: 'new', state: 'uploading', name, bytes, received: 0 };
      stored.set('new', entry);
      return Promise.resolve({ ...entry });
    },
    look: (id) => {
      calls.push(`look ${id}`);
      return Promise.resolve({ ...find(id) });
    },
    send: async (id, offset, piece) => {
      const entry = find(id);
      const fault = waiting.shift();
      if (fault && !arrives) throw fault;
      if (offset !== entry.received) throw refused(409);
      calls.push(`send ${id} ${offset}+${piece.size}`);
      taken += await piece.text();
      entry.received = offset + piece.size;
      if (entry.received === entry.bytes) entry.state = 'checking';
      if (fault) throw fault;
      return { ...entry };
    },
    pause: (milliseconds) => {
      pauses.push(milliseconds);
      onPause?.();
      return Promise.resolve();
    },
  };
  const tell = (news: Partial<Upload>) => void told.push(news);
  const isTaken = (id: string) => id === 'taken';
  const task = { file: sent, source: 'office', pieceBytes: 8, importId, isTaken, tell, signal: control.signal };
  return { calls, pauses, told, control, taken: () => taken, run: () => sendFile(task, port) };
}

describe('an upload', () => {
  it('is announced and sent piece by piece, each where the one before it ended', async () => {
    const { run, calls, told, taken } = stand();
    await run();
    expect(calls).toEqual(['announce dns.log 20 office', 'send new 0+8', 'send new 8+8', 'send new 16+4']);
    expect(taken()).toBe(content);
    expect(told.at(-1)).toEqual({ phase: 'sent', sent: 20 });
    expect(told.flatMap(({ sent }) => sent ?? [])).toEqual([0, 8, 16, 20, 20]);
  });

  it('goes on with an interrupted upload of the same name and size', async () => {
    const left = { id: 'old', state: 'uploading', name: 'dns.log', bytes: 20, received: 16 } as const;
    const { run, calls, taken } = stand({
      left: [{ ...left, id: 'taken' }, { ...left, id: 'other', bytes: 21 }, left],
    });
    await run();
    expect(calls).toEqual(['send old 16+4']);
    expect(taken()).toBe('ghij');
  });

  it('continues the import that it is told to', async () => {
    const left = [{ id: 'old', state: 'uploading', name: 'dns.log', bytes: 20, received: 12 }] as const;
    const { run, calls } = stand({ left, importId: 'old' });
    await run();
    expect(calls).toEqual(['look old', 'send old 12+8']);
  });

  it('asks how far the service is when the answer to a piece was lost', async () => {
    const { run, calls, taken, pauses } = stand({ faults: [undefined, offline()], arrives: true });
    await run();
    expect(calls).toEqual(['announce dns.log 20 office', 'send new 0+8', 'send new 8+8', 'look new', 'send new 16+4']);
    expect(taken()).toBe(content);
    expect(pauses).toEqual([1000]);
  });

  it('knows that it is done when the answer to the last piece was lost', async () => {
    const { run, told, taken } = stand({ faults: [undefined, undefined, offline()], arrives: true });
    await run();
    expect(taken()).toBe(content);
    expect(told.at(-1)).toEqual({ phase: 'sent', sent: 20 });
  });

  it('waits longer each time, and at least as long as the service asks', async () => {
    const { run, pauses, told } = stand({ faults: [offline(), refused(503), refused(429, 60), offline()] });
    await run();
    expect(pauses).toEqual([1000, 2000, 60_000, 8000]);
    expect(told).toContainEqual({ phase: 'paused', problem: 'answered 503' });
    expect(told).toContainEqual(expect.objectContaining({ phase: 'sending', problem: '' }));
  });

  it('counts the tries of each piece by itself, and gives up after ten', async () => {
    const nine = Array.from({ length: 9 }, offline);
    await expect(stand({ faults: [...nine, undefined, ...nine] }).run()).resolves.toBeUndefined();
    const { run, pauses } = stand({ faults: [...nine, offline()] });
    await expect(run()).rejects.toThrow('No answer from the service.');
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  });

  it('tries again after a conflict that has nothing to do with the offset', async () => {
    const { run, taken, pauses } = stand({ faults: [refused(409), refused(409)] });
    await run();
    expect(taken()).toBe(content);
    expect(pauses).toEqual([1000, 2000]);
  });

  it('does not try again what cannot heal', async () => {
    const { run, pauses } = stand({ faults: [refused(401)] });
    await expect(run()).rejects.toThrow('answered 401');
    expect(pauses).toEqual([]);
    await expect(stand({ importId: 'gone' }).run()).rejects.toThrow('answered 404');
  });

  it('says that the file has gone, without blaming the network', async () => {
    const moved = new File([content], 'dns.log');
    moved.slice = () => {
      throw new DOMException('gone', 'NotReadableError');
    };
    const { run, pauses } = stand({ file: moved });
    await expect(run()).rejects.toThrow('The file can no longer be read.');
    expect(pauses).toEqual([]);
  });

  it('ends at once when it is dropped', async () => {
    const { run, control, calls, told } = stand({ faults: [offline()], onPause: () => control.abort() });
    await expect(run()).rejects.toThrow();
    expect(calls).toEqual(['announce dns.log 20 office']);
    expect(told.at(-1)).toMatchObject({ phase: 'paused' });
  });
});

it('takes an upload for left by name and size, while it waits for content', () => {
  const left = { state: 'uploading', name: 'dns.log', bytes: 20 } as const;
  expect(isLeftOf(file, left)).toBe(true);
  expect(isLeftOf(file, { ...left, state: 'checking' })).toBe(false);
  expect(isLeftOf(file, { ...left, bytes: 19 })).toBe(false);
  expect(isLeftOf(file, { ...left, name: 'DNS.log' })).toBe(false);
});

it('tells an upload that another tab sends from one that was left', () => {
  const uploading = (received: number) => [{ id: 'a', state: 'uploading', received }] as const;
  const first = seenAfter(new Map(), uploading(5), 1_000_000);
  expect(hasMoved(first.get('a'), 1_001_000)).toBe(false);
  // it is looked at often for a while, because it may move
  expect(isLively(first.get('a'), 1_001_000)).toBe(true);
  expect(isLively(first.get('a'), 1_020_000)).toBe(false);
  const same = seenAfter(first, uploading(5), 1_030_000);
  expect(same).toBe(first);
  const grown = seenAfter(same, uploading(9), 1_031_000);
  expect(hasMoved(grown.get('a'), 1_032_000)).toBe(true);
  expect(hasMoved(grown.get('a'), 1_050_000)).toBe(false);
  expect(seenAfter(grown, [{ id: 'a', state: 'checking', received: 9 }], 1_033_000).size).toBe(0);
});
