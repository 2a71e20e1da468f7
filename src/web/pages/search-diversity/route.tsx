import { Explorer } from '#web/kit/ask/Explorer.tsx';
import { loadParameterDocs } from '#web/kit/ask/parameter-docs.ts';
import { readQuestion } from '#web/kit/ask/parameter-question.ts';
import {
  diversityForm,
  diversityQuestion,
  searchFields,
  searchTitle,
  type SearchName,
} from '#web/tools/diversity-search/diversity-form.ts';
import { paths } from '#web/url/paths.ts';
import type { RouteHandle } from '#web/url/route-handle.ts';
import { FoundHosts } from './FoundHosts.tsx';

export const loader = loadParameterDocs;

export const handle: RouteHandle = { title: 'IP diversity search', asks: ['domain', 'domain_regex', 'nsname'] };

const questions = [
  { says: 'Fast flux: hosts in many autonomous systems', question: { asn_diversity_min: '5', timeline: '1' } },
  {
    says: 'Fast flux below one name, with many addresses',
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

const examples = questions.map(({ says, question }) => ({
  says,
  href: paths.diversitySearch(question),
  subject: searchTitle(readQuestion<SearchName>(searchFields, question)),
}));

const holds = [
  ['passive_dns_records', 'passive DNS records'],
  ['prefixes', 'prefixes with their AS'],
] as const;

/** The explorer of IP diversity: every parameter of E8. */
export function Component() {
  return (
    <Explorer<SearchName>
      title="IP diversity search"
      form={diversityForm}
      pathOf={paths.diversitySearch}
      titleOf={searchTitle}
      examples={examples}
      holds={holds}
      presentOnly="This search"
    >
      {({ question, job, ask }) => (
        <FoundHosts
          title={searchTitle(question)}
          query={diversityQuestion(question).query}
          job={job}
          onTimelines={(isOn) => ask({ ...question, timeline: isOn ? '1' : '' })}
        />
      )}
    </Explorer>
  );
}
