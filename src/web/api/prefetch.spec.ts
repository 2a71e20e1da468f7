import { beforeEach, expect, it, vi } from 'vitest';
import { client } from '#contract/generated/client.gen.ts';
import { QueryObserver } from '@tanstack/react-query';
import { saveConnection } from './connection.ts';
import { headerQuestion, headerQuestionAt } from './header-questions.ts';
import { hasFailedPrefetch, prefetchAnswer } from './prefetch.ts';
import { createQueryClient } from './client.ts';
import { answerOptions } from './query.ts';
import { ApiFailure } from './failure.ts';

const question = headerQuestion.asn(64500);
const request = vi.spyOn(client, 'request');

beforeEach(() => {
  request.mockReset();
  saveConnection({ baseUrl: '/api/v1', apiKey: 'a key' });
});

it('sends one request: the page that follows uses the pending answer', async () => {
  request.mockResolvedValue({ data: { response: {} } });
  const queryClient = createQueryClient();
  prefetchAnswer(queryClient, question);
  const observer = new QueryObserver(queryClient, answerOptions(question));
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ response: {} }));
  stop();
  expect(request).toHaveBeenCalledOnce();
});

it.each([
  ['not-found', 404, true],
  ['key', 401, false],
] as const)('a failure of kind %s is shown by the page: %j', async (kind, status, expected) => {
  request.mockRejectedValue(new ApiFailure('', { kind, status }));
  const queryClient = createQueryClient();
  expect(hasFailedPrefetch(queryClient, question)).toBe(false);
  prefetchAnswer(queryClient, question);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(hasFailedPrefetch(queryClient, question)).toBe(expected);
});

it('sends nothing without a key', () => {
  saveConnection({ baseUrl: '/api/v1', apiKey: '' });
  prefetchAnswer(createQueryClient(), question);
  expect(request).not.toHaveBeenCalled();
});

it.each([
  ['ip', { ip: '203.0.113.066' }, null],
  ['ip', { ip: '203.0.113.66' }, headerQuestion.ipv4('203.0.113.66')],
  ['ip', { ip: '2001:DB8::1' }, headerQuestion.ipv6('2001:db8::1')],
  ['domain', { domain: 'Evil.Example' }, headerQuestion.domain('evil.example')],
  ['asn', { asn: 'AS64500' }, question],
  ['asn', { asn: 'x' }, null],
  ['nameServer', { nameserver: 'example' }, null],
  ['nameServer', { nameserver: 'NS1.evil.example' }, headerQuestion.nameServer('ns1.evil.example')],
  ['subnet', { address: '203.0.113.7', length: '24' }, expect.objectContaining({ operationId: 'subnetReputation' })],
  ['subnet', { address: '2001:db8::', length: '32' }, expect.objectContaining({ operationId: 'ipv6Info' })],
  ['subnet', {}, null],
] as const)('the header of a %s page at %j asks %j', (page, parameters, asked) =>
  expect(headerQuestionAt[page](parameters)).toEqual(asked),
);
