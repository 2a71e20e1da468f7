import { useQueryClient } from '@tanstack/react-query';
import { parseAsString, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { Link, useLoaderData, useNavigate } from 'react-router';
import { callOf, questionTitle } from '#web/features/padns-form/padns-question-call.ts';
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
import { examples } from '#web/features/padns-form/question-words.ts';
import { PadnsRecordsPanel } from '#web/features/padns-records/PadnsRecordsPanel.tsx';
import { ServerSetPanel } from '#web/features/server-sets/ServerSetPanel.tsx';
import type { SetKind } from '#web/features/server-sets/server-set.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { linkClass } from '#web/ui/link-class.ts';
import { useAsOf, withAsOf } from '#web/url/as-of.ts';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const loader = loadParameterGuide;

export const handle: RouteHandle = { title: 'Passive DNS' };

// the job that answers the question stands beside it; read at once, so that Back never pairs one question with another's job
const urlParsers = Object.fromEntries([...questionKeys, 'job'].map((key) => [key, parseAsString]));

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
      client.removeQueries({ queryKey: [{ _id: callOf(asked).operationId }] });
      client.removeQueries({ queryKey: ['pages'] });
    }
    void navigate(paths.padns(questionParams(asked)), { replace: isSame });
  };
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl font-semibold">Passive DNS</h1>
      <PadnsForm question={question} guide={guide} sessionAsOf={sessionAsOf} onAsk={ask} />
      {isAsked(question) ? <Result {...{ question, guide, jobId: params['job'] ?? undefined, onJob }} /> : <Examples />}
    </div>
  );
}

interface ResultProps {
  readonly question: PadnsQuestion;
  readonly guide: ParameterGuide;
  readonly jobId: string | undefined;
  readonly onJob: (id: string | undefined) => void;
}

function Result({ question, guide, jobId, onJob }: ResultProps) {
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
  const problems = Object.entries(checkQuestion(question, guide.parameterOf, new Date()));
  if (problems.length > 0) return <NotAsked problems={problems} />;
  const call = callOf(question);
  return (
    <>
      {isSetHash(call.path.qtype) && (
        <ServerSetPanel key={call.path.qname} kind={call.path.qtype} hash={call.path.qname} />
      )}
      <PadnsRecordsPanel
        key={key}
        title={questionTitle(question)}
        call={call}
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

/** An address that was edited by hand: a question that would be refused, or mean more than it says, is not asked. */
function NotAsked({ problems }: { problems: readonly (readonly [field: string, problem: string])[] }) {
  return (
    <EmptyState kind="unknown" word="Not asked">
      <p>The address of this page has parameters that cannot be asked. Mend them above and search again.</p>
      <ul className="mt-1 list-disc pl-5">
        {problems.map(([field, problem]) => (
          <li key={field}>
            <code>{field}</code>: {problem}
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

function Examples() {
  return (
    <section aria-labelledby="ways-to-ask">
      <h2 id="ways-to-ask" className="mb-1 text-base font-semibold">
        Ways to ask
      </h2>
      <ul className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 max-sm:grid-cols-1">
        {examples.map(({ says, question }) => (
          <li key={says} className="col-span-full grid grid-cols-subgrid items-baseline">
            <Link to={paths.padns(question)} className={`${linkClass} justify-self-start`}>
              {says}
            </Link>
            <code className="text-sm break-all text-muted">{subjectOf(question)}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function subjectOf({ regex, qname, qanswer, netmask }: Readonly<Partial<Record<string, string>>>): string {
  const texts = qanswer === undefined ? [regex ?? qname] : [regex ?? qname, qanswer];
  return `${texts.join(' · ')}${netmask === undefined ? '' : `/${netmask}`}`;
}
