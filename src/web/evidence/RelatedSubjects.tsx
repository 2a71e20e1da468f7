import { Link } from 'react-router';
import type { RelatedSubject } from '#contract/generated/types.gen.ts';
import { attributeWord, kindOfMember } from '#model/connection.ts';
import { linkTitles } from '#model/connection-strength.ts';
import { apartWords } from '#model/connection-time.ts';
import { readVerdictState } from '#model/verdict.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { SubjectTags } from '#web/kit/score/TagRow.tsx';
import { VerdictBadge } from '#web/kit/score/VerdictBadge.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { sharedWords, shareText } from './campaign-links.ts';

interface RelatedSubjectsProps {
  readonly related: readonly RelatedSubject[];
  /** The path of the campaign around the subject. */
  readonly campaign: string | undefined;
}

/** The subjects with the strongest links, with what they share. */
export function RelatedSubjects({ related, campaign }: RelatedSubjectsProps) {
  const first = related[0]?.operator;
  return (['likely', 'possible'] as const).map((word) => {
    const rows = related.filter(({ operator }) => operator === word);
    return (
      rows.length > 0 && (
        <section key={word} aria-label={linkTitles[word]}>
          <h3 className="flex flex-wrap items-baseline gap-x-3 text-sm font-medium">
            {linkTitles[word]}
            {campaign && word === first && (
              <Link to={campaign} className={linkClass}>
                Show all with their links
              </Link>
            )}
          </h3>
          <ul className="divide-y divide-border">
            {rows.map((row) => (
              <RelatedLine key={row.subject} row={row} />
            ))}
          </ul>
        </section>
      )
    );
  });
}

/** Values that are named; the others are in the title. */
const named = 4;

function RelatedLine({
  row: { subject = '', type, bits = 0, risk_score, verdict, shares = [], tags },
}: {
  readonly row: RelatedSubject;
}) {
  const kind = kindOfMember(type, subject);
  const inFull = shares.map(shareText).join('\n');
  const same = sharedWords(shares, named);
  return (
    <li
      data-why={same}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-1 @2xl:grid-cols-[minmax(0,1fr)_4.5rem_minmax(0,22rem)] @2xl:items-baseline"
    >
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="flex max-w-full min-w-0 items-baseline gap-2">
          <VerdictBadge state={readVerdictState(verdict)} score={risk_score} />
          <span className="min-w-0 truncate">
            <IndicatorLink kind={kind} value={subject} />
          </span>
        </span>
        {/* in what the name leaves, else in a line below */}
        <span className="flex min-w-0 flex-1 basis-32 gap-1">
          <SubjectTags tags={tags} room={170} />
        </span>
      </span>
      <span className="text-right text-sm tabular-nums">{bits.toFixed(1)} bits</span>
      <span className="text-sm text-muted @max-2xl:col-span-2" title={inFull}>
        {same}
        {shares.map(
          ({ attribute = '', value, apart }) =>
            apart && (
              <span key={`${attribute} ${value}`} className="block text-faint">
                {attributeWord(attribute)} {apartWords(apart)}
              </span>
            ),
        )}
      </span>
    </li>
  );
}
