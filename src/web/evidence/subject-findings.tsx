import { Link } from 'react-router';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';
import {
  findingSpan,
  findingSubject,
  hiddenFindings,
  namedFindings,
  type NamedFinding,
  notJudged,
} from './finding-words.ts';
import { HiddenFindings } from './HiddenFindings.tsx';
import { FindingEvidenceList } from './FindingEvidenceList.tsx';
import { subjectFindingsQuestion } from './findings-question.ts';

/** What the detectors found about a subject and names below it, with the evidence. */
export const SubjectFindings = defineCard(
  asked(({ text }: { readonly text: string }) => subjectFindingsQuestion(text)),
  {
    title: 'Findings',
    read: (answer) =>
      rowsOrEmpty(namedFindings(answer), hiddenFindings(answer) || 'No detector found anything.', {
        total: answer.total ?? null,
      }),
    show: (findings, { text }) => (
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(min(28rem,100%),1fr))] gap-x-6 gap-y-4">
        {findings
          .toSorted((a, b) => Number(Boolean(a.gone)) - Number(Boolean(b.gone)))
          .map((finding, at) => (
            <li key={at} className="min-w-0">
              <Finding finding={finding} page={text} />
            </li>
          ))}
      </ol>
    ),
    footer: (_props, _setting, answer) => (
      <>
        <span>{notJudged}</span>
        <HiddenFindings answer={answer} />
        <Link to={paths.findings()} className={linkClass}>
          All findings
        </Link>
      </>
    ),
  },
);

/** One finding: what, since when, in a sentence, and the evidence. A name below the subject of the page is named. */
function Finding({ finding, page }: { readonly finding: NamedFinding; readonly page: string }) {
  const { title, summary = '', subject = '', evidence = [] } = finding;
  const indicator = subject === page ? null : findingSubject(finding);
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">
          <VisibleText text={title} />
        </span>
        {indicator && indicator.value !== page && <IndicatorLink {...indicator} />}
        <span className="text-sm text-muted">{findingSpan(finding)}</span>
      </p>
      <p className="max-w-prose">
        <VisibleText text={summary} />
      </p>
      <div className="mt-1 text-sm">
        <FindingEvidenceList evidence={evidence} shownAtMost={6} />
      </div>
    </>
  );
}
