import { answerIndicator, type Indicator, indicatorOf, queryIndicator } from '#model/indicator-of.ts';
import { askToEnd } from '#web/api/ask-to-end.ts';
import { withDay, withQuery } from '#web/api/query.ts';
import { readForm } from '#web/kit/ask/explorer-form.ts';
import { loadParameterDocs } from '#web/kit/ask/parameter-docs.ts';
import { readQuestion } from '#web/kit/ask/parameter-question.ts';
import { asNameFields, asNameQuestion } from '#web/tools/as-name-search/as-name-form.ts';
import { diversityQuestion, searchFields } from '#web/tools/diversity-search/diversity-form.ts';
import { askedRows, type Asking, type FindingsOf, type Found } from '#web/tools/investigation/expansion-list.ts';
import { InvestigationView } from '#web/tools/investigation/InvestigationView.tsx';
import { padnsForm, padnsQuestionOf } from '#web/tools/padns-form/padns-form.ts';
import { padnsRow, type PadnsRow } from '#web/evidence/padns-row.ts';
import { stepHref, type StepSubject, stepSubjectOf } from '#web/stores/investigation/investigation-node.ts';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { subjectPath } from '#web/url/subject-path.ts';

export const handle: RouteHandle = { title: 'Investigation' };

/** The investigation: every pivot of this browser, with notes, pins and the verdicts shown at the time. */
export function Component() {
  return <InvestigationView findingsOf={findingsOf} />;
}

type Query = Readonly<Record<string, string>>;

/** The indicators found by the searches of an investigation: E1 to E4, E8 and F2, queried as in their explorers. */
const findingsOf: FindingsOf = ({ path, query }) => {
  switch (path) {
    case paths.padns():
      return [
        { id: 'found-names', ask: askRecords(query, (row) => queryIndicator(row.type, row.query)) },
        { id: 'found-answers', ask: askRecords(query, (row) => answerIndicator(row.type, row.answer)) },
      ];
    case paths.diversitySearch():
      return [{ id: 'found-hosts', ask: (asking) => askHosts(query, asking) }];
    case paths.asnSearch():
      return [{ id: 'found-systems', ask: (asking) => askSystems(query, asking) }];
    default:
      return [];
  }
};

/** The “as of” day applies to a search without its own day, as on the search page. */
function askRecords(query: Query, indicator: (row: PadnsRow) => Indicator | null) {
  return async ({ client, asOf, signal }: Asking): Promise<Found> => {
    const question = withDay(padnsQuestionOf(readForm(padnsForm, query, await loadParameterDocs())), asOf);
    const { records = [] } = await askToEnd(client, withQuery(question, { limit: askedRows }), signal);
    const rows = records.map(padnsRow);
    const dated = rows.toReversed().flatMap((row) => {
      const subject = subjectOf(indicator(row));
      return subject ? [[stepHref(subject), row] as const] : [];
    });
    return { ...found(rows.map(indicator), records.length >= askedRows), seen: new Map(dated) };
  };
}

async function askHosts(query: Query, { client, signal }: Asking): Promise<Found> {
  const question = diversityQuestion(readQuestion(searchFields, query));
  const { records = [] } = await askToEnd(client, withQuery(question, { limit: askedRows }), signal);
  return found(
    records.map(({ host = '' }) => indicatorOf(host)),
    records.length >= askedRows,
  );
}

async function askSystems(query: Query, { client, signal }: Asking): Promise<Found> {
  const question = asNameQuestion(readQuestion(asNameFields, query));
  const { records = [] } = await askToEnd(client, question, signal);
  return found(
    records.map(({ asn }) => (asn ? { kind: 'asn', value: String(asn) } : null)),
    false,
  );
}

/** Removes duplicates, keeping the order. A value without a page, such as a pattern, is null and is skipped. */
function found(indicators: readonly (Indicator | null)[], isMore: boolean): Found {
  const subjects = indicators.flatMap((indicator) => subjectOf(indicator) ?? []);
  return { subjects: [...new Map(subjects.map((subject) => [stepHref(subject), subject])).values()], isMore };
}

function subjectOf(indicator: Indicator | null): StepSubject | null {
  const subject = indicator && stepSubjectOf(subjectPath(indicator.kind, indicator.value));
  return subject?.is === 'subject' ? subject : null;
}
