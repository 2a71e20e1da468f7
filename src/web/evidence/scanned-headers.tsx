import { indicatorOf } from '#model/indicator-of.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { ShortList } from '#web/kit/ui/ShortList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { noScanData, scanData, type ScanDataRow, scanRows } from './scan-data.ts';

type Row = ScanDataRow<'headers'>;

/** HTTP headers that scans saw, scan by scan. Names and values are foreign text. */
export const ScannedHeaders = defineCard(scanData, {
  title: 'HTTP headers',
  read: (response, entity) => {
    const rows = scanRows('headers')(response);
    return rows
      ? rowsOrEmpty(rows, 'No HTTP response in the scan data.')
      : { is: 'unknown', message: noScanData(entity) };
  },
  show: (rows) => (
    <ShortList
      label="Scans"
      items={rows.map((row, index) => ({ row, key: `${row.scan_date} ${row.hostname} ${index}` }))}
      itemKey={({ key }) => key}
    >
      {({ row }) => <HeaderSet scan={row} />}
    </ShortList>
  ),
  expectedRows: 8,
});

function HeaderSet({ scan }: { scan: Row }) {
  const host = scan.hostname ? indicatorOf(scan.hostname) : null;
  return (
    <article className="border-border py-1 not-last:border-b">
      <h3 className="flex flex-wrap items-baseline gap-x-3 text-muted">
        <TimeText value={scan.scan_date} />
        {host ? <IndicatorLink {...host} display={scan.hostname} /> : <VisibleText text={scan.hostname ?? ''} />}
        <VisibleText text={scan.response ?? ''} className="text-text" />
      </h3>
      <dl className="grid grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)] gap-x-4 font-mono text-sm">
        {Object.entries(scan.headers ?? {}).map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="max-w-60 break-words text-muted">
              <VisibleText text={name} foldAt={80} />
            </dt>
            <dd>
              <VisibleText text={String(value)} foldAt={300} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
