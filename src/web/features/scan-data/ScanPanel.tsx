import type { ReactNode } from 'react';
import type { EnrichmentScanData } from '#contract/generated/types.gen.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import { scanRows, type ScanKind, type ScanRow } from './scan-data.ts';

/** Where scan data comes from: an enrichment call (G1, G2, G3 with scan_data=1), and how its answer tells what it knows. */
export interface ScanSource<R> {
  readonly answer: Answer<R>;
  readonly read: (response: R) => PanelState<EnrichmentScanData | undefined>;
  /** For captions and file names. */
  readonly subject: string;
}

interface ScanPanelProps<R, Kind extends ScanKind> {
  readonly source: ScanSource<R>;
  readonly kind: Kind;
  readonly title: string;
  readonly empty: string;
  readonly rowCount: number;
  readonly children: (rows: readonly ScanRow<Kind>[]) => ReactNode;
}

/** One list of the scan data. */
export function ScanPanel<R, Kind extends ScanKind>(props: ScanPanelProps<R, Kind>) {
  const { source, kind, title, empty, rowCount, children } = props;
  return (
    <Panel
      title={title}
      answer={source.answer}
      read={(response) => {
        const state = source.read(response);
        return state.is === 'data' ? scanRows(state.data, kind, empty) : state;
      }}
      skeleton={{ shape: 'rows', count: rowCount }}
    >
      {children}
    </Panel>
  );
}
