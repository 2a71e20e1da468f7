import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDownload } from '#server/live/download.ts';
import { catalogueHosts, fedSubjects, feedDocuments, publishCatalogue } from '#test/server/feed-documents.ts';
import { openLoopbackPublisher } from '#test/server/loopback-publisher.ts';
import { openDocument } from '#server/ingest/feeds/read/open-document.ts';

it('every document of the catalogue is fetched over https and opened, and not sent twice', async () => {
  const publisher = await openLoopbackPublisher(catalogueHosts());
  const folder = await mkdtemp(join(tmpdir(), 'feeds-'));
  try {
    await publishCatalogue(publisher, '2026-11-22');
    const download = openDownload({ offline: false, testAllowance: publisher.allowance });
    const request = { folder, maxBytes: 1_000_000, signal: new AbortController().signal };
    const seen = new Set<string>();
    for (const [url, { etag }] of await feedDocuments('2026-11-22')) {
      const result = await download(url, request);
      if (result.status !== 'fetched') throw new Error(`${url} was not sent`);
      const options = { name: url, contentType: result.contentType, onAsOf: () => undefined, onMore: () => undefined };
      for (const document of await openDocument(result.file, options))
        for await (const line of document.lines()) {
          expect(line).not.toMatch(/[\r\n\uFFFD]/);
          for (const subject of Object.values(fedSubjects))
            if (line.includes(String(subject))) seen.add(String(subject));
        }
      if (etag) expect(await download(url, { ...request, etag: result.etag })).toEqual({ status: 'not-modified' });
    }
    expect(Object.values(fedSubjects).filter((subject) => !seen.has(String(subject)))).toEqual([]);
  } finally {
    await publisher.close();
    await rm(folder, { recursive: true });
  }
});
