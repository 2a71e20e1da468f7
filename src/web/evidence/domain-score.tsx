import { providerOf } from '#web/api/score-origin.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { given } from '#web/kit/panel/panel-source.tsx';
import { domainVerdict } from '#web/kit/score/domain-verdict.ts';
import { ScoreTable } from '#web/kit/score/ExplainList.tsx';
import { scoreRule } from '#web/kit/score/score-words.ts';
import { type Domain, domainState } from './domain-record.ts';
import { domainScores } from './domain-scores.ts';
import { ListedRelative } from './ListedRelative.tsx';

/** G1 (and C2): every factor of the overall score, the deciding one, and the evidence for each. */
export const DomainScore = defineCard(
  given(({ header }: Domain) => header),
  {
    title: 'Why this score',
    read: domainState,
    show: (record, domain) => (
      <>
        <ScoreTable scores={domainScores(record)} provider={providerOf(record)} />
        <ListedRelative subject={domain} />
      </>
    ),
    footer: (_props, _setting, response) => scoreRule(domainVerdict(response).state),
    expectedRows: 9,
  },
);
