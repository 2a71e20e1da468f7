import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { toUnicodeName } from '#model/domain-name.ts';
import { latinReading } from '#model/mixed-scripts.ts';
import { INDICATOR_KINDS, type IndicatorKind, isHostName } from '#model/indicator-kind.ts';
import { type Indicator, indicatorText } from '#model/indicator-of.ts';
import { defang } from '#model/refang.ts';
import { isInternal, isReserved } from '#model/reserved-space.ts';
import { scoreBand } from '#model/score-band.ts';
import { capital } from '#model/format.ts';
import { useTeam } from '#web/api/team.ts';
import { type Answer, pressAgain } from '#web/api/use-answer.ts';
import { AnswerFailure, FieldProblems } from '#web/kit/panel/AnswerFailure.tsx';
import { hasNoAnswer, OtherScore, ProviderGap, ProviderMark } from '#web/kit/panel/ProviderNote.tsx';
import { InternalMark, SampleMark } from '#web/kit/indicator/CountryText.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { pinPages } from '#web/kit/indicator/indicator-menu.ts';
import { JudgementList } from '#web/kit/indicator/Judgements.tsx';
import { ScoreExplain } from '#web/kit/score/ScoreExplain.tsx';
import { SentenceText } from '#web/kit/score/SentenceText.tsx';
import { shownSentence, type Verdict } from '#web/kit/score/verdict.ts';
import { TagRow } from '#web/kit/score/TagRow.tsx';
import { VerdictTile } from '#web/kit/score/VerdictBadge.tsx';
import { useAsOfNote } from '#web/kit/time/NotAsOf.tsx';
import { SharedEndNote } from '#web/kit/time/shared-end.tsx';
import { AgeOf } from '#web/kit/time/TimeText.tsx';
import { judgeSubjects } from '#web/stores/judge-dialog.ts';
import { noteVerdict } from '#web/stores/investigation/investigation-calls.ts';
import { showVerdict } from '#web/stores/shown-verdict.ts';
import { WatchButton } from '#web/kit/watch/WatchButton.tsx';
import { watchedSubject } from '#web/kit/watch/watched.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { CopyButton } from '#web/kit/ui/CopyButton.tsx';
import { ApiIcon, JudgeIcon, PinIcon, ShareIcon } from '#web/kit/ui/icons.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import { subjectPath } from '#web/url/subject-path.ts';
import { type KeyFact, KeyFacts } from './KeyFacts.tsx';
import { SubjectBar, useIsPast } from './SubjectBar.tsx';
import { SubjectName } from './SubjectName.tsx';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

const ApiRequestDialog = lazyPart(async () => (await import('#web/kit/panel/ApiRequestDialog.tsx')).default);
const ShareDialog = lazyPart(async () => (await import('#web/kit/share/ShareDialog.tsx')).default);

export interface SubjectHeaderProps {
  readonly kind: IndicatorKind;
  /** Canonical. */
  readonly value: string;
  /** The AS name. Foreign text. */
  readonly name?: string | undefined;
  /** The answer that the verdict is based on. */
  readonly answer: Answer<unknown>;
  /** The name of the score: "Risk score", "Reputation". */
  readonly scoreName: string;
  /** undefined until the answer arrives. */
  readonly verdict: Verdict | undefined;
  /** Labels are shown from the first frame; see KeyFacts. */
  readonly facts?: readonly KeyFact[];
  /** The recent trend, beside the controls. */
  readonly trend?: ReactNode;
}

/**
 * The subject, the verdict with its reason, and the key facts. Every line has its room before the answer arrives.
 * After scrolling, a one-line bar replaces the header.
 */
