import type { SourcePreviewAnswer } from '#contract/generated/types.gen.ts';
import { formatCount } from '#model/format.ts';
import { categoryLabel } from '#model/listed-by.ts';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { readRejects } from './feed.ts';
import { RejectList } from './FeedDetails.tsx';

interface FeedPreviewProps {
  readonly preview: SourcePreviewAnswer;
  /** The form was changed since the preview. */
  readonly isStale: boolean;
}

const headings = ['Indicator', 'Type', 'Category', 'First seen', 'Last seen', 'Tags', 'Reference'] as const;

const typeWords: ReadonlyMap<string, string> = new Map([
  ['ip', 'IP address'],
  ['range', 'IP range'],
  ['asn', 'AS'],
  ['domain', 'Domain or host'],
  ['name_server', 'Name server'],
  ['url', 'URL'],
  ['certificate', 'Certificate'],
  ['jarm', 'JARM'],
  ['ja3', 'JA3'],
  ['hash', 'File hash'],
]);

/** The first entries of a feed as they would be parsed, and those that would be rejected. */
export function FeedPreview({ preview: { rows = [], rejects }, isStale }: FeedPreviewProps) {
  return (
    <section aria-labelledby="preview-heading" className="flex min-w-0 flex-col gap-2">
      <h3 id="preview-heading" className="flex flex-wrap items-center gap-x-2 font-semibold">
        Preview
        <span role="status" className="text-sm font-normal text-muted">
          {rows.length === 0 ? 'no entries' : `first ${formatCount(rows.length, 'entry', 'entries')}`}
          {isStale && <span className="text-warning"> · the form has changed since: preview again</span>}
        </span>
      </h3>
      {rows.length === 0 ? (
        <EmptyState kind="unknown" word="No entries">
          No indicator was found. Check the format and the columns.
        </EmptyState>
      ) : (
        <div
          role="region"
          aria-label="Previewed entries"
          tabIndex={0}
          className="max-h-96 overflow-auto overscroll-contain rounded-md border border-border"
        >
          <table className="w-full text-left">
            <thead className="text-sm text-muted">
              <tr>
                {headings.map((heading) => (
                  <th
                    key={heading}
                    scope="col"
                    className="sticky top-0 bg-raised px-3 py-1 font-medium whitespace-nowrap"
                  >
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ indicator = '', type, category, first, last, tags = [], reference = '' }, index) => (
                <tr key={index} className="border-t border-border align-baseline">
                  <td className="min-w-40 px-3 py-1 font-mono text-[0.95em]">
                    <VisibleText text={indicator} foldAt={120} />
                  </td>
                  <td className="px-3 py-1 whitespace-nowrap">{typeWords.get(type ?? '') ?? type}</td>
                  <td className="px-3 py-1 whitespace-nowrap">{categoryLabel(category ?? '')}</td>
                  <td className="px-3 py-1 whitespace-nowrap tabular-nums">{first}</td>
                  <td className="px-3 py-1 whitespace-nowrap tabular-nums">{last}</td>
                  <td className="min-w-24 px-3 py-1">
                    <VisibleText text={tags.join(', ')} foldAt={120} />
                  </td>
                  <td className="min-w-32 px-3 py-1">
                    <VisibleText text={reference} foldAt={80} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <RejectList rejects={readRejects(rejects)} />
    </section>
  );
}
