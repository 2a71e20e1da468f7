import { CopyButton } from './CopyButton.tsx';

interface CodeBlockProps {
  /** The content: "curl", "Raw answer". Names the region and the copy button. */
  label: string;
  code: string;
  /** Shown while the code is empty. */
  placeholder?: string | undefined;
  /** Long lines wrap (a URL) instead of scrolling sideways (JSON). */
  isWrapped?: boolean;
  /** Height at which it scrolls, in CSS pixels. */
  maxHeightPx?: number;
}

/** Code or raw data: monospace, selectable, copyable, scrollable by keyboard. */
export function CodeBlock({ label, code, placeholder, isWrapped = false, maxHeightPx = 320 }: CodeBlockProps) {
  return (
    <div className="relative min-w-0 rounded-md border border-border bg-sunken">
      <div className="flex h-7 items-center justify-between border-b border-border pr-0.5 pl-2 text-sm text-muted">
        {label}
        {code !== '' && <CopyButton text={code} label={`Copy ${label}`} />}
      </div>
      {/* a scrolling box must be reachable by Tab, or the keyboard cannot scroll it */}
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        style={{ maxHeight: maxHeightPx }}
        className={`overflow-auto p-2 font-mono text-sm ${isWrapped ? 'wrap-anywhere whitespace-pre-wrap' : 'whitespace-pre'}`}
      >
        {code || <span className="font-sans break-normal text-muted">{placeholder}</span>}
      </pre>
    </div>
  );
}
