import { parseAsString, useQueryState, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
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
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { linkClass } from '#web/ui/link-class.ts';
import { useAsOf, withAsOf } from '#web/url/as-of.ts';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const loader = loadParameterGuide;

export const handle: RouteHandle = { title: 'Passive DNS' };

const questionParsers = Object.fromEntries(questionKeys.map((key) => [key, parseAsString]));

/** The passive DNS explorer: E1 and E2. The question stands in the URL and is asked from there; the form only writes it. */
export function Component() {
  const guide = useLoaderData<ParameterGuide>();
  const [params] = useQueryStates(questionParsers);
  const question = useMemo(() => readQuestion(params, guide.recordTypes), [params, guide]);
  const [sessionAsOf] = useAsOf();
  const navigate = useNavigate();
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl font-semibold">Passive DNS</h1>
      <PadnsForm
        question={question}
        guide={guide}
        sessionAsOf={sessionAsOf}
        onAsk={(asked) =>
          void navigate(paths.padns(questionParams(asked)), { replace: isSameQuestion(asked, question) })
        }
      />
      {isAsked(question) ? <Result question={question} guide={guide} /> : <Examples />}
    </div>
  );
}

function Result({ question, guide }: { question: PadnsQuestion; guide: ParameterGuide }) {
  const [jobId, setJobId] = useQueryState('job', parseAsString.withOptions({ history: 'replace' }));
  const [sessionAsOf] = useAsOf();
  const key = JSON.stringify(questionParams(question));
  const job = useMemo(
    () => ({
      id: jobId ?? undefined,
      onChange: (id: string | undefined) => void setJobId(id ?? null),
      hrefOf: (id: string) =>
        withAsOf(paths.padns({ ...(JSON.parse(key) as Record<string, string>), job: id }), sessionAsOf),
    }),
    [jobId, setJobId, key, sessionAsOf],
  );
  const problems = Object.entries(checkQuestion(question, guide.limitsOf, new Date()));
  if (problems.length > 0) return <NotAsked problems={problems} />;
  return (
    <PadnsRecordsPanel
      key={key}
      title={questionTitle(question)}
      call={callOf(question)}
      job={job}
      urlPrefix="t."
      {...(Number(question.skip) > 0 && {
        emptyMessage: `There are no more than the first ${question.skip} records, which are skipped.`,
      })}
    />
  );
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
      <ul className="flex flex-col gap-1">
        {examples.map(({ says, question }) => (
          <li key={says}>
            <Link to={paths.padns(question)} className={linkClass}>
              {says}
            </Link>{' '}
            <code className="text-sm break-all text-muted">{question['regex'] ?? question['qname']}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
