import { Link } from 'react-router';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { subjectPath } from '#web/url/subject-path.ts';
import type { Entity } from './entity.ts';
import type { KeyFact } from './KeyFacts.tsx';

/** Links key facts of a subject to the tab of its page that has the evidence, by the id of the tab. A missing fact stays missing. */
export function factsOnTabs({ kind, value }: Pick<Entity, 'kind' | 'value'>) {
  return (tab: string, fact: KeyFact['value']): KeyFact['value'] =>
    fact && (
      <Link to={`${subjectPath(kind, value)}?tab=${tab}`} className={linkClass}>
        {fact}
      </Link>
    );
}
