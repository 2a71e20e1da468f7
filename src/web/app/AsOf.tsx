import type { ReactNode } from 'react';
import { Button } from '#web/kit/ui/Button.tsx';
import { HistoryIcon } from '#web/kit/ui/icons.ts';
import { Popover } from '#web/kit/ui/Popover.tsx';
import { Skeleton } from '#web/kit/ui/Skeleton.tsx';
import { AsOfContext, useAsOf } from '#web/url/as-of.ts';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

const AsOfForm = lazyPart(async () => (await import('./AsOfForm.tsx')).default);

/** Time travel: sets the “as of” day of all requests. */
export function AsOfControl() {
  const [asOf, setAsOf] = useAsOf();
  return (
    <Popover
      label="View data as of a day"
      align="end"
      className="w-72 p-3"
      trigger={(props) => (
        <Button {...props} data-tour="as-of" variant="quiet" aria-label={asOf ? `As of ${asOf}` : 'As of now'}>
          <HistoryIcon />
          <span className="max-sm:sr-only">{asOf ? `As of ${asOf}` : 'Now'}</span>
        </Button>
      )}
    >
      {(close) => (
        <AsOfForm
          fallback={<Skeleton shape="text" count={6} />}
          asOf={asOf}
          onChoose={(day) => {
            setAsOf(day);
            close();
          }}
        />
      )}
    </Popover>
  );
}

/** Shown while a day is set: the dashboard does not show current data. */
export function AsOfBanner() {
  const [asOf, setAsOf] = useAsOf();
  if (!asOf) return null;
  return (
    <section
      aria-label="Time travel"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-warning/50 bg-surface px-3 py-1 text-warning sm:px-4"
    >
      <HistoryIcon />
      <p>
        As of <strong className="font-semibold">{asOf}</strong>, not current data. Panels without history are grey and
        marked “current data”.
      </p>
      <Button size="sm" onClick={() => setAsOf(null)}>
        Back to now
      </Button>
    </section>
  );
}

/** Provides the day of the URL to its children. */
export function AsOfScope({ children }: { readonly children: ReactNode }) {
  const [asOf] = useAsOf();
  return <AsOfContext value={asOf}>{children}</AsOfContext>;
}
