import { Button } from '#web/kit/ui/Button.tsx';
import { LiveIcon } from '#web/kit/ui/icons.ts';

interface AskNowProps {
  /** Label of the button: "Query registry now". */
  readonly label: string;
  /** What the look-up sends where, and who may notice it; shown before it is sent. */
  readonly children: string;
  readonly onAsk: () => void;
}

/** The button that sends a live look-up, with a plain description. */
export function AskNow({ label, children, onAsk }: AskNowProps) {
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
