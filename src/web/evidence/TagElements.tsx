import { Link } from 'react-router';
import { AsnLink, IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';
import {
  differingElements,
  elementNames,
  labelSubject,
  type TagElement,
  type TagElementKind,
  tagElements,
} from './tag-elements.ts';

interface TagElementsProps {
  readonly domain: string;
  readonly tag: string;
  /** Another tag of the domain: elements that differ from it are marked. */
  readonly comparedTag?: string | undefined;
}

/** An infrastructure tag: its elements, whose labels are pivots, and the tag as text. */
export function TagElements({ domain, tag, comparedTag }: TagElementsProps) {
  const elements = tagElements(tag);
  if (!elements) return <VisibleText text={tag} className="font-mono" />;
  const changed = comparedTag === undefined ? [] : differingElements(tag, comparedTag);
  return (
    <>
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {elements.map((element) => (
          <div key={element.kind} className="min-w-0">
            <dt className="flex items-baseline gap-2 text-sm text-muted">
              {elementNames[element.kind]}
              {changed.includes(element.kind) && <Badge tone="warning">changed</Badge>}
            </dt>
            <dd className="min-w-0">
              <Labels element={element} domain={domain} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 font-mono text-sm break-all text-muted">
        <VisibleText text={tag} />
      </p>
    </>
  );
}

interface LabelsProps {
  readonly element: TagElement;
  /** The domain with this tag; none for a pattern. */
  readonly domain?: string;
}

/** The labels of one element; a label that names a subject is a pivot. */
export function Labels({ element, domain }: LabelsProps) {
  if (element.labels.length === 0)
    return <span className="text-faint">{element.differs ? 'differs' : 'none known'}</span>;
  return (
    <ul>
      {element.labels.map((label) => (
        <li key={label} className="truncate">
          <Label kind={element.kind} label={label} domain={domain} />
        </li>
      ))}
    </ul>
  );
}

function Label({ kind, label, domain }: { kind: TagElementKind; label: string; domain: string | undefined }) {
  const subject = labelSubject(kind, label, domain);
  switch (subject.is) {
    case 'domain':
      return <IndicatorLink kind="domain" value={subject.value} display={label === 'self' ? 'self' : undefined} />;
    case 'asn':
      return <AsnLink asn={Number(subject.value)} />;
    case 'as-name':
      return (
        <Link to={paths.asnSearch({ asname_contains: subject.part })} className={linkClass} title="Look for the AS">
          <VisibleText text={label} />
        </Link>
      );
    case 'text':
      return <VisibleText text={label} />;
  }
}
