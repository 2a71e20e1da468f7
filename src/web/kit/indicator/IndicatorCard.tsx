import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { toUnicodeName } from '#model/domain-name.ts';
import { INDICATOR_KINDS, type IndicatorKind, isHostName } from '#model/indicator-kind.ts';
import { indicatorText } from '#model/indicator-of.ts';
import { isInternal, isReserved } from '#model/reserved-space.ts';
import { factorLabel } from '#model/score-factors.ts';
import { VERDICT_LOOKS, type VerdictState } from '#model/verdict.ts';
import {
  indicatorEvidenceOptions,
  type IndicatorScore,
  indicatorScoreName,
  indicatorScoreOptions,
} from '#web/api/indicator-score.ts';
import { gapWords } from '#web/api/score-origin.ts';
import {
  endedWords,
  factWords,
  listingKnowledge,
  type ListingKnowledge,
  listNames,
  notTrackedWords,
} from '#web/kit/score/evidence-words.ts';
import { accordingTo, shownSentence, type Verdict } from '#web/kit/score/verdict.ts';
import { VerdictBadge } from '#web/kit/score/VerdictBadge.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { indicatorClass } from '#web/kit/ui/class-names.ts';
import { Kbd } from '#web/kit/ui/Kbd.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { AsOfContext } from '#web/url/as-of.ts';
import { cardVerdict } from './card-verdict.ts';
import { InternalMark, SampleMark } from './CountryText.tsx';
import { JudgementList } from './Judgements.tsx';

interface IndicatorCardProps {
  readonly kind: IndicatorKind;
  readonly value: string;
}

/** The card of an indicator: kind, full text, both forms of an internationalised name, score. */
export function IndicatorCard({ kind, value }: IndicatorCardProps) {
  const scoreName = indicatorScoreName(kind, value);
  const unicode = isHostName(kind) ? toUnicodeName(value) : value;
  return (
    <span className="flex flex-col gap-1">
      <span className="flex h-5 items-center justify-between gap-2 text-sm text-muted">
        {INDICATOR_KINDS[kind].one}
        {isReserved(kind, value) && <SampleMark />}
        {isInternal(kind, value) && <InternalMark />}
      </span>
      <span className={indicatorClass}>{indicatorText({ kind, value })}</span>
      {unicode !== value && (
        <span className="text-sm text-muted">
          reads <bdi className={indicatorClass}>{unicode}</bdi>
        </span>
      )}
      <JudgementList kind={kind} value={value} />
      {scoreName && <ScoreLine kind={kind} value={value} name={scoreName} />}
      {scoreName && <EvidenceLines kind={kind} value={value} />}
      <span className="mt-1 text-sm text-faint">
        <Kbd>.</Kbd> or right-click for actions
      </span>
    </span>
  );
}

function ScoreLine({ kind, value, name }: IndicatorCardProps & { name: string }) {
  const { data, error } = useQuery(indicatorScoreOptions(kind, value));
  const { data: record } = useQuery(indicatorEvidenceOptions(kind, value));
  return (
    // the same height before and after the answer
    <span className="flex min-h-9 flex-col justify-center" aria-busy={!data && !error}>
      {error && <span className="text-danger">Could not load the score: {error.message}</span>}
      {!data && !error && <span className="text-faint">Loading score …</span>}
      {data && <Score name={name} seen={data} verdict={record ? cardVerdict(kind, value, data, record) : undefined} />}
    </span>
  );
}

/** Listings, known-benign sources and missing coverage, in a few words. Empty for a deployment that does not report them. */
function EvidenceLines({ kind, value }: IndicatorCardProps) {
  const { data: record } = useQuery(indicatorEvidenceOptions(kind, value));
  if (!record) return null;
  const lists = listNames(record, 2);
  const ended = endedWords(record);
  const benign = record.facts?.find((fact) => fact.kind === 'known_benign');
  const untracked = notTrackedWords(record, 3);
  const words = noListingWords[listingKnowledge(record)];
  return (
    <span className="flex flex-col text-sm">
      {lists && <VisibleText text={ended ?? `Listed by ${lists}`} />}
      {words && <span className="text-muted">{words}</span>}
      {benign && <VisibleText text={factWords(benign, value)} />}
      {untracked && <span className="text-faint">Not tracked: {untracked}</span>}
    </span>
  );
}

const noListingWords: Readonly<Partial<Record<ListingKnowledge, string>>> = {
  'not-listed': 'Not listed',
  'no-current-list': 'No current list',
};

/** The meaning of a state, or the deciding factor of a score; '' if unknown. */
function scoreWords(state: VerdictState, decider: string | undefined): string {
  if (state !== 'scored') return VERDICT_LOOKS[state].meaning;
  return decider ? `Deciding factor: ${factorLabel(decider)}` : '';
}

interface ScoreProps {
  readonly name: string;
  readonly seen: IndicatorScore;
  /** undefined until the listings are loaded, and where they do not explain the score. */
  readonly verdict: Verdict | undefined;
}

function Score({ name, seen, verdict }: ScoreProps) {
  const { state, score, networkScore, decider, provider, gap } = seen;
  const asOf = useContext(AsOfContext);
  if (gap) return <span className="text-muted">{gapWords[gap]}. That is not the same as nothing being known.</span>;
  return (
    <>
      <span className="flex items-baseline gap-2">
        {score !== null && <span className="text-muted">{name}</span>}
        <VerdictBadge state={state} score={score} />
        {asOf !== null && <span className="text-sm text-warning">Current data</span>}
      </span>
      {verdict?.tags && verdict.tags.length > 0 && (
        <span className="my-0.5 flex flex-wrap gap-1">
          {verdict.tags.map((tag) => (
            <Badge key={tag.id} tone={tag.tone}>
              {tag.label}
            </Badge>
          ))}
        </span>
      )}
      {verdict ? (
        <VisibleText text={shownSentence(verdict)} className="text-sm text-muted" />
      ) : (
        <span className="text-sm text-muted">
          {state === undefined
            ? 'The service returned 0 without an explanation.'
            : accordingTo(scoreWords(state, decider), provider)}
          {networkScore !== undefined && ` Its network has a score of ${networkScore}.`}
        </span>
      )}
    </>
  );
}
