import type { RecordTimelineLook } from '#web/components/records/RecordTimeline.tsx';
import type { ScanKind } from '#web/components/ask/scan-kind.ts';
import { fileItems, headersItems, jarmItems, scanCertificateItems } from './scan-items.ts';
import type { ScanRows } from './scan-rows.ts';

type Looks = { readonly [Kind in ScanKind]: RecordTimelineLook<ScanRows[Kind]> | null };

/** How the records of each kind are drawn over time. A4 does not say when an icon was seen. */
export const scanTimelines: Looks = {
  certificates: {
    itemsOf: scanCertificateItems,
    words: { item: ['certificate', 'certificates'], group: ['issuer', 'issuers'], between: 'by' },
  },
  favicon: null,
  headers: {
    itemsOf: headersItems,
    words: { item: ['version', 'versions'], group: ['server header', 'server headers'], between: 'with' },
  },
  jarm: {
    itemsOf: jarmItems,
    words: { item: ['sighting', 'sightings'], group: ['fingerprint', 'fingerprints'], between: 'of' },
  },
  opendir: {
    itemsOf: fileItems,
    words: { item: ['file', 'files'], group: ['address', 'addresses'], between: 'at' },
  },
};
