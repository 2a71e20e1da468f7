import type { FindingDetector } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import { detectorState } from '#web/evidence/finding-words.ts';
import { Card } from '#web/kit/ui/Card.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

const tones = { text: 'text-text', muted: 'text-muted', warning: 'text-warning', danger: 'text-danger' } as const;

/** One line for each detector: what it looks for, and how its last run ended. A press shows the source and the thresholds. */
export function DetectorLines({ detectors }: { readonly detectors: readonly FindingDetector[] }) {
  return (
    <Card title="Detectors">
      <ul className="divide-y divide-border">
        {detectors.map((detector) => (
          <li key={detector.id}>
            <DetectorLine detector={detector} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function DetectorLine({ detector }: { readonly detector: FindingDetector }) {
  const { id = '', title = id, meaning = '', source = '', thresholds = [], ran_at: ran } = detector;
  const { tone, words } = detectorState(detector);
  return (
    <details className="py-1">
      <summary className="cursor-pointer">
        <span className="inline-grid w-[calc(100%-1.25rem)] grid-cols-[minmax(0,1fr)] items-baseline gap-x-4 align-top lg:grid-cols-[13rem_minmax(0,1fr)_minmax(0,20rem)]">
          <span className="font-semibold">
            <VisibleText text={title} />
          </span>
          <span className="text-muted max-lg:hidden">
            <VisibleText text={meaning} />
          </span>
          <span className={tones[tone]} title={ran ? `Last run ${ran} UTC` : undefined}>
            <VisibleText text={words} />
          </span>
        </span>
      </summary>
      <div className="max-w-prose py-1 pl-5 text-sm">
        <p className="text-muted lg:hidden">
          <VisibleText text={meaning} />
        </p>
        <p>
          <span className="text-muted">Source: </span>
          <VisibleText text={source} />
        </p>
        <ul aria-label="Thresholds">
          {thresholds.map(({ title: limit = '', value = 0, reason = '' }) => (
            <li key={limit}>
              <VisibleText text={limit} /> <span className="tabular-nums">{formatNumber(value)}</span>:{' '}
              <span className="text-muted">
                <VisibleText text={reason} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
