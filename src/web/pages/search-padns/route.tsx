import { useQueryClient } from '@tanstack/react-query';
import { parseAsString, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { useLoaderData, useNavigate } from 'react-router';
import { operationKey } from '#web/api/question.ts';
import { ExplorerHeading } from '#web/components/ask/ExplorerHeading.tsx';
import { NotAsked } from '#web/components/ask/NotAsked.tsx';
import { WaysToAsk } from '#web/components/ask/WaysToAsk.tsx';
import { callOf } from '#web/features/padns-form/padns-question-call.ts';
import {
  isAsked,
  isSameQuestion,
  questionKeys,
  questionParams,
  readQuestion,
  type PadnsQuestion,
} from '#web/features/padns-form/padns-question.ts';
import type { ParameterGuide } from '#web/features/padns-form/form-fields.ts';
import { PadnsForm } from '#web/features/padns-form/PadnsForm.tsx';
import { loadParameterGuide } from '#web/features/padns-form/parameter-guide.ts';
import { checkQuestion } from '#web/features/padns-form/question-check.ts';
import { questionTitle } from '#web/features/padns-form/question-title.ts';
import { examples } from '#web/features/padns-form/question-words.ts';
import { PadnsRecordsPanel } from '#web/features/padns-records/PadnsRecordsPanel.tsx';
import { ServerSetPanel } from '#web/features/server-sets/ServerSetPanel.tsx';
import type { SetKind } from '#web/features/server-sets/server-set.ts';
import { useAsOf, withAsOf } from '#web/url/as-of.ts';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const loader = loadParameterGuide;

export const handle: RouteHandle = { title: 'Passive DNS', asks: ['qname', 'regex', 'qanswer', 'network'] };

// the job that answers the question stands beside it; read at once, so that Back never pairs one question with another's job
const urlParsers = Object.fromEntries([...questionKeys, 'job'].map((key) => [key, parseAsString]));

const ways = examples.map(({ says, question }) => ({
  says,
  href: paths.padns(question),
  subject: subjectOf(question),
}));

/** The passive DNS explorer: E1 to E4. The question stands in the URL and is asked from there; the form only writes it. */
export function Component() {
  const guide = useLoaderData<ParameterGuide>();
  const [params, setParams] = useQueryStates(urlParsers, { history: 'replace' });
  const question = useMemo(() => readQuestion(params, guide.recordTypes), [params, guide]);
  const [sessionAsOf] = useAsOf();
  const navigate = useNavigate();
  const client = useQueryClient();
  const onJob = useCallback((id: string | undefined) => void setParams({ job: id ?? null }), [setParams]);
  const ask = (asked: PadnsQuestion) => {
    const isSame = isSameQuestion(asked, question);
    if (isSame) {
      // who presses Search again wants a new answer, not the one that is shown
      client.removeQueries({ queryKey: operationKey(callOf(asked).operationId) });
      client.removeQueries({ queryKey: ['pages'] });
    }
    void navigate(paths.padns(questionParams(asked)), { replace: isSame });
  };
  const problems = Object.entries(checkQuestion(question, guide.parameterOf, new Date()));
  const isReady = isAsked(question) && problems.length === 0;
  return (
    <div className="flex flex-col gap-4">
      <ExplorerHeading
        title="Passive DNS"
        explorer={paths.padns()}
        asked={isReady ? { words: questionTitle(question), params: questionParams(question) } : null}
      />
      <PadnsForm question={question} guide={guide} sessionAsOf={sessionAsOf} onAsk={ask} />
      {!isAsked(question) && <WaysToAsk ways={ways} />}
      {isAsked(question) && !isReady && <NotAsked problems={problems} />}
      {isReady && <Result {...{ question, jobId: params['job'] ?? undefined, onJob }} />}
    </div>
  );
}

interface ResultProps {
  readonly question: PadnsQuestion;
  readonly jobId: string | undefined;
  readonly onJob: (id: string | undefined) => void;
}

function Result({ question, jobId, onJob }: ResultProps) {
  const [sessionAsOf] = useAsOf();
  const key = JSON.stringify(questionParams(question));
  const job = useMemo(
    () => ({
      id: jobId,
      onChange: onJob,
      hrefOf: (id: string) =>
        withAsOf(paths.padns({ ...(JSON.parse(key) as Record<string, string>), job: id }), sessionAsOf),
    }),
    [jobId, onJob, key, sessionAsOf],
  );
  const asked = callOf(question);
  return (
    <>
      {isSetHash(asked.path.qtype) && (
        <ServerSetPanel key={asked.path.qname} kind={asked.path.qtype} hash={asked.path.qname} />
      )}
      <PadnsRecordsPanel
        key={key}
        title={questionTitle(question)}
        question={asked}
        job={job}
        urlPrefix="t."
        {...(Number(question.skip) > 0 && {
          emptyMessage: `There are no more than the first ${question.skip} records, which are skipped.`,
        })}
      />
    </>
  );
}

/** A hash is asked what it stands for as well. */
function isSetHash(qtype: string): qtype is SetKind {
  return qtype === 'nshash' || qtype === 'mxhash';
}

function subjectOf({ regex, qname, qanswer, netmask }: Readonly<Partial<Record<string, string>>>): string {
  const texts = qanswer === undefined ? [regex ?? qname] : [regex ?? qname, qanswer];
  return `${texts.join(' · ')}${netmask === undefined ? '' : `/${netmask}`}`;
}
