import { useQuery } from '@tanstack/react-query';
import { kindOfMember } from '#model/connection.ts';
import { linkTitles } from '#model/connection-strength.ts';
import { ownValue } from '#model/own-value.ts';
import { answerOptions } from '#web/api/query.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { connectionsQuestion } from './connections.tsx';

/** The strongest link to a listed subject, as evidence beside the score. Shown once the panel "Connections" has its answer. */
export function ListedRelative({ subject }: { readonly subject: Pick<Entity, 'kind' | 'value'> }) {
  const { data } = useQuery({ ...answerOptions(connectionsQuestion(subject)), enabled: false });
  const relative = data?.response.related?.find(({ listed }) => listed);
  if (!relative) return null;
  const { subject: other = '', type, bits = 0, operator = 'possible' } = relative;
  return (
    <p className="mt-2 text-sm text-muted">
      Shares {bits.toFixed(1)} bits with <IndicatorLink kind={kindOfMember(type, other)} value={other} />, listed (
      {(ownValue(linkTitles, operator) ?? operator).toLowerCase()}). Connections do not count in the score.
    </p>
  );
}
