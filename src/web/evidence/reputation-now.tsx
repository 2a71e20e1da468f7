import { AsnLink, IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { ExplainList } from '#web/kit/score/ExplainList.tsx';
import { ScoreBadge } from '#web/kit/score/VerdictBadge.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { REPUTATION_KINDS, type ReputationKind, type TodayId } from './reputation-kinds.ts';
import { reputationState, takedownHeading } from './reputation-record.ts';

type Subject = Pick<Entity, 'value'>;
type KindName = keyof typeof REPUTATION_KINDS;

/** A reputation of today: the score, how it is computed, and its inputs. */
export function reputationNow(of: KindName) {
  const kind: ReputationKind = REPUTATION_KINDS[of];
  return defineCard(
    asked<Subject, TodayId>(({ value }) => kind.questionOf(value)),
    {
      title: kind.title,
      caption: ({ value }) => `${kind.title} ${value}`,
      read: (response: Readonly<Record<string, unknown>>) => reputationState(response[kind.record], kind),
      show: (point, { value }) => (
        <>
          <div className="flex min-h-8 flex-wrap items-baseline justify-between gap-x-3">
            {kind.base === null ? (
              <span className="text-lg font-semibold">{takedownHeading(point)}</span>
            ) : (
              <ScoreBadge score={point.score} size="lg" />
            )}
            <span className="flex min-w-0 flex-wrap items-baseline justify-end gap-x-3">
              <SubjectLink of={of} value={value} />
              {point.date !== null && (
                <span className="text-sm text-faint">
                  <TimeText value={point.date} />
                </span>
              )}
            </span>
          </div>
          <p className="mb-1 text-muted">{kind.meaning}</p>
          <ExplainList explain={point.explain} />
        </>
      ),
      expectedRows: 5,
    },
  );
}

/** Links the subject of the score, which pages of other subjects also show. */
function SubjectLink({ of, value }: Subject & { readonly of: KindName }) {
  if (of === 'asn' || of === 'takedown') return <AsnLink asn={Number(value)} />;
  return of === 'subnet' ? <IndicatorLink kind="subnet" value={value} /> : null;
}
