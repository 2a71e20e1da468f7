import { parseConnection } from '#model/connection.ts';
import { ownValue } from '#model/own-value.ts';
import { apiRequest } from '#web/api/api-request.ts';
import type { AnyQuery } from '#web/api/query.ts';
import { certificateForm } from '#web/evidence/certificate-form.ts';
import { membersQuestion } from '#web/evidence/connection-question.ts';
import { retroHuntQuestion } from '#web/evidence/retro-hunt-words.ts';
import { transferForm } from '#web/evidence/transfer-form.ts';
import { type ExplorerForm, formProblems, isAsked, readForm } from '#web/kit/ask/explorer-form.ts';
import { loadParameterDocs, type ParameterDocs } from '#web/kit/ask/parameter-docs.ts';
import { diversityForm } from '#web/tools/diversity-search/diversity-form.ts';
import { padnsForm } from '#web/tools/padns-form/padns-form.ts';
import { scanForm } from '#web/tools/scan-form/scan-form.ts';
import { paths } from '#web/url/paths.ts';

type Ask = (params: URLSearchParams, docs: ParameterDocs) => AnyQuery | null;

/** The pages that show one search. */
const searches: Readonly<Record<string, Ask>> = {
  [paths.padns()]: explorer(padnsForm),
  [paths.scans()]: explorer(scanForm),
  [paths.certificates()]: explorer(certificateForm),
  [paths.transfers()]: explorer(transferForm),
  [paths.diversitySearch()]: explorer(diversityForm),
  [paths.connections()]: (params) => {
    const pairs = params.getAll('with').flatMap((text) => parseConnection(text) ?? []);
    return pairs.length > 0 ? membersQuestion(pairs) : null;
  },
  [paths.retroHunt()]: (params) => retroHuntQuestion('', params.get('show') !== 'all'),
};

function explorer<Name extends string>(form: ExplorerForm<Name>): Ask {
  return (params, docs) => {
    const question = readForm(form, Object.fromEntries(params), docs);
    const problems = Object.keys({ ...form.missingOf(question), ...formProblems(form, question, docs) });
    return isAsked(form, question) && problems.length === 0 ? form.questionOf(question) : null;
  };
}

/**
 * The search that an address names: that of a page of the dashboard, under any host, or of the interface.
 * @returns path and query of the interface; null for any other address, and for a page whose search is not complete
 */
export async function searchOfPage(address: string): Promise<string | null> {
  const place = URL.canParse(address, 'http://localhost') ? new URL(address, 'http://localhost') : null;
  const ofInterface = place && /\/api\/v1(\/.*)$/.exec(place.pathname)?.[1];
  if (ofInterface) return `${ofInterface}${place.search}`;
  const ask = place && ownValue<Ask>(searches, place.pathname);
  const question = ask ? ask(place.searchParams, await loadParameterDocs()) : null;
  return question && apiRequest(question).path;
}