export function SubjectHeader(props: SubjectHeaderProps) {
  const { answer, facts, kind, value } = props;
  const asOfNote = useAsOfNote(answer.question);
  // D7: a verdict of today, shown under another day, would look like a verdict of that day
  const verdict = asOfNote === null ? props.verdict : undefined;
  useShowVerdict(verdict);
  useNoteVerdict({ kind, value }, verdict);
  const title = `${capital(INDICATOR_KINDS[kind].one)} ${indicatorText({ kind, value })}`;
  const [ref, isPast] = useIsPast();
  return (
    <>
      <header ref={ref} className="@container mb-2 flex flex-col gap-2" aria-busy={answer.status === 'pending'}>
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)_auto] @max-[16rem]:grid-cols-1">
          <Identity kind={kind} value={value} name={props.name} isPending={props.verdict === undefined}>
            {props.verdict?.tags && <TagRow tags={props.verdict.tags} />}
            {answer.updatedAt !== undefined && <AgeOf at={answer.updatedAt} />}
            <ProviderMark note={answer.upstream} />
            <OtherScore response={answer.response} />
          </Identity>
          {/* after the name: opening a page focuses the name, and the next Tab stop is the verdict */}
          <div className="order-first self-center sm:row-span-2">
            {answer.status !== 'failed' && asOfNote === null && (
              <Tile scoreName={props.scoreName} verdict={verdict} isOpen={hasNoAnswer(answer.upstream)} />
            )}
          </div>
          <div className="flex items-start gap-x-4 max-sm:order-last max-sm:col-span-full sm:shrink-0" data-no-print="">
            {props.trend}
            {/* on a phone, all actions fit one line without their icons */}
            <div className="flex flex-wrap items-center gap-1 max-sm:-ml-2.5 max-sm:[&_svg.lucide:not(dialog_*)]:hidden">
              <SubjectActions {...props} verdict={verdict} title={title} />
            </div>
          </div>
          <div className="col-span-full sm:col-start-2">
            {answer.status === 'failed' && answer.failure ? (
              <AnswerFailure failure={answer.failure} what={title} onRetry={() => pressAgain(answer)} />
            ) : (
              <HeaderVerdict asOfNote={asOfNote} verdict={verdict} answer={answer} kind={kind} />
            )}
            <SharedEndNote />
            <JudgementList kind={kind} value={value} />
          </div>
        </div>
        {facts && answer.status !== 'failed' && <KeyFacts facts={facts} />}
        <ProviderGap answer={answer} isBelowData />
        <FieldProblems problems={answer.problems} />
      </header>
      {isPast && <SubjectBar name={indicatorText({ kind, value })} verdict={asOfNote === null ? verdict : undefined} />}
    </>
  );
}

interface IdentityProps extends Pick<SubjectHeaderProps, 'kind' | 'value' | 'name'> {
  readonly isPending: boolean;
  /** Content from the answer, on a line that is always there. */
  readonly children: ReactNode;
}

function Identity({ kind, value, name, isPending, children }: IdentityProps) {
  const text = indicatorText({ kind, value });
  const unicode = isHostName(kind) ? toUnicodeName(value) : value;
  const looksLike = isHostName(kind) ? latinReading(unicode) : null;
  const defanged = defang(text);
  return (
    <div className="min-w-0">
      <p
        className={classNames(
          'flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted',
          // the usual tags of a domain
          isPending && kind === 'domain' && 'max-sm:min-h-11',
        )}
      >
        {INDICATOR_KINDS[kind].one}
        {isReserved(kind, value) && <SampleMark />}
        {isInternal(kind, value) && <InternalMark />}
        {children}
      </p>
      {/* inline, so that both buttons follow the last line of a long name, or have a line together */}
      <div className="min-w-0">
        <SubjectName text={text} />
        <span className="-ml-1.5 inline-flex flex-wrap items-center gap-x-1 align-middle">
          <CopyButton text={text} label={`Copy ${text}`} />
          {defanged !== text && <CopyButton text={defanged} label="Copy defanged" isIconOnly={false} variant="quiet" />}
        </span>
      </div>
      {unicode !== value && (
        <p className="text-muted">
          reads <bdi className="font-mono break-all text-text">{unicode}</bdi>
          {looksLike !== null && (
            <>
              , looks like <IndicatorLink kind="domain" value={looksLike} />
            </>
          )}
        </p>
      )}
      {kind === 'asn' && <p className="h-5 truncate text-muted">{name && <VisibleText text={name} />}</p>}
    </div>
  );
}

/** Weakens a good verdict if fields could not be read: those may hold the detections. */
function readVerdict(verdict: Verdict, { problems, upstream }: Answer<unknown>): Verdict {
  if (verdict.state === 'unknown' && hasNoAnswer(upstream))
    return { ...verdict, sentence: 'Not in this collection; the provider gave no answer.' };
  if (!problems?.length) return verdict;
  if (verdict.state === 'unknown') return { ...verdict, sentence: 'Unknown: the answer could not be read.' };
  if (verdict.score !== 0) return verdict;
  return { ...verdict, sentence: 'No detections, but part of the answer could not be read.' };
}

interface HeaderVerdictProps extends Pick<SubjectHeaderProps, 'verdict' | 'answer' | 'kind'> {
  readonly asOfNote: string | null;
}

