import { textOf } from '#model/json-value.ts';
import type { AboutFile } from '#server/ingest/logs/log-reader.ts';
import { fingerprintOf } from './certificates.ts';
import { zeekKind, zeekReader } from './zeek-reader.ts';

// files.log of Zeek (docs.zeek.org, base/frameworks/files): one line for each file that was seen, with its digests where Zeek computes
// them, as it does for certificates by default. Before Zeek 4.1, ssl.log and x509.log name certificates by the ids of these files only.

/** About 100 MB. */
const maxIds = 400_000;

/** Collects the digests of certificates in a files.log by their file ids, the latest `maxIds`. */
export function collectFileDigests({ fileDigests }: AboutFile): (line: string) => void {
  const filesLog = zeekKind({
    format: 'zeek-files',
    title: 'Zeek files.log',
    path: 'files',
    columns: ['fuid', 'source', 'sha1', 'sha256'],
    isTable: (has) => has('fuid') && has('source'),
    isEvent: (event) => 'fuid' in event && 'source' in event,
    open: () => (row) => {
      const digest = fingerprintOf(row.value('sha256')) || fingerprintOf(row.value('sha1'));
      if (!fileDigests || digest === '' || row.value('source') !== 'SSL') return [];
      fileDigests.set(textOf(row.value('fuid')), digest);
      const [oldest] = fileDigests.size > maxIds ? fileDigests.keys() : [];
      if (oldest !== undefined) fileDigests.delete(oldest);
      return [];
    },
  });
  return zeekReader([filesLog], filesLog).open({});
}
