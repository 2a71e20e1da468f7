import { Link } from 'react-router';
import type { SubjectTag } from '#model/subject-tags.ts';
import { visibleSegments } from '#model/visible-text.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Tooltip } from '#web/kit/ui/Tooltip.tsx';
import { subjectPath } from '#web/url/subject-path.ts';

/** The tags of a subject. Hover and focus say why it has one; that of an imitation leads to the look-alikes of its model. */
export function TagRow({ tags }: { readonly tags: readonly SubjectTag[] }) {
  return tags.map((tag) => (
    <Tooltip key={tag.id} text={plainText(tag.why)}>
      {tag.domain === undefined ? (
        <button type="button" className="target max-w-full cursor-help rounded-sm">
          <TagBadge tag={tag} />
        </button>
      ) : (
        <Link to={`${subjectPath('domain', tag.domain)}?tab=related`} className="target max-w-full rounded-sm">
          <TagBadge tag={tag} />
        </Link>
      )}
    </Tooltip>
  ));
}

/** One tag, for places whose text says why. */
function TagBadge({ tag }: { readonly tag: Pick<SubjectTag, 'label' | 'tone'> }) {
  return <Badge tone={tag.tone}>{tag.label}</Badge>;
}

/** Foreign text without characters that hide or reorder it. */
function plainText(text: string): string {
  return visibleSegments(text)
    .map(({ kind, text: part, label }) => (kind === 'plain' ? part : `<${label}>`))
    .join('');
}