/** The verdict in a sentence. Before the answer it has the room of a usual one. */
function HeaderVerdict({ asOfNote, verdict, answer, kind }: HeaderVerdictProps) {
  if (asOfNote !== null) return <CurrentDataLine />;
  return (
    <p
      className={classNames(
        'text-md sm:min-h-10',
        kind !== 'domain' && 'xl:min-h-5',
        !verdict && (kind === 'domain' ? 'min-h-15' : 'min-h-10'),
      )}
    >
      {verdict ? (
        <SentenceText text={shownSentence(readVerdict(verdict, answer))} />
      ) : (
        <span aria-hidden="true" className="inline-block h-3 w-72 max-w-full animate-late rounded-sm bg-hover" />
      )}
    </p>
  );
}

/** Shown instead of the verdict while an “as of” day is set: the verdict cannot be computed for that day. */
function CurrentDataLine() {
  const [asOf, setAsOf] = useAsOf();
  return (
    <div className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-1 border-l-2 sm:min-h-10 border-warning/60 pl-3">
      <p className="max-w-prose">
        <strong className="text-warning">Current data.</strong> The facts below are of today. The verdict is hidden: it
        cannot be computed as of {asOf}.
      </p>
      <Button size="sm" onClick={() => setAsOf(null)}>
        Show the current verdict
      </Button>
    </div>
  );
}

interface TileProps extends Pick<SubjectHeaderProps, 'scoreName' | 'verdict'> {
  /** The provider should have contributed but did not. */
  readonly isOpen: boolean;
}

function Tile({ scoreName, verdict, isOpen }: TileProps) {
  if (!verdict)
    return (
      <span
        aria-hidden="true"
        className="block h-16 w-24 animate-late sm:w-28 rounded-lg border border-border bg-hover"
      />
    );
  const { state, score, inputs } = verdict;
  const tile = <VerdictTile state={state} score={score} {...(isOpen && { unknownWord: 'Not answered' })} />;
  if (inputs.length === 0 && score === null) return tile;
  return (
    <ScoreExplain name={scoreName} verdict={verdict}>
      {tile}
    </ScoreExplain>
  );
}

type SubjectActionsProps = { readonly title: string } & Pick<
  SubjectHeaderProps,
  'kind' | 'value' | 'answer' | 'verdict'
>;

function SubjectActions({ title, kind, value, answer, verdict }: SubjectActionsProps) {
  const navigate = useNavigate();
  const { may, of } = useTeam();
  const [dialog, setDialog] = useState<'share' | 'api'>();
  const close = () => setDialog(undefined);
  const text = indicatorText({ kind, value });
  return (
    <>
      <Button variant="quiet" onClick={() => pinPages([subjectPath(kind, value)], text, navigate)}>
        <PinIcon />
        Pin
      </Button>
      {may('judge') && (
        <Button variant="quiet" onClick={() => judgeSubjects([text])}>
          <JudgeIcon />
          Judge
        </Button>
      )}
      <WatchButton variant="quiet" watched={watchedSubject(kind, value, subjectPath(kind, value))} />
      <Button variant="quiet" onClick={() => setDialog('share')}>
        <ShareIcon />
        Share
      </Button>
      <Button variant="quiet" onClick={() => setDialog('api')}>
        <ApiIcon />
        API request
      </Button>
      {dialog === 'share' && (
        <ShareDialog
          title={title}
          answer={answer}
          subject={{ kind, value }}
          verdict={verdict}
          judgements={of(text)}
          onClose={close}
        />
      )}
      {dialog === 'api' && <ApiRequestDialog answer={answer} onClose={close} />}
    </>
  );
}

/** Records the verdict of a subject's page in the investigation. */
function useNoteVerdict({ kind, value }: Indicator, verdict: Verdict | undefined): void {
  const { state, score, decider, provider } = verdict ?? {};
  const labels = verdict?.tags?.map(({ label }) => label).join('\n');
  useEffect(() => {
    if (state === undefined || score === undefined || decider === undefined) return;
    const tags = labels ? labels.split('\n') : undefined;
    noteVerdict(subjectPath(kind, value), { state, score, decider, provider, tags });
  }, [kind, value, state, score, decider, provider, labels]);
}

/** Passes the verdict to the shell for as long as the page shows it. */
function useShowVerdict(verdict: Verdict | undefined): void {
  const { state, score } = verdict ?? {};
  useEffect(() => {
    if (state === undefined) return;
    showVerdict(state === 'scored' ? (scoreBand(score ?? Number.NaN)?.name ?? null) : state);
    return () => showVerdict(null);
  }, [state, score]);
}
