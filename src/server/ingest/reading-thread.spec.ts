import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { DownloadError } from '#model/errors.ts';
import { testFeed } from '#test/server/feed-collection.ts';
import { childProgram } from '#test/server/service-process.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import type { ReaderName } from './feeds/catalogue/feed.ts';
import { readHere, type FeedBatch, type FeedReading, type ReadBatches } from './feeds/read/read-documents.ts';
import { readInThread } from './reading-thread.ts';
import { eachBatch } from './batches.ts';

const folder = specFolder('reading-thread');

let inThread: ReadBatches;
beforeAll(async () => {
  inThread = readInThread(await childProgram('thread-program'));
}, 300_000);

const list = testFeed({ id: 'list', importId: 20 });
const routes = testFeed({ id: 'routes', importId: 21, category: '', fills: ['origin_as'] });

function readingOf(name: string, text: string, reader: ReaderName, feed = list): FeedReading {
  writeFileSync(join(folder, name), text);
  const documents = [{ name: `https://list.example/${name}`, file: name, at: 0 }];
  return { feed: { ...feed, reader }, folder, documents };
}

/** Everything that a reading gives, in order. */
async function heard(read: ReadBatches, reading: FeedReading, signal?: AbortSignal) {
  const events: unknown[] = [];
  const rejects = await eachBatch(
    read(reading, {
      signal,
      onDocument: ({ name }) => void events.push(name),
      onAsOf: (day) => void events.push(day),
      follow: (url) => {
        const file = new URL(url).pathname.slice(1);
        return Promise.resolve({ name: url, file, at: 0 });
      },
    }),
    signal,
    async (batch: FeedBatch) => void events.push(batch),
  );
  return { events, rejects };
}

describe('readInThread', () => {
  const addresses = Array.from({ length: 12_000 }, (_, index) => `198.18.${index >> 8}.${index & 255}`);
  it.each<[string, ReaderName, string, typeof list]>([
    ['listings', 'lines', `${addresses.join('\n')}\nnot an indicator\n`, list],
    ['routing data', 'iptoasn', '192.0.2.0\t192.0.2.255\t64500\tZZ\tCINDERWALL\n1.0.0.0\tx\n', routes],
    [
      'a day of its own',
      'spamhaus-drop',
      '{"cidr":"192.0.2.0/24"}\n{"type":"metadata","timestamp":1793000000}\n',
      list,
    ],
    ['nothing', 'lines', '', list],
  ])('says the same as reading here: %s', async (_, reader, text, feed) => {
    const reading = readingOf(`${reader}.txt`, text, reader, feed);
    const told = await heard(inThread, reading);
    expect(told).toEqual(await heard(readHere, reading));
    expect(told.events.length).toBeGreaterThan(0);
  });

  it('asks for the documents that others refer to', async () => {
    const event = '5f1c2a3b-0000-4000-8000-000000000001';
    writeFileSync(join(folder, `${event}.json`), JSON.stringify({ Event: { Attribute: [] } }));
    const manifest = { [event]: { timestamp: '1793000000', info: 'an event' } };
    const reading = readingOf('manifest.json', JSON.stringify(manifest), 'misp');
    const { events } = await heard(inThread, reading);
    const documents = events.filter((event) => String(event).startsWith('https:'));
    expect(documents).toEqual(['https://list.example/manifest.json', `https://list.example/${event}.json`]);
  });

  it('says whose fault it is that a file cannot be read', async () => {
    const reading = readingOf('page.html', '<!doctype html><html><body>Sorry</body></html>', 'lines');
    const failure = await heard(inThread, reading).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DownloadError);
    expect(failure).toMatchObject({ whose: 'publisher' });
    expect(await heard(readHere, reading).catch(String)).toBe(String(failure));
  });

  it('ends at once when it is given up, and reads no further than it is written', async () => {
    const control = new AbortController();
    const reading = readingOf('long.txt', addresses.map((address) => `${address}\n`.repeat(20)).join(''), 'lines');
    let batches = 0;
    const given = eachBatch(
      inThread(reading, { signal: control.signal, onDocument: () => undefined, onAsOf: () => undefined }),
      control.signal,
      () => {
        batches += 1;
        control.abort(new Error('given up'));
        return Promise.resolve();
      },
    );
    await expect(given).rejects.toThrow('given up');
    expect(batches).toBe(1);
  });

  it('says so when the thread cannot start', async () => {
    const none = readInThread(join(folder, 'no-such-program.js'));
    await expect(heard(none, readingOf('any.txt', '', 'lines'))).rejects.toThrow(/no-such-program/);
  });
});
