import type { OperationId } from '#contract/generated/operations.gen.ts';
import { jobIdOf } from './ask-to-end.ts';
import { answerOptions, fetchAnswer, type AnyQuestion, type Question } from './question.ts';

/**
 * The options of a question. One that is to run in the background at once (`prefer=job_id`) is not given up with the view
 * that asked it: left before the service has named its job, it is followed all the same.
 */
export function keptInBackground<Id extends OperationId>(question: Question<Id>, follow: (jobId: string) => void) {
  const options = answerOptions(question);
  const { query }: AnyQuestion = question;
  if (query?.['prefer'] !== 'job_id') return options;
  return {
    ...options,
    queryFn: async () => {
      // without the signal of the view, which would end the request with it
      const answer = await fetchAnswer(question);
      const jobId = jobIdOf(answer);
      if (jobId !== undefined) follow(jobId);
      return answer;
    },
  };
}
