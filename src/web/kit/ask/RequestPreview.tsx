import { CodeBlock } from '#web/kit/ui/CodeBlock.tsx';
import { IconButton } from '#web/kit/ui/IconButton.tsx';
import { ApiIcon } from '#web/kit/ui/icons.ts';
import { Popover } from '#web/kit/ui/Popover.tsx';

interface RequestPreviewProps {
  /** What would be sent; '' while nothing can be. */
  readonly request: string;
  /** What is missing then, in a sentence. */
  readonly lacks?: string | undefined;
}

/** The request of a question, behind a button. */
export function RequestPreview({ request, lacks }: RequestPreviewProps) {
  return (
    <Popover
      label="Request preview"
      align="end"
      className="w-[min(44rem,calc(100vw-1rem))] p-2"
      trigger={(props) => <IconButton {...props} icon={ApiIcon} label="Request preview" variant="secondary" />}
    >
      {() => <CodeBlock label="Request preview" isWrapped code={request} placeholder={lacks && `None yet. ${lacks}`} />}
    </Popover>
  );
}
