import { internalZoneOf } from '#model/reserved-space.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { LiveIcon } from '#web/kit/ui/icons.ts';

interface AskNowProps {
  /** The domain or host name that is looked up; nothing is sent about names of the own network. */
  readonly about?: string;
  /** Label of the button: "Query registry now". */
  readonly label: string;
  /** What the look-up sends where, and who may notice it; shown before it is sent. */
  readonly children: string;
  readonly onAsk: () => void;
}

/** The button that sends a live look-up, with a plain description. */
export function AskNow({ about = '', label, children, onAsk }: AskNowProps) {
  const zone = internalZoneOf(about);
  if (zone !== null)
    return <p className="text-muted">Nothing is sent about names under .{zone}: they belong to your own network.</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Button onClick={onAsk}>
        <LiveIcon />
        {label}
      </Button>
      <p className="max-w-prose text-muted">{children}</p>
    </div>
  );
}
