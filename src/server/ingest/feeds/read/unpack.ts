import type { Entry } from 'yauzl';
import { DownloadError } from '#model/errors.ts';
import { Budget, bytesOf, sizeOf, type UnpackLimits } from '#server/ingest/unpack/members.ts';
import { damaged, unpacked } from '#server/ingest/unpack/unpack-streams.ts';
import { contentOfEntry, nameOfEntry, openZip } from '#server/ingest/unpack/zip-file.ts';

/** An archive with more files is not a feed. */
const maxEntries = 1000;

/** The content of a gzip file, which may have several members. @throws DownloadError */
export async function* gunzipped(file: string, limits: UnpackLimits): AsyncGenerator<Buffer> {
  yield* new Budget(await sizeOf(file), limits).metered(unpacked('gzip', bytesOf(file)));
}

/** The files of an archive, without folders and the files that operating systems add. @throws DownloadError */
export async function listZip(file: string, limits: UnpackLimits): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let count = 0;
  try {
    const budget = new Budget(await sizeOf(file), limits);
    const archive = await openZip(file);
    try {
      for await (const entry of archive.eachEntry()) {
        count += 1;
        budget.take(entry.uncompressedSize);
        if (count > maxEntries)
          throw new DownloadError('publisher', `The archive holds more than ${maxEntries} files.`);
        if (entry.isEncrypted())
          throw new DownloadError('publisher', 'The archive is encrypted. Use one without a password.');
        if (!/\/$|^__MACOSX\/|(^|\/)\.[^/]*$/.test(nameOfEntry(entry))) entries.push(entry);
      }
    } finally {
      archive.close();
    }
  } catch (error) {
    throw damaged('zip archive', error);
  }
  return entries;
}

/** One file of an archive; its size and checksum are verified. @throws DownloadError */
export async function* unzipped(file: string, entry: Entry): AsyncGenerator<Buffer> {
  const archive = await openZip(file);
  try {
    yield* contentOfEntry(archive, entry);
  } finally {
    archive.close();
  }
}
