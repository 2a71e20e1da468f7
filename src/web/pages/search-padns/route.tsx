import { Explorer } from '#web/kit/ask/Explorer.tsx';
import { loadParameterDocs } from '#web/kit/ask/parameter-docs.ts';
import type { QuestionUrl } from '#web/kit/ask/use-question-url.ts';
import { padnsForm, padnsQuestionOf } from '#web/tools/padns-form/padns-form.ts';
import type { PadnsQuestion } from '#web/tools/padns-form/padns-question.ts';
import { questionTitle } from '#web/tools/padns-form/question-title.ts';
import { padnsExamples } from '#web/tools/padns-form/question-words.ts';
import { PadnsSearch } from '#web/evidence/padns-records.tsx';
import { ServerSet, type SetKind } from '#web/evidence/server-set.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const loader = loadParameterDocs;

export const handle: RouteHandle = { title: 'Passive DNS', asks: ['qname', 'regex', 'qanswer', 'network'] };

const examples = padnsExamples.map(({ says, question }) => ({
  says,
  href: paths.padns(question),
  subject: subjectOf(question),
}));

const holds = [
  ['passive_dns_records', 'passive DNS records'],
  ['names', 'names'],
] as const;

/** The passive DNS explorer: E1 to E4. */
export function Component() {
  return (
    <Explorer<keyof PadnsQuestion>
      title="Passive DNS"
      form={padnsForm}
      pathOf={paths.padns}
      titleOf={(question) => questionTitle(question)}
      examples={examples}
      holds={holds}
    >
      {({ question, job }) => <Result question={question} job={job} />}
    </Explorer>
  );
}

function Result({ question, job }: Pick<QuestionUrl<keyof PadnsQuestion>, 'question' | 'job'>) {
  const asked = padnsQuestionOf(question);
  const [day] = useAsOf();
  return (
    <>
      {isSetHash(asked.path.qtype) && (
        <ServerSet key={asked.path.qname} kind={asked.path.qtype} hash={asked.path.qname} />
      )}
      <PadnsSearch
        title={questionTitle(question, day)}
        question={asked}
        job={job}
        {...(Number(question.skip) > 0 && {
          emptyMessage: `No records after the first ${question.skip}, which this search skips.`,
        })}
      />
    </>
  );
}

/** True for a type whose hash is also translated into its servers (E5). */
function isSetHash(qtype: string): qtype is SetKind {
  return qtype === 'nshash' || qtype === 'mxhash';
}

function subjectOf({ regex, qname, qanswer, netmask }: Readonly<Partial<Record<string, string>>>): string {
  const texts = qanswer === undefined ? [regex ?? qname] : [regex ?? qname, qanswer];
  return `${texts.join(' · ')}${netmask === undefined ? '' : `/${netmask}`}`;
}
