import type { UpstreamNote } from '#contract/generated/types.gen.ts';
import { type Gap, gapOf, gapWords, type ScoreOrigin } from '#web/api/score-origin.ts';
import { type Answer, pressAgain } from '#web/api/use-answer.ts';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { RetryIcon } from '#web/kit/ui/icons.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';

/** Why the provider did not contribute to an answer, in a word or two. */
export function gapWord({ state, code }: UpstreamNote & { readonly state: Gap }): string {
  return code === 'own_only' ? 'Needs your own collection' : gapWords[state];
}

/** Whether the provider should have contributed to an answer but did not. */
export function hasNoAnswer(note: UpstreamNote | undefined): note is UpstreamNote & { state: Gap } {
  return gapOf(note?.state) !== undefined;
}

/** The origin of an answer's data, and the age of the provider's part, beside the title of a panel. */
export function ProviderMark({ note }: { readonly note: UpstreamNote | undefined }) {
  if (!note || note.state === 'not_needed') return null;
  if (hasNoAnswer(note)) return <Badge tone="warning">{gapWord(note)}</Badge>;
  const { sources = [], asked_at } = note;
  const words = sources.length > 1 ? 'Own + provider' : sources.includes('upstream') ? 'Provider' : 'Own';
  return (
    <>
      <Badge>{words}</Badge>
      {note.state !== 'answered' && asked_at && (
        <span className={note.state === 'stale' ? 'text-warning' : undefined}>
          provider’s data <TimeText value={asked_at} isRelative />
        </span>
      )}
    </>
  );
}

interface ProviderGapProps {
  readonly answer: Answer<unknown>;
  /** The data of this collection is shown above. */
  readonly isBelowData?: boolean;
}

/** Codes that a press cannot change, because the operator decides them. */
const lasting: ReadonlySet<string> = new Set(['never_send', 'offline', 'own_only']);

/** A notice that the provider gave no answer, or no new one, with reason and remedy. */
export function ProviderGap({ answer, isBelowData = false }: ProviderGapProps) {
  const { upstream: note } = answer;
  const isStale = note?.state === 'stale';
  if (!note || (!hasNoAnswer(note) && !isStale)) return null;
  const isAskable = !lasting.has(note.code ?? '');
  const isWithheld = note.state === 'not_asked' || note.code === 'button' || note.code === 'not_by_itself';
  const word = hasNoAnswer(note) ? gapWord(note) : 'Earlier provider answer';
  const action = isAskable && (
    <Button size="sm" onClick={() => pressAgain(answer)}>
      {!isWithheld && <RetryIcon />}
      {isWithheld ? 'Query provider' : 'Query provider again'}
    </Button>
  );
  if (isBelowData)
    return (
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 border-l-2 border-warning/60 py-0.5 pl-3 text-sm">
        <p className="min-w-0">
          <strong className="text-warning">{word}.</strong>{' '}
          <VisibleText text={note.message ?? ''} className="text-muted" />
        </p>
        {action}
      </div>
    );
  return (
    <EmptyState kind={isWithheld ? 'untracked' : 'failed'} word={word} action={action}>
      <p>
        <VisibleText text={note.message ?? ''} />
      </p>
      {note.code !== 'own_only' && <p>This collection holds no data about this subject; the provider may.</p>}
    </EmptyState>
  );
}

/** The score of the other source (own or provider), which is never mixed with the scores shown. */
export function OtherScore({ response }: { readonly response: unknown }) {
  const { source, provider = 'the provider', sp_risk_score: score } = scoresOf(response)?.other_scores ?? {};
  if (source === undefined || typeof score !== 'number') return null;
  return (
    <span>
      {source === 'own' ? 'This service' : provider} scores it <strong className="tabular-nums">{score}</strong>
    </span>
  );
}

/** The record with the scores: in G1 the answer itself, elsewhere the record in its list. */
function scoresOf(response: unknown): ScoreOrigin | undefined {
  if (typeof response !== 'object' || response === null) return undefined;
  if ('score_source' in response) return response as ScoreOrigin;
  const [first] = Object.values(response).filter(Array.isArray).flat() as unknown[];
  return typeof first === 'object' && first !== null && 'score_source' in first ? (first as ScoreOrigin) : undefined;
}
