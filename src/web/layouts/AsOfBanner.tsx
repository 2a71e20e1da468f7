import { Button } from '#web/ui/Button.tsx';
import { HistoryIcon } from '#web/ui/icons.ts';
import { useAsOf } from '#web/url/as-of.ts';

/** Says for as long as it is so that the dashboard does not show the present. */
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
        As of <strong className="font-semibold">{asOf}</strong>, not the present.
      </p>
      <Button size="sm" onClick={() => setAsOf(null)}>
        Back to now
      </Button>
    </section>
  );
}
