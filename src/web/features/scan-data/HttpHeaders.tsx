import { indicatorOf } from '#model/indicator-of.ts';
import { IndicatorLink } from '#web/components/indicator/IndicatorLink.tsx';
import { ShortList } from '#web/ui/ShortList.tsx';
import { TimeText } from '#web/components/time/TimeText.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import type { HeadersRow } from './scan-data.ts';
import { ScanPanel, type ScanSource } from './ScanPanel.tsx';

/** HTTP headers that scans saw, scan by scan. Names and values are foreign text. */
export function HttpHeaders<R>({ source }: { readonly source: ScanSource<R> }) {
  return (
    <ScanPanel
      source={source}
      kind="headers"
      title="HTTP headers"
      empty="No scan saw an HTTP answer here."
      rowCount={8}
    >
      {(rows) => (
        <ShortList
          label="Scans"
          items={rows.map((row, index) => ({ row, key: `${row.scan_date} ${row.hostname} ${index}` }))}
          itemKey={({ key }) => key}
        >
          {({ row }) => <HeaderSet scan={row} />}
        </ShortList>
      )}
    </ScanPanel>
  );
}

function HeaderSet({ scan }: { scan: HeadersRow }) {
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
