import { Link } from 'react-router';
import type { ShownTag, SubjectTag } from '#model/subject-tags.ts';
import { visibleText } from '#model/visible-text.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Tooltip } from '#web/kit/ui/Tooltip.tsx';
import { paths } from '#web/url/paths.ts';
import { subjectPath } from '#web/url/subject-path.ts';

/**
 * The tags of a subject. Hover and focus say why it has one; that of an imitation leads to the look-alikes of its model, that of
 * a finding to the findings of its detector.
 */
export function TagRow({ tags }: { readonly tags: readonly SubjectTag[] }) {
  return tags.map((tag) => {
    const { id, label, tone, why } = tag;
    const badge = <Badge tone={tone}>{label}</Badge>;
    const others = othersWith(tag);
    return (
      <Tooltip key={id} text={visibleText(why)}>
        {others === undefined ? (
          <button type="button" className="target max-w-full cursor-help rounded-sm">
            {badge}
          </button>
        ) : (
          <Link to={others} className="target max-w-full rounded-sm">
            {badge}
          </Link>
        )}
      </Tooltip>
    );
  });
}

/** The page that lists the other subjects with a tag; undefined where none does. */
function othersWith({ domain, detector }: SubjectTag): string | undefined {
  if (domain !== undefined) return `${subjectPath('domain', domain)}?tab=related`;
  return detector === undefined ? undefined : paths.findings({ detector });
}

/** Tags of a row, also as an answer has them, whose fields may be absent. */
export type RowTags = readonly Partial<ShownTag>[] | undefined;

interface SubjectTagsProps {
  readonly tags?: RowTags;
  /** Pixels for the tags; all are shown unless given. */
  readonly room?: number;
}

/** Tags in a row of a list: the first, those that also fit, and the number of the others. Hover says why; of the others, focus too. */
export function SubjectTags({ tags = [], room = Infinity }: SubjectTagsProps) {
  const shown = fittingTags(
    tags.map(({ label = '' }) => label),
    room,
  );
  const others = tags.slice(shown);
  return (
    <>
      {tags.slice(0, shown).map(({ id, label, tone = 'neutral', why = '' }) => (
        <span key={id} className="inline-flex min-w-0" title={visibleText(why)}>
          <Badge tone={tone}>{label}</Badge>
        </span>
      ))}
      {others.length > 0 && (
        <Tooltip text={others.map(othersText).join(' · ')}>
          <button type="button" className="target h-5 shrink-0 cursor-help rounded-sm px-0.5 text-sm text-muted">
            +{others.length}
            <span className="sr-only"> more</span>
          </button>
        </Tooltip>
      )}
    </>
  );
}

function othersText({ label = '', why = '' }: Partial<ShownTag>): string {
  return visibleText(why === '' ? label : `${label}: ${why}`);
}

/** Of a tag: its padding and border, and the gap after it. */
const aroundPixels = 18;
/** Of a letter at the size of a tag, on average. */
const letterPixels = 6.4;
/** The number of the tags that do not fit. */
const countPixels = 22;

/** How many tags fit beside each other with the number of the others: the first always, cut if it must be. @param room pixels */
export function fittingTags(labels: readonly string[], room: number): number {
  let end = 0;
  for (const [index, label] of labels.entries()) {
    end += aroundPixels + letterPixels * label.length;
    const isLast = index === labels.length - 1;
    if (index > 0 && end + (isLast ? 0 : countPixels) > room) return index;
  }
  return labels.length;
}
