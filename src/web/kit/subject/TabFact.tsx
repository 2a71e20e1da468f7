import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { subjectPath } from '#web/url/subject-path.ts';
import type { Entity } from './entity.ts';

interface TabFactProps {
  readonly subject: Pick<Entity, 'kind' | 'value'>;
  /** The id of a tab of the same page. */
  readonly tab: string;
  readonly children: ReactNode;
}

/** A key fact that leads to the tab with its evidence. */
export function TabFact({ subject: { kind, value }, tab, children }: TabFactProps) {
  return (
    <Link to={`${subjectPath(kind, value)}?tab=${tab}`} className={linkClass}>
      {children}
    </Link>
  );
}
