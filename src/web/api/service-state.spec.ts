import { beforeEach, expect, it } from 'vitest';
import { saveConnection } from './connection.ts';
import { ApiFailure, type FailureKind } from './failure.ts';
import { noteAnswer, noteFailure, noteServiceBack, serviceState } from './service-state.ts';

const fail = (kind: FailureKind, status: number, code = '') => noteFailure(new ApiFailure('', { kind, status, code }));

beforeEach(() => saveConnection({ baseUrl: '/api/v1', apiKey: 'a key' }));

it('asks for a key when there is none, and when the one in use was never accepted', () => {
  saveConnection({ baseUrl: '/api/v1', apiKey: '' });
  expect(serviceState()).toBe('key');
  saveConnection({ baseUrl: '/api/v1', apiKey: 'a key' });
  expect(serviceState()).toBe('ok');
  fail('key', 401);
  expect(serviceState()).toBe('key');
});

it('distinguishes an expired key from one that was never accepted', () => {
  noteAnswer(performance.now());
  fail('key', 401);
  expect(serviceState()).toBe('expired');
  saveConnection({ baseUrl: '/api/v1', apiKey: 'another key' });
  expect(serviceState()).toBe('ok');
});

it('does not count an answer to an earlier request as acceptance of the key', () => {
  const before = performance.now();
  noteAnswer(before);
  fail('key', 401);
  noteAnswer(before);
  expect(serviceState()).toBe('expired');
  noteAnswer(performance.now());
  expect(serviceState()).toBe('ok');
});

it('distinguishes a restart from the first load', () => {
  noteAnswer(performance.now());
  fail('loading', 503, 'loading');
  expect(serviceState()).toBe('restarting');
  noteAnswer(performance.now());
  expect(serviceState()).toBe('ok');
});

it('does not treat one forbidden operation as a wrong key', () => {
  fail('key', 403);
  expect(serviceState()).toBe('ok');
});

it('waits for the first load, also when it failed', () => {
  fail('loading', 503, 'loading');
  expect(serviceState()).toBe('loading');
  noteServiceBack();
  fail('service', 503, 'load_failed');
  expect(serviceState()).toBe('loading');
});

it('is offline until there is any response', () => {
  fail('offline', 0);
  expect(serviceState()).toBe('offline');
  fail('not-implemented', 501);
  expect(serviceState()).toBe('ok');
});
