import { expect, it } from 'vitest';
import { askToEnd } from './ask-to-end.ts';
import { createQueryClient } from './client.ts';
import { questionKey } from './query.ts';

const question = { operationId: 'padnsForward', path: { qtype: 'a', qname: 'a.example' } } as const;

it('a failed job is a failure with its reason, and is not asked again', async () => {
  const client = createQueryClient();
  const status = { get: '', job_id: 'an-id', status: 'FAILURE', message: 'The search took too long.' };
  client.setQueryData(questionKey(question), { response: { job_status: status } });
  const asked: string[] = [];
  const ended = askToEnd(client, question, AbortSignal.timeout(1000), (id) => void asked.push(id));
  await expect(ended).rejects.toMatchObject({ code: 'job_failed', message: 'The search took too long.' });
  expect(asked).toEqual([]);
});

it('an abort ends it at once, not with the request', async () => {
  const client = createQueryClient();
  const never = () => new Promise(() => undefined);
  void client.prefetchQuery({ queryKey: questionKey(question), queryFn: never });
  const controller = new AbortController();
  const ended = askToEnd(client, question, controller.signal);
  controller.abort();
  await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
});
