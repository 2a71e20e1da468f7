import { expect, it } from 'vitest';
import { operations } from '#contract/generated/operations.gen.ts';
import { toFailure } from './failure.ts';

const answer = (status: number, headers?: HeadersInit) =>
  new Response(null, { status, statusText: 'As it is', ...(headers && { headers }) });

it.each([
  ['no answer', undefined, undefined, 'offline'],
  ['a refused key', answer(401), undefined, 'key'],
  ['a refused question', answer(400), undefined, 'input'],
  ['too many calls', answer(429), undefined, 'limit'],
  ['an operation that is not offered', answer(501), operations.domainWhois.path, 'not-implemented'],
  ['a deployment without the path', answer(404), operations.domainWhois.path, 'not-implemented'],
  ['a job that is gone', answer(404), operations.job.path, 'not-found'],
  ['a page that is not there', answer(404), undefined, 'not-found'],
  ['a proxy in front of nothing', answer(502), operations.domainWhois.path, 'service'],
])('%s is told apart', (_, response, path, kind) => {
  expect(toFailure('', response, path).kind).toBe(kind);
});

it('reads the error of every wording', () => {
  const detail = { code: 'loading', message: 'Loading.', parameter: 'qtype' };
  expect(toFailure({ error: detail }, answer(503, { 'retry-after': '7' }))).toMatchObject({
    ...detail,
    kind: 'loading',
    retryAfterSeconds: 7,
  });
  expect(toFailure({ error: 'plain words' }, answer(500)).message).toBe('plain words');
  expect(toFailure('plain words', answer(500)).message).toBe('plain words');
  expect(toFailure(' <html>…</html>', answer(502)).message).toBe('The service answered 502 As it is');
  expect(toFailure({}, answer(500)).message).toBe('The service answered 500 As it is');
});
