import type { QueryClient } from '@tanstack/react-query';
import type { CollectionSource } from '#contract/generated/types.gen.ts';
import { indicatorEvidenceOptions, indicatorScoreName, indicatorScoreOptions } from '#web/api/indicator-score.ts';
import { answerOptions } from '#web/api/query.ts';
import { cardVerdict } from '#web/kit/indicator/card-verdict.ts';
import { stepHref, type StepNodes, type StepSubject } from '#web/stores/investigation/investigation-node.ts';
import type { ReportFacts } from './report-parts.ts';

/** More would take the service too long: the others have the verdict as it was seen. */
const mostSubjects = 300;

/** What the service says of the subjects now, through the cache of the hover cards. A subject without an answer is missing. */
export async function reportFacts(client: QueryClient, nodes: StepNodes): Promise<ReadonlyMap<string, ReportFacts>> {
  const subjects = new Map([...nodes.values()].map(({ subject }) => [stepHref(subject), subject]));
  const asked = [...subjects].slice(0, mostSubjects).map(async ([href, subject]) => {
    const facts = await factsOf(client, subject).catch(() => undefined);
    return facts ? [[href, facts] as const] : [];
  });
  return new Map((await Promise.all(asked)).flat());
}

async function factsOf(client: QueryClient, subject: StepSubject): Promise<ReportFacts | undefined> {
  if (subject.is !== 'subject' || indicatorScoreName(subject.kind, subject.value) === null) return undefined;
  const { kind, value } = subject;
  const [score, record] = await Promise.all([
    client.fetchQuery(indicatorScoreOptions(kind, value)),
    client.fetchQuery(indicatorEvidenceOptions(kind, value)),
  ]);
  const verdict = record ? cardVerdict(kind, value, score, record) : undefined;
  if (!verdict) return undefined;
  const { state, decider, sentence, tags = [] } = verdict;
  return {
    verdict: { state, score: verdict.score, decider, tags: tags.map(({ label }) => label) },
    sentence,
    listings: record?.listings ?? [],
  };
}

/** The data of the collection; none where a deployment does not report it. */
export async function reportSources(client: QueryClient): Promise<readonly CollectionSource[]> {
  const answer = await client.fetchQuery(answerOptions({ operationId: 'collection' })).catch(() => undefined);
  return answer?.response.sources ?? [];
}
