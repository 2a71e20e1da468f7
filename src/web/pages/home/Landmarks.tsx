import type { CollectionLandmark } from '#contract/generated/types.gen.ts';
import { INDICATOR_KINDS, isNameServer, type IndicatorKind } from '#model/indicator-kind.ts';
import { recognise } from '#model/indicator.ts';
import { IndicatorLink } from '#web/components/indicator/IndicatorLink.tsx';
import { SampleMark } from '#web/components/indicator/SampleMark.tsx';

/** By the kinds that the contract names; a newer deployment may have more. */
const isOfKind: Readonly<Partial<Record<string, (kind: IndicatorKind) => boolean>>> = {
  domain: (kind) => kind === 'domain',
  address: (kind) => kind === 'ipv4' || kind === 'ipv6',
  asn: (kind) => kind === 'asn',
  subnet: (kind) => kind === 'subnet',
  nameserver: isNameServer,
};

interface LandmarksProps {
  /** Undefined while they are asked for. */
  readonly landmarks: readonly CollectionLandmark[] | undefined;
}

/** The indicators of the sample collection to try first, with what is there to see. Nothing where no sample is loaded. */
export function Landmarks({ landmarks }: LandmarksProps) {
  if (!landmarks) return <Room />;
  const shown = landmarks.flatMap(({ indicator = '', kind, story = '' }) => {
    const reading = recognise(indicator).interpretations.find((each) => isOfKind[kind ?? '']?.(each.kind));
    return reading ? [{ ...reading, story }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="landmarks-heading">
      <h2 id="landmarks-heading" className="mb-2 flex items-center gap-2 text-base font-semibold">
        Try these first <SampleMark />
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-2">
        {shown.map(({ kind, value, story }) => (
          <li key={`${kind} ${value}`} className="rounded-lg border border-border bg-surface px-3 py-2">
            <p className="text-sm text-faint">{INDICATOR_KINDS[kind].one}</p>
            <IndicatorLink kind={kind} value={value} className="font-medium" />
            <p className="mt-1 text-muted">{story}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** As much as they take in one to five columns, so that nothing moves when they come. */
function Room() {
  return (
    <div
      aria-hidden
      className="h-[610px] animate-late rounded-sm bg-hover sm:h-[418px] md:h-[358px] lg:h-[292px] min-[85rem]:h-[166px]"
    />
  );
}
