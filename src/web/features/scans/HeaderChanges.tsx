import { parseAsBoolean, useQueryState } from 'nuqs';
import { IndicatorLink } from '#web/components/indicator/IndicatorLink.tsx';
import { TimeText } from '#web/components/time/TimeText.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { ShortList } from '#web/ui/ShortList.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { headerVersions, type HeaderLine, type HeaderVersion } from './header-versions.ts';
import { groupRows, type HeadersRow } from './scan-rows.ts';
import { headerPivot, ScanPivot } from './ScanPivot.tsx';

/** HTTP headers by address: scans that saw the same stand together, and each version says what it changed. */
export function HeaderChanges({ rows }: { readonly rows: readonly HeadersRow[] }) {
  const [isShort, setIsShort] = useQueryState('changes', parseAsBoolean.withDefault(false));
  const addresses = groupRows(rows, ({ ip }) => ip).map((scans) => ({
    ip: scans[0]?.ip ?? '',
    versions: headerVersions(scans),
  }));
  return (
    <div className="flex flex-col gap-2">
      {addresses.some(({ versions }) => versions.length > 1) && (
        <Checkbox isChecked={isShort} onChange={(next) => void setIsShort(next || null)} className="self-start">
          Only what changed
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
  /** There is none before it to compare with. */
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
        <span>
          {scanCount} {scanCount === 1 ? 'scan' : 'scans'}
        </span>
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
