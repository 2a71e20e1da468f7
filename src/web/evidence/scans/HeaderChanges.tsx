import { parseAsBoolean, useQueryState } from 'nuqs';
import { groupBy } from '#model/group-by.ts';
import { formatCount } from '#model/format.ts';
import { ownValue } from '#model/own-value.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { Checkbox } from '#web/kit/ui/Checkbox.tsx';
import { ShortList } from '#web/kit/ui/ShortList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import type { HeadersRow } from './scan-rows.ts';
import { headerPivot, ScanPivot } from './ScanPivot.tsx';

/** HTTP headers by address: scans with equal headers form a version, and each version shows what changed. */
export function HeaderChanges({ rows }: { readonly rows: readonly HeadersRow[] }) {
  const [isShort, setIsShort] = useQueryState('changes', parseAsBoolean.withDefault(false));
  const addresses = [...groupBy(rows, ({ ip }) => ip).values()].map((scans) => ({
    ip: scans[0]?.ip ?? '',
    versions: headerVersions(scans),
  }));
  return (
    <div className="flex flex-col gap-2">
      {addresses.some(({ versions }) => versions.length > 1) && (
        <Checkbox isChecked={isShort} onChange={(next) => void setIsShort(next || null)} className="self-start">
          Changes only
        </Checkbox>
      )}
      <ShortList label="Addresses" items={addresses} itemKey={({ ip }) => ip}>
        {({ ip, versions }) => (
          <>
            {addresses.length > 1 && (
              <h3 className="mt-2">
                <IndicatorLink kind="ipv4" value={ip} />
              </h3>
            )}
            <ShortList
              label={`Headers of ${ip}`}
              items={versions.map((version, index) => ({ version, isFirst: index === versions.length - 1 }))}
              itemKey={({ version }) => `${version.first} ${version.latest}`}
            >
              {({ version, isFirst }) => <Version version={version} isFirst={isFirst} isShort={isShort} />}
            </ShortList>
          </>
        )}
      </ShortList>
    </div>
  );
}

interface VersionProps {
  readonly version: HeaderVersion;
  /** No earlier version to compare with. */
  readonly isFirst: boolean;
  readonly isShort: boolean;
}

function Version({ version, isFirst, isShort }: VersionProps) {
  const { first, latest, scanCount, lines } = version;
  const changed = lines.filter(({ change }) => change !== 'same');
  return (
    <article className="border-border py-1.5 not-last:border-b">
      <p className="flex flex-wrap items-baseline gap-x-2 text-muted">
        <TimeText value={first} />
        {first !== latest && (
          <>
            {' to '}
            <TimeText value={latest} />
          </>
        )}
        <span>· {formatCount(scanCount, 'scan')}</span>
        {!isFirst && <span>· {changed.length} changed</span>}
      </p>
      <dl className="grid grid-cols-[1rem_minmax(6rem,max-content)_minmax(0,1fr)] gap-x-2 text-sm">
        {(isShort && !isFirst ? changed : lines).map((line) => (
          <Line key={`${line.change} ${line.name}`} {...line} />
        ))}
      </dl>
    </article>
  );
}

const signs = { added: '+', removed: '−', changed: '~', same: '' } as const;

function Line({ name, value, change, earlier }: HeaderLine) {
  return (
    <div
      className="col-span-3 grid grid-cols-subgrid data-changed:bg-hover"
      data-changed={change !== 'same' || undefined}
    >
      <span aria-hidden className="text-center text-warning">
        {signs[change]}
      </span>
      <dt className="max-w-60 font-mono break-words text-muted">
        {change !== 'same' && <span className="sr-only">{change} </span>}
        <VisibleText text={name} foldAt={80} />
      </dt>
      <dd>
        {change === 'removed' ? (
          <Earlier value={value} />
        ) : (
          <ScanPivot text={value} query={headerPivot(name, value)} what="Hosts that send this header" />
        )}
        {earlier !== undefined && (
          <>
            {' '}
            <span className="text-muted">before:</span> <Earlier value={earlier} />
          </>
        )}
      </dd>
    </div>
  );
}

function Earlier({ value }: { value: string }) {
  return (
    <del className="font-mono text-muted">
      <VisibleText text={value} foldAt={300} />
    </del>
  );
}

interface HeaderLine {
  readonly name: string;
  readonly value: string;
  /** Compared with the previous version; 'same' for every header of the first version. */
  readonly change: 'added' | 'removed' | 'changed' | 'same';
  /** The previous value of a changed header. */
  readonly earlier?: string;
}

/** Headers that stayed the same from scan to scan. */
interface HeaderVersion {
  /** Days of the first and the latest scan that saw them, yyyymmdd. */
  readonly first: number | undefined;
  readonly latest: number | undefined;
  readonly scanCount: number;
  readonly lines: readonly HeaderLine[];
}

type Headers = Readonly<Record<string, string>>;

/** The scans of one address, newest first, as versions compared with the previous one in time. */
export function headerVersions(scans: readonly Pick<HeadersRow, 'date' | 'headers'>[]): readonly HeaderVersion[] {
  const runs: (typeof scans)[number][][] = [];
  for (const scan of scans) {
    const run = runs.at(-1);
    if (run && sameHeaders(run[0]?.headers, scan.headers)) run.push(scan);
    else runs.push([scan]);
  }
  return runs.map((run, index) => ({
    first: run.at(-1)?.date,
    latest: run[0]?.date,
    scanCount: run.length,
    lines: headerLines(run[0]?.headers ?? {}, runs[index + 1]?.[0]?.headers),
  }));
}

function headerLines(headers: Headers, earlier: Headers | undefined): readonly HeaderLine[] {
  const here = Object.entries(headers).map(([name, value]): HeaderLine => {
    if (!earlier) return { name, value, change: 'same' };
    const before = ownValue(earlier, name);
    if (before === undefined) return { name, value, change: 'added' };
    return before === value ? { name, value, change: 'same' } : { name, value, change: 'changed', earlier: before };
  });
  const gone = Object.entries(earlier ?? {}).filter(([name]) => !Object.hasOwn(headers, name));
  return [...here, ...gone.map(([name, value]): HeaderLine => ({ name, value, change: 'removed' }))];
}

/** Compares names and values regardless of order. */
function sameHeaders(a: Headers = {}, b: Headers = {}): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name]);
}
