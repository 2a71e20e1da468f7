import { Button } from '#web/kit/ui/Button.tsx';
import { LiveIcon } from '#web/kit/ui/icons.ts';

interface AskNowProps {
  /** The action: "Query registry now". */
  readonly label: string;
  /** What it sends where, and who may notice: said before it is done. */
  readonly children: string;
  readonly onAsk: () => void;
}

/** The press that lets a live look-up out, with what it does in plain words beside it. */
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
