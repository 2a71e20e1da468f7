import type { FeedOutcome } from './apply/feed-import.ts';
import type { DroppedFile } from './fetch/drop-folder.ts';

type Ending = FeedOutcome | { readonly state: 'unchanged' | 'failed' };

/** The text that a person finds beside settled files. @param error why they were not loaded */
export function settlementReport(files: readonly DroppedFile[], ending: Ending, error: string | undefined): string {
  const { rows, rejects }: Partial<FeedOutcome> = 'rows' in ending ? ending : {};
  const { listings = 0, facts = 0, routing = 0 } = rows ?? {};
  const { count = 0, byReason = [], examples = [] } = rejects ?? {};
  const isDone = ending.state === 'done';
  const lines = [
    `Files: ${files.map(({ name }) => name).join(', ')}`,
    `Result: ${isDone ? 'loaded' : 'not loaded'}${error === undefined ? '' : `. ${error}`}`,
    `Read: ${listings} listings, ${facts} facts, ${routing} routing entries`,
    `Rejected: ${count}`,
    ...byReason.map((each) => `  ${each.count} x ${each.reason}`),
    ...(examples.length > 0 ? ['Examples:'] : []),
    ...examples.map(({ line, reason }) => `  ${line}  (${reason})`),
    ...(isDone ? [] : ['To try again, move the files back into the folder of the feed.']),
  ];
  return `${lines.join('\n')}\n`;
}
