import type { CollectionLandmark } from '#contract/generated/types.gen.ts';
import { type IndicatorKind, isNameServer } from '#model/indicator-kind.ts';
import { ownValue } from '#model/own-value.ts';
import { recogniseValue } from '#model/recognise-value.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { PlayIcon } from '#web/kit/ui/icons.ts';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { showTourStep } from '#web/stores/tour.ts';

/** Keyed by the kinds in the contract; a newer deployment may have more. */
const isOfKind: Readonly<Partial<Record<string, (kind: IndicatorKind) => boolean>>> = {
  domain: (kind) => kind === 'domain',
  address: (kind) => kind === 'ipv4' || kind === 'ipv6',
  asn: (kind) => kind === 'asn',
  subnet: (kind) => kind === 'subnet',
  nameserver: isNameServer,
};

interface StoriesProps {
  /** Undefined while loading. */
  readonly landmarks: readonly CollectionLandmark[] | undefined;
}

/** Subjects of the sample collection to try first, each with its story. Empty unless the sample is loaded. */
export function Stories({ landmarks }: StoriesProps) {
  if (!landmarks) return <Skeleton shape="rows" count={9} />;
  const shown = landmarks.flatMap(({ indicator = '', kind, story = '' }) => {
    const reading = recogniseValue(indicator).interpretations.find((each) =>
      ownValue(isOfKind, kind ?? '')?.(each.kind),
    );
    return reading ? [{ ...reading, story }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="stories-heading">
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h3 id="stories-heading" className="text-sm text-muted">
          Try these in the sample collection
        </h3>
        <Button size="sm" variant="quiet" onClick={() => showTourStep(0)}>
          <PlayIcon />
          First steps
        </Button>
      </div>
      <ul className="flex flex-col gap-2.5">
        {shown.map(({ kind, value, story }) => (
          <li key={`${kind} ${value}`}>
            <IndicatorLink kind={kind} value={value} className="font-medium" />
            <p className="text-sm text-muted">{story}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
