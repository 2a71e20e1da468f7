import { useLoaderData } from 'react-router';
import { ExplorerHeading } from '#web/components/ExplorerHeading.tsx';
import { NotAsked } from '#web/components/NotAsked.tsx';
import { NotAsOf } from '#web/components/NotAsOf.tsx';
import { loadParameterBook, type ParameterBook } from '#web/components/parameter-book.ts';
import { questionParams, questionProblems } from '#web/components/parameter-question.ts';
import { ParameterForm } from '#web/components/ParameterForm.tsx';
import { useQuestionUrl } from '#web/components/use-question-url.ts';
import { WaysToAsk } from '#web/components/WaysToAsk.tsx';
import { FoundHosts } from '#web/features/diversity/FoundHosts.tsx';
import {
  missingOf,
  searchCallOf,
  searchFields,
  searchTitle,
  type SearchName,
} from '#web/features/diversity/search-fields.ts';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';

export const loader = loadParameterBook;

export const handle: RouteHandle = { title: 'IP diversity search', asks: ['domain', 'domain_regex', 'nsname'] };

const operationId = 'padnsIpDiversitySearch';

const questions = [
  { says: 'Fast flux: hosts in many autonomous systems', question: { asn_diversity_min: '5', timeline: '1' } },
  {
    says: 'The same below one name, with many addresses',
    question: { domain: '*.harborline-login.example', ip_diversity_all_min: '20' },
  },
  {
    says: 'Diverse hosts of domains on a name server',
    question: { nsname: '*.crowsnest-dns.test', asn_diversity_min: '2' },
  },
  {
    says: 'New hosts whose domain just moved its name servers',
    question: { asn_diversity_min: '2', first_seen_min: '2026-01-01', nschange_to_ns: '*' },
  },
  {
    says: 'Hosts that use Cinderwall and other networks',
    question: { asname_contains: 'Cinderwall', asn_diversity_min: '2' },
  },
] as const;

const ways = questions.map(({ says, question }) => ({
  says,
  href: paths.diversitySearch(question),
  subject: Object.entries(question)
    .filter(([name]) => name !== 'timeline')
    .map(([name, text]) => `${name} ${text}`)
    .join(' · '),
}));

/** The explorer of IP diversity: every parameter of E8. The question stands in the URL and is asked from there. */
export function Component() {
  const book = useLoaderData<ParameterBook>();
  const { question, key, ask, job } = useQuestionUrl<SearchName>(searchFields, operationId, paths.diversitySearch);
  const isAsked = Object.keys(missingOf(question)).length === 0;
  const problems = questionProblems<SearchName>(searchFields, question, (name) => book.find(operationId, name));
  const isWrong = Object.keys(problems).length > 0;
  return (
    <div className="flex flex-col gap-4">
      <ExplorerHeading
        title="IP diversity search"
        explorer={paths.diversitySearch()}
        asked={
          isAsked && !isWrong
            ? { words: searchTitle(question), params: questionParams<SearchName>(searchFields, question) }
            : null
        }
      />
      <NotAsOf what="This search" />
      <ParameterForm
        label="Search for hosts by IP diversity"
        fields={searchFields}
        operationId={operationId}
        book={book}
        question={question}
        callOf={searchCallOf}
        missingOf={missingOf}
        onAsk={ask}
      />
      {!isAsked && <WaysToAsk ways={ways} />}
      {isAsked && isWrong && <NotAsked problems={Object.entries(problems)} />}
      {isAsked && !isWrong && (
        <FoundHosts
          key={key}
          query={searchCallOf(question).query}
          job={job}
          onTimelines={(isOn) => ask({ ...question, timeline: isOn ? '1' : '' })}
        />
      )}
    </div>
  );
}
