import { Link } from 'react-router';
import type { ShownTag, SubjectTag } from '#model/subject-tags.ts';
import { visibleText } from '#model/visible-text.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Tooltip } from '#web/kit/ui/Tooltip.tsx';
import { subjectPath } from '#web/url/subject-path.ts';

/** The tags of a subject. Hover and focus say why it has one; that of an imitation leads to the look-alikes of its model. */
export function TagRow({ tags }: { readonly tags: readonly SubjectTag[] }) {
  return tags.map(({ id, label, tone, why, domain }) => {
    const badge = <Badge tone={tone}>{label}</Badge>;
    return (
      <Tooltip key={id} text={visibleText(why)}>
        {domain === undefined ? (
          <button type="button" className="target max-w-full cursor-help rounded-sm">
            {badge}
          </button>
        ) : (
          <Link to={`${subjectPath('domain', domain)}?tab=related`} className="target max-w-full rounded-sm">
            {badge}
          </Link>
        )}
      </Tooltip>
    );
  });
}

/** Tags of a row, also as an answer has them, whose fields may be absent. */
export type RowTags = readonly Partial<ShownTag>[] | undefined;

/** Tags in a row of a list: hover says why. They take no focus, since a table has a cell for them and a page its links. */
export function SubjectTags({ tags = [] }: { readonly tags?: RowTags }) {
  return tags.map(({ id, label, tone = 'neutral', why = '' }) => (
    <span key={id} className="inline-flex min-w-0 not-first:shrink-[999]" title={visibleText(why)}>
      <Badge tone={tone}>{label}</Badge>
    </span>
  ));
}
