import { capital } from '#model/format.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { AsnLink, IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { ExplainList } from '#web/kit/score/ExplainList.tsx';
import { takedownWords } from '#web/kit/score/score-words.ts';
import { ScoreBadge } from '#web/kit/score/ScoreBadge.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { REPUTATION_KINDS, type ReputationKind } from './reputation-kinds.ts';
import { reputationState } from './reputation-record.ts';

interface ReputationPanelProps {
  readonly of: keyof typeof REPUTATION_KINDS;
  /** An address, a CIDR, the number of an AS or the name of a server. */
  readonly value: string;
}

/** A reputation of today: score, how it comes about, and its inputs. */
export function ReputationPanel({ of, value }: ReputationPanelProps) {
  const kind: ReputationKind = REPUTATION_KINDS[of];
  const answer = useAnswer(kind.questionOf(value), { title: `${kind.title} ${value}` });
  return (
    <Panel
      title={kind.title}
      answer={answer}
      read={(response: Readonly<Record<string, unknown>>) => reputationState(response[kind.record], kind)}
      skeleton={{ shape: 'rows', count: 5 }}
    >
      {({ score, explain, date }) => (
        <>
          <div className="flex min-h-8 flex-wrap items-baseline justify-between gap-x-3">
            {kind.base === null ? (
              <span className="text-lg font-semibold">{takedownHeading(score, explain)}</span>
            ) : (
              <ScoreBadge score={score} size="lg" />
            )}
            <span className="flex min-w-0 flex-wrap items-baseline justify-end gap-x-3">
              <Subject of={of} value={value} />
              {date !== null && (
                <span className="text-sm text-faint">
                  <TimeText value={date} />
                </span>
              )}
            </span>
          </div>
          <p className="mb-1 text-muted">{kind.meaning}</p>
          <ExplainList explain={explain} />
        </>
      )}
    </Panel>
  );
}

/** The subject of a score that pages of others show, too. */
function Subject({ of, value }: ReputationPanelProps) {
  if (of === 'asn' || of === 'takedown') return <AsnLink asn={Number(value)} />;
  return of === 'subnet' ? <IndicatorLink kind="subnet" value={value} /> : null;
}

/** D2: the slowness of an operator in words: it is not a risk score, and has no band. */
function takedownHeading(score: number | null, explain: object | null): string {
  return capital(takedownWords(score ?? undefined, explain ?? undefined) ?? 'not known');
}
