import { useQuery } from '@tanstack/react-query';
import type { RelatedSubject } from '#contract/generated/types.gen.ts';
import { kindOfMember } from '#model/connection.ts';
import { linkTitles } from '#model/connection-strength.ts';
import { ownValue } from '#model/own-value.ts';
import { answerOptions } from '#web/api/query.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { connectionsQuestion } from './connections.tsx';

/**
 * The strongest link to a listed subject, as evidence beside the score. Shown once the panel "Connections" has its answer, in the line
 * that is there before; on a phone in two.
 */
export function ListedRelative({ subject }: { readonly subject: Pick<Entity, 'kind' | 'value'> }) {
  const { data } = useQuery({ ...answerOptions(connectionsQuestion(subject)), enabled: false });
  const relative = data?.response.related?.find(({ listed }) => listed);
  return (
    <p className="mt-2 flex gap-x-1 text-sm whitespace-nowrap text-muted max-sm:block max-sm:min-h-8 max-sm:whitespace-normal">
      {relative ? <Relative relative={relative} /> : 'Connections do not count in the score.'}
    </p>
  );
}

function Relative({
  relative: { subject = '', type, bits = 0, operator = 'possible' },
}: {
  readonly relative: RelatedSubject;
}) {
  return (
    <>
      <span>Shares {bits.toFixed(1)} bits with </span>
      <span
        className="min-w-0 truncate max-sm:break-all max-sm:whitespace-normal"
        title={ownValue(linkTitles, operator) ?? operator}
      >
        <IndicatorLink kind={kindOfMember(type, subject)} value={subject} />
      </span>
      <span> (listed); not counted.</span>
    </>
  );
}
